"""Trial of a submission in every case of an exercise, and its marks.

Each case is tried in a forked process, which is ended at its limits: a submission that fails there
is still tried in the other cases, and the marks are computed here.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from planner_clue.planning.plan import Status
from planner_clue.planning.processes import in_child
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.support import errors
from planner_clue.teaching.checks import Case, Score, no_points
from planner_clue.teaching.exercise import Exercise
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker

_OTHERS_MAY_PASS = 0o711
_SECONDS_TO_LOOK, _MEGABYTES = 30, 1024
_MEANS: dict[str, str] = {
    Status.TIME_OUT: "The submission takes too long here. The limit is far above its needs.",
    Status.MEMORY_OUT: "The submission takes too much memory here.",
}
_ENGINE_FAULTS = (Status.FAILED, Status.MISSING, Status.OUTPUT_OUT, Status.INVALID_PLAN)
"""Failures that are never the submission's."""
_DECIMALS = 2
_LONGEST = 20_000
"""Characters of the text for one case."""


@dataclass(frozen=True)
class Mark:
    """Points for one case."""

    case: Case
    score: Score

    @property
    def is_graded(self) -> bool:
        """Whether the case counts; a case that the grader failed on counts in neither sum."""
        return not self.score.ungraded

    @property
    def points(self) -> float:
        """Points earned, from 0 to the points of the case; 0 if it was not graded."""
        share = min(1.0, max(0.0, self.score.share)) if self.is_graded else 0.0
        return round(share * self.case.points, _DECIMALS)

    @property
    def is_full(self) -> bool:
        """Whether all points were earned."""
        return self.is_graded and self.points >= self.case.points

    @property
    def kind(self) -> str:
        """``full``, ``part`` or ``zero`` points; ``ungraded`` if the grader could not grade."""
        if not self.is_graded:
            return "ungraded"
        return "full" if self.is_full else "part" if self.points else "zero"

    def in_words(self) -> list[str]:
        """Return the lines about this mark; with the case itself where points are lacking."""
        lines = [f"Checks: {self.case.checks}"]
        if self.score.ungraded:
            lines += f"Not graded: {plain_text(self.score.ungraded)}".splitlines()
        lines += [f"Measured: {plain_text(self.score.says)}"] if self.score.says else []
        for failure in self.score.feedback:
            lines += f"Points lost: {plain_text(failure.what)}".splitlines()
            lines += [f"This means: {plain_text(failure.means)}"] if failure.means else []
        if not self.is_full and self.case.shows:
            lines += [f"The case ({self.case.place}):"]
            lines += [f"  {plain_text(line)}" for line in self.case.shows.splitlines()]
        return lines


@dataclass(frozen=True)
class Grade:
    """All marks of a submission."""

    exercise: str
    marks: tuple[Mark, ...]
    seconds: float
    """Wall-clock time of the grading."""
    warnings: tuple[str, ...] = ()
    """Notes on the submitted files, and restrictions that this system does not enforce."""

    @property
    def points(self) -> float:
        """Points of all graded cases."""
        return round(sum(mark.points for mark in self.marks), _DECIMALS)

    @property
    def out_of(self) -> float:
        """Points that could be earned in the graded cases."""
        return round(sum(mark.case.points for mark in self.marks if mark.is_graded), _DECIMALS)

    @property
    def notes(self) -> tuple[str, ...]:
        """The warnings, and how many cases were not graded."""
        lacking = [mark.case.points for mark in self.marks if not mark.is_graded]
        cases = f"{errors.many(len(lacking), 'case')}, {sum(lacking):g} points"
        ungraded = f"Not graded: {cases}. The grader failed, not the submission."
        return (*self.warnings, ungraded) if lacking else self.warnings

    def results(self) -> dict[str, Any]:
        """Return Gradescope's ``results.json`` ("Autograder Specifications") as plain data."""
        summary = f"Exercise {self.exercise}: {self.points:g} of {self.out_of:g} points."
        return {
            "score": self.points,
            "execution_time": round(self.seconds, 2),
            "output": "\n".join([summary, *self.notes]),
            "output_format": "text",
            "test_output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [
                {
                    "number": str(number),
                    "name": f"{mark.case.title}{'' if mark.is_graded else ' (not graded)'}",
                    "score": mark.points,
                    "max_score": mark.case.points if mark.is_graded else 0,
                    "status": "passed" if mark.is_full else "failed",
                    "output": "\n".join(mark.in_words())[:_LONGEST],
                    "tags": [mark.case.place],
                    "visibility": mark.case.visibility,
                    "extra_data": {"shortfalls": [plain_text(f.what) for f in mark.score.feedback]},
                }
                for number, mark in enumerate(self.marks, 1)
            ],
            "extra_data": {"exercise": self.exercise, "max_score": self.out_of},
        }


def plain_text(text: str) -> str:
    """Return a text of bounded length without control characters."""
    return "\n".join(errors.printable(line) for line in text[:_LONGEST].splitlines())


def grade(
    exercise: Exercise,
    submission: Submission,
    on_case: Callable[[int, int], None] = lambda done, count: None,
) -> Grade:
    """Return the marks of any submission; ``on_case`` gets the number of cases done, and of all."""
    began, marks, warnings = time.monotonic(), list[Mark](), [*submission.notes]
    submission = replace(submission, imports=exercise.imports)
    folder = tempfile.mkdtemp(prefix="planner-clue-")
    try:
        Path(folder).chmod(_OTHERS_MAY_PASS)
        if submission.hidden and exercise.runs_code:
            warnings += _not_held(submission, folder)
        for case in exercise.cases:
            on_case(len(marks), len(exercise.cases))
            marks.append(Mark(case, _tried(case, submission, folder)))
    finally:
        remove_folder(folder)
    return Grade(exercise.name, tuple(marks), time.monotonic() - began, tuple(warnings))


def _not_held(submission: Submission, folder: str) -> list[str]:
    """Return the restrictions on submitted code that this system does not enforce."""

    def look() -> list[str]:
        tempfile.tempdir = folder
        worker = Worker(replace(submission, files={}), "FunctionHost", seconds=_SECONDS_TO_LOOK)
        return worker.warnings()

    try:
        return in_child(look, "a test of the restrictions", _SECONDS_TO_LOOK, _MEGABYTES)
    except (errors.PlanningFailure, errors.GradingError) as error:
        return [f"The restrictions on submitted code could not be tested: {error}"]


def _tried(case: Case, submission: Submission, folder: str) -> Score:
    """Return the result of a submission, from a child that is ended at the limits of the case."""

    def attempt() -> Score:
        tempfile.tempdir = folder
        try:
            return case.trial(submission)
        except errors.SubmissionError as error:
            return no_points(str(error), error.means)
        except errors.GradingError as error:
            return Score(0.0, ungraded=str(error))
        except (RecursionError, OverflowError) as error:
            too_large = "The submission is nested too deeply, or too large."
            return no_points(errors.described(error), too_large)

    try:
        score = in_child(attempt, "this case", case.seconds, case.megabytes)
    except errors.PlanningFailure as failure:
        if failure.reason in _ENGINE_FAULTS:
            return Score(0.0, ungraded=str(failure))
        score = no_points(str(failure), _MEANS.get(failure.reason, ""))
    feedback = (replace(failure, means=failure.means or case.means) for failure in score.feedback)
    return replace(score, feedback=tuple(feedback))
