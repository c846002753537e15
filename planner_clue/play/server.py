"""The page of a game that is being played, on a local server.

The state that the browser gets is built from the seat's view of the table, from events as that seat
sees them, from its own options and its own belief. So two deals that the seat cannot tell apart
give the same bytes. When the game is over, everybody may see the whole deal.

The state is one JSON object::

    {"table": "game.json:1", the game and the seat that looks at it
     "number": 7,            identifies the current decision; clicks have to name it
     "options": {...},       the legal choices (play.choices); null for nothing
     "undo": "",             why the last decision stands; empty if it can be undone
     "frames": [...],        the game so far, see planner_clue.pages.frames; also with the
                             "cards" that were asked or accused, the "card" shown "to" a seat
                             (null where it is hidden), whether an accusation is "correct",
                             and the "way" of a token over the board, from corner to corner
     "out": [2],             the seats that are known to take no more turns
     "by_hand": false, "marks": [["rope", "case", "maybe"]],    the person's own notes
     "notebook": {...},      see planner_clue.pages.notebooks; null by hand
     "hint": {"thinking": false, "choice": {...}, "sentences": [...]},    null without one
     "over": {"text": "...", "winner": 1, "deal": {...}, "known": {...}},
                             null until the end; "known" are the cards of the last notebook
     "trouble": ""}          the error that stopped the game

While the screen goes from one person to another, it is ``{"table": ..., "cover": 2, "name":
"white"}`` and nothing else; page and state then have no hand, no notebook and no event.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from itertools import starmap
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planner_clue.board import Board, Place
from planner_clue.board.drawing import route_points
from planner_clue.board.drawing.palette import sign_of
from planner_clue.board.drawing.rooms import Point
from planner_clue.pages.frames import FIRST, frame_of, moved
from planner_clue.pages.page import board_picture, write_page
from planner_clue.pages.replay_page import replay_page
from planner_clue.play.choices import options
from planner_clue.play.live_game import SECONDS_TO_ANSWER, SECONDS_TO_UNDO, LiveGame
from planner_clue.play.notebook import OwnNotebook
from planner_clue.play.played_game import PlayedGame
from planner_clue.serving import server
from planner_clue.table.events import Eliminated, Event, Forfeited, Moved, Showed, event_to_json
from planner_clue.table.rules import Rules

SCRIPTS = (
    *("dom", "program", "board", "cards", "notebook", "log", "story", "stage", "pace", "tones"),
    *("decision", "accusation", "hints", "ending", "play"),
)
"""The scripts of the page, in the order in which they need each other."""


class PlayServer(server.LocalServer):
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
        broadcast = server.Broadcast()
        live = LiveGame(game, broadcast.tell, seconds_to_undo, seconds_to_answer)
        self._live = live

        gets: dict[str, Callable[[Request], Response]] = {
            "/": lambda _: server.html_response(live.look(page_of)),
            "/live": lambda _: broadcast.stream(lambda: state_text(live)),
            "/replay": lambda _: server.html_response(replay_page(live.record())),
        }

        posts = {
            "choose": lambda asked: live.choose(asked.get("number"), asked.get("choice")),
            "undo": lambda asked: live.undo(asked.get("number")),
            "hint": lambda asked: live.ask_hint(asked.get("number")),
            "why": lambda asked: live.why(asked.get("card"), asked.get("holder")),
            "note": lambda asked: live.write_note(lambda game: _write_note(game, asked)),
            "uncover": lambda asked: live.uncover(asked.get("seat")),
            "review": lambda asked: live.review(),
            "again": lambda asked: live.begin_another(
                asked.get("seat"), by_hand=bool(asked.get("by_hand"))
            ),
        }
        routes = [*starmap(Route, gets.items()), *server.post_routes(posts)]
        super().__init__(routes, broadcast, port, live)

    @property
    def game(self) -> PlayedGame:
        """The game that is played now."""
        return self._live.game


def _write_note(game: PlayedGame, asked: dict[str, Any]) -> None:
    if "by_hand" in asked:
        game.notes.by_hand = bool(asked["by_hand"])
    else:
        game.notes.mark(asked.get("card"), asked.get("holder"), asked.get("mark"))


def page_of(game: PlayedGame) -> str:
    """Return the page, with the data that does not change as long as one person looks at it."""
    if game.is_covered:
        return write_page(
            "play-cover", "Clue", covered(game), ("dom", "program", "cover"), connect="'self'"
        )
    picture, spots = _picture_of(game.config.board)
    title = f"Clue: {game.seat_view.tokens[game.seat_view.index]}"
    data = about_game(game) | {"spots": spots}
    return write_page("play", title, data, SCRIPTS, picture, connect="'self'")


@lru_cache(maxsize=4)
def _picture_of(board: Board | None) -> tuple[str, Any]:
    return board_picture(board)


def table_of(game: PlayedGame) -> str:
    """Return the name of the game and the seat that looks at it: another is another page."""
    seat = "" if game.is_covered else game.course.viewer
    return f"{game.file.path.name}:{seat}"


def covered(game: PlayedGame) -> dict[str, Any]:
    """Return all that is sent while the screen goes from one person to another."""
    seat = game.next_person
    name = None if seat is None else game.seat_view.tokens[seat]
    return {"table": table_of(game), "cover": seat, "name": name}


def about_game(game: PlayedGame) -> dict[str, Any]:
    """Return the constant data: who sits where, the person's hand, the deck."""
    view = game.seat_view
    return {
        "table": table_of(game),
        "seat": view.index,
        "names": list(view.tokens),
        "agents": list(game.config.agents),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "categories": [[str(category), list(c)] for category, c in view.deck.by_category()],
        "file": game.file.path.name,
        "signs": {card: sign_of(card) for card in ("", *view.deck.cards)},
    }


