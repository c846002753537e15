"""Exercise 5: an agent plays in a worker, and its interval counts."""

import re
from pathlib import Path

import pytest

from planner_clue.match.schedule import derived_seed
from planner_clue.support.errors import CourseworkError
from planner_clue.teaching.agent_checks import AgentWins
from planner_clue.teaching.checks import Score
from planner_clue.teaching.exercise import Exercise, read_exercise
from planner_clue.teaching.grading import grade
from planner_clue.teaching.submission import Submission
from planner_clue.view.matches import AgentResult, GameRecords, MatchResult
from tests.teaching.grading_help import COURSEWORK, TEACHER, fault_of, written

SOLUTION = (TEACHER / "5-agent" / "solution" / "agent.py").read_text()
DOMAIN = "(define (domain d) (:predicates (a)) (:action go :effect (a)))"
PROBLEM = "(define (problem p) (:domain d) (:init) (:goal (a)))"
START = (COURSEWORK / "5-agent" / "agent.py").read_text()


def ladder(folder: Path, at_least: float = 0.0, **more: object) -> Exercise:
    case = {"title": "A", "check": "agent-wins", "points": 1, "games": 6, "seed": 3 | 1 << 63}
    case |= {"opponents": ["random", "random"], "at_least": at_least, **more}
    given = {name: value for name, value in case.items() if value is not None}
    text = "".join(f"{name} = {value!r}\n" for name, value in given.items())
    limits = 'seconds = 120\nmegabytes = 4096\nimports = ["planner_clue"]\n'
    return read_exercise(written(folder / "exercise", 5, "agent.py", {"a.toml": text}, limits))


def played(asked: Exercise, code: str, *hidden: Path) -> Score:
    score = grade(asked, Submission({"agent.py": code.encode()}, hidden=hidden)).marks[0].score
    assert not score.ungraded
    return score


def beginning(statements: str) -> str:
    seat = "        self.seat = seat.index"
    assert seat in START
    return START.replace(seat, f"{seat}\n        {statements}")


@pytest.mark.parametrize(
    ("interval", "is_sure"), [((0.45, 0.65), False), ((0.5, 0.7), True), ((0.3, 0.49), False)]
)
def test_the_lower_end_of_the_interval_has_to_be_enough(
    tmp_path: Path, interval: tuple[float, float], *, is_sure: bool
) -> None:
    wins = round(30 * sum(interval))  # of 60 games, in the middle
    agents = tuple(AgentResult(name, 60, wins, interval, {}) for name in ("MyAgent", "x", "y"))
    (case,) = ladder(tmp_path, 0.5).cases
    assert isinstance(case, AgentWins)
    verdict = case._verdict(MatchResult(agents, GameRecords([]), {}))
    assert verdict[:2] == (is_sure, wins >= 30)


@pytest.mark.slow
def test_a_rate_without_a_sure_interval_earns_half(tmp_path: Path) -> None:
    sure = played(ladder(tmp_path / "sure", 0.05), SOLUTION)
    assert sure.share == 1
    assert sure.says.startswith("won ")
    unsure = played(ladder(tmp_path / "unsure", 0.5), SOLUTION)
    assert unsure.share == 0.5
    assert "may have been luck" in " ".join(unsure.feedback[0].means.split())
    assert played(ladder(tmp_path / "seldom", 0.9), START).share == 0


def test_a_forfeit_is_shown_with_the_lines_of_the_file_and_costs_its_share(tmp_path: Path) -> None:
    code = SOLUTION.replace("suspects, weapons, _ = self.belief", "suspects = self.nothing", 1)
    found = played(ladder(tmp_path), code)
    assert found.share == 0
    shown = r"forfeited 6 of 6 games: crash: AttributeError.*agent.py:\d+ in suggest"
    assert re.search(shown, found.feedback[-1].what, re.DOTALL)


@pytest.mark.parametrize(
    ("code", "says"),
    [("((((", "SyntaxError"), ("class MyAgent: pass", "not derived from planner_clue.Agent")],
)
def test_what_is_no_agent_earns_nothing_and_is_shown(code: str, says: str, tmp_path: Path) -> None:
    assert says in fault_of(played(ladder(tmp_path), code))


@pytest.mark.slow
def test_an_agent_that_hangs_ends_only_its_games(tmp_path: Path) -> None:
    hangs = START.replace("        if all(len", "        while True: pass\n        if all(len")
    what = fault_of(played(ladder(tmp_path, answer_seconds=1), hangs))
    assert "no answer to accuse within 1 s" in what


def test_an_agent_reads_no_hidden_case(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("seed = 3")
    found = played(ladder(tmp_path), beginning(f"self.seat = open({str(secret)!r}).read()"), secret)
    assert "PermissionError" in found.feedback[0].what


@pytest.mark.slow
def test_an_agent_in_the_box_can_plan_with_our_own_engine(tmp_path: Path) -> None:
    plans = beginning(
        "import planner_clue as clue\n"
        f"        domain, problem = {DOMAIN!r}, {PROBLEM!r}\n"
        "        assert clue.solve(domain, problem, engine='clue-astar').plan.steps"
    )
    found = played(ladder(tmp_path), plans)
    assert "forfeited" not in " ".join(entry.what for entry in found.feedback)
    assert found.says.startswith("won ")


def seat_of(asked: Exercise, secret: str) -> str:
    """Return what a seat learns, of which an agent complains in its first game."""
    code = beginning("raise ValueError(f'{seat.seed} {sorted(seat.hand)}')")
    submission = Submission({"agent.py": code.encode()}, secret=secret)
    return grade(asked, submission).marks[0].score.feedback[0].what


def test_matches_without_a_seed_follow_from_the_secret_alone(tmp_path: Path) -> None:
    drawn = ladder(tmp_path, seed=None)
    assert drawn.cases[0].is_drawn
    first, again, other = (seat_of(drawn, secret) for secret in ("one", "one", "other"))
    assert first == again != other


def test_a_case_sets_the_playouts_of_monte_carlo(tmp_path: Path) -> None:
    against = {"opponents": ["monte-carlo", "random"], "board": "none"}
    few, many = (ladder(tmp_path / str(n), 0.9, playouts=n, **against) for n in (1, 1000))
    lost = [played(asked, START).feedback[0].sketch for asked in (few, few, many)]
    first, again, other = (sketch.record for sketch in lost if sketch)
    assert first == again != other


def test_playouts_that_no_opponent_uses_are_refused(tmp_path: Path) -> None:
    says = "playouts = 7: no opponent uses it; expected monte-carlo among them"
    with pytest.raises(CourseworkError, match=says):
        ladder(tmp_path, playouts=7)


def test_the_seed_of_a_seat_is_not_the_one_that_the_match_derives(tmp_path: Path) -> None:
    asked = ladder(tmp_path)
    derived = {derived_seed("agent", 3 | 1 << 63, g, seat) for g in range(6) for seat in range(3)}
    shown = seat_of(asked, "")
    assert "ValueError" in shown
    assert not [seed for seed in derived if str(seed) in shown]


def test_a_seed_that_an_agent_can_find_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseworkError, match="seed = 4; expected 64 bits"):
        ladder(tmp_path, seed=4)
