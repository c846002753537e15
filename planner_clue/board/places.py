"""The places of a board as rows of arrays, and which places are one step apart."""

from typing import TYPE_CHECKING, cast

from planner_clue.board.board import Board, Place

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Places:
    """The places of a board, numbered; arrays of values have a row for each of them.

    Every hallway square and every room is a place. If rooms are open, so is every square of a
    room: tokens walk over them one by one. A turn that ends on such a square ends in the room.
    """

    def __init__(self, board: Board, open_rooms: bool) -> None:
        hallway = [node for node in board.graph if not isinstance(node, str)]
        cells = [cell for room in board.map.rooms for cell in room.cells] if open_rooms else []
        every: list[Place] = [*hallway, *cells, *board.rooms]
        self.row: dict[Place, int] = {place: number for number, place in enumerate(every)}
        """The number of each place."""
        self.count = len(every)
        self.passages = [(self.row[a], self.row[b]) for a, b in board.passages.items()]
        """The numbers of the rooms at both ends of each passage, once in either direction."""
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

    def best_within_one_step(self, best: "Floats", at_stop: "Floats") -> "Floats":
        """Return for each place the least ``best`` of it and of the places one step away.

        Closed rooms can be entered but not passed, so a step into one ends the move: for it
        ``at_stop`` counts. Both arrays have shape (places, columns).
        """
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
    """Return the lists as rows of one array, filled up with the number of the row.

    >>> _padded([[1, 2], [0], []]).tolist()
    [[1, 2], [0, 1], [2, 2]]
    """
    import numpy as np

    width = max(1, *map(len, lists))
    return np.array([items + [row] * (width - len(items)) for row, items in enumerate(lists)])
