"""The rooms in the picture: walls, doors and passages, and the layout of words and tokens.

Everything is placed in the largest rectangle inside the room: the name on top, below it where the
passage leads and the number of the heat, below these a spot for each of the six tokens. In a room
that is too small for that, tokens are drawn smaller and the words stand beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import atan2, degrees
from typing import TYPE_CHECKING, Any, TypeAlias

from planner_clue.board.drawing.palette import light
from planner_clue.board.drawing.shapes import Rectangle, largest_rectangle, outline
from planner_clue.board.drawing.signs import sign_path
from planner_clue.board.map import HALLWAY, Door, Room
from planner_clue.cards import SUSPECTS, Card

if TYPE_CHECKING:
    from planner_clue.board.board import Board

UNIT = 1
"""Width and height of a square, in units of the picture."""
TOKEN_RADIUS = 0.42
"""From the middle of a token to its edge, in units, where its scale is 1."""

Point: TypeAlias = tuple[float, float]
"""A point of the picture, in units from the top left corner of square (0, 0)."""

_SPACING = 0.92
"""From the middle of one token to the next, in units, where their scale is 1."""
_WIDEST_SPREAD = 1.25
"""Maximum spread of tokens in a large room."""
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
"""Columns and rows of tokens that are tried."""
_OVER = 0.16
"""Overhang of tokens in a small room; they touch no token on a square beside it."""
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
    """Positions of the texts and tokens in a room."""

    name: tuple[TextLine, ...]
    passage: TextLine | None
    """The destination of the secret passage."""
    number: TextLine
    """The line for the number of the heat; its text is empty."""
    spots: tuple[Point, ...]
    """A point for the token of each suspect, in the order of the suspects."""
    scale: float
    """Scale of tokens here; 1 on hallway squares."""
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
    """Return the spots of tokens, as plain JSON data.

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
    """Return the layout of a room."""
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
    """Distance between them, where 1 is the least."""

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


_DOOR = (0.8, 0.24)
"""Length and thickness of a door, in units."""
_SIGN = 0.9
"""Size of a room's sign, as a share of the largest square inside the room."""
_COOLEST, _HOTTEST = 0.06, 0.95
"""The opacity of the heat of a room with hardly any, and of the room with most."""


def room_element(
    room: Room, layout: RoomLayout, board: "Board", *, in_reach: bool, heat: float, number: str
) -> str:
    """Return a room; ``heat`` is its share of the most, ``number`` what is written into it."""
    classes = "room" + " in-reach" * in_reach + " hot" * (heat > 0)
    data = f'data-room="{room.name}"'
    shape = outline(room.cells)
    opacity = _COOLEST + (_HOTTEST - _COOLEST) * heat if heat > 0 else 0
    parts = [
        f'<g class="{classes}" {data}>',
        f'<path class="floor" d="{shape}" fill="{light("room")}"/>',
        f'<path class="heat" {data} d="{shape}" fill="{light("heat")}" '
        f'fill-opacity="{round(opacity, 3):g}"/>',
        f'<path class="outline" d="{shape}" fill="none" stroke="{light("wall")}" '
        'stroke-width=".16" stroke-linejoin="round"/>',
        _sign(room),
        *(_door(door, data) for door in room.doors),
        *(_name(line, beside=layout.beside) for line in layout.name),
        *_passage(room, layout, board, data),
        _number(layout, data, number),
        "</g>",
    ]
    return "".join(parts)


def _sign(room: Room) -> str:
    """Return the sign of a room, behind its words and tokens."""
    box = largest_rectangle(room.cells)
    size = _SIGN * min(box.width, box.height)
    middle = (box.x + box.width / 2, box.y + box.height / 2)
    return sign_path(room.name, middle, size, 'class="sign"', light("sign"))


def text(line: TextLine, content: str, attributes: str, colour: str = "ink") -> str:
    """Return a line of text; ``content`` is safe to be put into XML."""
    return (
        f'<text {attributes} x="{line.x:g}" y="{line.y:g}" font-size="{line.size:g}" '
        f'text-anchor="middle" fill="{light(colour)}">{content}</text>'
    )


def _name(line: TextLine, *, beside: bool) -> str:
    return text(line, line.text, 'class="name' + " beside" * beside + '" font-weight="600"')


def _number(layout: RoomLayout, data: str, number: str) -> str:
    classes = "heat-value" + " beside" * layout.beside
    return text(layout.number, number, f'class="{classes}" {data} font-weight="700"')


def _door(door: Door, data: str) -> str:
    """Return a bar across the wall between a room and the square in front of its door."""
    (x, y), (front_x, front_y) = door.cell, door.front
    long, thick = _DOOR
    upright = y == front_y
    width, height = (thick, long) if upright else (long, thick)
    middle_x, middle_y = (x + front_x + 1) / 2, (y + front_y + 1) / 2
    return (
        f'<rect class="door" {data} x="{middle_x - width / 2:g}" y="{middle_y - height / 2:g}" '
        f'width="{width:g}" height="{height:g}" rx=".05" '
        f'fill="{light("opening")}" stroke="{light("door")}" stroke-width=".07"/>'
    )


def _passage(room: Room, layout: RoomLayout, board: "Board", data: str) -> list[str]:
    """Return an arrow towards the room where the secret passage ends, with its name."""
    if room.passage is None or layout.passage is None:
        return []
    line = layout.passage
    (here_x, here_y), (to_x, to_y) = (_middle_of(r) for r in (room, board.rooms[room.passage]))
    angle = degrees(atan2(to_y - here_y, to_x - here_x))
    size = line.size
    x = line.x - width_of(line) / 2 - 0.12 * size
    arrow = (
        f'<path d="M-.42 0H.4M.1 -.3L.42 0L.1 .3" fill="none" stroke="{light("faint")}" '
        'stroke-width=".15" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x:.3f} {line.y - 0.3 * size:.3f}) '
        f'rotate({angle:.0f}) scale({size:g})"/>'
    )
    words = TextLine(round(line.x + 0.45 * size, 3), line.y, size, line.text)
    return [f'<g class="passage" {data}>{arrow}{text(words, line.text, "", "faint")}</g>']


def _middle_of(room: Room) -> tuple[float, float]:
    xs, ys = [x for x, _ in room.cells], [y for _, y in room.cells]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
