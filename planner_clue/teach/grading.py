"""Trial of a submission in every case of an exercise.

Each case is tried in a forked process, which is ended at its limits: a submission that fails there
is still tried in the other cases, and the marks are computed here.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from planner_clue.errors import GradingError, PlanningFailure, SubmissionError, described
from planner_clue.planning.plan import Status
from planner_clue.sandbox.child import in_child
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.teach.checks import Case, Score, failed
from planner_clue.teach.exercise import Exercise
from planner_clue.teach.marks import Grade, Mark
from planner_clue.teach.submission import Submission
from planner_clue.teach.worker import Worker

_OTHERS_MAY_PASS = 0o711
_SECONDS_TO_LOOK, _MEGABYTES = 30, 1024
_MEANS: dict[str, str] = {
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
    """Return marks, whatever was submitted; ``on_case`` gets the cases done and of all."""
    began, marks, warnings = time.monotonic(), list[Mark](), list[str]()
    submission = replace(submission, imports=exercise.imports)
    with _temporary_folder() as folder:
        if submission.hidden and exercise.runs_code:
            warnings += _not_held(submission, folder)
        for case in exercise.cases:
            on_case(len(marks), len(exercise.cases))
            marks.append(Mark(case, _tried(case, submission, folder)))
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

    def look() -> list[str]:
        tempfile.tempdir = folder
        worker = Worker(replace(submission, files={}), "FunctionHost", seconds=_SECONDS_TO_LOOK)
        return worker.warnings()

    try:
        return in_child(look, "a test of the restrictions", _SECONDS_TO_LOOK, _MEGABYTES)
    except (PlanningFailure, GradingError) as error:
        return [f"The restrictions on submitted code could not be tested: {error}"]


def _tried(case: Case, submission: Submission, folder: str) -> Score:
    """Return the result of a submission in a case, from a child that is ended at the limits."""
    attempt = partial(_attempt, case, submission, folder)
    try:
        score = in_child(attempt, "this case", case.seconds, case.megabytes)
    except PlanningFailure as failure:
        if failure.reason in _ENGINE_FAULTS:
            return Score(0.0, ungraded=str(failure))
        score = failed(str(failure), _MEANS.get(failure.reason, ""))
    falls = (replace(fall, means=fall.means or case.means) for fall in score.feedback)
    return replace(score, feedback=tuple(falls))


def _attempt(case: Case, submission: Submission, folder: str) -> Score:
    """Return the result of a submission; ``folder`` is for its temporary files."""
    tempfile.tempdir = folder
    try:
        return case.trial(submission)
    except SubmissionError as error:
        return failed(str(error), error.means)
    except GradingError as error:
        return Score(0.0, ungraded=str(error))
    except (RecursionError, OverflowError) as error:
        return failed(described(error), "The submission is nested too deeply, or too large.")
