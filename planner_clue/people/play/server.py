"""The page of a game that is being played, on a local server.

The state that the browser gets is built from the seat's view of the table, from events as that seat
sees them, from its own options and its own belief. So two deals that the seat cannot separate
give the same bytes. When the game is over, everybody may see the whole deal.

The state is one JSON object::

    {"table": "game.json:1",      the game and the seat that looks at it
     "number": 7, "turn": 3,      identify the current decision; clicks have to name the number
     "options": {...},            the legal choices (play.choices); null for nothing
     "undo": "",                  why the last decision stands; empty if it can be undone
     "frames": [...],             as in view.pages.frames, with "cards", "card", "to" and
                                  "correct" of the event, the "way" of the token over the board,
                                  and as "remarks" who then left or came back
     "waits": 1, "out": [2], "left": [1],    the seat to go on; those without turns; those that left
     "by_hand": false, "marks": [["rope", "case", "maybe"]],    the person's own notes
     "notebook": {...},           see planner_clue.view.pages.notebooks; null by hand
     "hint": {"thinking": false, "choice": {...}, "sentences": [...]},    null without one
     "over": {"text": "...", "winner": 1, "deal": {...}, "known": {...}},    null until the end
     "join": [{"seat": 1, "address": "http://...", "code": "M4 4h7v1h-7z..."}],
                                  for the board before the game: the persons whose pages are not
                                  open yet, with the QR codes of their addresses as paths
     "trouble": ""}               the error that stopped the game

A person with a name has a page of its own; another page shows the board alone, as everybody sees
it: its seat is -1, and it has no hand, notebook, hint or decision. While a shared screen goes from
one person to another, the state is ``{"table": ..., "cover": 2, "name": "white"}`` and nothing
else; page and state then have no hand, no notebook and no event.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import starmap
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from planner_clue.game.board import Board, Place
from planner_clue.game.board.drawing import route_points
from planner_clue.game.board.drawing.palette import sign_of
from planner_clue.game.board.drawing.rooms import Point
from planner_clue.game.events import Eliminated, Event, Forfeited, Moved, Showed, event_to_json
from planner_clue.game.rules import Rules
from planner_clue.people.play.choices import options
from planner_clue.people.play.course import LEAVE, NOBODY, RETURN
from planner_clue.people.play.live_game import SECONDS_TO_ANSWER, SECONDS_TO_UNDO, LiveGame
from planner_clue.people.play.notebook import OwnNotebook
from planner_clue.people.play.opponents import STAND_IN
from planner_clue.people.play.played_game import PlayedGame
from planner_clue.people.serving import server
from planner_clue.people.serving.access import HERE
from planner_clue.view.pages.frames import FIRST, frame_of, moved
from planner_clue.view.pages.page import board_picture, write_page
from planner_clue.view.pages.replay_page import replay_page

SCRIPTS = (
    *("dom", "program", "board", "cards", "notebook", "log", "story", "stage", "pace", "tones"),
    *("decision", "accusation", "hints", "chart", "ending", "play"),
)
"""The scripts of the page, in the order in which they need each other."""


class PlayServer(server.LocalServer):
    """Serves the pages of one game until Ctrl-C."""

    def __init__(
        self,
        game: PlayedGame,
        port: int | None = None,
        host: str = HERE,
        *,
        seconds_to_undo: float = SECONDS_TO_UNDO,
        seconds_to_answer: float = SECONDS_TO_ANSWER,
    ) -> None:
        """Listen at ``port`` of ``host``; raises :class:`InputError` if it is not available."""
        broadcast = server.Broadcast()
        self._live = live = LiveGame(game, broadcast.notify, seconds_to_undo, seconds_to_answer)
        named = {str(n): name for n, name in enumerate(filter(None, game.config.people), 1)}
        screens = named | {BOARD: BOARD} if named else {"": ""}
        absent: dict[str, str] = {}
        pages = {path: _routes(live, broadcast, who, absent) for path, who in screens.items()}
        super().__init__(pages, broadcast, port, live, host)
        absent |= {name: self.addresses[path] for path, name in named.items()}

    @property
    def game(self) -> PlayedGame:
        """The game that is played now."""
        return self._live.game


BOARD = "board"  # the name of the page that shows what everybody sees: a large screen for all


def _routes(
    live: LiveGame, broadcast: server.Broadcast, who: str, absent: dict[str, str]
) -> list[BaseRoute]:
    """Return the routes of a screen: of a person, by name, of the board, or of all for ``""``.

    ``absent`` are the addresses of the persons who have not opened their pages yet.
    """

    def seat() -> int:
        return seat_of(live.game, who)

    def stream() -> Response:
        if absent.pop(who, None):
            broadcast.notify()
        return broadcast.stream(lambda: state_text(live, who, absent))

    gets: dict[str, Callable[[Request], Response]] = {
        "/": lambda _: server.html_response(live.look(lambda game: page_of(game, who))),
        "/live": lambda _: stream(),
        "/replay": lambda _: server.html_response(
            replay_page(live.record(), source=str(live.game.file.path))
        ),
    }
    posts = {
        "choose": lambda asked: live.choose(seat(), asked.get("number"), asked.get("choice")),
        "undo": lambda asked: live.undo(seat(), asked.get("number")),
        "hint": lambda asked: live.ask_hint(seat(), asked.get("number")),
        "why": lambda asked: live.why(seat(), asked.get("card"), asked.get("holder")),
        "note": lambda asked: live.write_note(seat(), asked),
        "uncover": lambda asked: live.uncover(asked.get("seat")),
    }
    everybody = {
        "leave": lambda asked: live.take_over(_own(seat(), asked.get("seat")), LEAVE),
        "return": lambda asked: live.take_over(_own(seat(), asked.get("seat")), RETURN),
        "review": lambda asked: live.review(seat()),
        "again": lambda asked: live.begin_another(
            seat(), asked.get("seat"), asked.get("event"), by_hand=bool(asked.get("by_hand"))
        ),
    }
    calls = everybody if who == BOARD else posts | everybody
    return [*starmap(Route, gets.items()), *server.post_routes(calls)]


def seat_of(game: PlayedGame, who: str) -> int:
    """Return the seat of a screen: of a person, by name, of the board, or for ``""`` the viewer."""
    if who == BOARD:
        return NOBODY
    return game.config.people.index(who) if who else game.viewer


def _own(seat: int, asked: Any) -> Any:
    """Return the seat of a person who is to leave or return: at the board's screen anybody's."""
    return asked if seat == NOBODY else seat


def page_of(game: PlayedGame, who: str = "") -> str:
    """Return the page of a screen, with the data that does not change while one looks at it."""
    seat = seat_of(game, who)
    if game.is_covered:
        scripts = ("dom", "program", "cover")
        return write_page("play-cover", "Clue", covered(game), scripts, connect="'self'")
    picture, spots = _picture_of(game.config.board)
    title = "Clue" if seat == NOBODY else f"Clue: {game.config.called[seat]}"
    data = about_game(game, seat) | {"spots": spots}
    return write_page("play", title, data, SCRIPTS, picture, connect="'self'")


_picture_of = lru_cache(maxsize=4)(board_picture)


def table_of(game: PlayedGame, seat: int) -> str:
    """Return the name of the game and the seat that looks at it: another is another page."""
    return f"{game.file.path.name}:{'' if game.is_covered else seat}"


def covered(game: PlayedGame) -> dict[str, Any]:
    """Return all that is sent while the screen goes from one person to another."""
    seat = game.course.next_person
    name = None if seat is None else game.seat_view.tokens[seat]
    return {"table": table_of(game, game.viewer), "cover": seat, "name": name}


def about_game(game: PlayedGame, seat: int) -> dict[str, Any]:
    """Return the constant data: who sits where, the person's hand, the deck."""
    view = game.view_of(seat)
    return {
        "table": table_of(game, seat),
        "seat": seat,
        "names": list(view.tokens),
        "called": list(game.config.called),
        "labels": game.names,
        "persons": list(game.config.persons),
        "own_screens": bool(game.config.people),
        "hand": list(view.hand),
        "face_up": list(view.face_up),
        "hand_sizes": list(view.hand_sizes),
        "categories": [[str(category), list(c)] for category, c in view.deck.by_category()],
        "file": game.file.path.name,
        "signs": {card: sign_of(card) for card in ("", *view.deck.cards)},
    }


