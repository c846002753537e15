"""The rooms in the picture: walls, doors and passages, and the layout of words and tokens.

All stands in the largest rectangle inside the room: name, passage, heat, and six spots for tokens.
In a small room tokens are smaller, and the words stand beside it.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import atan2, degrees
from typing import Any, Protocol, TypeAlias

from planner_clue.game.board.drawing.palette import (
    SIGN_SIZE,
    floor_of,
    furniture_of,
    light,
    sign_of,
)
from planner_clue.game.board.drawing.shapes import Rectangle, largest_rectangle, outline, texture
from planner_clue.game.board.map import HALLWAY, BoardMap, Door, Room, Square
from planner_clue.game.cards import SUSPECTS, Card

TOKEN_RADIUS = 0.42  # from the middle of a token to its edge, in units, where its scale is 1

Point: TypeAlias = tuple[float, float]  # in units, from the top left corner of square (0, 0)

_SPACING = 0.92  # from the middle of one token to the next, in units, where their scale is 1
_WIDEST_SPREAD = 1.25  # maximum spread of tokens in a large room
_PADDING = 0.15  # between the wall of a room and what is in it, in units
_PER_LETTER = 0.58  # the width of a letter, as a share of the size of the text
_LINE = 1.12  # from one line of text to the next, as a share of its size
_SIZES = (0.95, 0.85, 0.75, 0.65, 0.56)  # sizes of names that are tried, in units
_SCALES = (1.0, 0.85, 0.7)  # scales of tokens that are tried where the words stand inside the room
_GRIDS = ((6, 1), (3, 2), (2, 3))  # columns and rows of tokens that are tried
_OVER = 0.16  # overhang of tokens in a small room; they touch no token on a square beside it
_BESIDE = 0.62  # the size of names beside rooms that are too small for them


@dataclass(frozen=True)
class TextLine:
    """A line of text, by the middle of its base line."""

    x: float
    y: float
    size: float
    text: str


class Drawable(Protocol):
    """A board: its map is all that a picture needs."""

    map: BoardMap


@dataclass(frozen=True)
class RoomLayout:
    """Positions of the texts and tokens in a room."""

    lines: tuple[TextLine, ...]
    """Its name, where its secret passage leads if it has one, and the number of the heat.

    The text of the last one is empty.
    """
    spots: tuple[Point, ...]  # a point for the token of each suspect, in the order of the suspects
    scale: float  # scale of tokens here; 1 on hallway squares
    beside: bool  # whether the words stand beside the room, on the hallway


def token_spots(board: Drawable) -> dict[str, Any]:
    """Return the spots of tokens, as plain JSON data.

    Per room six points, in the order of the suspects, and the scale of tokens; and the middle of a
    square. A token stands at ``transform="translate(x y) scale(s)"``.
    """
    layouts = {room.name: layout_of(room, board.map) for room in board.map.rooms}
    return {
        "rooms": {room: [list(spot) for spot in at.spots] for room, at in layouts.items()},
        "scales": {room: at.scale for room, at in layouts.items()},
        "square": [0.5, 0.5],
    }


def middle_of(square: Square) -> Point:
    """Return the middle of a square; a square is one unit wide and tall."""
    return square[0] + 0.5, square[1] + 0.5


def in_words(name: Card) -> str:
    """Return a name as it is written on the board: ``Billiard room``."""
    return name.replace("-", " ").capitalize()


def layout_of(room: Room, board: BoardMap) -> RoomLayout:
    """Return the layout of a room."""
    box = largest_rectangle(room.cells)
    tries = sorted(product(_SIZES, _SCALES, _GRIDS), key=lambda t: -t[0] * t[1])
    inside = filter(None, (_inside(room, box, *each) for each in tries))
    return next(inside, None) or _beside(room, box, board)


def _inside(
    room: Room, box: Rectangle, size: float, scale: float, grid: tuple[int, int]
) -> RoomLayout | None:
    """Return a layout inside the room with names of this size, or None where it does not fit."""
    columns, rows = grid
    space, x = box.width - 2 * _PADDING, box.x + box.width / 2
    for words in ([in_words(room.name)], in_words(room.name).split()):
        texts = _texts(room, words, size, 0.6, 0.8)
        wide, tall = _extent(texts)
        step, height = _SPACING * scale, box.height - 2 * _PADDING - tall
        free = height - rows * step
        if free >= 0 and max(wide, columns * step) <= space:
            step *= min(_WIDEST_SPREAD, space / (columns * step), 1 + free / 2 / (rows * step))
            free = height - rows * step
            lines = _stack(x, box.y + _PADDING + free / 3, texts)
            y = box.y + box.height - _PADDING - free / 3 - rows * step
            return RoomLayout(tuple(lines), _spots(x, y, step, columns), scale, beside=False)
    return None


def _beside(room: Room, box: Rectangle, board: BoardMap) -> RoomLayout:
    """Return a layout with the words above or below the room, away from its door."""
    largest, (columns, rows) = max(
        (min((box.width + _OVER) / (c * _SPACING), (box.height + _OVER) / (r * _SPACING)), (c, r))
        for c, r in _GRIDS
    )
    scale, middle = round(min(largest, 1.0), 3), box.x + box.width / 2
    step = _SPACING * scale
    spots = _spots(middle, box.y + (box.height - rows * step) / 2, step, columns)
    texts = _texts(room, [in_words(room.name)], _BESIDE, 0.8, 0.9)
    wide, tall = _extent(texts)
    x = min(max(middle, wide / 2), board.width - wide / 2)
    if _is_above(room, box, board):  # the number is on top, so that the name stays near the room
        lines = _stack(x, box.y - 0.16 - tall, texts[::-1])[::-1]
    else:
        lines = _stack(x, box.y + box.height + 0.1, texts)
    return RoomLayout(tuple(lines), spots, scale, beside=True)


def _spots(x: float, y: float, step: float, columns: int) -> tuple[Point, ...]:
    """Return the spots of six tokens in columns around the middle ``x``, from ``y`` downwards."""
    left = x - columns * step / 2
    places = (divmod(number, columns) for number in range(len(SUSPECTS)))
    return tuple(
        (round(left + (x + 0.5) * step, 3), round(y + (row + 0.5) * step, 3)) for row, x in places
    )


def _is_above(room: Room, box: Rectangle, board: BoardMap) -> bool:
    """Return whether the words of a small room stand above it: off the hallway, away from doors."""
    if box.y == 0 or box.y + box.height == board.height:
        return box.y == 0
    fronts = {door.front[1] for door in room.doors}
    over = [(x, box.y - 1) for x in range(box.x, box.x + box.width)]
    free = all(board.rows[y][x] != HALLWAY for x, y in over)
    return free or box.y - 1 not in fronts


def _texts(
    room: Room, words: list[str], size: float, passage: float, number: float
) -> list[tuple[str, float]]:
    """Return the texts of a room with their sizes; the last two sizes are shares of ``size``."""
    leads_to = [(f"to {in_words(room.passage).lower()}", passage * size)] if room.passage else []
    return [*((word, size) for word in words), *leads_to, ("", number * size)]


def _extent(texts: list[tuple[str, float]]) -> tuple[float, float]:
    """Return about how wide and how tall lines of text are below each other, in units."""
    wide = max(len(text) * _PER_LETTER * size for text, size in texts)
    return wide, sum(_LINE * size for _, size in texts)


def _stack(x: float, top: float, texts: list[tuple[str, float]]) -> list[TextLine]:
    lines = []
    for text, size in texts:
        lines.append(TextLine(round(x, 3), round(top + 0.86 * size, 3), round(size, 3), text))
        top += _LINE * size
    return lines


_DOOR = (0.8, 0.24)  # length and thickness of a door, in units
_SIGN = 0.94  # size of a room's furniture, as a share of the largest square inside the room


def room_element(
    room: Room, layout: RoomLayout, board: BoardMap, *, in_reach: bool, heat: float, number: str
) -> str:
    """Return a room; ``heat`` is the opacity of its colour, ``number`` what is written into it."""
    classes = "room" + " in-reach" * in_reach + " hot" * (heat > 0)
    data = f'data-room="{room.name}"'
    shape, floor = outline(room.cells), floor_of(room.name)
    *words, last = layout.lines
    passage = words.pop() if room.passage else None
    beside = " beside" * layout.beside
    parts = [
        f'<g class="{classes}" {data}>',
        f'<path class="floor {floor}" d="{shape}" fill="{light(floor)}"/>',
        f'<path class="heat" {data} d="{shape}" fill="{light("heat")}" '
        f'fill-opacity="{round(heat, 3):g}"/>',
        f'<path class="texture" d="{texture(floor, room.cells)}" fill="none" '
        f'stroke="{light("sign")}" stroke-width=".04"/>',
        f'<path class="outline" d="{shape}" fill="none" stroke="{light("wall")}" '
        'stroke-width=".16" stroke-linejoin="round"/>',
        _furniture(room),
        *(_door(door, data) for door in room.doors),
        *(text(one, one.text, f'class="name{beside}" font-weight="600"') for one in words),
        *([_passage(room, passage, board, data)] if passage else []),
        text(last, number, f'class="heat-value{beside}" {data} font-weight="700"'),
        "</g>",
    ]
    return "".join(parts)


def _furniture(room: Room) -> str:
    box = largest_rectangle(room.cells)
    size = _SIGN * min(box.width, box.height)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    drawn, fill, width = furniture_of(room.name), light("furniture"), 0.4
    if not drawn:
        drawn, fill, width = sign_of(room.name), "none", 1.3
    return (
        f'<path class="furniture" d="{drawn}" fill="{fill}" stroke="{light("sign")}" '
        f'stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round" transform='
        f'"translate({x - size / 2:.3f} {y - size / 2:.3f}) scale({size / SIGN_SIZE:.4f})"/>'
    )


def text(line: TextLine, content: str, attributes: str, colour: str = "ink") -> str:
    """Return a line of text; ``content`` is safe to be put into XML."""
    return (
        f'<text {attributes} x="{line.x:g}" y="{line.y:g}" font-size="{line.size:g}" '
        f'text-anchor="middle" fill="{light(colour)}">{content}</text>'
    )


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


def _passage(room: Room, line: TextLine, board: BoardMap, data: str) -> str:
    """Return an arrow towards the room where the secret passage ends, with its name."""
    (other,) = (one for one in board.rooms if one.name == room.passage)
    (here_x, here_y), (to_x, to_y) = map(_middle_of, (room, other))
    angle = degrees(atan2(to_y - here_y, to_x - here_x))
    size = line.size
    x = line.x - len(line.text) * _PER_LETTER * size / 2 - 0.12 * size
    arrow = (
        f'<path d="M-.42 0H.4M.1 -.3L.42 0L.1 .3" fill="none" stroke="{light("faint")}" '
        'stroke-width=".15" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x:.3f} {line.y - 0.3 * size:.3f}) '
        f'rotate({angle:.0f}) scale({size:g})"/>'
    )
    words = replace(line, x=round(line.x + 0.45 * size, 3))
    return f'<g class="passage" {data}>{arrow}{text(words, line.text, "", "faint")}</g>'


def _middle_of(room: Room) -> tuple[float, float]:
    xs, ys = [x for x, _ in room.cells], [y for _, y in room.cells]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
