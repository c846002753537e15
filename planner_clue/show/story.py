"""A game in words, turn by turn, with what the planners had in mind."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Rolled,
    Showed,
    Suggested,
    TookPassage,
    event_from_json,
)

_INDENT = " " * 10
_RECKONING = ("(count-visit ", "(ask-again ", "(trust-assumption ", "(check-held ", "(found-all ")


def tell_game(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a record's story.

    The teller sees everything: the case file, and which cards were shown.
    """
    names = [f"{seat['token']} ({seat['agent']})" for seat in record["seats"]]
    deal = record["deal"]
    yield f"Game {record['game']}: {', '.join(names)}."
    yield f"In the case file: {', '.join(deal['case_file'])}."
    notes: defaultdict[tuple[int, int], list[Any]] = defaultdict(list)
    for seat, seat_notes in enumerate(record["notes"]):
        for note in seat_notes:
            notes[note.get("turn", 0), seat].append(note)
    turn = 0
    for event in map(event_from_json, record["events"]):
        if event.turn != turn:
            turn = event.turn
            yield f"{f'turn {turn}':>8}  {names[event.seat]}"
            for note in notes[turn, event.seat]:
                yield from _tell_note(note)
        yield _INDENT + _tell(event, names)
    winner, how = record["result"]["winner"], record["result"]["how"]
    yield f"{names[winner]} wins." if winner is not None else f"Nobody wins: {how}."


def _tell_note(note: Mapping[str, Any]) -> Iterator[str]:
    if "instead_of" in note:
        yield f"{_INDENT}* asks in a room of its hand, instead of {', '.join(note['instead_of'])}"
    if "gamble" in note:
        yield f"{_INDENT}* gambles: the accusation is right with {note['gamble']:.0%}"
    if "trigger" not in note:
        return
    yield f"{_INDENT}* {note['trigger']}: {note['observation']}"
    if "failure" in note:
        yield f"{_INDENT}  no plan ({note['failure']}); a simple decision instead"
        return
    yield f"{_INDENT}  assumes {', '.join(note['assumption'])}; the plan:"
    for step in _in_short(note["plan"]):
        yield f"{_INDENT}    {step}"


def _in_short(plan: list[str]) -> list[str]:
    """Return the steps that are played, without the plan's own reckoning."""
    return [step for step in plan if not step.startswith(_RECKONING)]


def _tell(event: Event, names: list[str]) -> str:
    who = names[event.seat].split(" ", maxsplit=1)[0]
    match event:
        case Rolled(dice=dice):
            return f"rolls {' + '.join(map(str, dice))}"
        case Moved(to=place):
            return f"goes to {place if isinstance(place, str) else list(place)}"
        case TookPassage(to=room):
            return f"takes the secret passage to {room}"
        case Suggested(cards=cards):
            return f"suggests {', '.join(cards)}"
        case Passed():
            return f"{who} passes"
        case Showed(card=card):
            return f"{who} shows {card}"
        case Accused(cards=cards, correct=correct):
            return f"accuses {', '.join(cards)}: {'right' if correct else 'wrong'}"
        case Eliminated():
            return f"{who} takes no more turns"
        case Forfeited(reason=reason):
            return f"{who} forfeits: {reason}"