def state_text(live: LiveGame, who: str = "", absent: Mapping[str, str] | None = None) -> str:
    """Return the state of a screen as one line of JSON; the same state is the same text."""
    state, notebook, events = live.look(lambda game: _look(live, game, seat_of(game, who)))
    if who == BOARD:
        asked = absent if absent and state["number"] == 0 else {}
        state["join"] = [
            {"seat": seat_of(live.game, name), "address": address, "code": _code(address)}
            for name, address in list(asked.items())
        ]
    if notebook:
        known = notebook.to_json(events)
        state["notebook"] = None if state["by_hand"] else known
        if state["over"]:
            state["over"]["known"] = known["cards"]
    return json.dumps(state, separators=(",", ":"))


@lru_cache
def _code(address: str) -> str:
    """Return the dark squares of a QR code as the data of an SVG path, with its quiet zone."""
    drawn = segno.make(address, micro=False).matrix_iter()
    return "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(drawn) for x, dark in enumerate(row) if dark
    )


def _look(
    live: LiveGame, game: PlayedGame, seat: int
) -> tuple[dict[str, Any], OwnNotebook | None, list[Event]]:
    """Return the state of one moment without the notebook, and the data for the notebook."""
    if game.is_covered:
        return covered(game), None, []
    course, notes, seen = game.course, game.all_notes.get(seat), game.seen(seat)
    is_asked = course.next_person == seat
    state = {
        "table": table_of(game, seat),
        "number": course.number,
        "turn": course.table.turn if is_asked else None,
        "options": options(course) if is_asked else None,
        "undo": course.why_no_undo(seat),
        "frames": frames_of(game, seat),
        "waits": course.waits,
        "out": sorted({e.seat for e in seen if isinstance(e, Eliminated | Forfeited)}),
        "left": sorted({*game.config.persons} - course.persons),
        "by_hand": notes is None or notes.by_hand,
        "marks": notes.to_json()["marks"] if notes else [],
        "over": _over(game),
        "notebook": None,
        "hint": live.hint(seat),
        "trouble": live.trouble,
    }
    needs = seat != NOBODY and (state["over"] or not state["by_hand"])
    return state, live.notebook(seat) if needs else None, seen


