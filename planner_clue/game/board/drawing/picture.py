"""The picture of a board and a position, as SVG.

What a page relies on: the root has the class ``clue-board``, and a square is one unit. Each room is
``g.room[data-room]``, each hallway square ``rect.square[data-square="x,y"]``, each token
``g.token[data-suspect]`` around (0, 0). Squares and rooms with the class ``in-reach`` are marked.
Every room has a ``path.heat``, seen by its ``fill-opacity``, and a ``text.heat-value``.
:mod:`~planner_clue.game.board.drawing.palette` names the colours that a page may set.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import cos, pi, sin

from planner_clue.game.board.drawing import rooms
from planner_clue.game.board.drawing.palette import SIGN_SIZE, TOKENS, light, style_sheet
from planner_clue.game.board.drawing.routes import legs_of, paths, stops
from planner_clue.game.board.drawing.shapes import largest_rectangle, outline
from planner_clue.game.board.map import HALLWAY, NEVER_ENTERED, OUTSIDE, BoardMap, Place
from planner_clue.game.cards import Card

_SIDES = {
    "scarlett": (0, 1.0, 0.0),
    "mustard": (4, 1.24, 0.25),
    "white": (6, 1.08, 1 / 6),
    "green": (3, 1.12, 0.0),
    "peacock": (3, 1.12, 1 / 3),
    "plum": (4, 1.1, 0.0),
}
"""For each suspect: how many sides its token has, none for a circle; its size; how far it is
turned, in half turns."""
_LETTERS = {"green": 0.22, "peacock": 0.06}  # base lines of letters in narrow shapes


def looks_of(starts: Iterable[Card]) -> dict[Card, str]:
    """Return for each suspect the one of the classic box whose shape and colour its token has."""
    return {
        suspect: suspect if suspect in TOKENS else [*TOKENS][number % len(TOKENS)]
        for number, suspect in enumerate(starts)
    }


def letters_of(suspect: Card) -> str:
    """Return the two letters on a suspect's token: ``Pe``, ``Pl``."""
    return suspect[:2].capitalize()


def edge_of(look: str, radius: float = rooms.TOKEN_RADIUS) -> str:
    """Return the shape of a token around (0, 0), as the element of an SVG without its end."""
    sides, size, turned = _SIDES[look]
    if not sides:
        return f'<circle r="{radius:g}"'
    points = []
    for corner in range(sides):
        angle = 2 * pi * (corner / sides + turned / 2) - pi / 2
        x, y = size * radius * cos(angle), size * radius * sin(angle)
        points.append(f"{round(x, 3):g},{round(y, 3):g}")
    return f'<polygon points="{" ".join(points)}"'


def _token(suspect: Card, look: str, at: rooms.Point, scale: float, where: str) -> str:
    colour, letters = TOKENS[look]
    size = "" if scale == 1 else f" scale({scale:g})"
    return (
        f'<g class="token" data-suspect="{suspect}" '
        f'transform="translate({at[0]:g} {at[1]:g}){size}">'
        f"<title>{escape(suspect.capitalize())}, {escape(where)}</title>"
        f'{edge_of(look)} class="edge" fill="{colour}" stroke="{light("token-edge")}" '
        f'stroke-width=".07" stroke-linejoin="round"/>'
        f'<text y="{_LETTERS.get(look, 0.155):g}" font-size=".4" font-weight="700" '
        f'text-anchor="middle" '
        f'style="fill:{letters}" fill="{letters}">{letters_of(suspect)}</text></g>'
    )


def _start(suspect: Card, look: str, at: rooms.Point) -> str:
    edge = edge_of(look, 0.24)
    return (
        f'<g class="start" data-suspect="{suspect}" transform="translate({at[0]:g} {at[1]:g})">'
        f"<title>{suspect.capitalize()} starts here</title>"
        f'{edge} fill="none" stroke="{light("faint")}" stroke-width=".05"/></g>'
    )


_MARGIN = 0.6  # around the board, in units
_GAP = 0.03  # between a square and the middle of the line around it, in units
_ENVELOPE = "M2.5 6h19v13h-19zM2.5 6l9.5 7.5 9.5-7.5M2.5 19l7-7M21.5 19l-7-7"
_LEAST_MIDDLE = 3  # minimum width and height of the middle for the case file, in units
_COOLEST, _HOTTEST = 0.06, 0.95  # opacity of the least heat and of the most
_BEND = 0.7  # exponent of the scale from a prior; board.js has the same one
_PIXELS = 28  # width of a unit in pixels, unless the page sets the size of the picture
_WIDEST = 1000  # maximum width and height of the picture in pixels, unless the page sets its size


