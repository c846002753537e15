"""The turns of a recorded game, and the names of its seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner_clue.table.events import (
    Accused,
    Event,
    Moved,
    Rolled,
    Suggested,
    TookPassage,
    event_from_json,
)

_OF_WHOSE_TURN_IT_IS = Rolled | Moved | TookPassage | Suggested | Accused
"""Events that only the seat whose turn it is can cause."""


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int
    """Counted from 1 over all seats."""
    seat: int
    """Whose turn it is."""
    events: tuple[Event, ...]


def turns_of(record: Mapping[str, Any]) -> list[GameTurn]:
    """Return the turns of a record, in order.

    >>> turns_of({"events": [{"kind": "roll", "turn": 1, "seat": 0, "dice": [3, 4]}]})
    [GameTurn(number=1, seat=0, events=(Rolled(turn=1, seat=0, dice=(3, 4)),))]
    """
    events = map(event_from_json, record["events"])
    return [
        GameTurn(number, _whose(of_turn), of_turn)
        for number, group in groupby(events, key=lambda event: event.turn)
        for of_turn in [tuple(group)]
    ]


def _whose(events: Sequence[Event]) -> int:
    """Return whose turn it is; if that seat did nothing, the seat of the first event."""
    acting = [event for event in events if isinstance(event, _OF_WHOSE_TURN_IT_IS)]
    return (acting or events)[0].seat


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
