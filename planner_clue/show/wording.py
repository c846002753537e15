"""Plan steps, triggers, events, turns and seats in words, for people who do not read PDDL."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner_clue.deliberation.plan_steps import (
    ACCUSE,
    GAMBLE,
    PASSAGE,
    STAY,
    SUGGEST,
    TRAVELS,
    answer_of,
    destination,
    planned_suggestion,
)
from planner_clue.deliberation.triggers import Trigger
from planner_clue.planning.plan import Step
from planner_clue.table.events import Eliminated, Event, Forfeited, event_from_json

UNKNOWN_ENDING = "The game is over. Accusations are secret, so it is not known here who won."

BECAUSE = {
    Trigger.FIRST_PLAN: "it had no plan yet",
    Trigger.ASSUMPTION_REFUTED: "its assumption was refuted",
    Trigger.UNEXPECTED_ANSWER: "an answer was not as expected",
    Trigger.NEW_FACT: "it learned something new from others",
    Trigger.NEW_EVIDENCE: "what others asked or showed changed the probabilities",
    Trigger.BRANCH_TAKEN: "its plan has a branch for the answer that came",
    Trigger.MOVED: "its token goes another way than planned",
    Trigger.PLAN_FINISHED: "every suggestion of its plan was made",
}
"""Why a trigger makes a planner plan again."""


def step_in_words(step: Step) -> str:
    """Return a step in words, or an empty string for a bookkeeping step.

    >>> step_in_words(Step.parse("(suggest-weapon-shown green rope study)"))
    'ask about green, rope, study and expect to be shown rope'
    >>> step_in_words(Step.parse("(travel kitchen hall)"))  # by dice, or without a board
    'go to hall'
    >>> step_in_words(Step.parse("(if-nobody-shows answer-hall-2)"))
    'if nobody shows a card:'
    """
    asks = planned_suggestion(step)
    if asks and step.action == SUGGEST:
        return f"ask about {', '.join(asks.suggestion)}"
    if asks and asks.is_last:
        return f"ask about {', '.join(asks.suggestion)} and plan again"
    if asks:
        shown = f"to be shown {asks.expected}" if asks.expected else "nobody to show a card"
        return f"ask about {', '.join(asks.suggestion)} and expect {shown}"
    if answer := answer_of(step):
        return f"if {answer}:"
    room = destination(step)
    if step.action in TRAVELS:
        return f"go to {room}"
    if step.action == GAMBLE:
        return f"gamble on {', '.join(step.arguments[:3])}"
    words = {
        PASSAGE: f"take the passage to {room}",
        STAY: f"stay in {room}",
        "trust-assumption": "trust the assumption for the rest",
        ACCUSE: f"accuse {', '.join(step.arguments[:3])}",
    }
    return words.get(step.action, "")


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int
    """Counted from 1 over all seats."""
    seat: int
    """The seat whose turn it is."""
    events: tuple[Event, ...]
    """Its events; also the forfeits of others."""


def turns_of(record: Mapping[str, Any]) -> list[GameTurn]:
    """Return the turns of a record in which something happened, in order.

    >>> turns_of({"seats": [{}, {}, {}], "events": [
    ...     {"kind": "forfeit", "turn": 1, "seat": 2, "reason": "crash"},
    ...     {"kind": "roll", "turn": 2, "seat": 1, "dice": [3, 4]}]})[0].seat
    0
    """
    events = map(event_from_json, record["events"])
    happened = {turn: tuple(of) for turn, of in groupby(events, key=lambda event: event.turn)}
    seats, out, seat = len(record["seats"]), set[int](), -1
    turns = []
    for number in range(1, max(happened, default=0) + 1):
        seat = _next_seat(seat, seats, out)
        of_turn = happened.get(number, ())
        if of_turn:
            turns.append(GameTurn(number, seat, of_turn))
        out |= {event.seat for event in of_turn if isinstance(event, Eliminated | Forfeited)}
    return turns


def _next_seat(seat: int, seats: int, out: set[int]) -> int:
    """Return the seat whose turn is next: clockwise, without those who are out."""
    following = ((seat + step) % seats for step in range(1, seats + 1))
    return next((each for each in following if each not in out), (seat + 1) % seats)


def suspects_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat, which is its short name.

    >>> suspects_of({"seats": [{"token": "white", "agent": "random"}]})
    ['white']
    """
    return [seat["token"] for seat in record["seats"]]


def full_names_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat with the agent that plays it.

    >>> full_names_of({"seats": [{"token": "white", "agent": "random"}]})
    ['white (random)']
    """
    return [f"{seat['token']} ({seat['agent']})" for seat in record["seats"]]
