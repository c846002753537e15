"""The best plan for each way to begin, and which way the token then takes."""

import threading

import pytest

from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.plan_reading import destination_of
from planner_clue.planning.engines import Beginnings
from planner_clue.planning.plan_check import PlanCheck
from tests.deliberation.shipped import planned
from tests.deliberation.situations import DOMAIN, problem


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
