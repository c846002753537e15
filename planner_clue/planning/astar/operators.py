"""Ground actions, as heuristics may read them."""

from dataclasses import dataclass
from typing import TypeAlias

from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom

Atoms: TypeAlias = frozenset[Atom]


@dataclass(frozen=True)
class Condition:
    """Atoms that have to hold, and atoms that must not."""

    holds: Atoms
    fails: Atoms = frozenset()


@dataclass(frozen=True)
class Effect:
    """What an operator changes: always, or where its condition holds."""

    when: Condition
    deletes: Atoms
    adds: Atoms


@dataclass(frozen=True)
class Operator:
    """A ground action."""

    step: Step
    precondition: Condition
    effects: tuple[Effect, ...]
    cost: int
