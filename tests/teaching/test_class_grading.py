"""``planner-clue grade`` of a class, and submissions wherever they are: taken within bounds."""

import csv
import json
import os
import shutil
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from planner_clue.support.errors import SubmissionError
from planner_clue.teaching import class_grading, grading
from planner_clue.teaching.exercise import Exercise
from planner_clue.teaching.grading import Grade
from planner_clue.teaching.submission import LARGEST_FILE, Submission, collect
from tests.cli.helpers import Program, refusal
from tests.teaching.grading_help import COURSEWORK, TEACHER, written
from tests.teaching.test_grade_command import CASE

SOLUTION = TEACHER / "1-domain" / "solution" / "domain.pddl"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a folder with an exercise of one case, and submissions for it."""
    exercise = written(tmp_path / "1-small", 1, "domain.pddl", {"a.toml": CASE})
    shutil.copy(COURSEWORK / "1-domain" / "domain.pddl", exercise)
    handed_in = tmp_path / "in"
    for student in ("ada", "=bob()", "eve"):
        (handed_in / student).mkdir(parents=True)
        shutil.copy(SOLUTION, handed_in / student)
    (handed_in / "eve" / "domain.pddl").write_text("(define")
    (handed_in / "broken.zip").write_bytes(b"PK")
    (handed_in / "linked").symlink_to(handed_in / "ada")
    (handed_in / ".DS_Store").write_text("")
    (handed_in / "index.html").write_text("Submissions")
    zipped(handed_in / "out.zip", {"../domain.pddl": SOLUTION.read_bytes()})
    zipped(handed_in / "bomb.zip", {"domain.pddl": b"\0" * 30_000_000})
    return tmp_path


def graded(folder: Path) -> list[dict[str, str]]:
    (assignment,) = class_grading.find_assignments(folder / "in", [str(folder / "1-small")], None)
    rows = class_grading.grade_class([assignment], folder / "marks", None, pages=False)
    return list(csv.DictReader(class_grading.marks_as_csv(rows).splitlines()))


def test_every_submission_has_a_row_with_points_or_the_reason(small: Path) -> None:
    rows = {row["student"]: row for row in graded(small)}
    right = {name for name, row in rows.items() if row["points"] != "0"}
    assert right == {"ada", "'=bob()"}  # which no spreadsheet runs
    for student, says in {
        "eve": "domain.pddl",
        "broken": "not a zip file",
        "linked": "linked is a link; expected the submission itself",
        "out": "it is missing",
        "bomb": "it has more than 1000000 bytes",
    }.items():
        assert says in rows[student]["note"], student
    assert len(rows) == 7
    results = json.loads((small / "marks" / "1-small" / "ada.json").read_text())
    assert results["tests"][0]["max_score"] == 2


def test_only_what_changed_is_graded_again(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, done = graded(small), list[str]()

    def counted(asked: Exercise, submission: Submission) -> Grade:
        done.append(asked.name)
        return grading.grade(asked, submission)

    monkeypatch.setattr("planner_clue.teaching.class_grading.grade", counted)
    assert graded(small) == before
    assert done == []
    (small / "marks" / "1-small" / "ada.json").write_text("{")  # as if the disk had been full
    shutil.copy(SOLUTION, small / "in" / "eve")
    assert sum(row["points"] == "2" for row in graded(small)) == 3
    assert len(done) == 2
    (small / "1-small" / "cases" / "a.toml").write_text(CASE.replace("2", "3"))
    class_grading._exercise.cache_clear()
    rows = {row["student"]: row for row in graded(small)}
    assert sum(row["points"] == "3" for row in rows.values()) == 3
    assert (rows["eve"]["before"], rows["=bob()".join(["'", ""])]["before"]) == ("2", "2")


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_the_command_writes_a_row_per_submission(small: Path, program: Program, jobs: str) -> None:
    marks = small / "marks.csv"
    arguments = ["grade", small / "1-small", small / "in", "--csv", marks]
    done = program.call(*arguments, "--jobs", jobs, code=0)
    assert len(marks.read_text().splitlines()) == 8
    assert "in/index.html was not graded" in done.stdout.replace("\n", "")
    assert f"7 submissions; results in {small / 'marks'}" in done.stdout.replace("\n", " ")


def test_what_cannot_be_graded_is_refused(small: Path, program: Program) -> None:
    marks, exercise = ["--csv", small / "marks.csv"], small / "1-small"
    (small / "nobody").mkdir()
    for arguments, says in (
        ([exercise, small / "nowhere", *marks], "expected a folder of submissions"),
        ([exercise, small / "nobody", *marks], "no submission in it"),
        (
            ["all", small / "nobody", *marks],
            "is empty; expected submissions, or folders of exercises",
        ),
        (["all", small / "in", *marks], "name it instead of 'all'"),
        ([exercise, small / "in", "--csv", "marks.txt"], "whose name ends in .csv"),
        (
            [exercise, small / "in", *marks, "--hidden", small / "in"],
            "no cases of 1-small; expected",
        ),
    ):
        assert says in refusal(program.call("grade", *arguments))


WANTED = ("domain.pddl",)


def fault(submission: Submission) -> str:
    with pytest.raises(SubmissionError) as raised:
        submission.text("domain.pddl")
    return str(raised.value)


def zipped(path: Path, files: dict[str, bytes], kind: int = ZIP_DEFLATED) -> Path:
    with ZipFile(path, "w", kind) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_folder_a_folder_in_it_a_zip_file_and_a_single_file_are_taken(tmp_path: Path) -> None:
    inner, single = tmp_path / "outer" / "1-domain", tmp_path / "my version.pddl"
    inner.mkdir(parents=True)
    for file in (inner / "domain.pddl", inner / "notes.txt", single):
        file.write_text("mine")
    archive = zipped(tmp_path / "x.zip", {"1-domain/domain.pddl": b"mine", "__MACOSX/._x": b""})
    deep = zipped(tmp_path / "deep.zip", {"home/ada/1/domain.pddl": b"mine", "home/x": b""})
    moodle = tmp_path / "Ada Byron_123_assignsubmission_file"
    moodle.mkdir()
    shutil.copy(deep, moodle / "all of it.zip")
    for place in (inner, inner.parent, archive, single, deep, moodle):
        found = collect(place, WANTED)
        assert found.text("domain.pddl") == "mine"
        assert list(found.files) == ["domain.pddl"]
    assert list(collect(inner, ("*.txt",)).files) == ["notes.txt"]


@pytest.mark.parametrize("name", ["Domain.PDDL", "domain (1).pddl", "domain-2.pddl"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_name_or_an_encoding_of_another_system_costs_nothing(
    tmp_path: Path, name: str, encoding: str
) -> None:
    (tmp_path / name).write_text("mine", encoding)
    found = collect(tmp_path, WANTED)
    assert found.files == {"domain.pddl": b"mine"}
    assert found.notes == (f"domain.pddl is the file {name}",)


def test_the_file_nearest_to_the_top_is_taken_and_others_are_named(tmp_path: Path) -> None:
    names = ("old/domain.pddl", "old/more/domain.pddl", "new/domain.pddl", "new/tasks.txt")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = collect(tmp_path, (*WANTED, "tasks.txt"))
    assert found.text("domain.pddl") == "new/domain.pddl"  # with the other wanted file beside it
    assert found.notes == (
        "domain.pddl is the file new/domain.pddl; not old/domain.pddl, old/more/domain.pddl",
    )
    (tmp_path / "domain.pddl").write_text("top")
    (tmp_path / "Domain.pddl").write_text("another")
    assert collect(tmp_path, WANTED).text("domain.pddl") == "top"


def test_a_link_to_another_zip_file_is_not_followed(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "theirs.zip", {"domain.pddl": b"theirs"})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.zip").symlink_to(archive)
    assert "it is missing" in fault(collect(tmp_path / "mine", WANTED))


def test_what_is_missing_is_named_with_what_is_there(tmp_path: Path) -> None:
    assert "nothing was handed in" in fault(collect(tmp_path / "no", WANTED))
    assert "no other file" in fault(collect(tmp_path, WANTED))
    (tmp_path / "domian.pddl").write_text("x")
    assert "did you mean 'domian.pddl'?" in fault(collect(tmp_path, WANTED))


def test_links_pipes_and_large_files_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "domain.pddl"
    file.symlink_to(__file__)
    assert "it is a link; expected the file itself" in fault(collect(tmp_path, WANTED))
    file.unlink()
    os.mkfifo(file)
    assert "not an ordinary file" in fault(collect(tmp_path, WANTED))
    file.unlink()
    file.write_bytes(b"x" * (LARGEST_FILE + 1))
    assert "more than 1000000 bytes" in fault(collect(tmp_path, WANTED))


def test_a_zip_file_of_another_compression_is_not_unpacked(tmp_path: Path) -> None:
    """A kilobyte of bzip2 may be a gigabyte, and Python unpacks all of it at once."""
    for kind in (ZIP_BZIP2, ZIP_LZMA):
        unusual = zipped(tmp_path / "x.zip", {"domain.pddl": b"0" * 100}, kind)
        assert "compressed in an unusual way" in fault(collect(unusual, WANTED))
