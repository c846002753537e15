"""Trial of a submission in every case of an exercise.

Each case is tried in a forked process, which is ended at its limits: a submission that fails there
is still tried in the other cases, and the marks are computed here.
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

from planner_clue.errors import GradingError, PlanningFailure, SubmissionError, described
from planner_clue.planning.plan import Status
from planner_clue.sandbox.child import in_child
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.teach.box import Box
from planner_clue.teach.exercise import Case, Exercise
from planner_clue.teach.marks import Earned, Grade, Mark, Shortfall
from planner_clue.teach.submission import Submission

_OTHERS_MAY_PASS = 0o711
_SECONDS_TO_LOOK, _MEGABYTES = 30, 1024
_MEANS = {
    Status.TIME_OUT: "The submission takes too long here; the limit is far above the need.",
    Status.MEMORY_OUT: "The submission takes too much memory here.",
}
_ENGINE_FAULTS = (Status.FAILED, Status.MISSING, Status.OUTPUT_OUT, Status.INVALID_PLAN)
"""Failures that are never the submission's."""


def grade(
    exercise: Exercise,
    submission: Submission,
    on_case: Callable[[int, int], None] = lambda done, count: None,
) -> Grade:
    """Return the marks of a submission; this never fails, whatever was submitted.

    ``on_case`` is called with the numbers of cases done and of all cases.
    """
    began, marks, warnings = time.monotonic(), list[Mark](), list[str]()
    submission = replace(submission, imports=exercise.imports)
    with _temporary_folder() as folder:
        if submission.hidden and exercise.runs_code:
            warnings += _not_held(submission, folder)
        for case in exercise.cases:
            on_case(len(marks), len(exercise.cases))
            earned = _tried(case, submission, folder)
            known = case.title, case.source, case.checks, case.shows, case.points
            marks.append(Mark(*known, earned, case.visibility))
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
    """Return the restrictions on submitted code that this system does not enforce."""

    def look() -> dict[str, Any]:
        tempfile.tempdir = folder
        empty = replace(submission, files={})
        return Box(empty, "FunctionHost", seconds=_SECONDS_TO_LOOK, megabytes=_MEGABYTES).held

    try:
        held = in_child(look, "a test of the restrictions", _SECONDS_TO_LOOK, _MEGABYTES)
    except (PlanningFailure, GradingError) as error:
        return [f"The restrictions on submitted code could not be tested: {error}"]
    said = [f"Submitted code could read {path} on this system." for path in held["seen"]]
    confined = held["alone"] and held["landlock"]
    if not (held["apart"] or confined or held["user"] != os.geteuid()):
        said.append("Submitted code could reach other processes of this user on this system.")
    return said


def _tried(case: Case, submission: Submission, folder: str) -> Earned:
    """Return the result of a submission in a case, from a child that is ended at the limits."""
    attempt = partial(_attempt, case, submission, folder)
    try:
        return in_child(attempt, "this case", case.seconds, case.megabytes)
    except PlanningFailure as failure:
        return _failed(failure, case, _MEANS.get(Status(failure.reason), ""))


def _attempt(case: Case, submission: Submission, folder: str) -> Earned:
    """Return the result of a submission; ``folder`` is for its temporary files."""
    tempfile.tempdir = folder
    try:
        earned = case.trial(submission)
        falls = (replace(fall, means=fall.means or case.means) for fall in earned.shortfalls)
        return replace(earned, shortfalls=tuple(falls))
    except SubmissionError as error:
        return _nothing(str(error), error.means or case.means)
    except GradingError as error:
        return Earned(0.0, ungraded=str(error))
    except PlanningFailure as failure:
        return _failed(failure, case, case.means)
    except (RecursionError, OverflowError) as error:
        return _nothing(described(error), "The submission is nested too deeply, or too large.")


def _failed(failure: PlanningFailure, case: Case, means: str) -> Earned:
    """Return the result of a failed planning run: no mark where the engine is at fault."""
    if failure.reason in _ENGINE_FAULTS:
        return Earned(0.0, ungraded=str(failure))
    return _nothing(str(failure) if failure.detail else failure.reason, means or case.means)


def _nothing(what: str, means: str) -> Earned:
    return Earned(0.0, (Shortfall(what, means),))
