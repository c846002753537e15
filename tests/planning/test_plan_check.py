"""Plans carried out step by step: what a validator says, and what does not hold, by its name."""

import pytest

from planner_clue.planning.domain import read_domain
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import read_problem
from tests.deliberation.shipped import texts


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
