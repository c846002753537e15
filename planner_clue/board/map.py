"""A board as a person draws it: the TOML file, read and checked.

Every fault is reported as ``file:line:column: what is wrong; what was expected``.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from planner_clue.board.located import LocatedToml
from planner_clue.cards import SUSPECTS, WEAPONS, Card
from planner_clue.errors import nearest

Square: TypeAlias = tuple[int, int]
"""A square as (x, y): x to the right, y down, from (0, 0) in the top left corner."""

MAX_SIDE = 60
HALLWAY, OUTSIDE, NEVER_ENTERED = ".", "#", "x"
_ROOM_NAME = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True)
class Door:
    """A way between a room and the hallway."""

    cell: Square
    """The square of the room that the door is in."""
    front: Square
    """The hallway square before the door."""


@dataclass(frozen=True)
class Room:
    """A room of the board: its squares, its doors, and where its passage leads."""

    name: Card
    letter: str
    cells: tuple[Square, ...]
    doors: tuple[Door, ...]
    passage: Card | None


@dataclass(frozen=True)
class BoardMap:
    """A checked board map; ``toml`` is the text it was read from."""

    name: str
    rows: tuple[str, ...]
    rooms: tuple[Room, ...]
    starts: dict[Card, Square]
    toml: str
    first_line: int
    """The line of :attr:`toml` in which the top row is drawn, counted from 1."""

    @property
    def width(self) -> int:
        """Squares from left to right."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Squares from top to bottom."""
        return len(self.rows)

    def squares(self, symbol: str) -> tuple[Square, ...]:
        """Return the squares drawn with ``symbol``, row by row."""
        return tuple(
            (x, y) for y, row in enumerate(self.rows) for x, at in enumerate(row) if at == symbol
        )


def parse_map(text: str, source: str) -> BoardMap:
    """Read a board from TOML text; ``source`` names it in errors.

    Raises :class:`BoardError` at the first fault. Whether every room can be reached is
    checked where the graph is built.
    """
    return _MapReader(text, source).read()


