"""Where the name, the number and the tokens of each room stand in the picture.

Everything is placed in the largest rectangle inside the room: the name on top, below it where the
passage leads and the number of the heat, below these a spot for each of the six tokens. In a room
that is too small for that, tokens are drawn smaller and the words stand beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from planner_clue.board.drawing.shapes import Rectangle, largest_rectangle
from planner_clue.board.map import HALLWAY, Room
from planner_clue.cards import SUSPECTS, Card

if TYPE_CHECKING:
    from planner_clue.board.board import Board

UNIT = 1
"""How many units of the picture a square is wide and high."""
TOKEN_RADIUS = 0.42
"""From the middle of a token to its edge, in units, where its scale is 1."""

Point: TypeAlias = tuple[float, float]
"""A point of the picture, in units from the top left corner of square (0, 0)."""

_SPACING = 0.92
"""From the middle of one token to the next, in units, where their scale is 1."""
_WIDEST_SPREAD = 1.25
"""How far apart tokens stand at most where a room is large."""
_PADDING = 0.15
"""Between the wall of a room and what is in it, in units."""
_PER_LETTER = 0.58
"""The width of a letter, as a share of the size of the text."""
_LINE = 1.12
"""From one line of text to the next, as a share of its size."""
_SIZES = (0.95, 0.85, 0.75, 0.65, 0.56)
"""Sizes of names that are tried, in units."""
_SCALES = (1.0, 0.85, 0.7)
"""Scales of tokens that are tried where the words stand inside the room."""
_GRIDS = ((6, 1), (3, 2), (2, 3))
"""How many tokens stand beside and below each other."""
_OVER = 0.16
"""How far tokens stand out of a small room; they touch no token on a square beside it."""
_BESIDE = 0.62
"""The size of names beside rooms that are too small for them."""


@dataclass(frozen=True)
class TextLine:
    """A line of text, by the middle of its base line."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True)
class RoomLayout:
    """Where everything in a room stands."""

    name: tuple[TextLine, ...]
    passage: TextLine | None
    """Where the secret passage leads."""
    number: TextLine
    """Where the number of the heat stands; its text is empty."""
    spots: tuple[Point, ...]
    """A point for the token of each suspect, in the order of the suspects."""
    scale: float
    """How large tokens are drawn here; 1 on hallway squares."""
    beside: bool
    """Whether the words stand beside the room, on the hallway."""

    @property
    def lines(self) -> Iterator[TextLine]:
        """All lines of text."""
        yield from self.name
        if self.passage:
            yield self.passage
        yield self.number


def token_spots(board: "Board") -> dict[str, Any]:
    """Return where tokens are drawn, as plain JSON data.

    ``rooms`` has, for each room, a point for each of the six suspects, in the order of
    :data:`~planner_clue.cards.SUSPECTS`: there they never overlap and never cover the room's name.
    ``scales`` says how large tokens are drawn in each room. ``square`` is added to the x and y of a
    hallway square: its middle, where the scale is 1. So the token of a suspect stands at
    ``transform="translate(x y) scale(s)"``.
    """
    layouts = {room.name: layout_of(room, board) for room in board.rooms.values()}
    return {
        "rooms": {room: [list(spot) for spot in at.spots] for room, at in layouts.items()},
        "scales": {room: at.scale for room, at in layouts.items()},
        "square": [UNIT / 2, UNIT / 2],
    }


def in_words(name: Card) -> str:
    """Return a name as it is written on the board.

    >>> in_words(Card("billiard-room"))
    'Billiard room'
    """
    return name.replace("-", " ").capitalize()


def width_of(line: TextLine) -> float:
    """Return about how wide a line of text is, in units."""
    return len(line.text) * _PER_LETTER * line.size


def layout_of(room: Room, board: "Board") -> RoomLayout:
    """Return where everything in a room stands."""
    box = largest_rectangle(room.cells)
    tries = sorted(product(_SIZES, _SCALES, _GRIDS), key=lambda t: -t[0] * t[1])
    for size, scale, (columns, rows) in tries:
        layout = _inside(room, box, _Grid(columns, rows, scale), size)
        if layout:
            return layout
    return _beside(room, box, board)