def short_number(value: float) -> str:
    """Return a number as it is written into a room: ``3``, ``0.12``, ``17.3``."""
    if value == int(value):
        return str(int(value))
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def board_svg(  # noqa: PLR0913 - what a picture may show, each by its name
    board: rooms.Drawable,
    tokens: Mapping[Card, Place] | None = None,
    *,
    reach: Iterable[Place] = (),
    route: Sequence[Place] = (),
    heat: Mapping[Card, float] | None = None,
    number: Callable[[float], str] = short_number,
    prior: float | None = None,
    open_rooms: bool = False,
    coordinates: bool = True,
    title: str = "",
) -> str:
    """Return a board as an SVG picture, for a page or a file.

    ``tokens`` are drawn at their places. ``reach`` is the set of squares and rooms to mark.
    ``route`` is a walk to draw; with ``open_rooms``, it follows the rules ``huji``. ``heat`` is a
    number per room. Rooms are darker the nearer their number is to the largest one or, with a
    ``prior``, the further it lies from the prior towards 1. ``number`` formats the number as text.
    ``coordinates`` number columns and rows. ``title`` describes the picture for people who cannot
    see it.

    >>> svg = clue.board_svg(clue.load_board("classic"), {"plum": "hall"}, heat={"study": 0.25})
    >>> svg.count('class="token"'), "0.25" in svg
    (1, True)
    """
    drawn, marked = board.map, set(reach)
    looks = looks_of(drawn.starts)
    layouts = {room.name: rooms.layout_of(room, drawn) for room in drawn.rooms}
    named = escape(title or f"The board {drawn.name}")
    legs = legs_of(board, route, open_rooms=open_rooms)
    walked = [leg for leg in legs if not leg.passage]
    secret = [leg for leg in legs if leg.passage]
    tokens = tokens or {}
    written = {room: escape(number(value)) for room, value in (heat or {}).items()}
    parts = [
        _root(drawn, layouts, named),
        f"<title>{named}</title>",
        f"<desc>{escape(_description(tokens, looks, heat or {}, number))}</desc>",
        f"<style>{style_sheet()}</style>",
        *_hallway(drawn, marked),
        *_case_file(drawn),
        *(_coordinates(drawn, _top(layouts)) if coordinates else ()),
        *paths(walked),
        *_rooms(drawn, layouts, marked, _shades(heat or {}, prior), written),
        *(_start(one, looks[one], rooms.middle_of(at)) for one, at in drawn.starts.items()),
        *paths(secret),
        *stops(legs),
        *_tokens(tokens, layouts, looks),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _top(layouts: Mapping[Card, rooms.RoomLayout]) -> float:
    return min(0.0, *(line.y - line.size for each in layouts.values() for line in each.lines))


def _root(board: BoardMap, layouts: Mapping[Card, rooms.RoomLayout], named: str) -> str:
    """Return the start of the picture, as large as the board and all words beside it."""
    lines = [line for layout in layouts.values() for line in layout.lines]
    top = _top(layouts) - _MARGIN
    bottom = max(board.height, *(line.y + 0.2 for line in lines)) + _MARGIN
    width, height = board.width + 2 * _MARGIN, bottom - top
    pixels = min(_PIXELS, _WIDEST / max(width, height))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="clue-board" role="img" '
        f'aria-label="{named}" viewBox="{-_MARGIN:g} {top:g} {width:g} {height:g}" '
        f'width="{pixels * width:.0f}" height="{pixels * height:.0f}">'
    )


def _coordinates(board: BoardMap, top: float) -> Iterator[str]:
    columns = (((x + 0.5, top - 0.12), x) for x in range(board.width))
    rows = (((-0.3, y + 0.5 + 0.14), y) for y in range(board.height))
    for (x, y), number in (*columns, *rows):
        yield (
            f'<text class="coordinate" x="{x:g}" y="{y:g}" font-size=".38" '
            f'text-anchor="middle" fill="{light("faint")}" aria-hidden="true">{number}</text>'
        )