def frames_of(game: PlayedGame, seat: int) -> list[dict[str, Any]]:
    """Return the game so far as the frames of :mod:`planner_clue.view.pages.frames`."""
    course, table, called = game.course, game.course.table, game.config.called
    places, moves = moved({}, table.board.starts if table.board else {})
    frames: list[dict[str, Any]] = [FIRST | moves]
    known, shown = course.known_events(seat), [0]
    for event, scene in zip(table.events[:known], course.moments, strict=False):
        seen = table.seen_by(event, seat)
        if seen is not None:
            start = places.get(table.tokens[seen.seat])
            places, moves = moved(places, scene.places)
            way = _way(table.board, start, seen.to, table.rules) if type(seen) is Moved else {}
            names = "cards", "card", "correct", *(["to"] if isinstance(seen, Showed) else [])
            pictured = {name: of for name, of in event_to_json(seen).items() if name in names}
            frames.append(frame_of(seen, scene.whose, called, seat) | pictured | moves | way)
        shown.append(len(frames) - 1)
    for events, step in course.changes:
        remark = f"{called[step.seat]} {_CHANGES[step.decision]}"
        frames[shown[min(events, known)]].setdefault("remarks", []).append(remark)
    return frames


_CHANGES = {LEAVE: f"has left: {STAND_IN} plays on", RETURN: "is back, and plays again"}


@lru_cache(maxsize=1024)
def _way(
    board: Board | None, start: Place | None, end: Place, rules: Rules
) -> dict[str, list[Point]]:
    """Return the way of a token over the board, to be shown; empty where there is none."""
    if not board or start is None or start == end:
        return {}
    return {"way": route_points(board, start, end, open_rooms=rules.open_rooms)}


def _over(game: PlayedGame) -> dict[str, Any] | None:
    table, ending = game.course.table, game.ending()
    if table.result is None or not ending:
        return None
    return {"text": ending[0], "winner": table.result.winner, "deal": table.deal.to_json()}
