"""How many turns a journey takes under the dice, with best play.

The *expected number of turns* from a place to a room is the value of a stochastic
shortest-path problem (Bertsekas and Tsitsiklis 1991): the dice choose how far a token
may go, the player chooses where it stops. On an empty board it satisfies, for the places
x that are not the target,

    turns(x) = 1 + min(turns(other end of the passage),
                       sum over rolls d of P(d) * min over places y within d of turns(y))

The inner minimum spreads over the graph one step at a time, so one sweep costs a dozen
neighbour look-ups per square; sweeps are repeated until nothing moves by more than
``TOLERANCE`` turns (value iteration). Walking through rooms is part of it: a stop in a
room between is a place like any other.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, cast

from planner_clue.board.board import Board, Place
from planner_clue.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TOLERANCE = 1e-12
_MOST_SWEEPS = 100_000
_NEVER = 1e9
_CLOSE = 0.001
"""Turns up to which prices of journeys are worked out."""


def roll_chances(dice: int) -> dict[int, float]:
    """Return the probability of each total of ``dice`` six-sided dice.

    >>> roll_chances(2)[7] == 6 / 36
    True
    """
    totals = Counter(map(sum, product(range(1, 7), repeat=dice)))
    return {total: count / 6**dice for total, count in sorted(totals.items())}


class ExpectedTurns:
    """Expected turns from every place to every room, on an empty board.

    With ``open_rooms`` and ``may_stay`` as in the rule set ``huji``: rooms are walked
    through, and staying in a room counts as entering it again.
    """

    def __init__(
        self, board: Board, dice: int = 2, *, open_rooms: bool = False, may_stay: bool = False
    ) -> None:
        self.rooms = tuple(board.rooms)
        self._chances = roll_chances(dice)
        self._places = _Places(board, open_rooms)
        self.table = turns = self._solve()
        """The turns, a row for each place and a column for each room."""
        walking = self.after_rolling(turns)
        again = self._leave_and_return(turns, may_stay)
        column = {room: number for number, room in enumerate(self.rooms)}
        row = self._places.row
        self._to: dict[Card, dict[Place, float]] = {
            room: dict(zip(row, turns[:, column[room]].tolist(), strict=True))
            for room in self.rooms
        }
        self._walking = {
            room: {to: float(walking[row[room], column[to]]) for to in self.rooms}
            for room in self.rooms
        }
        for room in self.rooms:
            self._walking[room][room] = again[room]

    def to_room(self, room: Card) -> dict[Place, float]:
        """Return the expected turns to ``room`` from each place; 0 from the room itself."""
        return self._to[room]

    def walking(self, origin: Card, room: Card) -> float:
        """Return the expected turns from room to room if the first turn is a roll.

        From a room to itself: the turns to leave it and enter it again.
        """
        return self._walking[origin][room]

    def journeys(self, ends: Mapping[Card, float], turn: float) -> "Journeys":
        """Return what it costs to get to an end, if a turn costs ``turn``.

        ``ends`` is what is still to be paid on entering each room; rooms that are left out
        are no ends.
        """
        return Journeys(self, ends, turn)

    def _solve(self) -> "Floats":
        import numpy as np

        places = self._places
        targets = [places.row[room] for room in self.rooms]
        turns = np.zeros((places.count, len(targets)))
        for _ in range(_MOST_SWEEPS):
            better = self.after_rolling(turns)
            for origin, end in places.passages:
                better[origin] = np.minimum(better[origin], 1 + turns[end])
            better[targets, range(len(targets))] = 0
            better = places.in_room(better)
            moved = float(np.max(np.abs(better - turns)))
            turns = better
            if moved < TOLERANCE:
                break
        return turns

    def after_rolling(self, turns: "Floats") -> "Floats":
        """Return one turn, plus what the best stop within the roll leaves to go."""
        import numpy as np

        best = turns
        expected = np.ones_like(turns)
        for steps in range(1, max(self._chances) + 1):
            best = self._places.best_within_one_step(best, turns)
            expected += self._chances.get(steps, 0.0) * best
        return expected

    def _leave_and_return(self, turns: "Floats", may_stay: bool) -> dict[Card, float]:
        """Return for each room the turns to get out and in again, passages included."""
        if may_stay:
            return dict.fromkeys(self.rooms, 1.0)
        places = self._places
        ends = dict(places.passages)
        out: dict[Card, float] = {}
        for number, room in enumerate(self.rooms):
            row = places.row[room]
            outside = turns[:, [number]].copy()
            outside[row] = _NEVER
            outside = places.in_room(outside)
            rolled = float(self.after_rolling(outside)[row, 0])
            if row in ends:
                rolled = min(rolled, 1 + float(turns[ends[row], number]))
            out[room] = rolled
        return out


class Journeys:
    """What every place costs, if entering a room ends the journey at that room's price.

    The same stochastic shortest-path problem as that of the expected turns, with several
    targets at different prices: the token goes for what the dice make near. The price of the
    best single target is where value iteration starts from; so a room may also be passed through,
    which is never better than its price if that counts going on from there.
    """

    def __init__(self, turns: ExpectedTurns, ends: Mapping[Card, float], turn: float) -> None:
        import numpy as np

        self._turns, self._turn = turns, turn
        places = turns._places  # noqa: SLF001 - two views of one table
        self._row = places.row
        targets = [column for column, room in enumerate(turns.rooms) if room in ends]
        price = np.array([ends[turns.rooms[column]] for column in targets])
        at_ends = [places.row[turns.rooms[column]] for column in targets]
        self._cost = (turn * turns.table[:, targets] + price).min(axis=1, keepdims=True)
        for _ in range(_MOST_SWEEPS):
            self._cost[at_ends, 0] = price
            better = np.minimum(self._cost, self._rolling(self._cost))
            better[at_ends, 0] = price
            better = places.in_room(better)
            moved = float(np.max(self._cost - better))
            self._cost = better
            if moved < turn * _CLOSE:
                break

    def cost(self, place: Place) -> float:
        """Return the cost of stopping at ``place``: of entering it, if it is a room."""
        return float(self._cost[self._row[place], 0])

    def cost_of_rolling(self, origin: Place) -> float:
        """Return the cost of a turn that begins with a roll; a room is left by it."""
        left = self._cost.copy()
        if isinstance(origin, str):
            left[self._row[origin]] = _NEVER
            left = self._turns._places.in_room(left)  # noqa: SLF001 - as above
        return float(self._rolling(left)[self._row[origin], 0])

    def _rolling(self, cost: "Floats") -> "Floats":
        # As the table has it, in turns: one for the roll, and what is best within it.
        return self._turns.after_rolling(cost / self._turn) * self._turn


class _Places:
    """The places of a board as rows of arrays, with who is one step from whom.

    Rooms that are closed have a row each, entered as a last stop. Open rooms also have a row
    for each of their squares: a token walks over those one by one, and wherever in a room
    its turn ends, it is in the room.
    """

    def __init__(self, board: Board, open_rooms: bool) -> None:
        hallway = [node for node in board.graph if not isinstance(node, str)]
        cells = [cell for room in board.map.rooms for cell in room.cells] if open_rooms else []
        every: list[Place] = [*hallway, *cells, *board.rooms]
        self.row: dict[Place, int] = {place: number for number, place in enumerate(every)}
        self.count = len(every)
        self.passages = [(self.row[a], self.row[b]) for a, b in board.passages.items()]
        self._cells = [
            (self.row[room.name], [self.row[cell] for cell in room.cells])
            for room in board.map.rooms
            if open_rooms
        ]
        steps: list[list[int]] = [[] for _ in every]
        stops: list[list[int]] = [[] for _ in every]
        for (x, y), here in [(place, self.row[place]) for place in (*hallway, *cells)]:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in self.row:
                    steps[here].append(self.row[near])
        if not open_rooms:
            for room in board.map.rooms:
                for door in room.doors:
                    steps[self.row[room.name]].append(self.row[door.front])
                    stops[self.row[door.front]].append(self.row[room.name])
        self._steps = _padded(steps)
        self._stops = _padded(stops)

    def best_within_one_step(self, best: "Floats", turns: "Floats") -> "Floats":
        """Spread ``best`` to the places a step away; a closed room only as a last stop."""
        import numpy as np

        spread = np.minimum(best, best[self._steps].min(axis=1))
        spread = np.minimum(spread, turns[self._stops].min(axis=1))
        for room, cells in self._cells:
            spread[room] = np.minimum(spread[room], spread[cells].min(axis=0))
        return cast("Floats", spread)

    def in_room(self, turns: "Floats") -> "Floats":
        """Give the squares of a room the value of the room."""
        for room, cells in self._cells:
            turns[cells] = turns[room]
        return turns


def _padded(lists: list[list[int]]) -> "NDArray[np.int_]":
    """Return the lists as rows of an array, filled up with the row's own number."""
    import numpy as np

    width = max(1, *map(len, lists))
    return np.array([items + [row] * (width - len(items)) for row, items in enumerate(lists)])


@lru_cache(maxsize=32)
def expected_turns(
    board: Board, dice: int = 2, *, open_rooms: bool = False, may_stay: bool = False
) -> ExpectedTurns:
    """Return the table of this board under these rules, computed once."""
    return ExpectedTurns(board, dice, open_rooms=open_rooms, may_stay=may_stay)
