"""A recorded game cut into turns, and what to call its seats."""

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
"""Events of the seat whose turn it is; the others may be anybody's."""


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int
    """Counted over the whole table from 1."""
    seat: int
    """Whose turn it is."""
    events: tuple[Event, ...]


def turns_of(record: Mapping[str, Any]) -> list[GameTurn]:
    """Return the turns of a record, in order."""
    events = map(event_from_json, record["events"])
    return [
        GameTurn(number, _whose(of_turn), of_turn)
        for number, group in groupby(events, key=lambda event: event.turn)
        for of_turn in [tuple(group)]
    ]


def _whose(events: Sequence[Event]) -> int:
    """Return whose turn it is; where that seat did nothing, the first that is heard of."""
    acting = [event for event in events if isinstance(event, _OF_WHOSE_TURN_IT_IS)]
    return (acting or events)[0].seat


def suspects_of(record: Mapping[str, Any]) -> list[str]:
    """Return the suspect of each seat: what the seats are called."""
    return [seat["token"] for seat in record["seats"]]


def full_names_of(record: Mapping[str, Any]) -> list[str]:
    """Return each seat's suspect with the agent that plays it, such as ``white (random)``."""
    return [f"{seat['token']} ({seat['agent']})" for seat in record["seats"]]
