"""Other people's PDDL: engines solve it rightly or say why not; plans and domains are checked."""

import re
from pathlib import Path

import pytest
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.factory import Factory
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

from planner_clue.planning.domain import read_domain
from planner_clue.planning.domain_checks import check_actions, check_domain
from planner_clue.planning.engines import engine_names, installed_engine_names, load_engine
from planner_clue.planning.engines.unified_task import to_unified
from planner_clue.planning.plan import Limits, Status, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import read_problem
from planner_clue.planning.validation import Verdict, validate_files
from planner_clue.support.errors import DomainError, PlanningFailure
from tests.planner.shipped import DOMAINS, domain, leave, texts
from tests.planning.grounding_texts import CARDS, nonsense
from tests.planning.helpers import BLOCKS, LAMPS, PROBLEM, PUZZLE, SHOPS, STACKED

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
    task = to_unified(SHOPS, LUNCH).problem
    if ours:
        task = PDDLReader().parse_problem_string(SHOPS, LUNCH)
        module = "planner_clue.planning.engines.unified_planners"
        factory.add_engine("clue-astar", module, "ClueAstarPlanner")
    with factory.OneshotPlanner(problem_kind=task.kind) as planner:
        assert planner.name == ("clue-astar" if ours else "Fast Downward")
        verdict = SequentialPlanValidator().validate(task, planner.solve(task).plan)
    assert list(verdict.metric_evaluations.values()) == [3]


@pytest.mark.parametrize("folder", ["clue", "huji", "strips"])
def test_plans_in_shipped_domains_can_be_carried_out_only_in_their_order(folder: str) -> None:
    domain, problem = texts(f"{folder}/end-game.pddl")
    steps = load_engine("fast-downward").solve(domain, problem).checked().steps
    check = PlanCheck(read_domain(domain), read_problem(problem))
    assert check.first_flaw(steps) is None
    for left_out in range(len(steps)):
        assert check.first_flaw(steps[:left_out] + steps[left_out + 1 :]) is not None


GRAPH = """(define (domain graph) (:requirements :derived-predicates)
  (:predicates (edge ?a ?b) (path ?a ?b) (apart ?a ?b) (done))
  (:derived (apart ?a ?b) (and (not (path ?a ?b)) (not (= ?a ?b))))
  (:derived (path ?a ?b) (edge ?a ?b))
  (:derived (path ?a ?c) (exists (?b) (and (path ?a ?b) (path ?b ?c))))
  (:action cut :parameters (?a ?b) :precondition (edge ?a ?b) :effect (not (edge ?a ?b)))
  (:action finish :parameters (?a ?b) :precondition (apart ?a ?b) :effect (done)))"""
LINE = """(define (problem line) (:domain graph) (:objects a b c d)
  (:init (edge a b) (edge b c) (edge c d)) (:goal (and (done) (apart a d) (not (path c a)))))"""


def test_derived_predicates_follow_from_each_state() -> None:
    check = PlanCheck.of(GRAPH, LINE)
    steps = [Step.parse(step) for step in ("(finish a d)", "(cut b c)", "(finish d a)")]
    assert str(check.first_flaw(steps)) == "step 1, (finish a d): (apart a d) does not hold"
    assert str(check.first_flaw(steps[2:])) == "the goal: (apart a d) does not hold"
    assert check.validated(steps[1:]) == 2
    plan = load_engine("fast-downward").solve(GRAPH, LINE).checked()
    assert check.validated(plan.steps) == plan.cost == 2


def verdict(folder: Path, plan: str, domain: str = PUZZLE, problem: str = PROBLEM) -> Verdict:
    return validate_files(*leave(folder, domain=domain, problem=problem, plan=plan))[0]


@pytest.mark.parametrize("plan", ["; by hand\n(flip a b)\n", "\n ( FLIP a B ) ; upwards"])
def test_a_plan_with_every_kind_of_condition_is_valid(plan: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, plan)
    assert (found.valid, found.message) == (True, "cost 1, without a metric: each step costs 1")


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("(flip c a)", "step 1 (flip c a): (wired c a), (not (broken c)), (or (on c) (on a)) "
                       "do not hold"),
        ("(flip a b)\n(flip b c)", "step 2 (flip b c): (or (on b) (on c)) does not hold"),
        ("(flip b a)", "the goal is not reached: (on a), (not (on b)) do not hold"),
        ("(flip a b)\n(flip b a)", "step 2 (flip b a): "
         "(imply (on a) (forall (?s - switch) (or (on ?s) (wired a ?s)))) does not hold"),
    ],
)  # fmt: skip
def test_the_first_failing_step_is_named(plan: str, message: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, plan)
    assert (found.valid, found.message) == (False, message)


FLIP = "expected (flip ?a - switch ?b - switch)"


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("(flip a b)\n\n(jump a b)", "plan:3:1: (jump a b): unknown action 'jump'; known: flip"),
        ("; by hand\n(flip a)", f"plan:2:1: (flip a): {FLIP}"),
        ("(flip a b c)", f"plan:1:1: (flip a b c): {FLIP}"),
        ("(flip a lamp)", f"plan:1:1: (flip a lamp): {FLIP}"),
        ("(flip a bb)", "plan:1:1: (flip a bb): unknown object 'bb'; did you mean 'b'?"),
        ("flip a b", "plan:1:1: 'flip a b'; expected (ACTION ARGUMENT ...)"),
        ("(flip a b)\nflip a b)", "plan:2:1: 'flip a b)'; expected (ACTION ARGUMENT ...)"),
        ("()", "plan:1:1: '()'; expected (ACTION ARGUMENT ...)"),
    ],
)
def test_a_line_that_is_not_a_step_is_refused(plan: str, message: str, tmp_path: Path) -> None:
    domain = PUZZLE.replace("switch - object", "switch light - object")
    problem = PROBLEM.replace("c - switch", "c - switch lamp - light")
    with pytest.raises(DomainError, match=re.escape(message)):
        verdict(tmp_path, plan, domain, problem)


def test_sound_domains_are_left_alone() -> None:
    drawn = [nonsense(seed)[0] for seed in range(60)]
    for text in [*map(domain, DOMAINS), BLOCKS, SHOPS, LAMPS, CARDS, *drawn]:
        check_domain(read_domain(text))


def test_a_fault_is_reported_with_its_place() -> None:
    with pytest.raises(DomainError, match=r"^own:9:29: action press: unknown predicate 'lt'; did"):
        check_actions(read_domain(LAMPS.replace("(not (lit", "(not (lt"), "own"))
