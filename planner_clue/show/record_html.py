"""A recorded game as HTML for notebooks: a short story, and the last position."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from planner_clue.board import Position
from planner_clue.show.story import ToldTurn, ending, introduction, tell_turns

_STORY = "flex:1 1 22em;min-width:16em;max-height:34em;overflow:auto;line-height:1.45"
_BOARD = "flex:1 1 22em;min-width:16em;max-width:34em"
_LINE = "text-align:left;margin:.15em 0"


def record_html(record: Mapping[str, Any], position: Position | None) -> str:
    """Return the story of a record and, where there is one, the picture of a position.

    It has no script and no colours of its own but those of the picture, so it suits dark pages.
    """
    board = f'<div style="{_BOARD}">{position.svg()}</div>' if position else ""
    heads = "".join(f"<p><b>{escape(line)}</b></p>" for line in introduction(record))
    turns = "".join(map(_turn, tell_turns(record)))
    return (
        '<div class="clue-record" style="display:flex;flex-wrap:wrap;gap:1.5em">'
        f'<div style="{_STORY}">{heads}{turns}<p><b>{escape(ending(record))}</b></p></div>'
        f"{board}</div>"
    )


def _turn(told: ToldTurn) -> str:
    """Return a turn in one paragraph; what a planner had in mind opens on a click."""
    happened = "; ".join(line for line in told.lines if not line.startswith(("*", " ")))
    text = f"<b>{told.turn.number}</b> {escape(told.name)}: {escape(happened)}"
    thoughts = "<br>".join(map(escape, _thoughts(told)))
    if not thoughts:
        return f'<p style="{_LINE}">{text}</p>'
    return f'<details style="{_LINE}"><summary>{text}</summary><small>{thoughts}</small></details>'


def _thoughts(told: ToldTurn) -> Iterator[str]:
    for line in told.lines:
        if line.startswith(("*", " ")):
            yield line.strip().removeprefix("* ")
