"""Marks joined to rosters of learning platforms: names, lateness, and files to import."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from planner_clue.support.errors import CourseworkError
from planner_clue.teaching.roster import LatePolicy, Roster
from tests.cli.helpers import Program, refusal
from tests.teaching.grading_help import COURSEWORK, TEACHER, written
from tests.teaching.test_grade_command import CASE

SOLUTION = TEACHER / "1-domain" / "solution" / "domain.pddl"
SAMPLES = TEACHER / "rosters"
"""A file of each kind, with the same three students."""
MOODLE, BY_MAIL = "moodle-worksheet.csv", "moodle-participants.csv"
CANVAS, GRADESCOPE = "canvas-gradebook.csv", "gradescope-grades.csv"
ENTRIES = {
    MOODLE: ("Ada Byron_101_assignsubmission_file", "Alan Turing_102_assignsubmission_file_"),
    BY_MAIL: ("ada@example.org", "Alan Turing"),
    CANVAS: ("byronada_9001", "turingalan_9002"),
    GRADESCOPE: ("s001", "alan"),
}


def row(student: str, exercise: str, points: float) -> dict[str, Any]:
    return {
        "student": student,
        "exercise": exercise,
        "points": f"{points}",
        "out_of": "29",
        "note": "",
    }


def imported(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("name", ENTRIES)
def test_marks_are_in_the_columns_that_the_platform_imports(name: str) -> None:
    roster = Roster(SAMPLES / name)
    rows = [
        row(entry, "1-domain", points)
        for entry, points in zip(ENTRIES[name], (29, 17.5), strict=True)
    ]
    joined = roster.join(rows, LatePolicy())
    assert [(one["student"], one["note"]) for one in joined] == [
        (ENTRIES[name][0], ""),
        (ENTRIES[name][1], ""),
        ("", "nothing was handed in"),
    ]
    assert joined[-1]["roster"] == roster.name(2)
    lines = imported(roster.to_import(joined))
    if name == CANVAS:
        assert lines.pop(0) == dict.fromkeys(lines[0], "") | {
            "Student": "    Points Possible",
            "1-domain (555)": "29",
        }
    column = {MOODLE: "Grade", CANVAS: "1-domain (555)"}.get(name, "1-domain")
    assert [line[column] for line in lines] == ["29", "17.5", ""]
    kept = ("Identifier", "ID", "SID", "Email address")
    for line, before in zip(lines, roster.students, strict=True):
        assert any(line.get(one) for one in kept)
        assert all(line[one] == before[one] for one in kept if one in line)


def test_days_are_free_as_long_as_some_are_left_and_then_cost_their_share() -> None:
    roster = Roster(SAMPLES / GRADESCOPE)  # late by 25:00:00 and 00:00:01, then by 3 days
    rows = [row(who, name, 20) for name in ("2-heuristics", "1-domain") for who in ("s001", "s002")]
    joined = roster.join(rows, LatePolicy(grace_days=3, percent=10))
    found = [
        (one["roster"], one["exercise"], one["days_late"], one["grace_days"], one["final"])
        for one in joined
        if one["student"]
    ]
    assert found == [
        ("ada@example.org", "1-domain", 2, 2, "20"),
        ("alan@example.org", "1-domain", 1, 1, "20"),
        ("ada@example.org", "2-heuristics", 3, 1, "16"),
        ("alan@example.org", "2-heuristics", 0, 0, "20"),
    ]
    (late,) = roster.join([row("s001", "2-heuristics", 20)], LatePolicy(percent=50))[:1]
    assert late["final"] == "0"  # not less


def test_each_started_day_counts_and_free_days_go_to_the_lower_number_first(tmp_path: Path) -> None:
    """23:59:59 is a day, and 1.2 days are two; exercise 2 comes before 10."""
    file = tmp_path / "roster.csv"
    columns = "SID,Email,2-x - Lateness (H:M:S),10-y late days\n"
    file.write_text(f"{columns}1,ada@x.org,23:59:59,1.2\n")
    rows = [row("1", "10-y", 20), row("1", "2-x", 20)]
    joined = Roster(file).join(rows, LatePolicy(grace_days=1, percent=10))
    found = [(one["exercise"], one["days_late"], one["grace_days"], one["final"]) for one in joined]
    assert found == [("2-x", 1, 1, "20"), ("10-y", 2, 0, "16")]


def test_a_name_that_two_students_have_is_nobodys(tmp_path: Path) -> None:
    file = tmp_path / "roster.csv"
    file.write_text("Name,Email,SID\nAda Byron,a@x.org,1\nAda Byron,b@x.org,2\n")
    roster = Roster(file)
    assert roster.student_of("Ada Byron") is None
    assert (roster.student_of("a"), roster.student_of("2"), roster.student_of("c")) == (0, 1, None)
    joined = roster.join([row("Ada Byron", "1-domain", 5)], LatePolicy())
    assert [one["roster"] for one in joined] == ["", "a@x.org", "b@x.org"]
    assert "5" not in roster.to_import(joined)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "roster.csv"
    file.write_text("Matriculation\n12\n")
    with pytest.raises(CourseworkError, match=r"unknown columns; expected those of Moodle's"):
        Roster(file)
    file.write_text("SID,Email,1-domain late days\n12,a@x.org,soon\n")
    with pytest.raises(CourseworkError, match=r"a@x.org, 1-domain: late soon; expected days"):
        Roster(file).check(["1-domain"])


def test_a_class_of_canvas_is_graded_and_its_old_points_are_kept(program: Program) -> None:
    """Canvas packs single files, all files of one student beside each other."""
    here = program.here
    exercise = written(here / "1-domain", 1, "domain.pddl", {"a.toml": CASE})
    shutil.copy(COURSEWORK / "1-domain" / "domain.pddl", exercise)
    handed_in = here / "in"
    handed_in.mkdir()
    shutil.copy(SOLUTION, handed_in / "byronada_LATE_9001_1_domain-1.pddl")
    (handed_in / "byronada_LATE_9001_2_notes.pddl").write_text("Mine")
    (handed_in / "turingalan_9002_3_domain.pddl").write_text("(define")
    command = ["grade", exercise, handed_in, "--csv", here / "marks.csv"]
    roster = ["--roster", SAMPLES / CANVAS]
    done = program.call(*command, *roster, "--jobs", "1", code=0)
    assert "marks-import.csv: final points in the columns of Canvas' gradebook" in done.stdout
    _, *lines = imported((here / "marks-import.csv").read_text())
    assert [line["1-domain (555)"] for line in lines] == ["2", "0", ""]
    shutil.copy(SOLUTION, handed_in / "turingalan_9002_3_domain.pddl")
    program.call(*command, *roster, "--jobs", "1", code=0)
    marks = imported((here / "marks.csv").read_text())
    assert [(one["roster"], one["points"], one["before"]) for one in marks] == [
        ("ada@example.org", "2", ""),
        ("alan@example.org", "2", "0"),
        ("grace@example.org", "", ""),
    ]
    kept = json.loads((here / "marks" / "1-domain" / "turingalan_9002.json").read_text())
    assert kept["extra_data"]["before"] == [0]
    for options, says in (
        (["--grace-days", "2"], "expected --roster too"),
        (["--roster", here / "no.csv"], "no.csv cannot be read"),
    ):
        assert says in refusal(program.call(*command, *options))
