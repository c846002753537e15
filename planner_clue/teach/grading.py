"""Trying a submission in every case of an exercise.

A case is tried in a process of its own, which is ended at its limits: whatever a submission does
there, the other cases are tried too, and the marks are made up here.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from planner_clue.agents.isolation.removal import remove_folder
from planner_clue.errors import PlanningFailure, SubmissionError, described
from planner_clue.planning.limited import in_child
from planner_clue.planning.result import Status
from planner_clue.teach.box.boxed import Box
from planner_clue.teach.exercise import Case, Exercise
from planner_clue.teach.marks import Earned, Grade, Mark, Shortfall, points_for
from planner_clue.teach.submission import Submission

_OTHERS_MAY_PASS = 0o711
_SECONDS_TO_LOOK, _MEGABYTES = 30, 1024
_MEANS = {
    Status.TIME_OUT: "What was handed in takes too long here; the limit is far from what it needs.",
    Status.MEMORY_OUT: "What was handed in takes too much memory here.",
    Status.FAILED: "The grader could not try this case; please show this line to your teacher.",
}


def grade(
    exercise: Exercise,
    submission: Submission,
    on_case: Callable[[int, int], None] = lambda done, count: None,
) -> Grade:
    """Return the marks of a submission; this never fails, whatever was handed in.

    ``on_case`` is told how many cases were tried, and how many there are.
    """
    began, marks, warnings = time.monotonic(), list[Mark](), list[str]()
    with _temporary_folder() as folder:
        if submission.hidden and any(case.runs_code for case in exercise.cases):
            warnings += _not_held(submission, folder)
        for case in exercise.cases:
            on_case(len(marks), len(exercise.cases))
            marks.append(_mark(case, submission, folder))
    return Grade(exercise.name, tuple(marks), time.monotonic() - began, tuple(warnings))


@contextmanager
def _temporary_folder() -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix="planner-clue-")
    try:
        Path(folder).chmod(_OTHERS_MAY_PASS)
        yield folder
    finally:
        remove_folder(folder)


def _not_held(submission: Submission, folder: str) -> list[str]:
    """Return what the system does not hold code to that is handed in, for the teacher."""

    def look() -> dict[str, Any]:
        tempfile.tempdir = folder
        box = Box({}, "", seconds=_SECONDS_TO_LOOK, megabytes=_MEGABYTES, hide=submission.hidden)
        return box.held

    try:
        held = in_child(look, "a look at the system", _SECONDS_TO_LOOK, _MEGABYTES)
    except (PlanningFailure, SubmissionError) as error:
        return [f"It could not be found out what code may read here: {error}"]
    said = [f"What was handed in could read {path} on this system." for path in held["seen"]]
    confined = held["alone"] and held["landlock"]
    if not (held["apart"] or confined or held["user"] != os.geteuid()):
        said.append("What was handed in could reach other processes of this user on this system.")
    return said


def _mark(case: Case, submission: Submission, folder: str) -> Mark:
    earned = _tried(case, submission, folder)
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


def _tried(case: Case, submission: Submission, folder: str) -> Earned:
    """Return what a submission earned in a case, in a child that is ended at the limits."""
    attempt = partial(_attempt, case, submission, folder)
    try:
        return in_child(attempt, "this case", case.seconds, case.megabytes)
    except PlanningFailure as failure:
        means = _MEANS.get(Status(failure.reason), "")
        return _nothing(failure.detail or failure.reason, means)


def _attempt(case: Case, submission: Submission, folder: str) -> Earned:
    """Return what a submission earned; nothing where it fails. The folder is for what it leaves."""
    tempfile.tempdir = folder
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
