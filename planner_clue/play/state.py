"""The state that the browser gets: what the person's seat may know, and nothing else.

It is built from the seat's view of the table, from events as that seat sees them, from its own
options and its own belief. So two deals that the seat cannot tell apart give the same bytes. When
the game is over, the cards are turned over: then everybody may see who had what.

The state is one JSON object::

    {"number": 7,            tells this decision from others; clicks have to name it
     "options": {...},       the legal choices (play.choices); null for nothing
     "undo": "",             why the last decision stands; empty if it can be taken back
     "frames": [...],        the game so far, see planner_clue.pages.frames
     "out": [2],             the seats that are known to take no more turns
     "by_hand": false, "marks": [["rope", "case", "maybe"]],    the person's own notes
     "notebook": {...},      see planner_clue.pages.notebooks; null by hand
     "hint": {"thinking": false, "choice": {...}, "sentences": [...]},    null without one
     "over": {"text": "...", "winner": 1, "deal": {...}},       null until the end
     "trouble": ""}          what went wrong that stops the game
"""

import json
from typing import Any

from planner_clue.play.choices import options
from planner_clue.play.live_game import LiveGame
from planner_clue.play.played_game import PlayedGame
from planner_clue.show.wording import event_in_words
from planner_clue.table.events import Eliminated, Event, Forfeited, Rolled, event_to_json


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
    places: dict[Any, Any] = dict(table.board.starts) if table.board else {}
    first = {"turn": 0, "whose": 0, "seat": 0, "kind": "begin"}
    frames = [first | {"text": "The cards are dealt. The game begins.", "moves": dict(places)}]
    known = game.course.known_events()
    for event, moment in zip(table.events[:known], game.course.moments, strict=False):
        seen = table.seen_by(event, seat)
        if seen is None:
            continue
        frame = {
            "turn": seen.turn,
            "whose": moment.whose,
            "seat": seen.seat,
            "kind": event_to_json(seen)["kind"],
            "text": event_in_words(seen, names),
        }
        if isinstance(seen, Rolled):
            frame["dice"] = list(seen.dice)
        now = dict.fromkeys(places) | dict(moment.places)
        if moves := {token: place for token, place in now.items() if places.get(token) != place}:
            frame["moves"] = moves
        places = now
        frames.append(frame)
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
