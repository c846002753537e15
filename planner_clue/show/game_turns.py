"""The turns of a recorded game, and the names of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from planner_clue.table.events import Eliminated, Event, Forfeited, event_from_json


@dataclass(frozen=True)
class GameTurn:
    """One turn of a game."""

    number: int
    """Counted from 1 over all seats."""
    seat: int
    """Whose turn it is."""
    events: tuple[Event, ...]
    """What happened in it; also the forfeits of others."""


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
    """Return whose turn follows that of ``seat``: clockwise, without those who are out."""
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
