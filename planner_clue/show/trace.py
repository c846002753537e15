"""A game as one planner lived it: turn by turn, plan against answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner_clue.table.events import (
    Accused,
    Event,
    Moved,
    Passed,
    Showed,
    Suggested,
    TookPassage,
    event_from_json,
)


@dataclass
class TracedTurn:
    """One turn of the traced seat."""

    turn: int
    triggers: list[str] = field(default_factory=list)
    assumption: Sequence[str] = ()
    plan: Sequence[str] = ()
    """The steps of the plan in force, as PDDL actions."""
    place: str = ""
    asked: str = ""
    expected: str = ""
    answer: str = ""
    instead_of: str = ""
    """The question of the plan that was asked in another room, where one was."""


def trace_seat(record: Mapping[str, Any], seat: int) -> list[TracedTurn]:
    """Return the turns of ``seat`` in a record, in order."""
    events = [event_from_json(event) for event in record["events"]]
    own = sorted({e.turn for e in events if e.seat == seat and not isinstance(e, Passed | Showed)})
    notes = [note for note in record["notes"][seat] if "trigger" in note]
    turns: list[TracedTurn] = []
    latest: Mapping[str, Any] = {}
    for turn in own:
        traced = TracedTurn(turn)
        for note in notes:
            if note["turn"] == turn:
                latest = note
                traced.triggers.append(note["trigger"])
        traced.assumption = latest.get("assumption", ())
        traced.plan = latest.get("plan", ())
        for event in events:
            if event.turn == turn:
                _add(traced, event, seat)
        for note in record["notes"][seat]:
            if note.get("turn") == turn and "instead_of" in note:
                traced.instead_of = ", ".join(note["instead_of"])
                traced.expected = note["expected"]
        turns.append(traced)
    return turns


def _add(traced: TracedTurn, event: Event, seat: int) -> None:
    match event:
        case Moved(to=place) | TookPassage(to=place):
            traced.place = place if isinstance(place, str) else str(list(place))
        case Suggested(cards=cards):
            traced.place = cards.room
            traced.asked = ", ".join(cards)
            traced.expected = _expected(traced.plan, cards)
            traced.answer = "nobody showed"
        case Showed(card=card, seat=by) if by != seat:
            traced.answer = f"{card} by seat {by}"
        case Accused(cards=cards, correct=correct):
            traced.answer += f"; accused {', '.join(cards)}: {'right' if correct else 'wrong'}"
            traced.answer = traced.answer.removeprefix("; ")


def _expected(plan: Sequence[str], cards: Sequence[str]) -> str:
    """Return the card that the plan expects to be shown for this question."""
    arguments = " ".join(cards)
    for step in plan:
        if step.startswith("(suggest-") and step.endswith(f" {arguments})"):
            kind = step.removeprefix("(suggest-").split("-shown ", maxsplit=1)[0]
            position = {"suspect": 0, "weapon": 1, "room": 2}.get(kind)
            return "nobody" if position is None else cards[position]
    return ""
