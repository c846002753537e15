"""Walks: where players stop in the hallway, as evidence of the room that they go to.

A journey begins where the token leaves a room, or its start, and ends in a room. While it lasts
nobody else knows the room it goes to. With a room as its target a player stops where the expected
turns to it are few: of the places in reach it chooses one with the probability

    P(stop | target) = lapse / n + (1 - lapse) * exp(-b * turns(stop, target)) / sum over the
        n places in reach of the same

(a softmax, as in the probabilistic plan recognition of Ramírez and Geffner 2010: a goal is more
probable if the observed actions cost little more than the cheapest plan for it), with *lapse*
:data:`LAPSE_RATE` and *b* :data:`INVERSE_TEMPERATURE`. :mod:`planner_clue.belief.styles` gives the
prior of the targets by hand and style. Rooms in reach that were passed by count by the choice alone
(:mod:`planner_clue.belief.room_choices`): they remain targets.
"""

from typing import NamedTuple

import numpy as np

from planner_clue.belief.styles import Floats
from planner_clue.game.board import ExpectedTurns, Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import MoveOptions

INVERSE_TEMPERATURE = 32.0  # of the choice of a stop, per expected turn to the target
LAPSE_RATE = 0.05  # probability that a stop is any of the places in reach, all alike
_MOST_TURNS = 100.0  # more extra turns than this count as this
_LEAST = 1e-60  # the least probability of earlier stops, relative to the most probable target


class Walk(NamedTuple):
    """A stop of one player in the hallway; arrays have an entry for each of the rooms."""

    seat: int
    rooms: tuple[Card, ...]  # all rooms, in deck order
    extra_turns: Floats  # expected turns to each room beyond those to the nearest
    earlier_stops: Floats  # likelihood of the earlier stops per target, relative to the largest
    this_stop: Floats  # the likelihood of this stop with this target
    uniform: float  # the likelihood of this stop without a target


class Walks:
    """Follows the journeys of the players of one game."""

    def __init__(
        self, rooms: tuple[Card, ...], turns: ExpectedTurns, *, may_stay: bool = False
    ) -> None:
        """Set up for a board; with ``may_stay`` nobody leaves a room to enter it again."""
        self._rooms, self._turns, self._may_stay = rooms, turns, may_stay
        self._columns = [turns.rooms.index(room) for room in rooms]
        self._latest: dict[int, Walk] = {}

    def walk(self, seat: int, options: MoveOptions, stop: Place) -> Walk:
        """Return the walk of a seat that stops here, with what its roll allowed."""
        here, squares = options.here, list[Place](options.squares)
        assert here is not None
        latest = self._latest.get(seat)
        if isinstance(here, str) or latest is None:
            away = np.array([self._away(here, room) for room in self._rooms])
            extra_turns = np.minimum(away - away.min(), _MOST_TURNS)
            left = [self._may_stay and room == here for room in self._rooms]
            earlier = np.where(left, 0.0, 1.0)
        else:
            extra_turns, earlier = latest.extra_turns, latest.earlier_stops * latest.this_stop
        rows = [self._turns.places.row[square] for square in squares]
        turns = self._turns.table[np.ix_(rows, self._columns)]
        likely = np.exp(-INVERSE_TEMPERATURE * (turns - turns.min(axis=0)))
        uniform = 1 / len(rows)
        aimed = likely[squares.index(stop)] / likely.sum(axis=0)
        this_stop = LAPSE_RATE * uniform + (1 - LAPSE_RATE) * aimed
        earlier = np.maximum(earlier / earlier.max(), _LEAST)
        walk = Walk(seat, self._rooms, extra_turns, earlier, this_stop, uniform)
        self._latest[seat] = walk
        return walk

    def _away(self, here: Place, room: Card) -> float:
        turns = self._turns
        return turns.walking(here, room) if isinstance(here, str) else turns.to_room(room)[here]
