"""A planner gives up on an engine that fails again and again, says so once, and plays on."""

from collections import Counter

import pytest

from planner_clue.deliberation.planning_run import MOST_FAILURES
from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import PlanningResult, Status
from tests.deliberation.watched import Watched

FAILED = PlanningResult(Status.TIME_OUT, None, "no plan in 5 s")


def given_up(watched: Watched) -> list[bool]:
    return [decision.gave_up for decision in watched.loop.decisions]


@pytest.mark.parametrize("status", Status)
def test_only_what_costs_time_is_counted(status: Status) -> None:
    watched = Watched()
    failures = [PlanningFailure(reason, "") for reason in ("unsolvable", status)]
    for _ in range(MOST_FAILURES):
        watched.loop.searched_further(Counter[str](), failures)
    never = {"solved", "solved-optimally", "unsolvable", "expansions-out", "missing"}
    assert watched.loop.has_given_up == (status not in {*never, "unsupported", "invalid-plan"})


def test_after_the_third_failure_in_a_row_the_engine_is_not_asked_any_more() -> None:
    watched = Watched()
    for turn in range(2, 2 + MOST_FAILURES):
        watched.plan(turn, FAILED)
    once = [False] * MOST_FAILURES + [True]
    assert given_up(watched) == once
    watched.loop.replan(9, lambda: pytest.fail("the engine is asked"))
    watched.loop.fall_back(9, "roll")
    assert given_up(watched) == once
    assert watched.loop.decisions[-1].fallbacks[-1].turn == 9


def test_searches_for_other_ways_count_too_and_the_plan_is_played_until_it_is_doubted() -> None:
    """An answer in between starts the count anew; what was not searched is no answer."""
    watched, answered = Watched(), Watched()
    failure = PlanningFailure("time-out", "no plan in 5 s")
    for _ in range(MOST_FAILURES):
        assert not watched.loop.has_given_up
        for one, seconds in ((watched, Counter[str]()), (answered, Counter(search=1))):
            one.loop.searched_further(Counter[str](), [failure])
            one.loop.searched_further(seconds, [])
    assert watched.loop.has_given_up
    assert not answered.loop.has_given_up
    assert watched.loop.next_step, "the plan that there is holds"
    watched.loop.nothing_to_ask(watched.loop.log[-1].decision.assumption.room, 1)
    for _ in range(3):
        watched.loop.played(1)
    watched.plan(5)
    assert watched.loop.next_step is None
    watched.loop.fall_back(5, "roll")
    (decision,) = watched.loop.decisions
    assert decision.gave_up
    assert decision.fallbacks[-1].reason == "the engine is given up"
