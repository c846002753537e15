"""Writing the file of what a seat has seen, which :mod:`planner_clue.table.seen` reads."""

from typing import Any

from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.seen import Seen


def seen_to_json(seen: Seen, board: str | None = None) -> dict[str, Any]:
    """Return what was seen as plain data; ``board`` is a board's name or file, if not its own."""
    named = board or (seen.board.name if seen.board else "none")
    data: dict[str, Any] = {
        "schema": 1,
        "board": named,
        "rules": str(seen.rules),
        "hand_sizes": list(seen.seat.hand_sizes),
        "seat": seen.seat.index,
        "seat_tokens": list(seen.seat.tokens),
        "hand": list(seen.seat.hand),
        "observations": [_observation(events) for events in seen.observations],
        "may_suggest_here": seen.may_suggest_here,
    }
    if seen.tokens is not None:
        data["tokens"] = {
            token: place if isinstance(place, str) else list(place)
            for token, place in seen.tokens.items()
        }
    return data


def _observation(events: tuple[Event, ...]) -> dict[str, Any]:
    """Return an accusation, or a suggestion with its answers."""
    first, *answers = events
    if isinstance(first, Accused):
        return {"accuser": first.seat, "cards": list(first.cards), "correct": first.correct}
    assert isinstance(first, Suggested)
    shown = [event for event in answers if isinstance(event, Showed)]
    data: dict[str, Any] = {
        "suggester": first.seat,
        "cards": list(first.cards),
        "passed": [event.seat for event in answers if isinstance(event, Passed)],
        "shown_by": shown[0].seat if shown else None,
    }
    if shown and shown[0].card:
        data["card"] = shown[0].card
    return data
