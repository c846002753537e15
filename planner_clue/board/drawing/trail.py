"""The planned route as lines: on foot, by secret passage, and a number at each stop."""

from collections.abc import Iterator, Sequence

from planner_clue.board.drawing.palette import light
from planner_clue.board.drawing.room_layout import Point
from planner_clue.board.drawing.routes import Leg

_BADGE = 0.3
"""The radius of the number at a stop, in units."""


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
