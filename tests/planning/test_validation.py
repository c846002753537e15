"""``validate``: which step of a plan fails, and what it lacks, in any domain."""

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


def test_a_plan_with_every_kind_of_condition_is_valid(tmp_path: Path) -> None:
    found = verdict(tmp_path, "; by hand\n(flip a b)\n")
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


@pytest.mark.parametrize("plan", ["(jump a b)", "(flip a)", "flip a b"])
def test_what_is_no_plan_is_refused(plan: str, tmp_path: Path) -> None:
    with pytest.raises(DomainError, match=r"plan: not a plan of this problem: \w"):
        verdict(tmp_path, plan)
