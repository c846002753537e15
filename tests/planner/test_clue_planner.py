"""The planner decides by pure functions and follows its plan; each fact of its problem has work."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Opening, TurnOptions
from planner_clue.game.events import Passed, Suggested
from planner_clue.game.requests import AskStart
from planner_clue.planner.clue_planner import CluePlanner, belief_of
from planner_clue.planner.domains import model_for
from planner_clue.planner.engines import load_engine
from planner_clue.planner.examples import EXAMPLES, Example
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.formulations import domain_text
from planner_clue.planner.mind import Mind, observed
from planner_clue.planner.model import TURN
from planner_clue.planner.planner import Standing
from planner_clue.planning.problem import PddlProblem
from tests.planner.shipped import planned
from tests.planner.situations import DOMAIN, PLANNED, SEAT, posed, problem

HALL, STUDY = Card("hall"), Card("study")


def clue_planner() -> CluePlanner:
    return CluePlanner(SEAT, load_engine("fast-downward"), PLANNED, model_for(PLANNED))


def ranked(planner: CluePlanner, mind: Mind, at: Standing) -> dict[Suggestion, float]:
    """Return the expected turns of the best suggestion per room."""
    assert isinstance(planner.model, FollowUpModel)
    ways = planner.model.travel_costs_from(planner.context(mind, at))
    outlook = planner.model.outlook(belief_of(mind), SEAT.seed)
    return {one.suggestion: one.turns for one in outlook.ranked(ways)}


def test_a_follow_up_is_made_unless_another_suggestion_is_better_by_the_margin() -> None:
    planner, at = clue_planner(), Standing(4, HALL)
    mind = planner.begin()
    turns = ranked(planner, mind, at)
    best, second, third = sorted({*turns.values()})[:3]
    planner.margin = (second + third) / 2 - best
    for suggestion, expected in turns.items():
        going_on = planner.check(mind, suggestion, at)
        assert (going_on is not None) == (expected <= best + planner.margin)
        if going_on:
            ways = planner.model.travel_costs_from(planner.context(mind, at))
            price = TURN * (expected - ways[suggestion.room])
            assert going_on.prices[suggestion.room] == pytest.approx(price)


def test_a_follow_up_cannot_be_made_in_another_room() -> None:
    planner, at = clue_planner(), Standing(4, HALL, may_suggest=True)
    mind = planner.begin()
    elsewhere = next(iter(ranked(planner, mind, Standing(4, HALL))))
    assert elsewhere.room != HALL
    assert planner.check(mind, elsewhere, at) is None


def test_a_decision_changes_no_mind_and_is_the_same_again() -> None:
    planner = clue_planner()
    mind = planner.begin()
    before = deepcopy((mind.log, mind.fired, mind.execution))
    options = TurnOptions(1, (Opening.ROLL,), (16, 0), None, {})
    first, answer = planner.decide(mind, AskStart(SEAT.index, options))
    assert (mind.log, mind.fired, mind.execution) == before
    again, same = clue_planner().decide(mind, AskStart(SEAT.index, options))
    assert answer == same
    assert [made.decision for made in first.log] == [made.decision for made in again.log]
    assert first.log
    assert not first.fired


def test_an_event_changes_no_earlier_mind_but_its_knowledge() -> None:
    planner = clue_planner()
    mind = planner.replanned(planner.begin(), Standing(1, (16, 0)))
    state, log = mind.execution, mind.log
    later = observed(mind, Suggested(2, 1, Suggestion(Card("plum"), Card("rope"), STUDY)))
    later = observed(later, Passed(2, 2))
    assert (mind.execution, mind.log) == (state, log)
    assert later.noticing().fired
    assert belief_of(later) is belief_of(mind)


@pytest.mark.parametrize("fact", ["ASSUMED", "held", "unlocated"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_leaving_out_facts_changes_the_plan_of_each_example_or_leaves_none(
    example: Example, fact: str
) -> None:
    whole = example.problem("clue")
    without = replace(whole, init=frozenset(atom for atom in whole.init if atom[0] != fact))
    found = load_engine("fast-downward").solve(DOMAIN, without)
    expected = planned(DOMAIN, whole)
    assert found.plan is None or found.plan.cost > expected.cost


WRITTEN: list[tuple[str, Callable[[], PddlProblem]]] = [
    *(("clue", lambda e=e: e.problem("clue")) for e in EXAMPLES),
    *((folder, lambda f=folder: EXAMPLES[0].problem(f)) for folder in ("huji", "strips")),
    ("clue", lambda: problem("classic", 5, 2, 10)),
    ("clue", lambda: posed("none", 4, 1)[2].pddl),
]  # fmt: skip


@pytest.mark.parametrize(("folder", "written"), WRITTEN)
def test_unified_planning_finds_a_validator_and_an_optimal_engine_by_the_kind(
    folder: str, written: Callable[[], PddlProblem]
) -> None:
    """All values are defined, so nothing but the kind has to be named."""
    from unified_planning.engines import OptimalityGuarantee
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import OneshotPlanner, PlanValidator

    from planner_clue.planning.engines.unified_task import to_unified

    domain, text = domain_text(folder), written().to_text()
    assert not PDDLReader().parse_problem_string(domain, text).kind.has_undefined_initial_numeric()
    kind = to_unified(domain, text).problem.kind
    optimal = OptimalityGuarantee.SOLVED_OPTIMALLY
    with PlanValidator(problem_kind=kind) as validator:
        assert validator.name
    with OneshotPlanner(problem_kind=kind, optimality_guarantee=optimal) as engine:
        assert "Fast Downward" in engine.name
