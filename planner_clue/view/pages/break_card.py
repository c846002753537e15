"""The picture of a plan that an observation broke: the old plan, the observation, the new plan.

It is an SVG of 1200 by 675 units. Where it shows boards, it has the marks ``<!-- before -->`` and
``<!-- after -->`` for the board when either plan was made: a page puts its own boards there, and
:func:`break_picture` draws them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import chain, groupby, pairwise
from textwrap import wrap
from typing import Any, NamedTuple, TypeAlias

from msgspec import convert

from planner_clue.belief.probability import Probability
from planner_clue.game.board import Board
from planner_clue.game.board.drawing import board_svg
from planner_clue.game.board.drawing.palette import COLOURS, light
from planner_clue.planner.decision import Replan
from planner_clue.planner.plan_tree import Plan, StepStatus, remaining
from planner_clue.planner.triggers import Trigger
from planner_clue.support.errors import InputError
from planner_clue.view.wording import assumption_in_words, full_names_of, step_in_words

_COLUMN, _LETTERS, _LINE = 360, 41, 22
"""Width of a column and height of a line in units, and letters of a line."""
_MOST_LINES = 7
_BOARD = 345  # width and height of a board in units
_BOARD_TOP = 290
_FRAME = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 675" width="1200" height="675"'
_LOOP_SECONDS, _MOST_IN_LOOP = 20, 5
_RED = "#a32020"
_LIGHT = ";".join(f"--clue-{name}:{light(name)}" for name in COLOURS)
"""The style of a picture whose boards are light also where the reader's screen is dark."""
BREAKS = tuple(trigger for trigger in Trigger if trigger.breaks)
_Prose: TypeAlias = Callable[[str], str]
_SIZE = re.compile(r' width="[0-9]+" height="[0-9]+">')
"""The end of the first tag of a picture of a board."""


class Break(NamedTuple):
    """A plan of a seat that an observation broke, and the plan after it, as a page has them."""

    seat: int
    number: int  # counted from 1, over all seats
    old: dict[str, Any]
    new: dict[str, Any]


def breaks_of(data: Mapping[str, Any]) -> list[Break]:
    """Return the breaks of a game in order, from the data of its page."""
    found = []
    for seat, plans in data["plans"].items():
        made = [one for one in plans["decisions"] if one["made"]["kind"] == "replan"]
        for old, new in pairwise(made):
            if old["broken"] and old["broken"]["trigger"] in BREAKS:
                found.append((old["broken"]["at"], int(seat), old, new))
    found.sort(key=lambda one: one[:2])
    return [Break(seat, number, old, new) for number, (_, seat, old, new) in enumerate(found, 1)]


def card_of(data: Mapping[str, Any], broken: Break) -> str:
    """Return the picture of a break as SVG, with marks for the boards."""
    old, new, reason = broken.old, broken.new, broken.old["broken"]
    who, prose = full_names_of(data)[broken.seat], partial(prose_of, data)
    turn = reason["observed_in"] or new["made"]["turn"]
    title = f"Plan {old['made']['replan'] + 1} of {who} breaks in turn {turn}"
    left = [_files(data, broken.seat, made["at"]) for made in (old, new)]
    parts = [
        f'<svg {_FRAME} font-family="system-ui, sans-serif" role="img" style="{_LIGHT}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="1200" height="675" fill="{light("ground")}"/>',
        _text(40, 52, title, size=28, weight=700),
        _text(1160, 52, f"game {data['game']}, moment {reason['at']}", size=17, anchor="end"),
        *_plan(40, old, prose, struck=True),
        *_observation(reason | {"because": data["because"][reason["trigger"]]}, left, prose),
        *_plan(800, new, prose, struck=False),
        "<!-- before --><!-- after -->",
        "</svg>",
    ]
    return "\n".join(parts)


def _plan(x: int, plan: Mapping[str, Any], prose: _Prose, *, struck: bool) -> Iterator[str]:
    made = convert(plan["made"], Replan)
    yield _text(x, 100, f"Plan {made.number + 1}, turn {made.turn}", size=19, weight=700)
    assumed = f"assumes {assumption_in_words(made, 1)}"
    lines = [(line, False) for line in wrap(prose(assumed), _LETTERS)]
    for done, words in _steps(remaining(made.steps, made.turn)):
        sign = "✓ " if done and struck else "→ "
        lines += [(line, struck and not done) for line in wrap(sign + prose(words), _LETTERS)]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], ("…", False)]
    for number, (line, crossed) in enumerate(lines):
        yield _text(x, 128 + _LINE * number, line, size=16, crossed=crossed)


def _steps(plan: Plan) -> Iterator[tuple[bool, str]]:
    """Yield the steps of a plan and of its branch that came, each with whether it was played."""
    for step in plan:
        if step.is_played:
            yield step.status is StepStatus.PLAYED, step_in_words(step)
        for branch in step.branches:
            if branch.status is StepStatus.PLAYED:
                yield from _steps(branch.steps)


