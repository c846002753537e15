"""A domain that is no game of Clue, problems of one that is, and ``clue-astar`` on either."""

from planner_clue.deliberation.engines import load_engine
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.planning.problem import PddlProblem
from tests.deliberation.situations import problem

LAMPS = """
(define (domain lamps)
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)
  (:types lamp - object)
  (:predicates (lit ?l - lamp) (wired ?a ?b - lamp) (broken))
  (:functions (total-cost) - number (effort ?l - lamp) - number)
  (:action press
    :parameters (?l - lamp)
    :precondition (and (not (lit ?l)) (not (broken)))
    :effect (and
      (lit ?l)
      (forall (?o - lamp) (when (and (wired ?l ?o) (lit ?o)) (not (lit ?o))))
      (increase (total-cost) (effort ?l)))))
"""


def lamps(wires: set[tuple[str, str]], lit: set[str] = frozenset()) -> PddlProblem:  # type: ignore[assignment]
    return PddlProblem(
        "three-lamps",
        "lamps",
        {"lamp": ("a", "b", "c")},
        frozenset({("wired", *pair) for pair in wires} | {("lit", lamp) for lamp in lit}),
        {("effort", "a"): 1, ("effort", "b"): 2, ("effort", "c"): 4},
        frozenset({("lit", lamp) for lamp in "abc"}),
    )


def written(seed: int = 1, shown: int = 6) -> PddlProblem:
    return problem(seed=seed, shown=shown)


def solved(
    heuristic: str,
    domain: str,
    wrote: PddlProblem,
    search: str = "astar",
    limits: Limits | None = None,
) -> PlanningResult:
    engine = load_engine("clue-astar", search, heuristic)
    return engine.solve(domain, wrote, limits or Limits())
