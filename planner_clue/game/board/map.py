"""A board as it is drawn: squares, rooms with their doors and passages, and starts.

It may also list its own ``suspects`` and ``weapons``. Without a map, a list of ``rooms`` makes the
cards of a table without a board. A card may have aliases: ``name = "bureau/study"``.

Faults of its TOML file are reported as ``line:column: what is wrong; what was expected``.
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from planner_clue.game.cards import ROOMS, SUSPECTS, WEAPONS, Card, Deck, simplified
from planner_clue.support.errors import BoardError, nearest

Square: TypeAlias = tuple[int, int]
"""A square as (x, y): x to the right, y down, from (0, 0) in the top left corner."""
Place: TypeAlias = Card | Square
"""Place of a token: a room, by name, or a hallway square."""
LineColumn: TypeAlias = tuple[int, int]
"""A line and a column, both counted from 1."""

HALLWAY, OUTSIDE, NEVER_ENTERED = ".", "#", "x"
"""Symbols of the squares outside rooms."""


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


@dataclass(frozen=True)
class BoardMap:
    """A board map without faults."""

    name: str
    rows: tuple[str, ...]
    """The drawing from top to bottom, a character for each square."""
    rooms: tuple[Room, ...]
    starts: dict[Card, Square]
    toml: str
    first_line: int
    """The line of :attr:`toml` that draws the top row, counted from 1."""
    deck: Deck
    """The cards in play, with the rooms of the board in board order."""
    base: str = ""
    """The name of the board that an edition belongs to, in the file of an edition."""

    @property
    def width(self) -> int:
        """Number of squares from left to right."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        """Number of squares from top to bottom."""
        return len(self.rows)

    def squares(self, symbol: str) -> tuple[Square, ...]:
        """Return the squares drawn with ``symbol``, row by row."""
        return _squares(self.rows, symbol)


def _squares(rows: tuple[str, ...], symbol: str) -> tuple[Square, ...]:
    return tuple((x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == symbol)


MAX_SIDE = 60
"""Maximum width and height of a board, in squares."""
_NAME = re.compile(r"[a-z]+(-[a-z]+)*")
_OTHERS = ("now", "no-more", "nobody", "zero", "one", "two", "three", "four", "five", "six")
"""Names that mean something else in PDDL problems."""


_OF_EDITION = ("language", "board")
"""Keys of the file of an edition."""


def parse_map(text: str) -> BoardMap:
    """Read a board from TOML; raises :class:`BoardError`, not for rooms out of reach."""
    return _MapReader(text).read()


class _MapReader:
    """Reads one file; its lines too, because ``tomllib`` gives values without their place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines()
        self.rows: tuple[str, ...] = ()
        self.aliases: dict[str, Card] = {}
        self.first_line = 1
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            self.fail((1, 1), "nested too deeply; expected few brackets inside each other")
        except ValueError as error:  # also of a number of too many digits for Python
            what, _, at = str(error).partition("; use sys.")[0].partition(" (at ")
            found = re.search(r"line (\d+), column (\d+)", at)
            place = (int(found[1]), int(found[2])) if found else (max(len(self.lines), 1), 1)
            self.fail(place, f"not TOML: {what}")

    def read(self) -> BoardMap:
        has_map, cards = "map" in self.data, ("name", "suspects", "weapons", "rooms")
        self._check_keys(self.data, (*cards, *(("map", "starts") if has_map else _OF_EDITION)))
        name = self.string(self.data, "name")
        self.suspects = self._read_cards("suspects", SUSPECTS)
        self.weapons = self._read_cards("weapons", WEAPONS)
        rooms, starts, base = tuple[Room, ...](), dict[Card, Square](), ""
        if has_map:
            self._read_rows()
            rooms = self._read_rooms()
            starts = self._read_starts()
        elif isinstance(self.data.get("rooms", "board" in self.data and []), list):
            rooms = tuple(Room(room, "", (), (), None) for room in self._read_cards("rooms", ROOMS))
            base = self.string(self.data, "board") if "board" in self.data else ""
        else:
            self.refuse("'map' is missing or no text; expected map = \"...\"", "map")
        names = tuple(room.name for room in rooms)
        for text in (*self.suspects, *self.weapons, *names, *self.aliases):
            if [*self.suspects, *self.weapons, *names, *self.aliases].count(text) > 1:
                self.refuse(f"two cards are named '{text}'; expected one", text)
        deck = Deck(self.suspects, self.weapons, names, tuple(self.aliases.items()))
        return BoardMap(name, self.rows, rooms, starts, self.text, self.first_line, deck, base)

    def _read_cards(self, key: str, usual: tuple[Card, ...]) -> tuple[Card, ...]:
        listed = self.data.get(key, [*usual])
        if not isinstance(listed, list) or len(listed) < 2:
            self.refuse(f"'{key}' lists too few names; expected two or more", key)
        return tuple(self._card(name, key) for name in listed)

    def _card(self, text: Any, key: str, table: str = "") -> Card:
        """Return the card of ``name/alias/alias``, and keep its aliases."""
        name, *aliases = map(simplified, text.split("/") if isinstance(text, str) else [""])
        if not _NAME.fullmatch(name) or name in _OTHERS:
            what = f"'{text}' is not the name of a card"
            self.refuse(f"{what}; expected letters and hyphens, and not 'now'", key, table, text)
        self.aliases |= dict.fromkeys(aliases, Card(name))
        return Card(name)

    def fail(self, place: LineColumn, message: str) -> NoReturn:
        raise BoardError(f"{place[0]}:{place[1]}: {message}")

    def refuse(self, message: str, key: str, table: str = "", value: Any = None) -> NoReturn:
        self.fail(self.find(key, table, value), message)

    def find(self, key: str, table: str = "", value: Any = None) -> LineColumn:
        """Return where ``value`` of ``key`` in ``[table]`` stands, else its key or header."""
        written = str(value) if isinstance(value, (str, list)) else ""
        inside, header = not table, (1, 1)
        for number, line in enumerate(self.lines, 1):
            stripped = line.strip()
            if stripped.startswith("[") and not stripped.startswith("[["):
                if inside and table:
                    break
                if stripped.split("#")[0].strip() == f"[{table}]":
                    inside, header = True, (number, line.index("[") + 1)
                elif not table and stripped == f"[{key}]":
                    return number, line.index("[") + 1
            elif inside and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
                column = line.find(written, line.index("=") + 1) if written else -1
                return number, (column if column >= 0 else line.index(key)) + 1
        return header

    def string(self, table: dict[str, Any], key: str, name: str = "") -> str:
        """Return the text under ``key``; raises :class:`BoardError` if it is missing or empty."""
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(f"'{key}' is missing or no text; expected {key} = \"...\"", key, name)
        return value

    def _check_keys(
        self, table: dict[str, Any], known: tuple[str, ...], where: str = "", of: str = ""
    ) -> None:
        for key in table:
            if key not in known:
                self.refuse(f"unknown key '{key}'{of}; {nearest(key, known)}", key, where)

    def symbol(self, square: Square) -> str:
        x, y = square
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else "off the map"

    def fail_at(self, square: Square, message: str) -> NoReturn:
        self.fail((self.first_line + square[1], square[0] + 1), message)

    def _read_rows(self) -> None:
        self.rows = tuple(self.string(self.data, "map").strip("\n").split("\n"))
        width, height = len(self.rows[0]), len(self.rows)
        key_line = self.find("map")[0]
        below = enumerate(self.lines[key_line - 1 :], key_line)
        self.first_line = next((n for n, line in below if self.rows[0] in line), key_line)
        if width > MAX_SIDE or height > MAX_SIDE:
            limits = f"{MAX_SIDE} x {MAX_SIDE}"
            what = f"the map is {width} x {height} squares; expected at most {limits}"
            self.fail_at((0, 0), what)
        for y, row in enumerate(self.rows):
            if len(row) != width:
                what = f"ragged map: this line has {len(row)} squares; expected {width}"
                self.fail_at((min(len(row), width), y), f"{what} as in the first")

    def _read_rooms(self) -> tuple[Room, ...]:
        tables = self.data.get("rooms")
        if not isinstance(tables, dict) or len(tables) < 2:
            self.refuse("a board needs two rooms or more, each in a [rooms.LETTER]", "rooms")
        known = {HALLWAY, OUTSIDE, NEVER_ENTERED, *tables}
        for y, row in enumerate(self.rows):
            for x, symbol in enumerate(row):
                if symbol not in known:
                    expected = f"'.', '#', 'x' or a letter with its own [rooms.{symbol}]"
                    self.fail_at((x, y), f"unknown letter '{symbol}'; expected {expected}")
        names = dict[str, Card]()
        for letter, table in tables.items():
            name = self._room_name(letter, table)
            if name in names.values():
                what = f"two rooms are named '{name}'; expected one"
                self.refuse(what, "name", f"rooms.{letter}")
            names[letter] = name
        return tuple(self._read_room(letter, table, names) for letter, table in tables.items())

    def _room_name(self, letter: str, table: Any) -> Card:
        where = f"rooms.{letter}"
        if len(letter) != 1 or not letter.isalpha() or letter == NEVER_ENTERED:
            what = f"'{letter}' cannot stand for a room; expected one letter other than x"
            self.refuse(what, "", where)
        if not isinstance(table, dict):
            self.refuse(f"room {letter} is not a table; expected [rooms.{letter}]", "", where)
        name = self.string(table, "name", where)
        own = name.partition("/")[0]
        if not _NAME.fullmatch(own) or own in (*self.suspects, *self.weapons):
            what = f"'{name}' is not a room name; expected lower case letters and hyphens"
            self.refuse(what, "name", where, name)
        return self._card(name, "name", where)

    def _read_room(self, letter: str, table: dict[str, Any], names: dict[str, Card]) -> Room:
        where, name = f"rooms.{letter}", names[letter]
        self._check_keys(table, ("name", "doors", "passage"), where, f" of room {name}")
        cells = _squares(self.rows, letter)
        if not cells:
            self.refuse(f"room {name} is not drawn; expected '{letter}' in the map", "", where)
        doors, passage = table.get("doors"), table.get("passage")
        if not isinstance(doors, list) or not doors:
            expected = "expected doors = [[[x, y], [x, y]]]: room cell, hallway square"
            self.refuse(f"room {name} has no door; {expected}", "doors", where)
        others = [other for other in names.values() if other != name]
        if passage is not None and passage not in others:
            what = f"passage of {name} to unknown room '{passage}'"
            near = nearest(str(passage), others)
            self.refuse(f"{what}; {near}", "passage", where, str(passage))
        ways = tuple(self._read_door(door, letter, name) for door in doors)
        return Room(name, letter, cells, ways, Card(passage) if passage else None)

    def _read_door(self, door: Any, letter: str, name: Card) -> Door:
        place = self.find("doors", f"rooms.{letter}", door)
        if not (isinstance(door, list) and len(door) == 2 and all(map(_is_square, door))):
            self.fail(place, f"{door!r} is not a door of {name}; expected [[x, y], [x, y]]")
        (x, y), (to_x, to_y) = door
        if self.symbol((x, y)) != letter:
            self.fail(place, f"door of {name} starts at {door[0]}, which is not drawn '{letter}'")
        if (drawn := self.symbol((to_x, to_y))) != HALLWAY:
            what = f"door of {name} opens on nothing: {door[1]} is '{drawn}'"
            self.fail(place, f"{what}; expected a hallway square '.'")
        if abs(x - to_x) + abs(y - to_y) != 1:
            what = f"door of {name}: {door[0]} and {door[1]} do not touch"
            self.fail(place, f"{what}; expected neighbours")
        return Door((x, y), (to_x, to_y))

    def _read_starts(self) -> dict[Card, Square]:
        table = self.data.get("starts")
        if not isinstance(table, dict):
            self.refuse("the board has no [starts]; expected a square per suspect", "starts")
        for suspect in table:
            if suspect not in self.suspects:
                what = f"'{suspect}' is not a suspect; {nearest(suspect, self.suspects)}"
                self.refuse(what, suspect, "starts")
        starts: dict[Card, Square] = {}
        for suspect in self.suspects:
            square: Any = table.get(suspect)
            place = self.find(suspect, "starts", square)
            if not _is_square(square):
                self.fail(place, f"no start for {suspect}; expected {suspect} = [x, y]")
            if (drawn := self.symbol(square)) != HALLWAY:
                what = f"start of {suspect} at {square} is '{drawn}'"
                self.fail(place, f"{what}; expected a hallway square '.'")
            if (start := (square[0], square[1])) in starts.values():
                self.fail(place, f"two tokens start at {square}; expected a square for each")
            starts[suspect] = start
        return starts


def _is_square(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)
