"""Sets of squares as shapes: their outline, and the largest rectangle inside them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from planner_clue.game.board.map import Square

_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
_NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # clockwise from the top


class Rectangle(NamedTuple):
    """A rectangle of squares, by its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int


def outline(cells: Collection[Square]) -> str:
    """Return the outline of a set of squares as the data of an SVG path.

    One closed line for each part, clockwise, and one for each hole, anticlockwise.

    >>> outline([(0, 0), (1, 0)])
    'M0 0H2V1H0Z'
    """
    return "".join(map(_path_data, _loops(set(cells))))


def _loops(cells: set[Square]) -> Iterator[list[Square]]:
    """Yield the corners of each closed line around the squares."""
    edges = _edges(cells)
    while edges:
        start = at = min(edges, key=lambda corner: (corner[1], corner[0]))
        loop: list[Square] = []
        heading = (1, 0)
        while True:
            following = edges[at]
            # Where two squares touch at a corner only, turn right: they stay apart.
            ends = sorted(following, key=lambda end: _turn(heading, at, end))
            end = ends[0]
            following.remove(end)
            if not following:
                del edges[at]
            direction = (end[0] - at[0], end[1] - at[1])
            if direction != heading or not loop:
                loop.append(at)
            heading, at = direction, end
            if at == start:
                break
        yield loop


def _edges(cells: set[Square]) -> dict[Square, list[Square]]:
    """Return the edges between inside and outside, from corner to corner, inside on the right."""
    edges: dict[Square, list[Square]] = {}
    for x, y in sorted(cells):
        for side, (dx, dy) in enumerate(_NEIGHBOURS):
            if (x + dx, y + dy) not in cells:
                (ax, ay), (bx, by) = _CORNERS[side], _CORNERS[(side + 1) % 4]
                edges.setdefault((x + ax, y + ay), []).append((x + bx, y + by))
    return edges


def _turn(heading: Square, at: Square, end: Square) -> int:
    direction = (end[0] - at[0], end[1] - at[1])
    return 1 - (heading[0] * direction[1] - heading[1] * direction[0])


def _path_data(loop: list[Square]) -> str:
    (x, y), *others = loop
    data = f"M{x} {y}"
    for corner in others:
        data += f"H{corner[0]}" if corner[1] == y else f"V{corner[1]}"
        x, y = corner
    return data + "Z"


def largest_rectangle(cells: Collection[Square]) -> Rectangle:
    """Return the largest rectangle inside a set of squares; the topmost, leftmost of several.

    >>> largest_rectangle([(0, 0), (0, 1), (1, 1), (2, 1)])
    Rectangle(x=0, y=1, width=3, height=1)
    """
    inside = set(cells)
    height: dict[Square, int] = {}
    best = Rectangle(0, 0, 0, 0)
    for x, y in sorted(inside, key=lambda cell: (cell[1], cell[0])):
        height[x, y] = height.get((x, y - 1), 0) + 1
    for x, y in sorted(inside, key=lambda cell: (cell[1], cell[0])):
        right, low = x, height[x, y]
        while (right, y) in inside:
            low = min(low, height[right, y])
            width = right - x + 1
            if width * low > best.width * best.height:
                best = Rectangle(x, y - low + 1, width, low)
            right += 1
    return best


_ACROSS, _ALONG = "m-.75-1v1m.25-1v1m.25-1v1", "m-1-.75h1m-1 .25h1m-1 .25h1"
_TEXTURES: Mapping[str, Callable[[int, int], str]] = {
    "planks": lambda x, y: f"M{x} {y}h1m-1 .5h1M{x + 0.3 + 0.4 * (y % 2):g} {y}v.5m.2 0v.5",
    "tiles": lambda x, y: f"M{x} {y}h1m-.5 0v1m-.5-.5h1M{x} {y}v1",
    "parquet": lambda x, y: f"M{x} {y}h1v1{_ACROSS if (x + y) % 2 else _ALONG}",
    "flags": lambda x, y: f"M{x} {y}h1M{x + 0.5 * (y % 2):g} {y}v1",
}
"""The lines of one square of a floor, by its kind."""


def texture(kind: str, cells: Iterable[Square]) -> str:
    """Return the lines of a floor of planks, tiles, parquet or flags, as the data of a path."""
    return "".join(_TEXTURES[kind](x, y) for x, y in sorted(cells))
