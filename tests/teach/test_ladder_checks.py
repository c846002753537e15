"""Exercise 5: an agent plays in a box, and its interval counts."""

from pathlib import Path

import pytest

from planner_clue.teach.checks import Earned
from planner_clue.teach.exercise import Exercise, read_exercise
from planner_clue.teach.grading import grade
from planner_clue.teach.submission import Submission
from tests.teach.grading_help import COURSEWORK, TEACHER

SOLUTION = (TEACHER / "5-agent" / "solution" / "agent.py").read_text()
DOMAIN = "(define (domain d) (:predicates (a)) (:action go :effect (a)))"
PROBLEM = "(define (problem p) (:domain d) (:init) (:goal (a)))"
START = (COURSEWORK / "5-agent" / "agent.py").read_text()


def ladder(folder: Path, at_least: float, games: int = 6, **more: object) -> Exercise:
    """Return an exercise of one small match against ``random``."""
    (folder / "cases").mkdir(parents=True)
    fields = {"opponents": '["random", "random"]', "games": games, "seed": 3, **more}
    lines = [f"{name} = {value}" for name, value in fields.items()]
    text = f'title = "A"\ncheck = "agent-wins"\npoints = 1\nat_least = {at_least}\n'
    (folder / "cases" / "a.toml").write_text("\n".join([text, *lines]))
    about = 'number = 5\ntitle = "Small"\nfiles = ["agent.py"]\nseconds = 120\nmegabytes = 4096\n'
    about += 'imports = ["planner_clue"]\n'
    (folder / "exercise.toml").write_text(about)
    return read_exercise(folder)


def played(asked: Exercise, code: str, *hidden: Path) -> Earned:
    return grade(asked, Submission({"agent.py": code.encode()}, hidden=hidden)).marks[0].earned


@pytest.mark.slow
def test_a_rate_without_a_sure_interval_earns_half(tmp_path: Path) -> None:
    sure = played(ladder(tmp_path / "sure", 0.05), SOLUTION)
    assert sure.share == 1
    assert sure.says.startswith("won ")
    unsure = played(ladder(tmp_path / "unsure", 0.5), SOLUTION)
    assert unsure.share == 0.5
    assert "may have been luck" in " ".join(unsure.shortfalls[0].means.split())
    assert played(ladder(tmp_path / "seldom", 0.9), START).share == 0


def test_a_forfeit_is_shown_with_the_lines_of_the_file_and_costs_its_share(tmp_path: Path) -> None:
    code = SOLUTION.replace("suspects, weapons, _ = self.belief", "suspects = self.nothing", 1)
    found = played(ladder(tmp_path / "x", 0.0), code)
    assert found.share == 0
    fall = found.shortfalls[-1]
    assert "forfeited 6 of 6 games: crash: AttributeError" in fall.what
    assert "agent.py:" in fall.what
    assert "in suggest" in fall.what


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "the file is empty"),
        ("((((", "SyntaxError"),
        ("x = 1", "no MyAgent in agent.py"),
        ("class MyAgent: pass", "not derived from planner_clue.Agent"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_what_is_no_agent_earns_nothing_and_is_told(code: str, says: str, tmp_path: Path) -> None:
    found = played(ladder(tmp_path / "x", 0.0), code)
    assert found.share == 0
    assert says in found.shortfalls[0].what


@pytest.mark.slow
def test_an_agent_that_hangs_ends_only_its_games(tmp_path: Path) -> None:
    hangs = START.replace(
        "        if all(len", "        while True:\n            pass\n        if all(len"
    )
    found = played(ladder(tmp_path / "x", 0.0, answer_seconds=1), hangs)
    assert found.share == 0
    assert "no answer to accuse within 1 s" in found.shortfalls[0].what


def test_an_agent_reads_no_hidden_case_and_starts_no_process(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("seed = 3")
    reads = START.replace(
        "        self.seat = seat.index",
        f"        self.seat = open({str(secret)!r}).read() and seat.index",
    )
    found = played(ladder(tmp_path / "reads", 0.0), reads, secret)
    assert "PermissionError" in found.shortfalls[0].what
    forks = START.replace(
        "        self.seat = seat.index", "        import os; os.fork(); self.seat = seat.index"
    )
    found = played(ladder(tmp_path / "forks", 0.0), forks, secret)
    assert found.share == 0
    assert "begin" in found.shortfalls[0].what


@pytest.mark.slow
def test_an_agent_in_the_box_can_plan_with_our_own_engine(tmp_path: Path) -> None:
    plans = START.replace(
        "        self.seat = seat.index",
        "        self.seat = seat.index\n"
        "        import planner_clue as clue\n"
        f"        domain, problem = {DOMAIN!r}, {PROBLEM!r}\n"
        "        assert clue.solve(domain, problem, engine='clue-astar').plan.steps",
    )
    found = played(ladder(tmp_path, 0.0), plans)
    assert "forfeited" not in " ".join(said.what for said in found.shortfalls)
    assert found.says.startswith("won ")
