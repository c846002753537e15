"""Marks of a submission: points per case with reasons, as text and as Gradescope's results."""

from dataclasses import dataclass
from typing import Any

from planner_clue.errors import printable

_DECIMALS = 2
_LONGEST = 20_000
"""Characters of the text for one case."""


@dataclass(frozen=True)
class Figure:
    """What a page shows of a failure beside its words."""

    steps: tuple[str, ...] = ()
    """A plan."""
    first: int = 1
    """Number of the first step."""
    at: int | None = None
    """Number of the step that fails."""
    way: tuple[str, ...] = ()
    """The rooms where the token was, the last one where it is when the failure happens."""
    lacks: tuple[str, ...] = ()
    """Conditions that should hold there, and do not."""
    holds: tuple[str, ...] = ()
    """Atoms that hold there, of those that the step is about."""
    seen: tuple[str, ...] = ()
    """What was observed, in words."""
    expected: str = ""
    found: str = ""
    action: str = ""
    """The action of the submitted domain that fails."""
    record: str = ""
    """The record of a lost game, as a line of JSON."""


@dataclass(frozen=True)
class Shortfall:
    """A reason for lost points."""

    what: str
    """The failure as it was observed."""
    means: str = ""
    """Its meaning, and where to look."""
    figure: Figure | None = None


@dataclass(frozen=True)
class Earned:
    """Result of a submission in one case."""

    share: float
    """Of the points, from 0 to 1."""
    shortfalls: tuple[Shortfall, ...] = ()
    says: str = ""
    """The measurement, also for those who pass."""
    ungraded: str = ""
    """Why the grader could not grade the case, if so; then the share means nothing."""


@dataclass(frozen=True)
class Mark:
    """Points for one case."""

    title: str
    source: str
    """The case's file."""
    checks: str
    """The check in a sentence."""
    shows: str
    """The case as a text."""
    out_of: float
    """Points of the case."""
    earned: Earned
    visibility: str = "visible"
    """When students may see it on Gradescope, in its words."""

    @property
    def is_graded(self) -> bool:
        """Whether the case counts; a case that the grader failed on counts in neither sum."""
        return not self.earned.ungraded

    @property
    def points(self) -> float:
        """Points earned, from 0 to ``out_of``; 0 where the case was not graded."""
        return points_for(self.earned.share, self.out_of) if self.is_graded else 0.0

    @property
    def is_full(self) -> bool:
        """Whether all points were earned."""
        return self.is_graded and self.points >= self.out_of

    @property
    def kind(self) -> str:
        """``full``, ``part``, ``failed``, or ``none`` where it was not graded."""
        if not self.is_graded:
            return "none"
        return "full" if self.is_full else "part" if self.points else "failed"

    def told(self) -> list[str]:
        """Return the lines about this mark; with the case itself where points are lacking."""
        lines = [f"Checks: {self.checks}"]
        if self.earned.ungraded:
            lines += f"Not graded: {_plain(self.earned.ungraded)}".splitlines()
        lines += [f"Measured: {_plain(self.earned.says)}"] if self.earned.says else []
        for fall in self.earned.shortfalls:
            lines += f"Failed: {_plain(fall.what)}".splitlines()
            lines += [f"This means: {_plain(fall.means)}"] if fall.means else []
        if not self.is_full and self.shows:
            lines += [f"The case ({self.source}):"]
            lines += [f"  {_plain(line)}" for line in self.shows.splitlines()]
        return lines


@dataclass(frozen=True)
class Grade:
    """All marks of a submission."""

    exercise: str
    """Number and title of the exercise."""
    marks: tuple[Mark, ...]
    seconds: float
    """Wall-clock time of the grading."""
    warnings: tuple[str, ...] = ()
    """Restrictions on submitted code that this system does not enforce."""

    @property
    def points(self) -> float:
        """Points of all graded cases."""
        return round(sum(mark.points for mark in self.marks), _DECIMALS)

    @property
    def out_of(self) -> float:
        """Points that could be earned in the graded cases."""
        return round(sum(mark.out_of for mark in self.marks if mark.is_graded), _DECIMALS)

    @property
    def notes(self) -> tuple[str, ...]:
        """The warnings, and how many cases were not graded."""
        lacking = [mark for mark in self.marks if not mark.is_graded]
        if not lacking:
            return self.warnings
        points = sum(mark.out_of for mark in lacking)
        cases = "1 case was" if len(lacking) == 1 else f"{len(lacking)} cases were"
        told = f"{cases} not graded, {points:g} points: the grader failed, not the submission."
        return (*self.warnings, told)

    def results(self) -> dict[str, Any]:
        """Return Gradescope's ``results.json`` ("Autograder Specifications") as plain data."""
        said = f"Exercise {self.exercise}: {self.points:g} of {self.out_of:g} points."
        return {
            "score": self.points,
            "execution_time": round(self.seconds, 2),
            "output": "\n".join([said, *self.notes]),
            "output_format": "text",
            "test_output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [_test(number, mark) for number, mark in enumerate(self.marks, 1)],
            "extra_data": {"exercise": self.exercise, "max_score": self.out_of},
        }


def _test(number: int, mark: Mark) -> dict[str, Any]:
    return {
        "number": str(number),
        "name": mark.title if mark.is_graded else f"{mark.title} (not graded)",
        "score": mark.points,
        "max_score": mark.out_of if mark.is_graded else 0,
        "status": "passed" if mark.is_full else "failed",
        "output": "\n".join(mark.told())[:_LONGEST],
        "tags": [mark.source],
        "visibility": mark.visibility,
        "extra_data": {"shortfalls": [_plain(fall.what) for fall in mark.earned.shortfalls]},
    }


def _plain(text: str) -> str:
    """Return a text of bounded length without control characters."""
    return "\n".join(printable(line) for line in text[:_LONGEST].splitlines())


def points_for(share: float, out_of: float) -> float:
    """Return the points for a share of a case.

    >>> points_for(0.5, 3), points_for(2, 3)
    (1.5, 3.0)
    """
    return round(min(1.0, max(0.0, share)) * out_of, _DECIMALS)
