"""A page of marks: each failed case with board, plan, failing step, atoms and submitted lines.

The data of the page::

    {"title": "1: Complete a PDDL domain", "name": "ada", "points": 12, "out_of": 29, "notes": [],
     "cases": [{"title": "A proof", "points": 0, "out_of": 2, "kind": "zero",   as Mark.kind
                "checks": "...", "says": "", "ungraded": "", "shows": "plan: ...",
                "falls": [{"what": "...", "means": "...", "steps": [...], ...     as Sketch
                           "board": 0,       number of its picture, or null
                           "excerpts": [["domain.pddl", [[12, "(at ?r)", true]]]],
                           "replay": "marks-lost-1.html"}]}]}
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Any

from planner_clue.game import cards
from planner_clue.game.board import load_board
from planner_clue.game.board.drawing import board_svg
from planner_clue.support import errors
from planner_clue.teaching.checks import Feedback, Sketch
from planner_clue.teaching.grading import Grade, plain_text
from planner_clue.teaching.submission import Submission
from planner_clue.view.pages.page import write_page
from planner_clue.view.pages.replay_page import replay_page

_PLACE = re.compile(r"([\w.-]+\.(?:py|pddl|toml)):(\d+)")
_AROUND = 3
"""Lines that are shown before and after one that is named."""
_MOST_EXCERPTS, _LONGEST_LINE = 3, 300
_LISTS = ("steps", "lacks", "holds", "seen")


class MarksPage:
    """The page of a submission, and the replays of lost games beside it."""

    def __init__(self, grade: Grade, submission: Submission, name: str, stem: str) -> None:
        """Make the page; the names of files beside it begin with ``stem``."""
        self._files, self._stem = submission.files, stem
        self._boards: list[str] = []
        self.replays: dict[str, str] = {}
        """Pages of lost games, by file name."""
        self._data = {
            "title": grade.exercise,
            "name": errors.printable(name),
            "points": grade.points,
            "out_of": grade.out_of,
            "notes": list(map(errors.printable, grade.notes)),
            "cases": [
                {
                    "title": mark.case.title,
                    "points": mark.points,
                    "out_of": mark.case.points,
                    "kind": mark.kind,
                    "checks": mark.case.checks,
                    "says": plain_text(mark.score.says),
                    "ungraded": plain_text(mark.score.ungraded),
                    "shows": "" if mark.is_full else plain_text(mark.case.shows),
                    "falls": [self._failure(failure) for failure in mark.score.feedback],
                }
                for mark in grade.marks
            ],
        }

    @property
    def text(self) -> str:
        """The page, as HTML that needs nothing else."""
        title = f"{self._data['title']}, {self._data['name']}"
        return write_page("marks", title, self._data, ("dom", "marks"), "\n".join(self._boards))

    def _failure(self, failure: Feedback) -> dict[str, Any]:
        sketch = failure.sketch or Sketch()
        excerpts = [*self._excerpts(failure.what), *self._action(sketch.action)]
        replay = f"{self._stem}-lost-{len(self.replays) + 1}.html" if sketch.record else None
        if replay:
            self.replays[replay] = replay_page(json.loads(sketch.record))
        return {
            "what": plain_text(failure.what),
            "means": failure.means,
            "board": self._board(sketch.way),
            "first": sketch.first,
            "at": sketch.at,
            **{name: list(map(errors.printable, getattr(sketch, name))) for name in _LISTS},
            "expected": sketch.expected,
            "found": errors.printable(sketch.found),
            "excerpts": excerpts,
            "replay": replay,
        }

    def _board(self, way: tuple[str, ...]) -> int | None:
        """Return the number of a picture of the token's way on the classic board."""
        board = load_board("classic")
        rooms = [cards.Card(room) for room, _ in groupby(way)]
        if not rooms or not board.rooms.keys() >= {*rooms}:
            return None
        picture = _picture(tuple(rooms))
        if picture not in self._boards:
            self._boards.append(picture)
        return self._boards.index(picture)

    def _excerpts(self, what: str) -> list[Any]:
        """Return the submitted lines that a text names, with some lines around each."""
        found: dict[tuple[str, int], Any] = {}
        for name, number in _PLACE.findall(what):
            lines = self._lines(name)
            line = int(number)
            if 1 <= line <= len(lines) and (name, line) not in found:
                start = max(1, line - _AROUND)
                shown = enumerate(lines[start - 1 : line + _AROUND], start)
                found[name, line] = [name, [[n, text, n == line] for n, text in shown]]
        return [*found.values()][:_MOST_EXCERPTS]

    def _action(self, text: str) -> list[Any]:
        lines, wanted = self._lines("domain.pddl"), text.splitlines()
        for start in range(len(lines) - len(wanted) + 1 if wanted else 0):
            if lines[start : start + len(wanted)] == [_cut(line) for line in wanted]:
                shown = enumerate(lines[start : start + len(wanted)], start + 1)
                return [["domain.pddl", [[n, line, False] for n, line in shown]]]
        return []

    def _lines(self, name: str) -> list[str]:
        text = self._files.get(name, b"").decode("utf-8", "replace")
        return [_cut(line) for line in text.splitlines()]


@cache
def _picture(rooms: tuple[cards.Card, ...]) -> str:
    token: Mapping[cards.Card, Any] = {cards.SUSPECTS[0]: rooms[-1]}
    title = f"The token's way: {', '.join(rooms)}"
    route = rooms if len(rooms) > 1 else ()
    return board_svg(load_board("classic"), token, route=route, title=title)


def _cut(line: str) -> str:
    return errors.printable(line[:_LONGEST_LINE])
