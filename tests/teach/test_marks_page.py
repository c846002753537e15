"""``planner-clue grade --html``: marks as a page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from planner_clue.teach import marks_page, submission
from planner_clue.teach.checks import Case, Feedback, Figure, Score
from planner_clue.teach.grading import Grade, Mark
from tests.cli.helpers import Program, refusal
from tests.teach.grading_help import TEACHER, graded, written

SOLUTION = (TEACHER / "1-domain" / "solution" / "domain.pddl").read_text()
BEFORE, ACTION, AFTER = SOLUTION.partition("(:action take-passage")
STAYS = BEFORE + ACTION + AFTER.replace("(not (at ?from))", "", 1)
TOKEN = "cases/06-one-token.toml"


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
    """Return a page with an error, a lost game, a plan on the board, and a case not graded."""
    plan = Figure(("(travel hall study)",), at=1, way=("hall", "study"), lacks=("(at hall)",))
    falls = (
        Feedback("crash: <b>, at agent.py:2 in move: boom()", "It crashes.", plan),
        Feedback("forfeited", figure=Figure(record=record)),
    )
    marks = [
        Mark(case("A", "you are there"), Score(0, falls)),
        Mark(case("B"), Score(1)),
        Mark(case("C"), Score(0, ungraded="no engine")),
    ]
    return page_of(Grade("5: S", tuple(marks), 1.0), {"agent.py": "def move():\n    boom()\n"})


def test_a_failed_plan_is_shown_with_its_step_atoms_board_and_action() -> None:
    grade = graded("1-domain", {"domain.pddl": STAYS}, TOKEN)
    page = page_of(grade, {"domain.pddl": STAYS})
    (fall,) = data_of(page)["cases"][0]["falls"]
    assert fall["at"] == 3
    assert fall["steps"][2] == "(travel study hall)"
    assert {"(at study)", "(may-suggest)"} <= {*fall["holds"]}
    assert fall["board"] == 0
    assert "way: hall, study, kitchen" in page.text
    ((file, lines),) = fall["excerpts"]
    assert file == "domain.pddl"
    assert "(:action travel" in lines[0][1]
    assert STAYS.splitlines()[lines[0][0] - 1] == lines[0][1]


def test_the_named_lines_and_a_lost_game_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = "planner_clue.teach.marks_page.replay_page"
    monkeypatch.setattr(shown, lambda record: f"the page of game {record['game']}")
    page = crash('{"game": 7}')
    first, second = data_of(page)["cases"][0]["falls"]
    assert first["excerpts"] == [["agent.py", [[1, "def move():", False], [2, "    boom()", True]]]]
    assert second["replay"] == "marks-lost-1.html"
    assert page.replays == {"marks-lost-1.html": "the page of game 7"}
    assert "<b>" not in page.text.partition('id="data">')[2].partition("</script>")[0]


def test_grade_writes_the_page_and_replaces_no_other_file(program: Program, tmp_path: Path) -> None:
    text = 'title = "A"\ncheck = "domain-declares"\npoints = 2\nactions = ["fly: room"]\n'
    exercise = written(tmp_path / "1-small", 1, "domain.pddl", {"a.toml": text})
    for _ in range(2):  # the second time in place of the first page
        program.call("grade", exercise, exercise, "--html", tmp_path / "marks.html", code=3)
    assert "Exercise" in (tmp_path / "marks.html").read_text()
    other = tmp_path / "other.html"
    other.write_text("mine")
    says = refusal(program.call("grade", exercise, exercise, "--html", other))
    assert "is not a page that grade wrote" in says


@pytest.mark.parametrize("name", ["domain.pddl:0", "domain.pddl:99999999999999999999", "x.py:1"])
def test_lines_that_are_not_there_are_not_shown(name: str) -> None:
    fall = Feedback(f"at {name}", figure=Figure(way=("nowhere",), steps=("\x1b[2J",)))
    marks = (Mark(case("A"), Score(0, (fall,))),)
    (found,) = data_of(page_of(Grade("1: S", marks, 0), {"domain.pddl": "x"}))["cases"][0]["falls"]
    assert found["excerpts"] == []
    assert found["board"] is None
    assert "\x1b" not in found["steps"][0]
