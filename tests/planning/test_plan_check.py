"""Plans carried out step by step: what a validator says, and what does not hold, by its name."""

import pytest

from planner_clue.planning.domain import read_domain
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import read_problem
from tests.deliberation.shipped import FOLDER

ROOMS = """(define (domain rooms)
  (:types room thing)
  (:predicates (in ?r - room) (DOOR ?from ?to - room) (lit ?r - room) (dark) (at ?t - thing
    ?r - room) (tidy))
  (:action go :parameters (?from ?to - room)
    :precondition (and (in ?from) (or (DOOR ?from ?to) (DOOR ?to ?from)) (not (= ?from ?to)))
    :effect (and (in ?to) (not (in ?from)) (when (dark) (lit ?to))))
  (:action tidy-up :parameters ()
    :precondition (forall (?t - thing) (exists (?r - room) (and (at ?t ?r) (lit ?r))))
    :effect (and (tidy) (forall (?t - thing ?r - room) (not (at ?t ?r))))))"""
HOUSE = """(define (problem house) (:domain rooms)
  (:objects hall study attic - room book - thing)
  (:init (in hall) (DOOR hall study) (dark) (at book study))
  (:goal (and (tidy) (in study))))"""
ROOMS_IN_THE_HOUSE = PlanCheck(read_domain(ROOMS), read_problem(HOUSE))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["(go hall attic)"],
         "step 1, (go hall attic): (or (door hall attic) (door attic hall)) does not hold"),
        (["(go attic attic)"], "step 1, (go attic attic): (in attic), (or (door attic attic) "
         "(door attic attic)), (not (= attic attic)) do not hold"),
        (["(go hall study)"], "the goal: (tidy) does not hold"),
        (["(go hall study)", "(tidy-up)", "(tidy-up)"], "step 3, (tidy-up): (forall (?t - thing) "
         "(exists (?r - room) (and (at ?t ?r) (lit ?r)))) does not hold"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_named_with_its_step(steps: list[str], said: str) -> None:
    assert str(ROOMS_IN_THE_HOUSE.first_flaw(map(Step.parse, steps))) == said


@pytest.mark.parametrize("folder", ["conditional", "clue", "huji", "priced", "strips"])
def test_plans_in_shipped_domains_can_be_carried_out_only_in_their_order(folder: str) -> None:
    domain, problem = ((FOLDER / folder / f"{n}.pddl").read_text() for n in ("domain", "end-game"))
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
