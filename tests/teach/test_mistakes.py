"""Plausible mistakes of the teacher's folder: each costs a tenth of the points in a hidden case."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planner_clue.teach.grading import grade
from planner_clue.teach.submission import Submission, collect
from tests.teach.grading_help import EXERCISES, TEACHER, exercise

TENTH = 0.1


def mistakes() -> Iterator[Any]:
    for name in EXERCISES:
        if (file := TEACHER / name / "mistakes.toml").is_file():
            for one in tomllib.loads(file.read_text())["mistakes"]:
                is_slow = name == "1-domain" and one["name"] != "RIVAL forgotten"
                marks = [pytest.mark.slow] if is_slow else []
                yield pytest.param(name, one, id=f"{name}: {one['name']}", marks=marks)


def replaced(text: str, mistake: dict[str, Any]) -> str:
    """Return a solution with a mistake in it."""
    for old, new in mistake["changes"]:
        start = 0
        for after in mistake.get("after", ()):
            start = text.index(after, start) + len(after)
        place = text.index(old, start)
        text = text[:place] + new + text[place + len(old) :]
    return text


def solution(name: str) -> dict[str, bytes]:
    asked = exercise(name)
    return dict(collect(TEACHER / name / "solution", asked.files, asked.largest_file).files)


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(("name", "mistake"), list(mistakes()))
def test_a_mistake_costs_a_tenth_of_the_points(name: str, mistake: dict[str, Any]) -> None:
    files = solution(name)
    file = mistake.get("file") or next(file for file in files if Path(file).suffix != ".toml")
    wrong = replaced(files[file].decode(), mistake)
    assert wrong != files[file].decode()
    asked = exercise(name, *(f"hidden/{case}" for case in mistake["cases"]))
    marks = grade(asked, Submission(files | {file: wrong.encode()}))
    assert all(mark.is_graded for mark in marks.marks)
    whole = sum(case.points for case in exercise(name).cases)
    assert marks.out_of - marks.points >= TENTH * whole, marks.marks


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize("name", ["0-search", "2-heuristics", "3-monitor", "4-costs"])
def test_the_solution_makes_none_of_them(name: str) -> None:
    listed = tomllib.loads((TEACHER / name / "mistakes.toml").read_text())["mistakes"]
    cases = sorted({f"hidden/{case}" for one in listed for case in one["cases"]})
    marks = grade(exercise(name, *cases), Submission(solution(name)))
    assert all(mark.is_full for mark in marks.marks)
