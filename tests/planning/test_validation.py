"""``validate``: which step of a plan fails, and what it lacks, in any domain."""

import re
from pathlib import Path

import pytest

from planner_clue.errors import DomainError
from planner_clue.planning.validation import Verdict, validate_files
from tests.deliberation.shipped import leave

PUZZLE = """
(define (domain puzzle)
  (:requirements :adl)
  (:types switch - object)
  (:predicates (on ?s - switch) (wired ?a ?b - switch) (broken ?s - switch) (stuck))
  (:action flip
    :parameters (?a ?b - switch)
    :precondition (and
      (wired ?a ?b)
      (not (broken ?a))
      (not (stuck))
      (or (on ?a) (on ?b))
      (imply (on ?b) (forall (?s - switch) (or (on ?s) (wired ?b ?s)))))
    :effect (and (on ?a) (when (on ?b) (not (on ?b))))))
"""
PROBLEM = """
(define (problem two)
  (:domain puzzle)
  (:objects a b c - switch)
  (:init (on b) (wired a b) (wired b a) (wired b c) (broken c))
  (:goal (and (on a) (not (on b)))))
"""


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
def test_the_first_failing_step_is_named_with_what_it_lacks(
    plan: str, message: str, tmp_path: Path
) -> None:
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
def test_a_line_that_is_not_a_step_is_refused_with_what_is_expected(
    plan: str, message: str, tmp_path: Path
) -> None:
    domain = PUZZLE.replace("switch - object", "switch light - object")
    problem = PROBLEM.replace("c - switch", "c - switch lamp - light")
    with pytest.raises(DomainError, match=re.escape(message)):
        verdict(tmp_path, plan, domain, problem)
