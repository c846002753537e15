"""``planner-clue grade``, as students and teachers call it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner_clue.errors import CourseworkError
from planner_clue.teach.exercise import read_exercise
from tests.cli.helpers import Program, refusal
from tests.teach.grading_help import COURSEWORK, TEACHER, written

DOMAIN = COURSEWORK / "1-domain"
CASE = 'title = "A"\ncheck = "domain-declares"\npoints = 2\nactions = ["travel: room room"]\n'
REFUSED = 'title = "B"\ncheck = "domain-refuses"\npoints = 1\nproblem = "p.pddl"\nat_step = 2\n'
PLAN = REFUSED.replace("= 2", "= 3").replace("p.pddl", f"{DOMAIN}/cases/problems/passage.pddl")
PLAN += "plan = '''(stay hall)\n; a comment\n"


@pytest.fixture
def small(program: Program) -> Iterator[Path]:
    """Return a folder ``coursework`` with one exercise of one case, where the program runs."""
    folder = program.here / "coursework" / "7-small"
    written(folder, 7, "domain.pddl", {"a.toml": CASE})
    shutil.copy(DOMAIN / "domain.pddl", folder)
    yield folder
    shutil.rmtree(program.here / "coursework")


def test_an_exercise_is_found_by_folder_name_and_number(program: Program, small: Path) -> None:
    for name in (small, "7-small", "7"):
        done = program.call("grade", name, small, code=0)
        assert "Points: 2 of 2" in done.stdout
    assert "did you mean '7-small'?" in refusal(program.call("grade", "7-smal", small))


def test_marks_are_gradescopes_results_and_harm_no_terminal(program: Program, small: Path) -> None:
    (small / "domain.pddl").write_text("(define (domain \x1b[2J\x1b]0;mine\x07 x))")
    done = program.call("grade", 7, small, "--json", "-", code=3)
    assert "\x1b" not in done.stdout
    assert "\\u001b" not in done.stdout
    results = json.loads(done.stdout)
    assert results["score"] == 0
    (test,) = results["tests"]
    assert (test["name"], test["score"], test["max_score"]) == ("A", 0, 2)
    assert (test["status"], test["visibility"]) == ("failed", "visible")


def test_what_fails_is_told_with_its_meaning_and_the_case(program: Program, small: Path) -> None:
    (small / "cases" / "a.toml").unlink()
    shutil.copy(DOMAIN / "cases" / "05-passage.toml", small / "cases")
    shutil.copytree(DOMAIN / "cases" / "problems", small / "cases" / "problems")
    done = program.call("grade", small, small, code=3)
    said = " ".join(done.stdout.split())
    assert "FAILED 0 of 1 A passage joins two rooms, not any two" in said
    assert "step 2 (take-passage lounge kitchen) breaks a rule, but it can be taken" in said
    assert "This means: Your domain allows what the rules forbid" in said
    assert "(PASSAGE kitchen study)".lower() in said
    assert done.stdout.splitlines()[-1].startswith("Points: ")


def test_a_single_case_is_made_and_counted(program: Program, small: Path) -> None:
    teacher = small.parent / "teacher" / small.name
    shutil.copytree(TEACHER / "1-domain" / "solution", teacher / "solution")
    shutil.copytree(small / "cases", teacher / "hidden")
    done = program.call("make-cases", 7, "--seed", "any", "--out", small / "made", code=0)
    assert "made: 1 case; the solution has all points" in " ".join(done.stdout.split())


def test_options_are_refused_before_anything_is_graded(program: Program, small: Path) -> None:
    for option, value, expected in (
        ("--hidden", "nowhere", "expected a folder of cases"),
        ("--hidden", TEACHER / "1-domain", f"expected {TEACHER / '1-domain' / 'hidden'}"),
        ("--json", "nowhere/results.json", "expected a file in a folder that exists"),
    ):
        assert expected in refusal(program.call("grade", 7, small, option, value))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (CASE.replace("domain-declares", "domain-declare"), "did you mean 'domain-declares'?"),
        (CASE.replace("check", "chek"), "a.toml: 'check' is missing; expected the name of a check"),
        (CASE.replace("points", "point"), "unknown 'point'; did you mean 'points'?"),
        (CASE.replace("points = 2", "points = -2"), "points: -2; expected a number >= 0"),
        (CASE.replace("points = 2", 'points = "2"'), "points: '2'; expected a number"),
        (CASE.replace('title = "A"\n', ""), "'title' is missing"),
        (CASE + 'visibility = "seen"\n', "visibility = 'seen'; known: after_due_date,"),
        (REFUSED, "problem: 'p.pddl'; cannot be read"),
        (f"{PLAN}jump'''", "plan:3: 'jump'; expected (ACTION ARGUMENT ...)"),
        (f"{PLAN}(accuse)'''", "at_step = 3; expected a step of the plan, 1 to 2"),
        (REFUSED.replace('problem = "', 'problem = "/dev/zero" # '), "expected an ordinary file"),
        ("title = ", "a.toml"),
    ],
)
def test_a_mistake_in_a_case_is_named_by_place(text: str, says: str, tmp_path: Path) -> None:
    folder = written(tmp_path / "7", 7, "domain.pddl", {"a.toml": text})
    with pytest.raises(CourseworkError) as raised:
        read_exercise(folder)
    assert says in str(raised.value)
    assert "a.toml" in str(raised.value)
