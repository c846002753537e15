"""A board as it is drawn: squares, rooms with their doors and passages, and starts.

:mod:`planner_clue.board.map_reader` reads it from a TOML file.
"""

from dataclasses import dataclass
from typing import TypeAlias

from planner_clue.cards import Card

Square: TypeAlias = tuple[int, int]
"""A square as (x, y): x to the right, y down, from (0, 0) in the top left corner."""

HALLWAY, OUTSIDE, NEVER_ENTERED = ".", "#", "x"
"""How squares that belong to no room are drawn."""


@dataclass(frozen=True)
class Door:
    """A door between a room and the hallway."""

    cell: Square
    """The square of the room at the door."""
    front: Square
    """The hallway square in front of the door."""


@dataclass(frozen=True)
class Room:
    """A room of the board."""

    name: Card
    letter: str
    """The letter its squares are drawn with."""
    cells: tuple[Square, ...]
    """Its squares, row by row."""
    doors: tuple[Door, ...]
    passage: Card | None
    """The room that its secret passage leads to."""


@dataclass(frozen=True)
class BoardMap:
    """A board map without faults."""

    name: str
    rows: tuple[str, ...]
    """The drawing from top to bottom, a character for each square."""
    rooms: tuple[Room, ...]
    starts: dict[Card, Square]
    """The square on which the token of each suspect starts."""
    toml: str
    """The text it was read from."""
    first_line: int
    """The line of :attr:`toml` that draws the top row, counted from 1."""

    @property
    def width(self) -> int:
        """How many squares there are from left to right."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many squares there are from top to bottom."""
        return len(self.rows)

    def squares(self, symbol: str) -> tuple[Square, ...]:
        """Return the squares drawn with ``symbol``, row by row."""
        return tuple(
            (x, y) for y, row in enumerate(self.rows) for x, at in enumerate(row) if at == symbol
        )