def _case_file(board: BoardMap) -> Iterator[str]:
    """Yield an envelope in the middle, if there is space inside that no token enters."""
    inside = list(board.squares(NEVER_ENTERED)) or [
        (x, y)
        for x, y in board.squares(OUTSIDE)
        if 0 < x < board.width - 1 and 0 < y < board.height - 1
    ]
    box = largest_rectangle(inside)
    if min(box.width, box.height) < _LEAST_MIDDLE:
        return
    scale = 0.7 * min(box.width, box.height) / SIGN_SIZE
    x, y = box.x + box.width / 2 - 12 * scale, box.y + box.height / 2 - 13 * scale
    yield (
        f'<g class="case-file"><path d="{_ENVELOPE}" fill="{light("envelope")}" '
        f'stroke="{light("wall")}" stroke-width=".8" stroke-linejoin="round" '
        f'transform="translate({x:.3f} {y:.3f}) scale({scale:.4f})"/>'
        f'<text x="{box.x + box.width / 2:g}" y="{y + 22.5 * scale:.3f}" font-size=".62" '
        f'font-weight="600" text-anchor="middle" fill="{light("ink")}">Case file</text></g>'
    )


def _hallway(board: BoardMap, reach: set[Place]) -> Iterator[str]:
    squares, side = board.squares(HALLWAY), 1 - 2 * _GAP
    yield f'<path class="grid" d="{outline(squares)}" fill="{light("grid")}"/>'
    yield f'<g class="squares" fill="{light("hallway")}">'
    for x, y in squares:
        reached = " in-reach" * ((x, y) in reach)
        yield (
            f'<rect class="square{reached}" data-square="{x},{y}" '
            f'x="{x + _GAP:g}" y="{y + _GAP:g}" width="{side:g}" height="{side:g}"/>'
        )
    yield "</g>"
    never = outline(board.squares(NEVER_ENTERED))
    yield (
        f'<path class="never" d="{never}" fill="{light("cellar")}" stroke="{light("wall")}" '
        'stroke-width=".08"/>'
    )
    yield (
        f'<path class="outline" d="{outline(squares)}" fill="none" stroke="{light("wall")}" '
        'stroke-width=".08"/>'
    )


def _rooms(
    board: BoardMap,
    layouts: Mapping[Card, rooms.RoomLayout],
    reach: set[Place],
    shades: Mapping[Card, float],
    written: Mapping[Card, str],
) -> Iterator[str]:
    for room in board.rooms:
        shade, text = shades.get(room.name, 0.0), written.get(room.name, "")
        drawn, in_reach = (room, layouts[room.name], board), room.name in reach
        yield rooms.room_element(*drawn, in_reach=in_reach, heat=shade, number=text)


def _shades(heat: Mapping[Card, float], prior: float | None) -> dict[Card, float]:
    """Return the opacity of each room's heat, by the scale of :func:`board_svg`."""
    if prior is not None:
        above = {room: max(0.0, value - prior) / (1 - prior) for room, value in heat.items()}
        return {room: _HOTTEST * share**_BEND for room, share in above.items()}
    most = max(heat.values(), default=0.0)
    hot = {room: value / most for room, value in heat.items() if value > 0}
    return {room: _COOLEST + (_HOTTEST - _COOLEST) * share for room, share in hot.items()}


def _tokens(
    tokens: Mapping[Card, Place],
    layouts: Mapping[Card, rooms.RoomLayout],
    looks: Mapping[Card, str],
) -> Iterator[str]:
    yield '<g class="tokens">'
    for order, (suspect, look) in enumerate(looks.items()):
        place = tokens.get(suspect)
        if place is None:
            continue
        if isinstance(place, str):
            layout = layouts[place]
            spot = layout.spots[order % len(layout.spots)]
            yield _token(suspect, look, spot, layout.scale, _where(place))
        else:
            yield _token(suspect, look, rooms.middle_of(place), 1.0, _where(place))
    yield "</g>"


def _where(place: Place) -> str:
    if isinstance(place, str):
        return f"in the {rooms.in_words(place).lower()}"
    return f"on square {place[0]},{place[1]}"


def _description(
    tokens: Mapping[Card, Place],
    looks: Mapping[Card, str],
    heat: Mapping[Card, float],
    number: Callable[[float], str],
) -> str:
    stand = [
        f"{suspect.capitalize()} is {_where(tokens[suspect])}."
        for suspect in looks
        if tokens.get(suspect) is not None
    ]
    hot = [f"{rooms.in_words(room)}: {number(value)}." for room, value in heat.items()]
    return " ".join([*stand, *hot])