def _observation(
    reason: Mapping[str, Any], left: Sequence[int | None], prose: _Prose
) -> Iterator[str]:
    name = reason["trigger"].replace("-", " ")
    wide = 11 * len(name) + 28
    yield f'<rect x="{600 - wide / 2:g}" y="84" width="{wide}" height="32" rx="8" fill="{_RED}"/>'
    yield _text(600, 106, name, size=18, weight=700, anchor="middle", colour="#ffffff")
    turn = f"Turn {reason['observed_in']}: " if reason["observed_in"] else ""
    lines = [*wrap(turn + prose(reason["observation"]), 32), "", *wrap(reason["because"], 32)]
    for number, line in enumerate(lines):
        weight = 700 if number < lines.index("") else 400
        yield _text(600, 148 + 24 * number, line, size=18, weight=weight, anchor="middle")
    y = _BOARD_TOP + _BOARD / 2
    yield (
        f'<path d="M430 {y:g}H760M744 {y - 14:g}L762 {y:g}L744 {y + 14:g}" fill="none" '
        f'stroke="{_RED}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    before, after = left
    if before is not None and after is not None:
        same = f"still {before} case files left"
        words = same if after == before else f"{before} case files left, then {after}"
        yield _text(600, y - 26, words, size=18, anchor="middle")


def _files(data: Mapping[str, Any], seat: int, at: int) -> int | None:
    """Return how many case files a seat had left at a frame."""
    changes = data["notebooks"].get(str(seat), {"changes": ()})["changes"]
    known = [change["files"] for change in changes if change["at"] <= at and "files" in change]
    return known[-1] if known else None


def _text(  # noqa: PLR0913 - where and how a text stands, each by its name
    x: float, y: float, content: str, *, size: int, weight: int = 400, anchor: str = "start",
    crossed: bool = False, colour: str = "",
) -> str:  # fmt: skip
    struck = ' text-decoration="line-through" opacity=".7"' if crossed else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour or light("ink")}"{struck}>{escape(content)}</text>'
    )


def prose_of(data: Mapping[str, Any], text: str) -> str:
    """Return a text with the names of cards as the board has them, and "the" before rooms."""
    names = [list(map(re.escape, cards)) for _, cards in data["categories"]]
    text = re.sub(rf"\b(to|in|reaches) (?=(?:{'|'.join(names[-1])})\b)", r"\1 the ", text)
    return re.sub("|".join(chain(*names)), lambda card: card[0].replace("-", " "), text)


def break_picture(data: Mapping[str, Any], board: Board | None, number: int | None = None) -> str:
    """Return the picture of break ``number``, from 1; by default the first breaks in a loop.

    The loop is animated, and shows at most 5 breaks. Readers who prefer reduced motion see the
    first. Raises :class:`InputError` if there is no such break.
    """
    found = breaks_of(data)
    wanted = 1 if number is None else number
    if not 1 <= wanted <= len(found):
        known = f"1 to {len(found)}" if found else "no break: no observation ended a plan"
        raise InputError(f"--break {wanted}; expected {known}")
    if number is not None or len(found) == 1:
        return _drawn(data, board, found[wanted - 1])
    found = found[:_MOST_IN_LOOP]
    share = 100 / len(found)
    cards = (
        f'<g class="break" style="animation-delay:{_LOOP_SECONDS * place / len(found):g}s">\n'
        f"{_drawn(data, board, broken)}\n</g>"
        for place, broken in enumerate(found)
    )
    style = (
        f".break{{opacity:0;animation:loop {_LOOP_SECONDS}s infinite}}"
        f"@keyframes loop{{0%,{share - 2:g}%{{opacity:1}}{share:g}%,98%{{opacity:0}}}}@media"
        "(prefers-reduced-motion:reduce){.break{animation:none}.break:first-of-type{opacity:1}}"
    )
    return "\n".join([f"<svg {_FRAME}>", f"<style>{style}</style>", *cards, "</svg>"])


def _drawn(data: Mapping[str, Any], board: Board | None, broken: Break) -> str:
    """Return the picture of a break with its boards."""
    card = card_of(data, broken)
    if not board:
        return card
    for mark, x, plan in (("before", 40, broken.old), ("after", 800, broken.new)):
        picture = _board_at(data, board, broken.seat, plan)
        place = f' x="{x}" y="{_BOARD_TOP}" width="{_COLUMN}" height="{_BOARD}">'
        card = card.replace(f"<!-- {mark} -->", _SIZE.sub(place, picture, count=1))
    return card


def _board_at(data: Mapping[str, Any], board: Board, seat: int, plan: Mapping[str, Any]) -> str:
    """Return the board when a plan was made: tokens, its route, and the heat of its seat."""
    tokens: dict[Any, Any] = {}
    for frame in data["frames"][: plan["at"]]:
        tokens |= frame.get("moves", {})
    tokens = {token: _place(at) for token, at in tokens.items() if at is not None}
    cards: dict[str, Any] = {}
    for change in data["notebooks"][str(seat)]["changes"]:
        if change["at"] <= plan["at"]:
            cards |= change["cards"]
    heat = {room: cards[room][-1] / 1000 for room in board.rooms if room in cards}
    here = tokens.get(data["seats"][seat]["token"])
    made = convert(plan["made"], Replan)
    rooms = [step.to for step in remaining(made.steps, made.turn) if step.to]
    return board_svg(
        board,
        tokens,
        heat=heat,
        prior=1 / len(heat),
        coordinates=False,
        number=lambda value: Probability(value, 0 < value < 1).percent(),
        route=[place for place, _ in groupby([here, *rooms])] if here is not None else (),
        title=f"The board when plan {made.number + 1} was made",
    )


def _place(at: Any) -> Any:
    return at if isinstance(at, str) else tuple(at)
