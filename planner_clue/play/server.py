"""The page of a game that is being played, on a local server."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planner_clue.errors import InputError
from planner_clue.pages.page import board_picture, write_page
from planner_clue.pages.replay_page import replay_page
from planner_clue.play.live_game import SECONDS_TO_ANSWER, SECONDS_TO_UNDO, LiveGame
from planner_clue.play.played_game import PlayedGame
from planner_clue.play.state import about_game, state_text
from planner_clue.serving.broadcast import Broadcast
from planner_clue.serving.server import LocalServer, html_response, post_routes

SCRIPTS = ("dom", "board", "notebook", "log", "decision", "play")
"""The scripts of the page, in the order in which they need each other."""


class PlayServer(LocalServer):
    """Serves the page of one game until Ctrl-C."""

    def __init__(
        self,
        game: PlayedGame,
        port: int | None = None,
        *,
        seconds_to_undo: float = SECONDS_TO_UNDO,
        seconds_to_answer: float = SECONDS_TO_ANSWER,
    ) -> None:
        """Listen at ``port``; raises :class:`InputError` if it is not available."""
        broadcast = Broadcast()
        self.live = live = LiveGame(game, broadcast.tell, seconds_to_undo, seconds_to_answer)
        page = _page_of(game)

        async def index(request: Request) -> Response:
            return html_response(page)

        async def state(request: Request) -> Response:
            text = await run_in_threadpool(state_text, live)
            return Response(text, media_type="application/json")

        async def news(request: Request) -> Response:
            return broadcast.stream(lambda: state_text(live))

        async def replay(request: Request) -> Response:
            record = live.look(lambda game: game.record)
            if record is None:
                raise InputError("the game is not over; expected to see all cards then")
            return html_response(await run_in_threadpool(replay_page, record))

        posts = {
            "choose": lambda asked: live.choose(asked.get("number"), asked.get("choice")),
            "undo": lambda asked: live.undo(asked.get("number")),
            "hint": lambda asked: live.ask_hint(asked.get("number")),
            "why": lambda asked: live.why(asked.get("card"), asked.get("holder")),
            "note": lambda asked: live.write_note(lambda game: _write_note(game, asked)),
        }
        routes = [
            Route("/", index),
            Route("/state", state),
            Route("/live", news),
            Route("/replay", replay),
            *post_routes(posts),
        ]
        super().__init__(routes, broadcast, port, live)


def _write_note(game: PlayedGame, asked: dict[str, Any]) -> None:
    if "by_hand" in asked:
        game.notes.by_hand = bool(asked["by_hand"])
    else:
        game.notes.mark(asked.get("card"), asked.get("holder"), asked.get("mark"))


def _page_of(game: PlayedGame) -> str:
    """Return the page, with the data that does not change in the game."""
    picture, spots = board_picture(game.config.board)
    title = f"Clue: {game.seat_view.tokens[game.seat_view.index]}"
    data = about_game(game) | {"spots": spots}
    return write_page("play", title, data, SCRIPTS, picture, connect="'self'")
