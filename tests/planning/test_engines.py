"""The engines: the same plans, valid ones, and nothing left behind when something breaks."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from planner_clue import validate
from planner_clue.planner.engines import load_engine
from planner_clue.planner.plan_tree import destination_of
from planner_clue.planning import default_limits, engines
from planner_clue.planning.engines import Beginnings, unified_adapters
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.support.errors import PlanningFailure
from tests.cli.helpers import wait_until
from tests.planner.shipped import planned
from tests.planner.situations import DOMAIN, problem
from tests.planning.grounding_texts import CARDS, hand


def solved(name: str, wrote: PddlProblem, domain: str = DOMAIN) -> PlanningResult:
    return load_engine(name).solve(domain, wrote.to_text(brief=True))


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in an empty folder, with the temporary files inside it; both are empty in the end."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    yield
    assert list(tmp_path.rglob("*")) == [temporary]


def fake_search(folder: Path, script: str) -> Path:
    program = folder / "search"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(
    ("board", "players", "shown"),
    [("classic", 3, 11), pytest.param("huji", 6, 3, marks=pytest.mark.slow)],
)
def test_all_engines_find_plans_of_the_same_cost_that_unified_planning_calls_valid(
    board: str, players: int, shown: int, nothing_left: None
) -> None:
    wrote = problem(board, players, 7, shown)
    plans = {name: solved(name, wrote).checked() for name in engines.engine_names()}
    assert len({plan.cost for plan in plans.values()}) == 1, plans
    for plan in plans.values():
        verdict = validate(DOMAIN, wrote.to_text(), plan.to_text())
        assert (verdict.valid, verdict.message) == (True, f"cost {plan.cost}")


@pytest.mark.parametrize(
    "name", [engines.DEFAULT_ENGINE, pytest.param("fast-downward-up", marks=pytest.mark.slow)]
)
def test_threads_do_not_disturb_each_other(name: str, nothing_left: None) -> None:
    texts = [problem(seed=seed, shown=6).to_text(brief=True) for seed in range(2)]
    engine = load_engine(name)
    alone = [engine.solve(DOMAIN, text).plan for text in texts]
    assert all(alone)
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda text: engine.solve(DOMAIN, text), texts * 3)
        together = [result.plan for result in results]
    assert together == alone * 3


def failure_of(name: str, domain: str = DOMAIN) -> PlanningFailure:
    with pytest.raises(PlanningFailure) as caught:
        solved(name, problem(shown=10), domain).checked()
    return caught.value


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 34", "unsupported"),
        ("exit 22", "memory-out"),
        ("kill -9 $$", "engine-error"),
        ("exit 0", "engine-error"),
        ("exit 23", "time-out"),
        ("exit 12", "unsolvable"),
        (r'printf "Solution found!\ntravel hall moon\nPlan length: 1 step(s).\n"', "invalid-plan"),
        (r'printf "Solution found!\ntravel hall study (9)\n"', "engine-error"),
    ],
)
def test_a_search_that_breaks_is_named(
    script: str, reason: str, nothing_left: None, tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    program = fake_search(tmp_path_factory.mktemp("fake"), script)
    monkeypatch.setattr(engines.fast_downward, "search_binary", lambda: program)
    assert failure_of(engines.DEFAULT_ENGINE).reason == reason


def test_a_search_may_fail_after_its_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fast Downward does where it cannot read ``/proc``, as in a sandbox without namespaces."""
    expected = solved(engines.DEFAULT_ENGINE, problem(shown=10)).checked()
    message = "critical error: could not open /proc/self/status"
    real = engines.fast_downward.search_binary()
    program = fake_search(tmp_path, f'"{real}" "$@"\necho "{message}" >&2\nkill -ABRT $$')
    monkeypatch.setattr(engines.fast_downward, "search_binary", lambda: program)
    assert solved(engines.DEFAULT_ENGINE, problem(shown=10)).checked() == expected
    for end in ("no solution!", "Task is provably unsolvable."):
        program = fake_search(tmp_path, f'echo "{end}"; echo "{message}" >&2; kill -ABRT $$')
        assert failure_of(engines.DEFAULT_ENGINE).reason == "unsolvable"


