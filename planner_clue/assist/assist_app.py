"""The page of the notes, on a local server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from planner_clue.assist.live_notes import LiveNotes, StaleNotesError
from planner_clue.assist.notepad import Notepad
from planner_clue.errors import NotesError
from planner_clue.serving.json_body import json_body
from planner_clue.serving.live import Broadcast
from planner_clue.serving.page_server import PageServer, html_response

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

SCRIPTS = ("dom", "board", "notebook", "note-lines", "assist")
"""The scripts of the page, in the order in which they need each other."""


class AssistServer(PageServer):
    """Serves the page of some notes until Ctrl-C."""

    def __init__(self, pad: Notepad, port: int | None = None) -> None:
        """Listen at ``port``; :class:`~planner_clue.errors.InputError` if it is not to be had."""
        self._broadcast = Broadcast()
        self.live = LiveNotes(pad, self._broadcast.tell)
        self._title = f"Notes: {pad.path.name}"
        super().__init__(self.live, self._routes(), self._broadcast, port)

    def _routes(self) -> "list[BaseRoute]":
        from starlette.routing import Route

        posts = {
            "write": lambda asked: self.live.write(
                asked.get("text"), asked.get("number"), asked.get("before"), keep=asked.get("keep")
            ),
            "delete": lambda asked: self.live.delete(asked.get("number"), asked.get("before")),
            "undo": lambda asked: self.live.undo(),
            "check": lambda asked: self.live.check(asked.get("text")),
            "why": lambda asked: self.live.why(asked.get("card"), asked.get("holder")),
            "board": lambda asked: self.live.board(),
        }
        return [
            Route("/", self._page),
            Route("/live", self._live),
            *(Route(f"/{name}", _posted(call), methods=["POST"]) for name, call in posts.items()),
        ]

    async def _page(self, request: "Request") -> "Response":
        from planner_clue.pages.page import write_page

        page = write_page("assist", self._title, {}, SCRIPTS, connect="'self'")
        return html_response(page)

    async def _live(self, request: "Request") -> "Response":
        return self._broadcast.stream(self.live.state)


def _posted(call: Callable[[dict[str, Any]], Any]) -> Callable[["Request"], Any]:
    """Return the answer to a request that has a JSON object: what a call returns, or refuses."""

    async def answer(request: "Request") -> "Response":
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import JSONResponse

        asked = await json_body(request)
        try:
            return JSONResponse({"said": await run_in_threadpool(call, asked)})
        except StaleNotesError as error:
            return JSONResponse({"error": str(error), "stale": True})
        except NotesError as error:
            said = {"error": str(error), "start": error.start, "end": error.end}
            return JSONResponse({**said, "against": error.against})

    return answer
