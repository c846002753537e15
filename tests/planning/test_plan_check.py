"""Plans and domains are checked: by our own execution, by unified-planning, by declarations."""

import re
from pathlib import Path

import pytest

from planner_clue.errors import DomainError
from planner_clue.planning.domain import read_domain
from planner_clue.planning.domain_checks import check_actions, check_domain
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import read_problem
from planner_clue.planning.validation import Verdict, validate_files
from tests.deliberation.shipped import DOMAINS, domain, leave, texts
from tests.planning.grounding_texts import CARDS, nonsense
from tests.planning.helpers import BLOCKS, LAMPS, PROBLEM, PUZZLE, SHOPS


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
    files = leave(folder, domain=domain, problem=problem, plan=plan)
    return validate_files(*files)[0]


@pytest.mark.parametrize("plan", ["; by hand\n(flip a b)\n", "\n ( FLIP a B ) ; upwards"])
def test_a_plan_with_every_kind_of_condition_is_valid(plan: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, plan)
    assert (found.valid, found.message) == (True, "no metric")


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
        ("(flip a b)\n\n(jump a b)", "plan:3: (jump a b): unknown action 'jump'; known: flip"),
        ("; by hand\n(flip a)", f"plan:2: (flip a): {FLIP}"),
        ("(flip a b c)", f"plan:1: (flip a b c): {FLIP}"),
        ("(flip a lamp)", f"plan:1: (flip a lamp): {FLIP}"),
        ("(flip a bb)", "plan:1: (flip a bb): unknown object 'bb'; did you mean 'b'?"),
        ("flip a b", "plan:1: 'flip a b'; expected (ACTION ARGUMENT ...)"),
        ("(flip a b)\nflip a b)", "plan:2: 'flip a b)'; expected (ACTION ARGUMENT ...)"),
        ("()", "plan:1: '()'; expected (ACTION ARGUMENT ...)"),
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


def test_types_are_predicates_too_and_a_fault_is_told_with_its_place() -> None:
    check_actions(read_domain(LAMPS.replace("(not (broken))", "(lamp ?l)")))
    with pytest.raises(DomainError, match=r"^own:9:29: action press: unknown predicate 'lt'; did"):
        check_actions(read_domain(LAMPS.replace("(not (lit", "(not (lt"), "own"))
