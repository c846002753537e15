"""Marks as the ``results.json`` that Gradescope reads (its "Autograder Specifications")."""

from typing import Any

from planner_clue.errors import printable
from planner_clue.teach.marks import Grade, Mark

_LONGEST = 20_000
"""Characters of a text for one case."""


def results(grade: Grade) -> dict[str, Any]:
    """Return the marks as plain data: one test for each case."""
    said = f"Exercise {grade.exercise}: {grade.points:g} of {grade.out_of:g} points."
    return {
        "score": grade.points,
        "execution_time": round(grade.seconds, 2),
        "output": "\n".join([said, *grade.warnings]),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(number, mark) for number, mark in enumerate(grade.marks, 1)],
        "extra_data": {"exercise": grade.exercise, "max_score": grade.out_of},
    }


def _test(number: int, mark: Mark) -> dict[str, Any]:
    return {
        "number": str(number),
        "name": mark.title,
        "score": mark.points,
        "max_score": mark.out_of,
        "status": "passed" if mark.is_full else "failed",
        "output": "\n".join(told(mark))[:_LONGEST],
        "tags": [mark.source],
        "visibility": mark.visibility,
        "extra_data": {"shortfalls": [_plain(fall.what) for fall in mark.earned.shortfalls]},
    }


def told(mark: Mark) -> list[str]:
    """Return what there is to say of a mark, as lines: all of it where points are lacking."""
    lines = [f"Checks: {mark.checks}"]
    lines += [f"Measured: {_plain(mark.earned.says)}"] if mark.earned.says else []
    for fall in mark.earned.shortfalls:
        lines += f"Failed: {_plain(fall.what)}".splitlines()
        lines += [f"This means: {_plain(fall.means)}"] if fall.means else []
    if not mark.is_full and mark.shows:
        lines += [f"The case ({mark.source}):"]
        lines += [f"  {_plain(line)}" for line in mark.shows.splitlines()]
    return lines


def _plain(text: str) -> str:
    """Return a text whose lines do nothing to a terminal, and that is not too long."""
    return "\n".join(printable(line) for line in text[:_LONGEST].splitlines())
