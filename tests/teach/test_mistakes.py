"""Plausible mistakes of the teacher's folder: each costs a tenth of the points in a hidden case."""

from collections.abc import Iterator
from typing import Any

import pytest

from planner_clue.teach.exercise import LEAST_LOSS, Mistake, read_mistakes
from planner_clue.teach.grading import grade
from planner_clue.teach.submission import Submission, collect
from tests.teach.grading_help import EXERCISES, TEACHER, exercise

SLOW = ("1-domain", "5-agent")


def mistakes() -> Iterator[Any]:
    for name in EXERCISES:
        for number, one in enumerate(read_mistakes(TEACHER / name)):
            is_quick = (name not in SLOW and number % 2 == 0) or one.name == "RIVAL forgotten"
            marks = [] if is_quick else [pytest.mark.slow]
            yield pytest.param(name, one, id=f"{name}: {one.name}", marks=marks)


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("name", "mistake"), list(mistakes()))
def test_a_mistake_costs_a_tenth_of_the_points(name: str, mistake: Mistake) -> None:
    whole = exercise(name)
    files = collect(TEACHER / name / "solution", whole.files, whole.largest_file).files
    wrong = mistake.made_in(files)
    assert wrong != files
    marks = grade(exercise(name, *mistake.sources), Submission(wrong, is_trusted=True))
    assert all(mark.is_graded for mark in marks.marks)
    points = sum(case.points for case in whole.cases)
    assert marks.out_of - marks.points >= LEAST_LOSS * points, marks.marks
