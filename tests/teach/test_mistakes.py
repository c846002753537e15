"""Plausible mistakes of the teacher's folder: each costs a tenth of the points in a hidden case."""

from collections.abc import Iterator
from typing import Any

import pytest

from planner_clue.teach.exercise import LEAST_LOSS, Mistake, read_mistakes
from planner_clue.teach.grading import grade
from planner_clue.teach.submission import Submission, collect
from tests.teach.grading_help import EXERCISES, TEACHER, exercise


def mistakes() -> Iterator[Any]:
    for name in EXERCISES:
        for one in read_mistakes(TEACHER / name):
            is_slow = name == "5-agent" or (name == "1-domain" and one.name != "RIVAL forgotten")
            marks = [pytest.mark.slow] if is_slow else []
            yield pytest.param(name, one, id=f"{name}: {one.name}", marks=marks)


def solution(name: str) -> dict[str, bytes]:
    asked = exercise(name)
    return dict(collect(TEACHER / name / "solution", asked.files, asked.largest_file).files)


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("name", "mistake"), list(mistakes()))
def test_a_mistake_costs_a_tenth_of_the_points(name: str, mistake: Mistake) -> None:
    files = solution(name)
    wrong = mistake.made_in(files)
    assert wrong != files
    asked = exercise(name, *mistake.sources)
    marks = grade(asked, Submission(wrong, is_trusted=True))
    assert all(mark.is_graded for mark in marks.marks)
    whole = sum(case.points for case in exercise(name).cases)
    assert marks.out_of - marks.points >= LEAST_LOSS * whole, marks.marks


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(
    "name", ["0-search", "2-heuristics", "3-monitor", "4-costs", "6-study", "7-contingent"]
)
def test_the_solution_makes_none_of_them(name: str) -> None:
    listed = read_mistakes(TEACHER / name)
    cases = sorted({source for one in listed for source in one.sources})
    marks = grade(exercise(name, *cases), Submission(solution(name), is_trusted=True))
    assert all(mark.is_full for mark in marks.marks)