def state_text(live: LiveGame) -> str:
    """Return the state of the game as one line of JSON; the same state is the same text."""
    state, notebook, events = live.look(lambda game: _look(live, game))
    if notebook:
        known = notebook.to_json(events)
        state["notebook"] = None if state["by_hand"] else known
        if state["over"]:
            state["over"]["known"] = known["cards"]
    return json.dumps(state, separators=(",", ":"))


def _look(
    live: LiveGame, game: PlayedGame
) -> tuple[dict[str, Any], OwnNotebook | None, list[Event]]:
    """Return the state of one moment without the notebook, and the data for the notebook."""
    if game.is_covered:
        return covered(game), None, []
    state = _state(game) | {"hint": live.hint(), "trouble": live.trouble}
    needs = state["over"] or not state["by_hand"]
    return state, live.notebook if needs else None, game.seen()


def _state(game: PlayedGame) -> dict[str, Any]:
    course, notes = game.course, game.notes
    events = game.seen()
    return {
        "table": table_of(game),
        "number": course.number,
        "turn": game.course.table.turn if course.is_the_viewers else None,
        "options": options(course) if course.is_the_viewers else None,
        "undo": course.why_no_undo(),
        "frames": frames_of(game),
        "out": _out(events),
        "by_hand": notes.by_hand,
        "marks": notes.to_json()["marks"],
        "over": _over(game),
        "notebook": None,
    }


def frames_of(game: PlayedGame) -> list[dict[str, Any]]:
    """Return the game so far as the frames of :mod:`planner_clue.pages.frames`."""
    table, seat, names = game.course.table, game.course.viewer, game.seat_view.tokens
    places, moves = moved({}, table.board.starts if table.board else {})
    frames = [FIRST | moves]
    known = game.course.known_events()
    for event, scene in zip(table.events[:known], game.course.moments, strict=False):
        seen = table.seen_by(event, seat)
        if seen is not None:
            start = places.get(names[seen.seat])
            places, moves = moved(places, scene.places)
            way = _way(table.board, start, seen.to, table.rules) if type(seen) is Moved else {}
            frames.append(frame_of(seen, scene.whose, names) | _details(seen) | moves | way)
    return frames


@lru_cache(maxsize=1024)
def _way(
    board: Board | None, start: Place | None, end: Place, rules: Rules
) -> dict[str, list[Point]]:
    """Return the way of a token over the board, to be shown; empty where there is none."""
    if board is None or start is None or start == end:
        return {}
    return {"way": route_points(board, start, end, open_rooms=rules.open_rooms)}


def _details(seen: Event) -> dict[str, Any]:
    """Return the fields of an event that the page shows as pictures, as the seat saw them."""
    data = event_to_json(seen)
    return {name: data[name] for name in ("cards", "card", "correct") if name in data} | (
        {"to": seen.to} if isinstance(seen, Showed) else {}
    )


def _out(events: list[Event]) -> list[int]:
    return sorted({e.seat for e in events if isinstance(e, Eliminated | Forfeited)})


def _over(game: PlayedGame) -> dict[str, Any] | None:
    """Return how the game ended and the deal, when it is over."""
    table = game.course.table
    if table.result is None or not game.is_over:
        return None
    said = game.ending()
    return {"text": said[0], "winner": table.result.winner, "deal": table.deal.to_json()}
