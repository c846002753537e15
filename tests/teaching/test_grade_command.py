"""``planner-clue grade``, as students and teachers call it, and the page of marks."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from planner_clue.support.errors import CourseworkError
from planner_clue.teaching import marks_page, submission
from planner_clue.teaching.checks import Case, Feedback, Score, Sketch
from planner_clue.teaching.exercise import read_exercise
from planner_clue.teaching.grading import Grade, Mark
from tests.cli.helpers import Program, refusal
from tests.teaching.grading_help import COURSEWORK, TEACHER, graded, written

DOMAIN = COURSEWORK / "1-domain"
CASE = 'title = "A"\ncheck = "domain-declares"\npoints = 2\nactions = ["travel: room room"]\n'
REFUSED = 'title = "B"\ncheck = "domain-refuses"\npoints = 1\nproblem = "p.pddl"\nat_step = 2\n'
PLAN = REFUSED.replace("= 2", "= 3").replace("p.pddl", f"{DOMAIN}/cases/problems/passage.pddl")
PLAN += "plan = '''(stay hall)\n; a comment\n"


@pytest.fixture
def small(program: Program) -> Path:
    """Return a folder ``coursework`` with one exercise of one case, where the program runs."""
    folder = program.here / "coursework" / "7-small"
    written(folder, 7, "domain.pddl", {"a.toml": CASE})
    shutil.copy(DOMAIN / "domain.pddl", folder)
    return folder


def test_an_exercise_is_found_by_folder_name_and_number(program: Program, small: Path) -> None:
    for name in (small, "7-small", "7"):
        assert "Points: 2 of 2" in program.call("grade", name, small, code=0).stdout
    assert "did you mean '7-small'?" in refusal(program.call("grade", "7-smal", small))
    assert "nobody.zip does not exist; expected" in refusal(program.call("grade", 7, "nobody.zip"))


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


def test_what_fails_is_shown_with_its_meaning_and_the_case(program: Program, small: Path) -> None:
    shutil.copy(DOMAIN / "cases" / "05-passage.toml", small / "cases")
    shutil.copytree(DOMAIN / "cases" / "problems", small / "cases" / "problems")
    done = program.call("grade", small, small, code=3)
    output = " ".join(done.stdout.split())
    assert "zero 0 of 1 A passage joins two rooms, not any two" in output
    assert "full 2 of 2 A Points: 2 of 3" in output
    assert "step 2 (take-passage lounge kitchen) breaks a rule, but it can be taken" in output
    assert "This means: A precondition of this action is missing" in output
    assert "(PASSAGE kitchen study)".lower() in output
    assert done.stdout.splitlines()[-1].startswith("Points: ")


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
        (f"{PLAN}jump'''", "plan:3:1: 'jump'; expected (ACTION ARGUMENT ...)"),
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


SOLUTION = (TEACHER / "1-domain" / "solution" / "domain.pddl").read_text()
BEFORE, ACTION, AFTER = SOLUTION.partition("(:action take-passage")
STAYS = BEFORE + ACTION + AFTER.replace("(not (at ?from))", "", 1)


def page_of(grade: Grade, files: dict[str, str]) -> marks_page.MarksPage:
    texts = {name: text.encode() for name, text in files.items()}
    return marks_page.MarksPage(grade, submission.Submission(texts), "ada", "marks")


def data_of(page: marks_page.MarksPage) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text, re.S)
    assert found
    return dict(json.loads(found[1]))


def case(title: str, shows: str = "") -> Case:
    limits: dict[str, Any] = {"seconds": 1, "megabytes": 1, "visibility": "visible"}
    return Case(title=title, points=2, checks="all", shows=shows, **limits)


def crash(record: str = "") -> marks_page.MarksPage:
    """Return a page with an error, a lost game, a plan, a case not graded, and a long note."""
    plan = Sketch(("(travel hall study)",), at=1, way=("hall", "study"), lacks=("(at hall)",))
    feedback = (
        Feedback("crash: <b>, at agent.py:2 in move: boom()", "It crashes.", plan),
        Feedback("forfeited", sketch=Sketch(record=record)),
    )
    marks = [
        Mark(case("A", "you are there"), Score(0, feedback)),
        Mark(case("B"), Score(1)),
        Mark(case("C"), Score(0, ungraded="no engine")),
    ]
    grade = Grade("5: S", tuple(marks), 1.0, (f"--secret {64 * 'a'} repeats them",))
    return page_of(grade, {"agent.py": "def move():\n    boom()\n"})


def test_a_failed_plan_is_shown_with_its_step_atoms_board_and_action() -> None:
    grade = graded("1-domain", {"domain.pddl": STAYS}, "cases/06-one-token.toml")
    page = page_of(grade, {"domain.pddl": STAYS})
    (failure,) = data_of(page)["cases"][0]["falls"]
    assert failure["at"] == 3
    assert failure["steps"][2] == "(travel study hall)"
    assert {"(at study)", "(may-suggest)"} <= {*failure["holds"]}
    assert failure["board"] == 0
    assert "way: hall, study, kitchen" in page.text
    ((file, lines),) = failure["excerpts"]
    assert file == "domain.pddl"
    assert "(:action travel" in lines[0][1]
    assert STAYS.splitlines()[lines[0][0] - 1] == lines[0][1]


def test_the_named_lines_and_a_lost_game_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = "planner_clue.teaching.marks_page.replay_page"
    monkeypatch.setattr(shown, lambda record: f"the page of game {record['game']}")
    page = crash('{"game": 7}')
    first, second = data_of(page)["cases"][0]["falls"]
    assert first["excerpts"] == [["agent.py", [[1, "def move():", False], [2, "    boom()", True]]]]
    assert second["replay"] == "marks-lost-1.html"
    assert page.replays == {"marks-lost-1.html": "the page of game 7"}
    assert "<b>" not in page.text.partition('id="data">')[2].partition("</script>")[0]


def test_a_part_of_the_points_is_no_pass() -> None:
    shares = (1.0, 0.5, 0.0)
    marks = tuple(Mark(case(str(share)), Score(share)) for share in shares)
    assert [(mark.kind, mark.points) for mark in marks] == [("full", 2), ("part", 1), ("zero", 0)]
    results = Grade("1: S", marks, 0).results()
    assert [test["status"] for test in results["tests"]] == ["passed", "failed", "failed"]
    assert (results["score"], results["extra_data"]["max_score"]) == (3, 6)


def test_grade_writes_the_page_and_replaces_no_other_file(program: Program, small: Path) -> None:
    marks, other = small / "marks.html", small / "other.html"
    for _ in range(2):  # the second time in place of the first page
        program.call("grade", 7, small, "--html", marks, code=0)
    assert "Exercise" in marks.read_text()
    other.write_text("mine")
    says = refusal(program.call("grade", 7, small, "--html", other))
    assert "is not a page that grade wrote" in says


@pytest.mark.parametrize("name", ["domain.pddl:0", "domain.pddl:99999999999999999999", "x.py:1"])
def test_lines_that_are_not_there_are_not_shown(name: str) -> None:
    failure = Feedback(f"at {name}", sketch=Sketch(way=("nowhere",), steps=("\x1b[2J",)))
    marks = (Mark(case("A"), Score(0, (failure,))),)
    (found,) = data_of(page_of(Grade("1: S", marks, 0), {"domain.pddl": "x"}))["cases"][0]["falls"]
    assert found["excerpts"] == []
    assert found["board"] is None
    assert "\x1b" not in found["steps"][0]


def test_a_file_is_known_under_the_name_of_a_downloaded_copy() -> None:
    wanted = ("contingent.py", "plan.txt")
    assert submission._names("Contingent (1).PY", wanted) == {"contingent.py"}
