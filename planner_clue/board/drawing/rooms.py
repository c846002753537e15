"""The elements of one room: floor, heat, walls, doors, name, and where its passage leads."""

from math import atan2, degrees
from typing import TYPE_CHECKING

from planner_clue.board.drawing.palette import light
from planner_clue.board.drawing.room_layout import RoomLayout, TextLine, width_of
from planner_clue.board.drawing.shapes import outline
from planner_clue.board.map import Door, Room

if TYPE_CHECKING:
    from planner_clue.board.board import Board

_DOOR = (0.8, 0.24)
"""How long and how thick a door is, in units."""
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
        *(_door(door, data) for door in room.doors),
        *_passage(room, layout, board, data),
        *(_name(line, beside=layout.beside) for line in layout.name),
        _number(layout, data, number),
        "</g>",
    ]
    return "".join(parts)


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
