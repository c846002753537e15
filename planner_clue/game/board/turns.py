"""Expected turns of a journey under the dice, with best play.

The dice decide how far a token may go, and the player decides where it stops. The *expected
number of turns* from a place to a room is therefore the value of a stochastic shortest-path
problem (Bertsekas and Tsitsiklis 1991). On an empty board it satisfies, for every place x but
the room itself,

    turns(x) = 1 + min(turns(other end of the passage),
                       sum over rolls d of P(d) * min over places y within d of turns(y))

The token may also stop in rooms on the way: they are places like any other. The equation is
solved by value iteration: the right side is computed again and again, until no value changes by
more than ``TOLERANCE`` turns. Its inner minimum spreads over the board one step at a time.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, cast

from planner_clue.game.board.board import Board
from planner_clue.game.board.map import Place
from planner_clue.game.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Places:
    """The places of a board, numbered; arrays of values have a row for each of them.

    They are hallway squares and rooms; if rooms are open, also their squares, where a turn ends in
    the room.
    """

    def __init__(self, board: Board, open_rooms: bool) -> None:
        hallway = [node for node in board.graph if not isinstance(node, str)]
        cells = [cell for room in board.map.rooms for cell in room.cells] if open_rooms else []
        every: list[Place] = [*hallway, *cells, *board.rooms]
        self.row: dict[Place, int] = {place: number for number, place in enumerate(every)}
        self.count = len(every)
        self.passages = [(self.row[a], self.row[b]) for a, b in board.passages.items()]
        """The numbers of the rooms at both ends of each passage, once in either direction."""
        open_cells = [(room.name, room.cells) for room in board.map.rooms if open_rooms]
        self._cells = [(self.row[name], [self.row[cell] for cell in of]) for name, of in open_cells]
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

    def best_within_one_step(self, best: "Floats", at_stop: "Floats") -> "Floats":
        """Return the least ``best`` of each place and its neighbours; rooms: ``at_stop``."""
        import numpy as np

        spread = np.minimum(best, best[self._steps].min(axis=1))
        spread = np.minimum(spread, at_stop[self._stops].min(axis=1))
        for room, cells in self._cells:
            spread[room] = np.minimum(spread[room], spread[cells].min(axis=0))
        return cast("Floats", spread)

    def in_room(self, values: "Floats") -> "Floats":
        """Give the squares of each room the value of the room, in the array itself."""
        for room, cells in self._cells:
            values[cells] = values[room]
        return values


def _padded(lists: list[list[int]]) -> "NDArray[np.int_]":
    """Return the lists as rows of one array, filled up with the number of the row."""
    import numpy as np

    width = max(1, *map(len, lists))
    return np.array([items + [row] * (width - len(items)) for row, items in enumerate(lists)])


TOLERANCE = 1e-12  # precision of expected turns, in turns
_CLOSE = 0.001  # precision of travel costs, in turns
_MOST_SWEEPS = 100_000
_NEVER = 1e9  # more turns, or a higher cost, than anything


def roll_chances(dice: int) -> dict[int, float]:
    """Return the probability of each total of ``dice`` six-sided dice."""
    totals = Counter(map(sum, product(range(1, 7), repeat=dice)))
    return {total: count / 6**dice for total, count in sorted(totals.items())}


class ExpectedTurns:
    """The expected turns from every place to every room, on an empty board.

    With ``open_rooms``, rooms are walked through; with ``may_stay``, staying in a room counts as
    entering it again (both as in the rule set ``huji``).

    >>> from planner_clue.game.board import load_board
    >>> round(expected_turns(load_board("classic")).walking(Card("study"), Card("hall")), 3)
    1.083
    """

    def __init__(
        self, board: Board, dice: int = 2, *, open_rooms: bool = False, may_stay: bool = False
    ) -> None:
        self.rooms = tuple(board.rooms)
        self._chances = roll_chances(dice)
        self.places = Places(board, open_rooms)
        self.table = turns = self._solve()  # the turns, shape (places, rooms)
        walking = self.after_rolling(turns)
        again = self._leave_and_return(turns, may_stay)
        row = self.places.row
        self._to: dict[Card, dict[Place, float]] = {
            room: dict(zip(row, column.tolist(), strict=True))
            for room, column in zip(self.rooms, turns.T, strict=True)
        }
        self._walking: dict[Card, dict[Card, float]] = {
            room: dict(zip(self.rooms, walking[row[room]].tolist(), strict=True))
            for room in self.rooms
        }
        for room in self.rooms:
            self._walking[room][room] = again[room]

    def to_room(self, room: Card) -> dict[Place, float]:
        """Return the expected turns to ``room`` from each place: 0 from the room itself."""
        return self._to[room]

    def walking(self, origin: Card, room: Card) -> float:
        """Return the expected turns by rolls; for a room itself, to leave and enter it again."""
        return self._walking[origin][room]

    def _solve(self) -> "Floats":
        """Return the expected turns by value iteration, shape (places, rooms)."""
        import numpy as np

        places = self.places
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
        """Return one turn, plus the ``turns`` (places, columns) that the best stop leaves to go."""
        import numpy as np

        best = turns
        expected = np.ones_like(turns)
        for steps in range(1, max(self._chances) + 1):
            best = self.places.best_within_one_step(best, turns)
            expected += self._chances.get(steps, 0.0) * best
        return expected

    def _leave_and_return(self, turns: "Floats", may_stay: bool) -> dict[Card, float]:
        """Return for each room the turns to leave it and enter it again, by passages too."""
        if may_stay:
            return dict.fromkeys(self.rooms, 1.0)
        places = self.places
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


class TravelCosts:
    """Costs of getting from any place to one of several rooms, each with its own price.

    Value iteration starts from the best single room, and only lowers the cost.
    """

    def __init__(self, turns: ExpectedTurns, ends: Mapping[Card, float], turn: float) -> None:
        """Work out the costs; ``ends`` has the rooms, each with its price."""
        import numpy as np

        self._turns, self._turn = turns, turn
        places = turns.places
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
        """Return the cost of a journey from a stop at ``place``; at one of the rooms its price."""
        return float(self._cost[self._row[place], 0])

    def cost_of_rolling(self, origin: Place) -> float:
        """Return the cost of a journey that begins with a roll; from a room, one that leaves it."""
        left = self._cost.copy()
        if isinstance(origin, str):
            left[self._row[origin]] = _NEVER
            left = self._turns.places.in_room(left)
        return float(self._rolling(left)[self._row[origin], 0])

    def _rolling(self, cost: "Floats") -> "Floats":
        # In turns, as after_rolling counts: one for the roll, and the best stop within it.
        return self._turns.after_rolling(cost / self._turn) * self._turn


@lru_cache(maxsize=32)
def expected_turns(
    board: Board, dice: int = 2, *, open_rooms: bool = False, may_stay: bool = False
) -> ExpectedTurns:
    """Return the expected turns on this board under these rules; computed once, then kept."""
    return ExpectedTurns(board, dice, open_rooms=open_rooms, may_stay=may_stay)
