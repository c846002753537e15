"""``planner-clue grade --draw-cases``: cases from a secret, tested by solution and mistakes."""

from pathlib import Path

import pytest

from planner_clue.support.errors import CourseworkError
from planner_clue.teaching import case_making
from planner_clue.teaching.case_making import CaseMaker, MadeCase, MadeCases, _shares, as_toml
from planner_clue.teaching.exercise import read_exercise, read_mistakes
from tests.cli.helpers import Program, refusal
from tests.teaching.grading_help import COURSEWORK, EXERCISES, TEACHER, written

AGENT = "5-agent"
"""Of its cases only the seeds are drawn, hidden ones like the others."""
WAYS = 'title = "Ways"\ncheck = "cost-ways"\npoints = 2\ndice = 2\nfarthest = 9\nwithin = 0.05\n'
MISTAKE = """
[[mistakes]]
name = "Ways of eleven squares are free"
cases = ["01-ways.toml"]
changes = [["    return 100", "    if way['squares'] == 11:\\n        return 0\\n    return 100"]]
"""
MAKER = """
from planner_clue.teaching.case_making import Drawn, Unsuitable
def ways(draw):
    farthest = draw.rng.randint(5, 12)
    if farthest == 12:
        raise Unsuitable
    return Drawn({"farthest": farthest}, {f"{draw.stem}.txt": draw.secret}, f"{farthest} squares")
DRAWERS = {"01-ways.toml": ways}
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return an exercise of two cases, with solution, mistake and maker in its teacher's folder."""
    folder, teacher = tmp_path / "4-small", tmp_path / "teacher" / "4-small"
    written(folder, 4, "costs.py", {"01-ways.toml": WAYS})
    for place in (teacher / "hidden", teacher / "solution"):
        place.mkdir(parents=True)
    for name in ("01-ways.toml", "02-same.toml"):
        (teacher / "hidden" / name).write_text(WAYS)
    costs = (TEACHER / "4-costs" / "solution" / "costs.py").read_text()
    (teacher / "solution" / "costs.py").write_text(costs)
    (teacher / "mistakes.toml").write_text(MISTAKE)
    (teacher / "make_cases.py").write_text(MAKER)
    return folder


def made(folder: Path, secret: str, count: int = 1) -> MadeCases:
    teacher = folder.parent / "teacher" / folder.name
    return CaseMaker(read_exercise(folder), teacher, secret, hidden=True).make(count)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("0-search", 6),
        pytest.param("0-search", 1, marks=pytest.mark.slow),
        pytest.param("4-costs", 1, marks=pytest.mark.slow),
    ],
)
def test_cases_of_the_course_are_drawn_and_detect_its_mistakes(
    monkeypatch: pytest.MonkeyPatch, name: str, step: int
) -> None:
    """Every mistake, or every sixth."""
    some = read_mistakes(COURSEWORK / "teacher" / name)[::step]
    monkeypatch.setattr(case_making, "read_mistakes", lambda teacher: some)
    cases = made(COURSEWORK / name, "a secret")
    assert cases.surviving == {}
    assert any(case.difficulty for case in cases.cases)


@pytest.mark.usefixtures("direct")
def test_the_same_secret_makes_the_same_cases_and_another_one_others(small: Path) -> None:
    first, again, other = (made(small, secret, 3) for secret in ("a", "a", "b"))
    assert first.files == again.files != other.files
    assert set(first.files) >= {"01-ways.toml", "01-ways-2.toml", "01-ways-2.txt", "02-same.toml"}
    assert [case.points for case in first.cases] == [0.66, 0.66, 0.68, 2]  # of 2 each that ship


@pytest.mark.usefixtures("direct")
def test_cases_are_drawn_until_each_mistake_is_detected(small: Path) -> None:
    for secret in "abc":
        found = made(small, secret)
        assert not found.surviving
        assert "farthest = 11" in found.files["01-ways.toml"]  # only there the mistake is detected
        assert "farthest = 9" in found.files["02-same.toml"]


