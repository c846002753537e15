"""A board and its tokens as text, two characters per square, and a table of distances."""

from collections.abc import Iterator, Mapping
from itertools import product
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from planner_clue.game.board import Board, ExpectedTurns, Place, Room
from planner_clue.game.board.drawing.picture import letters_of
from planner_clue.game.board.drawing.shapes import Rectangle, largest_rectangle
from planner_clue.game.board.map import HALLWAY, NEVER_ENTERED
from planner_clue.game.cards import Card

ROOM, HALL, OUTSIDE, CELLAR, DOOR, NAME = "room", "hall", "outside", "cellar", "door", "name"
"""The kinds of characters; the kind of a token is the suspect's name."""

_DRAWN = {HALLWAY: ("· ", HALL), NEVER_ENTERED: ("▒▒", CELLAR)}
_NARROWEST = 40  # minimum width of the notes, in characters
_PLAIN = str.maketrans("░▒·", ":%.")


class Character(NamedTuple):
    """A character of the drawing."""

    text: str
    kind: str


Row: TypeAlias = list[Character]


class Cells:
    """The drawing of a board, row by row."""

    def __init__(self, board: Board, tokens: Mapping[Card, Place]) -> None:
        self.board = board
        drawn = _DRAWN | {room.letter: ("░░", ROOM) for room in board.rooms.values()}
        self.rows: list[Row] = []
        for row in board.map.rows:
            cells = (drawn.get(symbol, ("  ", OUTSIDE)) for symbol in row)
            self.rows.append([Character(text, kind) for pair, kind in cells for text in pair])
        self.letters: dict[str, Card] = {}  # rooms drawn with their letter instead of their name
        self.crowded: dict[Card, list[Card]] = {}  # tokens in rooms too small to draw them all
        for room in board.rooms.values():
            for door in room.doors:
                (x, y), (front, _) = door.cell, door.front
                self._put(2 * x + (front >= x), y, "+", DOOR)
            inside = [suspect for suspect in board.starts if tokens.get(suspect) == room.name]
            self._draw_room(room, largest_rectangle(room.cells), inside)
        for suspect, place in tokens.items():
            if not isinstance(place, str):
                self._put(2 * place[0], place[1], letters_of(suspect), suspect)

    def _put(self, column: int, y: int, text: str, kind: str) -> None:
        for offset, letter in enumerate(text):
            self.rows[y][column + offset] = Character(letter, kind)

    def _draw_room(self, room: Room, box: Rectangle, tokens: list[Card]) -> None:
        name = _name_lines(room.name, 2 * box.width)
        if not name or len(name) > box.height:
            (x, y), self.letters[room.letter] = room.cells[0], room.name
            self._put(2 * x + (self.rows[y][2 * x].kind == DOOR), y, room.letter, NAME)
            if tokens:
                self.crowded[room.name] = tokens
            return
        columns = max(1, (box.width + 1) // 2)
        rows = [tokens[at : at + columns] for at in range(0, len(tokens), columns)]
        free = box.height - len(name) - len(rows)
        if free < 0:
            self.crowded[room.name] = tokens
            rows = []
        y = box.y + max(0, min(free // 2, (box.height - 1) // 2))
        for text in name:
            self._put(2 * box.x + (2 * box.width - len(text)) // 2, y, text, NAME)
            y += 1
        for row in rows:
            x = box.x + (box.width - 2 * len(row) + 1) // 2
            for number, suspect in enumerate(row):
                self._put(2 * (x + 2 * number), y, letters_of(suspect), suspect)
            y += 1


def _name_lines(name: Card, width: int) -> list[str]:
    """Return a room's name in lines, with a space around each where there is one; or nothing."""
    words = name.split("-")
    for lines, around in product(([" ".join(words)], words), (" ", "")):
        if max(map(len, lines)) + 2 * len(around) <= width:
            return [f"{around}{line}{around}" for line in lines]
    return []


def plain(text: str) -> str:
    """Return a drawing for terminals that know ASCII only."""
    return text.translate(_PLAIN)


def remarks_on(cells: Cells) -> Iterator[str]:
    """Yield the legend, as wide as the drawing: letters, and tokens that were not drawn."""
    notes = [f"in {room}: {', '.join(tokens)}" for room, tokens in cells.crowded.items()]
    if cells.letters:
        named = ", ".join(f"{letter}\u00a0{room}" for letter, room in cells.letters.items())
        notes.insert(0, f"rooms: {named}")
    for note in notes:
        width = max(2 * cells.board.map.width, _NARROWEST)
        lines = wrap(note, width, subsequent_indent="  ", break_on_hyphens=False)
        yield from (line.replace("\u00a0", " ") for line in lines)


_MARGIN = 4  # width of the row numbers, in characters


def draw_board(board: Board) -> str:
    """Return the map as text, two characters per square, with the tokens on their starts.

    >>> clue.draw_board(clue.load_board("classic")).splitlines()[-3]
    'passages: study - kitchen, lounge - conservatory'
    """
    cells = Cells(board, board.starts)
    lines = numbered_lines(cells)
    starts = ", ".join(f"{letters_of(suspect)} {suspect}" for suspect in board.starts)
    legend = [*remarks_on(cells), *_passages(board), f"starts: {starts}", "+ a door"]
    return "\n".join([*lines, "", *legend])


def numbered(cells: Cells) -> list[Row]:
    """Return the drawing with the x of every fifth square above it, and the y beside it."""
    columns = "".join(f"{x:<10}" for x in range(0, cells.board.map.width, 5)).rstrip()
    rows = [_outside(f"{y:3} ") + row for y, row in enumerate(cells.rows)]
    return [_outside(" " * _MARGIN + columns), *rows]


def numbered_lines(cells: Cells) -> list[str]:
    """Return the drawing with its numbers as text."""
    return ["".join(character.text for character in row).rstrip() for row in numbered(cells)]


def _outside(text: str) -> Row:
    return [Character(letter, OUTSIDE) for letter in text]


def _passages(board: Board) -> list[str]:
    """Return the pairs of rooms that secret passages join."""
    ways = []
    for room, end in board.passages.items():
        both = board.passages.get(end) == room
        if not both or list(board.rooms).index(room) < list(board.rooms).index(end):
            ways.append(f"{room} {'-' if both else '->'} {end}")
    return [f"passages: {', '.join(ways)}"] if ways else []


def table_of_turns(board: Board, turns: ExpectedTurns) -> str:
    """Return a table of ``steps/turns`` from room to room; steps through the hallway, or ``-``."""
    rooms = list(board.rooms)
    width = max(map(len, rooms))
    lines = [" " * width + "".join(f"{room[:9]:>10}" for room in rooms)]
    for origin in rooms:
        cells = {
            room: f"{board.pips[origin].get(room, '-')}/{turns.to_room(room)[origin]:.2f}"
            for room in rooms
        } | {origin: "-"}
        lines.append(f"{origin:>{width}}" + "".join(f"{cell:>10}" for cell in cells.values()))
    return "\n".join(lines)
