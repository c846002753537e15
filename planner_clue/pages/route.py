"""The way of a plan over the board, as points to draw a line through.

Points are in squares: ``[16.5, 0.5]`` is the middle of square (16, 0).
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from planner_clue.board import Board, Place
from planner_clue.cards import Card

Point = list[float]


class Leg(NamedTuple):
    """The way to one room."""

    step: int
    """The place of the step in its plan."""
    points: list[Point]


def legs_of(board: Board, here: Place | None, goals: Sequence[tuple[int, Card]]) -> list[Leg]:
    """Return the legs from ``here`` through the rooms of a plan's steps, in order.

    A leg from a room to itself has no points and is left out, as is one that nobody can walk.
    """
    places: list[Place | None] = [here, *(room for _, room in goals)]
    legs = []
    for (step, _), (start, room) in zip(goals, pairwise(places), strict=True):
        if start is not None and start != room and room is not None:
            points = _way(board, start, room)
            if points:
                legs.append(Leg(step, points))
    return legs


def _way(board: Board, start: Place, end: Place) -> list[Point]:
    if isinstance(start, str) and board.passages.get(start) == end:
        return [_middle(board, start), _middle(board, end)]
    path = _squares(board, start, end)
    return _straightened([_middle(board, place) for place in path])


def _squares(board: Board, start: Place, end: Place) -> list[Place]:
    """Return the shortest way through the hallway, doors and hallway squares only."""
    import networkx as nx

    through = [n for n in board.graph if not isinstance(n, str) or n in (start, end)]
    hallway = board.graph.subgraph(through)
    steps = nx.restricted_view(
        hallway, [], [(a, b) for a, b, kind in hallway.edges(data="kind") if kind == "passage"]
    )
    try:
        found: list[Place] = nx.shortest_path(steps, start, end)
    except nx.NetworkXNoPath:
        return []
    return found


def _middle(board: Board, place: Place) -> Point:
    if not isinstance(place, str):
        return [place[0] + 0.5, place[1] + 0.5]
    cells = board.rooms[Card(place)].cells
    return [
        round(sum(x for x, _ in cells) / len(cells) + 0.5, 1),
        round(sum(y for _, y in cells) / len(cells) + 0.5, 1),
    ]


def _straightened(points: Iterable[Point]) -> list[Point]:
    """Leave out points in the middle of a straight line."""
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _on_a_line(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _on_a_line(a: Point, b: Point, c: Point) -> bool:
    return (a[0] == b[0] == c[0]) or (a[1] == b[1] == c[1])
