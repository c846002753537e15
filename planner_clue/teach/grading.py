"""Trying a submission in every case of an exercise.

A case is tried in a process of its own, which is ended at its limits: whatever a submission does
there, the other cases are tried too, and the marks are made up here.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from planner_clue.errors import PlanningFailure, SubmissionError, described
from planner_clue.planning.limited import in_child
from planner_clue.planning.result import Status
from planner_clue.teach.exercise import Case, Exercise
from planner_clue.teach.marks import Earned, Grade, Mark, Shortfall, points_for
from planner_clue.teach.submission import Submission

_MEANS = {
    Status.TIME_OUT: "What was handed in takes too long here; the limit is far from what it needs.",
    Status.MEMORY_OUT: "What was handed in takes too much memory here.",
    Status.FAILED: "The grader could not try this case; please show this line to your teacher.",
}


def grade(
    exercise: Exercise,
    submission: Submission,
    on_case: Callable[[int, int], None] = lambda done, count: None,
    warnings: tuple[str, ...] = (),
) -> Grade:
    """Return the marks of a submission; this never fails, whatever was handed in.

    ``on_case`` is told how many cases were tried, and how many there are.
    """
    began, marks = time.monotonic(), list[Mark]()
    for case in exercise.cases:
        on_case(len(marks), len(exercise.cases))
        marks.append(_mark(case, submission))
    return Grade(exercise.name, tuple(marks), time.monotonic() - began, warnings)


def _mark(case: Case, submission: Submission) -> Mark:
    earned = _tried(case, submission)
    points = points_for(earned.share, case.points)
    return Mark(
        case.title,
        case.source,
        case.checks,
        case.shows,
        points,
        case.points,
        earned,
        case.visibility,
    )


def _tried(case: Case, submission: Submission) -> Earned:
    """Return what a submission earned in a case, in a child that is ended at the limits."""
    attempt = partial(_attempt, case, submission)
    try:
        return in_child(attempt, "this case", case.seconds, case.megabytes)
    except PlanningFailure as failure:
        means = _MEANS.get(Status(failure.reason), "")
        return _nothing(failure.detail or failure.reason, means)


def _attempt(case: Case, submission: Submission) -> Earned:
    """Return what a submission earned; nothing where it fails."""
    try:
        earned = case.trial(submission)
        falls = (replace(fall, means=fall.means or case.means) for fall in earned.shortfalls)
        return replace(earned, shortfalls=tuple(falls))
    except SubmissionError as error:
        return _nothing(str(error), error.means or case.means)
    except PlanningFailure as failure:
        return _nothing(str(failure), case.means)
    except (RecursionError, OverflowError) as error:
        return _nothing(described(error), "What was handed in is nested too deeply, or too large.")


def _nothing(what: str, means: str) -> Earned:
    return Earned(0.0, (Shortfall(what, means),))
