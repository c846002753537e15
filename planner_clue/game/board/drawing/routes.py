"""Routes of a token over the board, as lines that go through hallway squares and doors."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product
from math import dist
from typing import NamedTuple, TypeAlias

from planner_clue.game.board.drawing.palette import light
from planner_clue.game.board.drawing.rooms import Drawable, Point, middle_of
from planner_clue.game.board.map import HALLWAY, BoardMap, Place, Square

_DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_STEP = 10_000  # a turn costs 1, so of the shortest ways the straightest is taken
_Node: TypeAlias = tuple[Square, int]  # a square, and the direction in which the walk came there


class Leg(NamedTuple):
    """A part of a route, from one place to the next."""

    points: list[Point]
    passage: bool


def route_points(
    board: Drawable, start: Place, end: Place, *, open_rooms: bool = False
) -> list[Point]:
    """Return the corners of a shortest walk between two places, empty if there is none.

    It begins and ends inside rooms, at their doors; with ``open_rooms`` it may lead through rooms.

    >>> from planner_clue.game.board import load_board
    >>> route_points(load_board("classic"), (16, 0), "hall")
    [(16.5, 0.5), (16.5, 7.5), (12.5, 7.5), (12.5, 6.5)]
    """
    walks = _Walks(board.map, open_rooms=open_rooms)
    return _corners(walks.walk(walks.squares_of(start), walks.squares_of(end)))


def legs_of(board: Drawable, route: Sequence[Place], *, open_rooms: bool = False) -> list[Leg]:
    """Return the legs of a route, by passage or from door to door; impossible ones are left out."""
    walks, legs = _Walks(board.map, open_rooms=open_rooms), []
    for start, end in pairwise(route):
        if isinstance(start, str) and isinstance(end, str) and walks.rooms[start].passage == end:
            pairs = product(walks.rooms[start].cells, walks.rooms[end].cells)
            nearest = min(pairs, key=lambda pair: dist(*pair))
            legs.append(Leg([*map(middle_of, nearest)], passage=True))
        elif walk := walks.walk(walks.squares_of(start), walks.squares_of(end)):
            points = _corners(walk)
            if isinstance(start, str):
                points[0] = _towards(points[0], points[1])
            if isinstance(end, str):
                points[-1] = _towards(points[-1], points[-2])
            legs.append(Leg(points, passage=False))
    return legs


def _towards(point: Point, other: Point) -> Point:
    """Return the point half a square from ``point`` in the direction of ``other``: on the door."""
    (x, y), (to_x, to_y) = point, other
    half = 0.5 / max(abs(to_x - x), abs(to_y - y))
    return (x + half * (to_x - x), y + half * (to_y - y))


class _Walks:
    """The steps that a token may take from square to square, and inside its own room."""

    def __init__(self, board: BoardMap, *, open_rooms: bool) -> None:
        self.rooms = {room.name: room for room in board.rooms}
        self._hallway = set(board.squares(HALLWAY))
        self._room_of = {cell: room.name for room in board.rooms for cell in room.cells}
        doors = [door for room in board.rooms for door in room.doors]
        self._doors = {(d.cell, d.front) for d in doors} | {(d.front, d.cell) for d in doors}
        self._open = open_rooms

    def squares_of(self, place: Place) -> Sequence[Square]:
        """Return the squares where a walk from or to a place may begin or end."""
        if not isinstance(place, str):
            return [place]
        room = self.rooms[place]
        return room.cells if self._open else [door.cell for door in room.doors]

    def walk(self, starts: Sequence[Square], ends: Sequence[Square]) -> list[Square]:
        """Return the squares of the best walk from any start to any end; empty if there is none."""
        last = self._room_of.get(ends[0])
        queue: list[tuple[int, _Node, _Node | None]] = []
        for start in starts:
            heappush(queue, (0, (start, -1), None))
        came: dict[_Node, _Node | None] = {}
        while queue:
            cost, node, before = heappop(queue)
            if node in came:
                continue
            came[node] = before
            here, heading = node
            if here in ends:
                squares, at = [here], before
                while at:
                    squares.append(at[0])
                    at = came[at]
                return squares[::-1]
            for direction, (dx, dy) in enumerate(_DIRECTIONS):
                there = (here[0] + dx, here[1] + dy)
                if self._allows(here, there, last):
                    turn = heading not in (-1, direction)
                    heappush(queue, (cost + _STEP + turn, (there, direction), node))
        return []

    def _allows(self, here: Square, there: Square, last: str | None) -> bool:
        """Return whether a step is allowed: not through walls, and into no room but the last."""
        room, other = self._room_of.get(here), self._room_of.get(there)
        if there not in self._hallway and other is None:
            return False
        if self._open or room == other:
            return True
        return (other is None or other == last) and (here, there) in self._doors


def _corners(walk: list[Square]) -> list[Point]:
    """Return the middles of the squares where a walk begins, turns and ends."""
    ends = 0, len(walk) - 1
    kept = [s for n, s in enumerate(walk) if n in ends or _turns(*walk[n - 1 : n + 2])]
    return [middle_of(square) for square in kept]


def _turns(before: Square, at: Square, after: Square) -> bool:
    return (at[0] - before[0], at[1] - before[1]) != (after[0] - at[0], after[1] - at[1])


_BADGE = 0.3  # the radius of the number at a stop, in units


def paths(legs: Sequence[Leg]) -> Iterator[str]:
    """Yield the lines of some legs, each on a broader one, so that it is seen on any ground."""
    for leg in legs:
        yield _line(leg, "casing", light("ground"), 0.36)
    for leg in legs:
        yield _line(leg, "route", light("route"), 0.18)


def stops(legs: Sequence[Leg]) -> Iterator[str]:
    """Yield the number at the end of each leg, counted from 1."""
    for number, leg in enumerate(legs, 1):
        yield _stop(number, leg.points[-1])


def _line(leg: Leg, name: str, colour: str, width: float) -> str:
    data = "M" + "L".join(f"{x:g} {y:g}" for x, y in leg.points)
    secret = ' by-passage" stroke-dasharray=".1 .42' if leg.passage else ""
    return (
        f'<path class="{name}{secret}" d="{data}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _stop(number: int, at: Point) -> str:
    return (
        f'<g class="stop" transform="translate({at[0]:g} {at[1]:g})">'
        f'<circle r="{_BADGE}" fill="{light("route")}" stroke="{light("ground")}" '
        'stroke-width=".08"/>'
        f'<text y=".145" font-size=".42" font-weight="700" text-anchor="middle" '
        f'fill="{light("ground")}">{number}</text></g>'
    )