@dataclass(frozen=True)
class _Grid:
    """The spots of six tokens in columns and rows."""

    columns: int
    rows: int
    scale: float
    spread: float = 1.0
    """How far apart they stand, where 1 is as near as they can."""

    @property
    def step(self) -> float:
        return _SPACING * self.scale * self.spread

    @property
    def width(self) -> float:
        return self.columns * self.step

    @property
    def height(self) -> float:
        return self.rows * self.step

    def spots(self, x: float, y: float) -> tuple[Point, ...]:
        """Return the spots around the middle ``x``, from ``y`` downwards."""
        step = self.step
        return tuple(
            (
                round(x - self.width / 2 + (number % self.columns + 0.5) * step, 3),
                round(y + (number // self.columns + 0.5) * step, 3),
            )
            for number in range(len(SUSPECTS))
        )


def _inside(room: Room, box: Rectangle, grid: _Grid, size: float) -> RoomLayout | None:
    """Return a layout inside the room, or None where it does not fit."""
    space = box.width - 2 * _PADDING
    leads_to = [_leads_to(room)] if room.passage else []
    for words in ([in_words(room.name)], in_words(room.name).split()):
        texts = [*words, *leads_to, ""]
        sizes = [*[size] * len(words), *[0.6 * size] * len(leads_to), 0.8 * size]
        tall = sum(_LINE * each for each in sizes)
        free = box.height - 2 * _PADDING - tall - grid.height
        wide = max(len(text) * _PER_LETTER * each for text, each in zip(texts, sizes, strict=True))
        if free >= 0 and max(wide, grid.width) <= space:
            spread = min(_WIDEST_SPREAD, space / grid.width, 1 + free / 2 / grid.height)
            grid = replace(grid, spread=spread)
            free = box.height - 2 * _PADDING - tall - grid.height
            x, top = box.x + box.width / 2, box.y + _PADDING + free / 3
            lines = _stack(x, top, texts, sizes)
            spots = grid.spots(x, box.y + box.height - _PADDING - free / 3 - grid.height)
            return _layout(room, lines, spots, grid.scale, beside=False)
    return None


def _beside(room: Room, box: Rectangle, board: "Board") -> RoomLayout:
    """Return a layout with the words above or below the room, away from its door."""
    scale, grid = max(
        (min((box.width + _OVER) / (c * _SPACING), (box.height + _OVER) / (r * _SPACING)), (c, r))
        for c, r in _GRIDS
    )
    tokens = _Grid(*grid, round(min(scale, 1.0), 3))
    middle = box.x + box.width / 2
    spots = tokens.spots(middle, box.y + (box.height - tokens.height) / 2)
    texts = [in_words(room.name), *([_leads_to(room)] if room.passage else []), ""]
    sizes = [_BESIDE, *([0.8 * _BESIDE] if room.passage else []), 0.9 * _BESIDE]
    tall = sum(_LINE * size for size in sizes)
    above = _is_above(room, box, board)
    if above:  # the number is on top, so that the name stays near the room
        texts, sizes = texts[::-1], sizes[::-1]
    half = max(len(text) * _PER_LETTER * size for text, size in zip(texts, sizes, strict=True)) / 2
    x = min(max(middle, half), board.map.width - half)
    top = box.y - 0.16 - tall if above else box.y + box.height + 0.1
    lines = _stack(x, top, texts, sizes)
    return _layout(room, lines[::-1] if above else lines, spots, tokens.scale, beside=True)


def _is_above(room: Room, box: Rectangle, board: "Board") -> bool:
    """Tell whether the words of a small room stand above it: off the hallway, away from doors."""
    if box.y == 0 or box.y + box.height == board.map.height:
        return box.y == 0
    fronts = {door.front[1] for door in room.doors}
    over = [(x, box.y - 1) for x in range(box.x, box.x + box.width)]
    free = all(board.map.rows[y][x] != HALLWAY for x, y in over)
    return free or box.y - 1 not in fronts


def _leads_to(room: Room) -> str:
    return f"to {in_words(room.passage).lower()}" if room.passage else ""


def _stack(x: float, top: float, texts: list[str], sizes: list[float]) -> list[TextLine]:
    """Return lines of text below each other."""
    lines = []
    for text, size in zip(texts, sizes, strict=True):
        lines.append(TextLine(round(x, 3), round(top + 0.86 * size, 3), round(size, 3), text))
        top += _LINE * size
    return lines


def _layout(
    room: Room, lines: list[TextLine], spots: tuple[Point, ...], scale: float, *, beside: bool
) -> RoomLayout:
    *words, number = lines
    passage = words.pop() if room.passage else None
    return RoomLayout(tuple(words), passage, number, spots, scale, beside)
