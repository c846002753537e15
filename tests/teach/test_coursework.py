"""The exercises as they are handed out: solutions, starting points, and what is no solution."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from planner_clue.teach.grading import grade
from planner_clue.teach.submission import collect
from tests.teach.grading_help import COURSEWORK, EXERCISES, TEACHER, exercise

FEW = 0.3
"""The share of the points that a starting point may get."""


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_gets_all_points_and_the_starting_point_few(name: str) -> None:
    asked = exercise(name)
    solved = grade(asked, collect(TEACHER / name / "solution", asked.files))
    lacking = {mark.title: mark.earned for mark in solved.marks if not mark.is_full}
    assert lacking == {}
    handed_out = grade(asked, collect(COURSEWORK / name, asked.files))
    assert handed_out.points <= FEW * handed_out.out_of
    for mark in handed_out.marks:
        assert mark.is_full or mark.earned.shortfalls, mark.title
        assert not any("could not try" in fall.means for fall in mark.earned.shortfalls)


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("content", [None, b"\x00\xff junk" * 99, b"((((("])
def test_nothing_and_junk_get_no_points(name: str, content: bytes | None, tmp_path: Path) -> None:
    asked = exercise(name)
    for file in asked.files:
        if content is not None:
            (tmp_path / file).write_bytes(content)
    marks = grade(asked, collect(tmp_path, asked.files))
    assert marks.points == 0
    assert all(mark.earned.shortfalls for mark in marks.marks)


def test_every_exercise_has_a_statement_that_names_its_files_and_points() -> None:
    for name in EXERCISES:
        statement = (COURSEWORK / name / "README.md").read_text()
        asked = exercise(name)
        assert all(f"`{file}`" in statement for file in asked.files), name
        hidden = sum(case.points for case in asked.cases if case.source.startswith("hidden"))
        assert f"{hidden:g} more points of hidden cases" in statement, name
        visible = sum(case.points for case in asked.cases) - hidden
        assert f"| {visible:g} + {hidden:g} |" in (TEACHER / "README.md").read_text(), name


def test_students_get_no_file_of_the_teachers(tmp_path: Path) -> None:
    pack(tmp_path, "handout")
    names = ZipFile(tmp_path / "handout.zip").namelist()
    assert "planner-clue/coursework/1-domain/domain.pddl" in names
    assert "planner-clue/pyproject.toml" in names
    assert [name for name in names if "/teacher/" in name or "/hidden/" in name] == []


def test_the_autograder_grades_where_gradescope_would(tmp_path: Path) -> None:
    pack(tmp_path, "autograder", "1-domain")
    ZipFile(tmp_path / "autograder.zip").extractall(tmp_path / "source")
    (tmp_path / "venv").symlink_to(sys.prefix)
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "domain.pddl").write_text("")
    script = (tmp_path / "source" / "run_autograder").read_text()
    subprocess.run(["bash", "-c", script.replace("/autograder/", f"{tmp_path}/")], check=True)
    results = (tmp_path / "results" / "results.json").read_text()
    assert '"score": 0' in results
    assert '"visibility": "after_published"' in results


def pack(folder: Path, *arguments: str) -> None:
    script = str(TEACHER / "pack.py")
    subprocess.run([sys.executable, script, *arguments], cwd=folder, check=True)
