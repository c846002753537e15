"""The measurements: what they count is what there is, and what is wrong shows."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from planner_clue.bench import games, replans
from planner_clue.bench.replans import PARTS, by_part, by_unlocated, replans_of_games
from planner_clue.deliberation.engines import load_engine
from planner_clue.planning.plan import Plan, PlanningResult, Status, Step
from tests.cli.helpers import Program


def test_replans_of_recorded_games_are_timed_part_by_part() -> None:
    timed = list(replans_of_games(1))
    for made in timed:
        assert set(made.seconds) == set(PARTS)
        assert made.searches >= 1
        assert made.milliseconds == pytest.approx(1000 * sum(made.seconds.values()))
        unlocated = {atom for atom in made.problem.init if atom[0] == "unlocated"}
        assert made.unlocated == len(unlocated)
    whole = list(by_part(timed))[-1]
    assert whole.count == len(timed) == sum(figure.count for figure in by_unlocated(timed)) > 0


def test_a_game_and_the_belief_take_time() -> None:
    assert games.seconds_a_game("none", ("random",) * 3, 2) > 0
    updates, weighed, reasons = next(games.belief_figures(1))
    assert updates.what.startswith("3 players")
    assert weighed.count > updates.count > reasons.count == 1


@pytest.mark.slow
def test_many_plans_at_once_are_the_plan_found_alone() -> None:
    told: list[int] = []
    done = replans.soak(410, 4, 2, "fast-downward", told.append)
    assert (done.solves, done.failures, done.wrong, done.left_behind) == (410, 0, 0, 0)
    assert told == [200, 400, 410]


def test_what_goes_wrong_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose fifth plan is missing, and whose sixth is another one."""
    engine, calls = load_engine("fast-downward"), []

    class Careless:
        def solve(self, domain: str, problem: str) -> PlanningResult:
            calls.append(problem)
            result = engine.solve(domain, problem)
            if len(calls) == 5:
                return PlanningResult(Status.FAILED, None, "now")
            plan = result.checked()
            other = Plan((Step("accuse", ()), *plan.steps), plan.cost)
            return replace(result, plan=other) if len(calls) == 6 else result

    monkeypatch.setattr(replans, "load_engine", lambda _: Careless())
    failures, wrong, process, megabytes = replans._batch(6, 1, "careless", str(tmp_path))
    assert (failures, wrong) == (1, 1)
    assert process > 0
    assert megabytes > 1


def test_bench_scale_tells_costs(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_LEAST_SECONDS_OF_A_MATCH", 0.1)
    few = ["--games", "12", "--board", "none", "--jobs", "1"]
    done = program.call("bench", "scale", "random", "random", "random", *few)
    assert done.returncode == 0, done.stderr
    (row,) = re.findall(r"^ *random, random, random +(.*)$", done.stdout, re.MULTILINE)
    played, playing, keeping, record, rate, hours, gigabytes = map(float, row.split())
    assert played >= 12
    assert playing > 0
    assert keeping >= 0
    assert rate > 1
    assert hours == pytest.approx((playing + keeping) / 3.6, abs=0.1)
    assert gigabytes == record
    assert re.search(r"peak memory of this program: \d+ MB", done.stdout)
