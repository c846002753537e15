"""The page of a game that is being played, on a local server.

The state that the browser gets is built from the seat's view of the table, from events as that seat
sees them, from its own options and its own belief. So two deals that the seat cannot tell apart
give the same bytes. When the game is over, everybody may see the whole deal.

The state is one JSON object::

    {"number": 7,            identifies the current decision; clicks have to name it
     "options": {...},       the legal choices (play.choices); null for nothing
     "undo": "",             why the last decision stands; empty if it can be undone
     "frames": [...],        the game so far, see planner_clue.pages.frames
     "out": [2],             the seats that are known to take no more turns
     "by_hand": false, "marks": [["rope", "case", "maybe"]],    the person's own notes
     "notebook": {...},      see planner_clue.pages.notebooks; null by hand
     "hint": {"thinking": false, "choice": {...}, "sentences": [...]},    null without one
     "over": {"text": "...", "winner": 1, "deal": {...}},       null until the end
     "trouble": ""}          the error that stopped the game
"""

import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planner_clue.errors import InputError
from planner_clue.pages.frames import FIRST, frame_of, moved
from planner_clue.pages.page import board_picture, write_page
from planner_clue.pages.replay_page import replay_page
from planner_clue.play.choices import options
from planner_clue.play.live_game import SECONDS_TO_ANSWER, SECONDS_TO_UNDO, LiveGame
from planner_clue.play.played_game import PlayedGame
from planner_clue.serving.broadcast import Broadcast
from planner_clue.serving.server import LocalServer, html_response, post_routes
from planner_clue.table.events import Eliminated, Event, Forfeited

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


def about_game(game: PlayedGame) -> dict[str, Any]:
    """Return what does not change: who sits where, the person's hand, the deck."""
    view = game.seat_view
    return {
        "seat": view.index,
        "names": list(view.tokens),
        "agents": list(game.config.agents),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "categories": [[str(category), list(c)] for category, c in view.deck.by_category()],
        "file": game.file.path.name,
    }


def state_text(live: LiveGame) -> str:
    """Return the state of the game as one line of JSON; the same state is the same text."""
    state = live.look(_state)
    events, by_hand = state.pop("events"), state["by_hand"]
    state["notebook"] = None if by_hand else live.notebook.to_json(events)
    state |= {"hint": live.hint(), "trouble": live.trouble}
    return json.dumps(state, separators=(",", ":"))


def _state(game: PlayedGame) -> dict[str, Any]:
    course, notes = game.course, game.notes
    events = game.seen()
    return {
        "number": course.number,
        "options": options(course) if course.is_the_persons else None,
        "undo": course.why_no_undo(),
        "frames": frames_of(game),
        "out": _out(events),
        "by_hand": notes.by_hand,
        "marks": notes.to_json()["marks"],
        "over": _over(game),
        "events": events,
    }


def frames_of(game: PlayedGame) -> list[dict[str, Any]]:
    """Return the game so far as the frames of :mod:`planner_clue.pages.frames`."""
    table, seat, names = game.course.table, game.config.seat, game.seat_view.tokens
    places, moves = moved({}, table.board.starts if table.board else {})
    frames = [FIRST | moves]
    known = game.course.known_events()
    for event, scene in zip(table.events[:known], game.course.moments, strict=False):
        seen = table.seen_by(event, seat)
        if seen is not None:
            places, moves = moved(places, scene.places)
            frames.append(frame_of(seen, scene.whose, names) | moves)
    return frames


def _out(events: list[Event]) -> list[int]:
    """Return the seats that are known to take no more turns."""
    return sorted({e.seat for e in events if isinstance(e, Eliminated | Forfeited)})


def _over(game: PlayedGame) -> dict[str, Any] | None:
    """Return how the game ended and the deal, when it is over."""
    table = game.course.table
    if table.result is None or not game.is_over:
        return None
    said = game.ending()
    return {"text": said[0], "winner": table.result.winner, "deal": table.deal.to_json()}