@pytest.mark.parametrize("name", [engines.DEFAULT_ENGINE, "fast-downward-up"])
def test_a_search_that_hangs_is_stopped_with_all_it_started(
    name: str, nothing_left: None, tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = tmp_path_factory.mktemp("fake")
    program = fake_search(folder, f'echo $$ > "{folder}/pid"; trap "" TERM; sleep 600 & wait')
    monkeypatch.setattr(engines.fast_downward, "search_binary", lambda: program)
    monkeypatch.setattr(default_limits, "SEARCH_SECONDS", 1)
    monkeypatch.setattr(unified_adapters.PrivateFastDownward, "_get_cmd", lambda *_: [str(program)])
    monkeypatch.setattr(default_limits, "WHOLE_SECONDS", 1)
    assert failure_of(name).reason == "time-out"
    group = (folder / "pid").read_text().strip()
    # What was killed and is nobody's child any more, the system takes a moment to bury.
    assert wait_until(lambda: running_in_group(group) == [])


def test_a_stock_engine_that_floods_is_stopped(
    nothing_left: None, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = fake_search(tmp_path_factory.mktemp("fake"), "exec yes flooding")
    monkeypatch.setattr(unified_adapters.PrivateFastDownward, "_get_cmd", lambda *_: [str(program)])
    failure = failure_of("fast-downward-up")
    assert failure.reason == "output-out"
    assert failure.detail.endswith("flooding")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "reason"), [(Limits(seconds=1), "time-out"), (Limits(memory_mb=30), "memory-out")]
)
def test_a_search_in_python_ends_at_a_limit(
    limits: Limits, reason: str, nothing_left: None
) -> None:
    began = time.monotonic()
    result = load_engine("pyperplan").solve(CARDS, hand(21), limits)
    assert (result.status, result.plan) == (reason, None), result.detail
    assert time.monotonic() - began < 60


def running_in_group(group: str) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, process_group = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue  # it ended while we looked
        if process_group == group and state != "Z":
            found.append(stat.parent.name)
    return found


CONDITIONAL = """
(define (domain switch)
  (:requirements :conditional-effects)
  (:predicates (on) (twice))
  (:action press :parameters () :effect (and (on) (when (on) (twice)))))
"""


@pytest.mark.parametrize("name", engines.engine_names())
def test_an_engine_solves_conditional_effects_if_it_supports_them(name: str) -> None:
    engine = load_engine(name)
    twice = "(define (problem p) (:domain switch) (:init) (:goal (twice)))"
    solved = engine.solve(CONDITIONAL, twice).plan is not None
    assert solved == ("conditional effects" in engine.supports())
    assert solved == (name != "fast-downward-opt")


def test_a_missing_planner_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    engines.fast_downward.search_binary.cache_clear()
    assert load_engine(engines.DEFAULT_ENGINE).missing() == "missing: pip install up-fast-downward"
    assert failure_of(engines.DEFAULT_ENGINE).reason == "missing"


def opened(seed: int, shown: int, board: str = "classic") -> Beginnings:
    wrote = problem(board, 3, seed, shown)
    return load_engine("fast-downward").beginnings(DOMAIN, wrote)


@pytest.mark.parametrize(("board", "seed", "shown"), [("classic", 1, 3), ("huji", 2, 8)])
def test_each_way_has_a_valid_plan_that_begins_with_it(board: str, seed: int, shown: int) -> None:
    wrote = problem(board, 3, seed, shown)
    ways = opened(seed, shown, board)
    check = PlanCheck.of(DOMAIN, wrote)
    assert len(ways.steps) >= 4
    costs = []
    for first, cost in ways.steps.items():
        branch = ways.branch(first)
        assert branch
        assert branch.plan.steps[0] == branch.first == first
        assert check.validated(branch.plan.steps) == branch.plan.cost
        assert branch.cost_to_go is not None
        assert cost + branch.cost_to_go == branch.plan.cost
        costs.append(branch.plan.cost)
    assert min(costs) == ways.best().plan.cost == planned(DOMAIN, wrote).cost


@pytest.mark.parametrize("seed", [0, 3])
def test_what_is_expected_is_searched_for_at_once_and_comes_out_the_same(seed: int) -> None:
    alone, together = opened(seed, 4), opened(seed, 4)
    firsts = [first for first in together.steps if destination_of(first)]
    together.expect(firsts[:3])
    together.expect(firsts[1:4])
    assert together.best().plan.steps == alone.best().plan.steps
    for first in firsts:
        one, other = together.branch(first), alone.branch(first)
        assert one
        assert other
        assert (one.plan.steps, one.cost_to_go) == (other.plan.steps, other.cost_to_go)


def test_after_settling_no_search_is_running_that_nobody_asked_for() -> None:
    ways = opened(1, 3)
    before = set(threading.enumerate())
    ways.expect(ways.steps)
    assert set(threading.enumerate()) - before
    ways.stop()
    assert not set(threading.enumerate()) - before
