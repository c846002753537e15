"""The tokens: each suspect has a shape of its own, two letters and a colour."""

from html import escape
from math import cos, pi, sin

from planner_clue.board.drawing.palette import TOKENS, light
from planner_clue.board.drawing.room_layout import TOKEN_RADIUS, Point
from planner_clue.cards import Card

_SIDES = {
    "scarlett": (0, 1.0, 0.0),
    "mustard": (4, 1.24, 0.25),
    "white": (6, 1.08, 1 / 6),
    "green": (5, 1.08, 0.0),
    "peacock": (5, 1.08, 0.2),
    "plum": (4, 1.18, 0.0),
}
"""For each suspect: how many sides its token has, none for a circle; its size; how far it is
turned, in half turns."""


def letters_of(suspect: Card) -> str:
    """Return the two letters on a suspect's token.

    >>> letters_of(Card("peacock")), letters_of(Card("plum"))
    ('Pe', 'Pl')
    """
    return suspect[:2].capitalize()


def edge_of(suspect: Card, radius: float = TOKEN_RADIUS) -> str:
    """Return the shape of a token around (0, 0), as the element of an SVG without its end."""
    sides, size, turned = _SIDES[suspect]
    if not sides:
        return f'<circle r="{radius:g}"'
    points = []
    for corner in range(sides):
        angle = 2 * pi * (corner / sides + turned / 2) - pi / 2
        x, y = size * radius * cos(angle), size * radius * sin(angle)
        points.append(f"{round(x, 3):g},{round(y, 3):g}")
    return f'<polygon points="{" ".join(points)}"'


def token(suspect: Card, at: Point, scale: float, where: str) -> str:
    """Return a token at a point; ``where`` says in words where it stands."""
    colour, letters = TOKENS[suspect]
    size = "" if scale == 1 else f" scale({scale:g})"
    return (
        f'<g class="token" data-suspect="{suspect}" '
        f'transform="translate({at[0]:g} {at[1]:g}){size}">'
        f"<title>{escape(suspect.capitalize())}, {escape(where)}</title>"
        f'{edge_of(suspect)} class="edge" fill="{colour}" stroke="{light("token-edge")}" '
        f'stroke-width=".07" stroke-linejoin="round"/>'
        f'<text y=".155" font-size=".4" font-weight="700" text-anchor="middle" '
        f'style="fill:{letters}" fill="{letters}">{letters_of(suspect)}</text></g>'
    )


def start(suspect: Card, at: Point) -> str:
    """Return the mark of the square on which a suspect starts."""
    edge = edge_of(suspect, 0.24)
    return (
        f'<g class="start" data-suspect="{suspect}" transform="translate({at[0]:g} {at[1]:g})">'
        f"<title>{suspect.capitalize()} starts here</title>"
        f'{edge} fill="none" stroke="{light("faint")}" stroke-width=".05"/></g>'
    )