@pytest.mark.usefixtures("direct")
def test_a_case_is_drawn_until_it_detects_a_mistake(small: Path) -> None:
    """Although another one detects it already."""
    teacher = small.parent / "teacher" / "4-small"
    (teacher / "hidden" / "03-more.toml").write_text(WAYS)
    (teacher / "mistakes.toml").write_text(MISTAKE.replace('toml"]', 'toml", "03-more.toml"]'))
    (teacher / "make_cases.py").write_text(f'{MAKER}DRAWERS["03-more.toml"] = ways\n')
    for secret in "abc":
        first, copy, more = made(small, secret).cases
        assert (first.detected, copy.detected, more.detected) == (1, 0, 1)


def test_a_mistake_that_loses_no_points_is_not_detected() -> None:
    assert MadeCase("a.toml", "a.toml", 2, losses={"x": 0.0, "y": 0.5, "z": 2}).detected == 2


@pytest.mark.usefixtures("direct")
def test_a_mistake_no_draw_detects_is_named(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner_clue.teaching.case_making.MOST_DRAWS", 5)
    mistakes = small.parent / "teacher" / "4-small" / "mistakes.toml"
    mistakes.write_text(MISTAKE.replace("11:", "99:"))
    assert set(made(small, "a").surviving) == {"Ways of eleven squares are free"}
    mistakes.unlink()
    solution = mistakes.parent / "solution" / "costs.py"
    solution.write_text(solution.read_text().replace("return 100", "return 300"))
    with pytest.raises(CourseworkError, match="the solution fails in it"):
        made(small, "a")


def test_the_command_writes_cases_that_grade_takes(program: Program, small: Path) -> None:
    draw = ["grade", small, "--draw-cases", small.parent / "new"]
    done = program.call(*draw, "--secret", "a", code=0)
    assert "11 squares" in done.stdout
    assert sum(case.points for case in read_exercise(small, small.parent / "new").cases) == 6
    draw[-1] = small / "new"
    for arguments, says in (
        (["--draw-cases", small, "--secret", "a"], "is not empty; expected a new folder"),
        (["--secret", "a", "--count", "0"], "--count 0; expected 1 to 10"),
        (["--secret", "a", "--teacher", small], "expected a folder with solution/ in it"),
        (["--count", "2"], "expected --secret TEXT, and no SUBMISSION"),
        (["--secret", "a", "--csv", "m.csv"], "--csv m.csv; expected no --draw-cases"),
    ):
        assert says in refusal(program.call(*draw, *arguments))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hidden"),
    [(name, hidden) for name in EXERCISES for hidden in (True, False) if hidden or name != AGENT],
)
def test_new_cases_of_every_exercise_detect_its_mistakes(name: str, hidden: bool) -> None:
    asked = read_exercise(COURSEWORK / name)
    found = CaseMaker(asked, TEACHER / name, "a secret", hidden=hidden).make(1)
    assert found.surviving == {}
    templates = TEACHER / name / "hidden" if hidden else COURSEWORK / name / "cases"
    assert {case.file for case in found.cases} == {file.name for file in templates.glob("*.toml")}
    assert all(case.detected or not case.losses for case in found.cases)
    asks_about_own_work = name in ("6-study", "11-own-runs")
    if hidden and not asks_about_own_work and name != AGENT:
        assert all(case.detected for case in found.cases if "match" not in case.difficulty)
    if not asks_about_own_work:
        assert any(case.difficulty for case in found.cases)


def test_points_are_shared_in_whole_cents() -> None:
    assert _shares(2, 3) == [0.66, 0.66, 0.68]


def test_a_case_is_written_with_its_values_before_its_tables() -> None:
    text = as_toml({"plans": [{"cost": 3}], "title": "A", "plan": "(a)\n(b)"})
    assert text == "title = \"A\"\nplan = '''(a)\n(b)'''\n[[plans]]\ncost = 3\n"
