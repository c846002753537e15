"""Other people's PDDL: whatever it asks for, an engine solves it rightly or says why not."""

import pytest
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.factory import Factory
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines import engine_names, installed_engine_names, load_engine
from planner_clue.planning.engines.unified_task import charge_whole_numbers
from planner_clue.planning.plan import Limits, Status, Step
from tests.deliberation.shipped import texts
from tests.planning.helpers import BLOCKS, PROBLEM, PUZZLE, SHOPS, STACKED

LUNCH = """
(define (problem lunch)
  (:domain shops)
  (:init (hungry) (= (total-cost) 0) (= (price near) 7) (= (price far) 3))
  (:goal (full))
  (:metric minimize (total-cost)))
"""


def test_derived_predicates_and_quantifiers_are_solved_or_said_to_be_unsupported() -> None:
    for search in (None, "astar(blind())", "lazy_greedy([ff()])"):
        result = load_engine("fast-downward", search).solve(BLOCKS, STACKED)
        assert result.checked().steps == (Step("move", ("c", "table", "a")),)
        assert result.status is Status.SOLVED
    for name in ("clue-astar", "fast-downward-opt"):
        result = load_engine(name).solve(BLOCKS, STACKED)
        assert (result.status, result.plan) == (Status.UNSUPPORTED, None)
        assert "axioms" in result.detail or "derived predicates" in result.detail
    ways = load_engine("fast-downward").beginnings(BLOCKS, STACKED)
    assert {str(step) for step in ways.steps} == {
        "(move a b table)", "(move a b c)", "(move c table a)",
    }  # fmt: skip
    for first in ways.steps:
        branch = ways.branch(first)
        assert branch
        assert branch.plan.steps[0] == first
    assert ways.best().plan.cost == 1


def test_disjunctions_and_negations_are_solved_by_way_of_unified_planning() -> None:
    for name in ("fast-downward", "fast-downward-up"):
        plan = load_engine(name).solve(PUZZLE, PROBLEM).checked()
        assert plan.steps == (Step("flip", ("a", "b")),)
    unable = load_engine("pyperplan").solve(PUZZLE, PROBLEM)
    assert unable.status is Status.UNSUPPORTED
    assert "disjunctive conditions" in unable.detail


@pytest.mark.parametrize("name", engine_names())
def test_every_engine_knows_constants_metrics_goals_that_hold_and_limits(name: str) -> None:
    engine = load_engine(name)
    result = engine.solve(SHOPS, LUNCH)
    assert result.status is Status.OPTIMAL
    assert (result.checked().steps, result.checked().cost) == ((Step("buy-two", ("far",)),), 3)
    free = LUNCH.replace("(:metric minimize (total-cost))", "")
    assert engine.solve(SHOPS, free).checked().cost == 1, "without a metric every action counts 1"
    full = LUNCH.replace("(:init (hungry)", "(:init (full)")
    assert engine.solve(SHOPS, full).checked().steps == ()
    with pytest.raises(PlanningFailure, match="unsupported: the goal holds at first"):
        engine.beginnings(SHOPS, full).best()
    hopeless = engine.solve(SHOPS, LUNCH.replace("(:init (hungry)", "(:init"))
    assert (hopeless.status, hopeless.plan) == (Status.UNSOLVABLE, None)
    late = engine.solve(SHOPS, LUNCH, Limits(seconds=0))
    assert (late.status, late.detail) == (Status.TIME_OUT, "no plan in 0 s")


@pytest.mark.parametrize(
    "problem",
    [LUNCH.replace("(full)", "(elsewhere)"), pytest.param("", marks=pytest.mark.slow)],
    ids=["undeclared", "empty"],
)
def test_a_bad_text_is_a_status_with_the_words_of_the_engine(problem: str) -> None:
    for name in [*engine_names(), *installed_engine_names()]:
        result = load_engine(name).solve(SHOPS, problem)
        assert (result.status, result.plan) == (Status.FAILED, None), name
        assert result.detail.strip(": "), name
        assert "\n" not in result.detail, name
        with pytest.raises(PlanningFailure, match="engine-error"):
            load_engine(name).beginnings(SHOPS, problem)


def test_a_search_that_is_given_little_memory_says_so() -> None:
    huji = texts("huji/start.pddl")
    engine = load_engine("fast-downward", "astar(blind())")
    for megabytes in (1, 11):
        result = engine.solve(*huji, Limits(memory_mb=megabytes))
        assert (result.status, result.detail) == (Status.MEMORY_OUT, f"no plan in {megabytes} MB")
    assert engine.solve(*huji, Limits(memory_mb=500)).status is Status.OPTIMAL


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Factory:
    """Return unified-planning's own factory as it comes, in the only environment it can read in."""
    environment = get_environment()
    fresh = Factory(environment)
    monkeypatch.setattr(environment, "_factory", fresh)
    monkeypatch.setattr(environment, "_credits_stream", None)
    return fresh


@pytest.mark.parametrize("ours", [False, True])
def test_it_chooses_an_engine_for_whole_numbers(factory: Factory, ours: bool) -> None:
    """It takes clue-astar where that is registered, or Fast Downward where costs are whole."""
    task = PDDLReader().parse_problem_string(SHOPS, LUNCH)
    if ours:
        module = "planner_clue.planning.engines.unified_planners"
        factory.add_engine("clue-astar", module, "ClueAstarPlanner")
    else:
        charge_whole_numbers(task)
    with factory.OneshotPlanner(problem_kind=task.kind) as planner:
        assert planner.name == ("clue-astar" if ours else "Fast Downward")
        verdict = SequentialPlanValidator().validate(task, planner.solve(task).plan)
    assert list(verdict.metric_evaluations.values()) == [3]