class _MapReader:
    """Reads one file, remembering where things stand for the error messages."""

    def __init__(self, text: str, source: str) -> None:
        self.toml = LocatedToml(text, source)
        self.data = self.toml.data
        self.fail, self.find = self.toml.fail, self.toml.find
        self.rows: tuple[str, ...] = ()
        self.first_line = 1

    def read(self) -> BoardMap:
        for key in self.data:
            if key not in ("name", "map", "rooms", "starts"):
                hint = nearest(key, ["name", "map", "rooms", "starts"])
                self.fail(self.find(key), f"unknown key '{key}'; {hint}")
        name = self.toml.string(self.data, "name")
        self._read_rows()
        rooms = self._read_rooms()
        return BoardMap(
            name, self.rows, rooms, self._read_starts(), self.toml.text, self.first_line
        )

    def at_square(self, square: Square) -> tuple[int, int]:
        return self.first_line + square[1], square[0] + 1

    # -- the parts of the file ------------------------------------------------------

    def _read_rows(self) -> None:
        drawn = self.toml.string(self.data, "map")
        self.rows = tuple(drawn.strip("\n").split("\n"))
        key_line = self.find("map")[0]
        first = self.rows[0]
        self.first_line = next(
            (
                n
                for n in range(key_line, len(self.toml.lines) + 1)
                if first in self.toml.lines[n - 1]
            ),
            key_line,
        )
        width = len(first)
        if width > MAX_SIDE or len(self.rows) > MAX_SIDE:
            self.fail(
                self.at_square((0, 0)),
                f"the map is {width} x {len(self.rows)} squares; "
                f"expected at most {MAX_SIDE} x {MAX_SIDE}",
            )
        for y, row in enumerate(self.rows):
            if len(row) != width:
                self.fail(
                    self.at_square((min(len(row), width), y)),
                    f"ragged map: this line has {len(row)} squares; "
                    f"expected {width} as in the first",
                )

    def _read_rooms(self) -> tuple[Room, ...]:
        tables = self.data.get("rooms")
        if not isinstance(tables, dict) or len(tables) < 2:
            self.fail(
                self.find("rooms"), "a board needs two rooms or more, each in a [rooms.LETTER]"
            )
        plain = {HALLWAY, OUTSIDE, NEVER_ENTERED}
        for y, row in enumerate(self.rows):
            for x, symbol in enumerate(row):
                if symbol not in plain and symbol not in tables:
                    self.fail(
                        self.at_square((x, y)),
                        f"unknown letter '{symbol}'; expected '.', '#', 'x' "
                        f"or a letter with its own [rooms.{symbol}]",
                    )
        names = {letter: self._room_name(letter, table) for letter, table in tables.items()}
        for first, second in pairwise(sorted(names, key=lambda letter: names[letter])):
            if names[first] == names[second]:
                where = self.find("name", f"rooms.{second}")
                self.fail(where, f"two rooms are named '{names[second]}'; expected one")
        return tuple(self._read_room(letter, table, names) for letter, table in tables.items())

    def _room_name(self, letter: str, table: Any) -> Card:
        where = f"rooms.{letter}"
        header = self.find("", where)
        if len(letter) != 1 or not letter.isalpha() or letter == NEVER_ENTERED:
            self.fail(
                header, f"'{letter}' cannot stand for a room; expected one letter other than x"
            )
        if not isinstance(table, dict):
            self.fail(header, f"room {letter} is no table; expected [rooms.{letter}]")
        name = self.toml.string(table, "name", where)
        if not _ROOM_NAME.fullmatch(name) or name in (*SUSPECTS, *WEAPONS):
            place = self.find("name", where, name)
            self.fail(place, f"'{name}' is no room name; expected lower case letters and hyphens")
        return Card(name)

    def _read_room(self, letter: str, table: dict[str, Any], names: dict[str, Card]) -> Room:
        where, name = f"rooms.{letter}", names[letter]
        for key in table:
            if key not in ("name", "doors", "passage"):
                hint = nearest(key, ["name", "doors", "passage"])
                self.fail(self.find(key, where), f"unknown key '{key}' of room {name}; {hint}")
        cells = tuple(
            (x, y) for y, row in enumerate(self.rows) for x, at in enumerate(row) if at == letter
        )
        if not cells:
            self.fail(
                self.find("", where), f"room {name} is not drawn; expected '{letter}' in the map"
            )
        doors = table.get("doors")
        if not isinstance(doors, list) or not doors:
            expected = "expected doors = [[[x, y], [x, y]]]: room cell, hallway square"
            self.fail(self.find("doors", where), f"room {name} has no door; {expected}")
        passage = table.get("passage")
        if passage is not None and (passage not in names.values() or passage == name):
            others = [other for other in names.values() if other != name]
            self.fail(
                self.find("passage", where, str(passage)),
                f"passage of {name} to unknown room '{passage}'; {nearest(str(passage), others)}",
            )
        return Room(
            name,
            letter,
            cells,
            tuple(self._read_door(door, letter, names) for door in doors),
            Card(passage) if passage else None,
        )

    def _read_door(self, door: Any, letter: str, names: dict[str, Card]) -> Door:
        name = names[letter]
        place = self.find("doors", f"rooms.{letter}", door)
        if not (isinstance(door, list) and len(door) == 2 and all(map(_is_square, door))):
            self.fail(place, f"{door!r} is no door of {name}; expected [[x, y], [x, y]]")
        cell, front = (door[0][0], door[0][1]), (door[1][0], door[1][1])
        if self.symbol(cell) != letter:
            self.fail(
                place, f"door of {name} starts at {list(cell)}, which is not drawn '{letter}'"
            )
        if self.symbol(front) != HALLWAY:
            drawn = self.symbol(front) or "off the map"
            self.fail(
                place,
                f"door of {name} opens on nothing: {list(front)} is '{drawn}'; "
                "expected a hallway square '.'",
            )
        if abs(cell[0] - front[0]) + abs(cell[1] - front[1]) != 1:
            self.fail(
                place,
                f"door of {name}: {list(cell)} and {list(front)} do not touch; expected neighbours",
            )
        return Door(cell, front)

    def symbol(self, square: Square) -> str:
        """Return what is drawn on ``square``, or nothing off the map."""
        x, y = square
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else ""

    def _read_starts(self) -> dict[Card, Square]:
        table = self.data.get("starts")
        if not isinstance(table, dict):
            self.fail(
                self.find("starts"), "the board has no [starts]; expected a square per suspect"
            )
        for suspect in table:
            if suspect not in SUSPECTS:
                place = self.find(suspect, "starts")
                self.fail(place, f"'{suspect}' is no suspect; {nearest(suspect, SUSPECTS)}")
        starts: dict[Card, Square] = {}
        for suspect in SUSPECTS:
            square = table.get(suspect)
            place = self.find(suspect, "starts", square)
            if square is None or not _is_square(square):
                self.fail(place, f"no start for {suspect}; expected {suspect} = [x, y]")
            x, y = square
            if self.symbol((x, y)) != HALLWAY:
                drawn = self.symbol((x, y)) or "off the map"
                self.fail(
                    place,
                    f"start of {suspect} at {square} is '{drawn}'; expected a hallway square '.'",
                )
            if (x, y) in starts.values():
                self.fail(place, f"two tokens start at {square}; expected a square for each")
            starts[suspect] = (x, y)
        return starts


def _is_square(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) for number in value)
    )
