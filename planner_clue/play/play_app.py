"""The pages of a game that is being played, on a local server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from planner_clue.errors import InputError, PlannerClueError
from planner_clue.play.live_game import (
    SECONDS_TO_ANSWER,
    SECONDS_TO_UNDO,
    LiveGame,
    StaleError,
)
from planner_clue.play.played_game import PlayedGame
from planner_clue.play.seat_state import about_game, state_text
from planner_clue.serving.json_body import json_body
from planner_clue.serving.live import Broadcast
from planner_clue.serving.page_server import PageServer, html_response

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

SCRIPTS = ("dom", "board", "notebook", "log", "decision", "play")
"""The scripts of the page, in the order in which they need each other."""


class PlayServer(PageServer):
    """Serves the page of one game until Ctrl-C."""

    def __init__(
        self,
        game: PlayedGame,
        port: int | None = None,
        *,
        seconds_to_undo: float = SECONDS_TO_UNDO,
        seconds_to_answer: float = SECONDS_TO_ANSWER,
    ) -> None:
        """Listen at ``port``; :class:`~planner_clue.errors.InputError` if it is not to be had."""
        self._broadcast = Broadcast()
        pauses = (seconds_to_undo, seconds_to_answer)
        self.live = LiveGame(game, self._broadcast.tell, *pauses)
        self._html_text = _page_of(game)
        super().__init__(self.live, self._routes(), self._broadcast, port)

    # -- routes ---------------------------------------------------------------------

    def _routes(self) -> "list[BaseRoute]":
        from starlette.routing import Route

        return [
            Route("/", self._page),
            Route("/state", self._state),
            Route("/live", self._live),
            Route("/replay", self._replay),
            *(
                Route(f"/{name}", call, methods=["POST"])
                for name, call in (
                    ("choose", self._choose),
                    ("undo", self._undo),
                    ("hint", self._hint),
                    ("why", self._why),
                    ("note", self._note),
                )
            ),
        ]

    async def _page(self, request: "Request") -> "Response":
        return html_response(self._html_text)

    async def _replay(self, request: "Request") -> "Response":
        from starlette.concurrency import run_in_threadpool

        from planner_clue.pages.replay_page import replay_page

        record = self.live.look(lambda game: game.record)
        if record is None:
            raise InputError("the game is not over; expected to see all cards then")
        return html_response(await run_in_threadpool(replay_page, record))

    async def _live(self, request: "Request") -> "Response":
        return self._broadcast.stream(lambda: state_text(self.live))

    async def _state(self, request: "Request") -> "Response":
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import Response

        text = await run_in_threadpool(lambda: state_text(self.live))
        return Response(text, media_type="application/json")

    async def _choose(self, request: "Request") -> "Response":
        asked = await json_body(request)
        choice = asked.get("choice")
        if not isinstance(choice, dict):
            raise InputError("no 'choice'; expected an object")
        return await _done(lambda: self.live.choose(asked.get("number"), choice))

    async def _undo(self, request: "Request") -> "Response":
        asked = await json_body(request)
        return await _done(lambda: self.live.undo(asked.get("number")))

    async def _hint(self, request: "Request") -> "Response":
        asked = await json_body(request)
        return await _done(lambda: self.live.ask_hint(asked.get("number")))

    async def _why(self, request: "Request") -> "Response":
        asked = await json_body(request)
        return await _done(lambda: self.live.why(asked.get("card"), asked.get("holder")))

    async def _note(self, request: "Request") -> "Response":
        asked = await json_body(request)

        def change(game: PlayedGame) -> None:
            if "by_hand" in asked:
                game.notes.by_hand = bool(asked["by_hand"])
                return
            view = game.seat_view
            cell = asked.get("card"), asked.get("holder"), asked.get("mark")
            game.notes.mark(view.deck, view.players, *cell)

        return await _done(lambda: self.live.write_note(change))


def _page_of(game: PlayedGame) -> str:
    """Return the page, with all that does not change in the game."""
    from planner_clue.board.drawing import board_svg, token_spots
    from planner_clue.pages.page import write_page

    board = game.config.board
    picture = board_svg(board, board.starts, title=f"The board {board.name}") if board else ""
    data = about_game(game) | {"spots": token_spots(board) if board else None}
    title = f"Clue: {game.seat_view.tokens[game.seat_view.index]}"
    return write_page("play", title, data, SCRIPTS, picture, connect="'self'")


async def _done(call: Callable[[], Any]) -> "Response":
    """Return what a call returns, or what it refuses, which the page says to the person.

    A refusal is an answer like any other: browsers would report another status as an error.
    """
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import JSONResponse

    try:
        return JSONResponse({"said": await run_in_threadpool(call)})
    except StaleError as error:
        return JSONResponse({"error": str(error), "stale": True})
    except PlannerClueError as error:
        return JSONResponse({"error": " ".join(str(error).split())})
