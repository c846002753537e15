"""Exercises of the project, and grading one without the command line."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from planner_clue.teach.exercise import Exercise, read_exercise
from planner_clue.teach.grading import grade
from planner_clue.teach.marks import Earned, Grade
from planner_clue.teach.submission import Submission

COURSEWORK = Path(__file__).parents[2] / "coursework"
TEACHER = COURSEWORK / "teacher"
EXERCISES = sorted(path.parent.name for path in COURSEWORK.glob("*/exercise.toml"))


@cache
def exercise(name: str, *sources: str) -> Exercise:
    """Return an exercise with its hidden cases, or only the cases of these files."""
    whole = exercise(name) if sources else _whole(name)
    if not sources:
        return whole
    found = tuple(case for case in whole.cases if case.source in sources)
    assert len(found) == len(sources), [case.source for case in whole.cases]
    return replace(whole, cases=found)


def _whole(name: str) -> Exercise:
    return read_exercise(COURSEWORK / name, TEACHER / name / "hidden")


def graded(name: str, files: dict[str, str], *sources: str, trusted: bool = False) -> Grade:
    """Return the marks for some texts, in some cases of an exercise."""
    texts = {file: text.encode() for file, text in files.items()}
    submission = Submission(texts, is_trusted=trusted)
    return grade(exercise(name, *sources), submission)


def earned(name: str, files: dict[str, str], source: str, *, trusted: bool = False) -> Earned:
    """Return what some texts earn in one case of an exercise."""
    return graded(name, files, source, trusted=trusted).marks[0].earned
