"""Walks: where players stop in the hallway, as evidence of the room that they go to.

A journey begins where the token leaves a room, or its start, and ends in a room. While it lasts
nobody else knows the room it goes to. With a room as its target a player stops where the expected
turns to it are few: of the places in reach it chooses one with the probability

    P(stop | target) = ASTRAY / n + (1 - ASTRAY) * exp(-HASTE * turns(stop, target)) / sum over the
        n places in reach of the same

(a softmax, as in the probabilistic plan recognition of Ramírez and Geffner 2010: the less a
course of action costs beyond the cheapest to a goal, the likelier is that goal). Which rooms are
targets, with each hand and style, stands in :mod:`planner_clue.belief.styles`.
"""

from typing import NamedTuple

import numpy as np

from planner_clue.belief.styles import Floats
from planner_clue.board import ExpectedTurns, Place, Square
from planner_clue.cards import Card
from planner_clue.table.decisions import MoveOptions

HASTE = 32.0
"""Logarithm of how many times less often a player stops where its target is a turn farther."""
ASTRAY = 0.05
"""Share of the stops at a place that its target does not explain."""


class Walk(NamedTuple):
    """A stop of one player in the hallway; arrays have an entry for each of the rooms."""

    seat: int
    rooms: tuple[Card, ...]
    """All rooms, in deck order."""
    farther: Floats
    """The expected turns to each room where the journey began, beyond those to the nearest."""
    before: Floats
    """The probability of the earlier stops of the journey with this target, up to a factor."""
    now: Floats
    """The probability of this stop with this target."""
    aimless: float
    """The probability of this stop without a target."""


class Walks:
    """Follows the journeys of the players of one game."""

    def __init__(self, rooms: tuple[Card, ...], turns: ExpectedTurns) -> None:
        self._rooms, self._turns = rooms, turns
        self._columns = [turns.rooms.index(room) for room in rooms]
        self._latest: dict[int, Walk] = {}

    def walk(self, seat: int, options: MoveOptions, stop: Square) -> Walk:
        """Return the walk of a seat that stops here, with what its roll allowed."""
        here, squares = options.here, options.squares
        assert here is not None
        latest = self._latest.get(seat)
        if isinstance(here, str) or latest is None:
            away = np.array([self._away(here, room) for room in self._rooms])
            farther, before = away - away.min(), np.ones(len(away))
        else:
            farther, before = latest.farther, latest.before * latest.now
        rows = [self._turns.places.row[square] for square in squares]
        turns = self._turns.table[np.ix_(rows, self._columns)]
        likely = np.exp(-HASTE * (turns - turns.min(axis=0)))
        aimless = 1 / len(rows)
        now = likely[squares.index(stop)] / likely.sum(axis=0)
        now = ASTRAY * aimless + (1 - ASTRAY) * now
        walk = Walk(seat, self._rooms, farther, before / before.max(), now, aimless)
        self._latest[seat] = walk
        return walk

    def _away(self, here: Place, room: Card) -> float:
        turns = self._turns
        return turns.walking(here, room) if isinstance(here, str) else turns.to_room(room)[here]
