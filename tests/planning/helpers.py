"""Domains that are no game of Clue, problems of one that is, and ``clue-astar`` on any."""

from typing import Any

from planner_clue.planner.engines import load_engine
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.planning.problem import PddlProblem
from tests.planner.situations import problem

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
BLOCKS = """
(define (domain blocks)
  (:requirements :adl :derived-predicates)
  (:types block)
  (:constants table - block)
  (:predicates (on ?a ?b - block) (above ?a ?b - block) (dirty ?a - block))
  (:derived (above ?a ?b - block)
    (or (on ?a ?b) (exists (?c - block) (and (on ?a ?c) (above ?c ?b)))))
  (:action move
    :parameters (?a ?from ?to - block)
    :precondition (and
      (on ?a ?from)
      (not (= ?a ?to))
      (not (= ?a table))
      (forall (?x - block) (not (on ?x ?a)))
      (or (= ?to table) (forall (?x - block) (not (on ?x ?to)))))
    :effect (and (not (on ?a ?from)) (on ?a ?to) (when (dirty ?a) (dirty ?to)))))
"""
STACKED = """
(define (problem stacked)
  (:domain blocks)
  (:objects a b c - block)
  (:init (on a b) (on b table) (on c table) (dirty c))
  (:goal (and (above c b) (not (dirty b)) (or (on b a) (on a b)))))
"""
SHOPS = """
(define (domain shops)
  (:requirements :typing :action-costs)
  (:types shop - object)
  (:constants near far - shop)
  (:predicates (hungry) (full))
  (:functions (total-cost) (price ?s - shop))
  (:action buy-two
    :parameters (?s - shop)
    :precondition (hungry)
    :effect (and (not (hungry)) (full) (increase (total-cost) (price ?s)))))
"""
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
    heuristic: str, domain: str, wrote: PddlProblem, search: str = "astar", **limits: Any
) -> PlanningResult:
    return load_engine("clue-astar", search, heuristic).solve(domain, wrote, Limits(**limits))
