"""A grounded planning task: states are sets of atoms, operators change them.

Fast Downward's translator grounds; what it finds out about variables with several values is
turned back into plain sets of atoms, because these are easier to read and to write a
heuristic for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from planner_clue.cards import Card, CaseFile
from planner_clue.planning.engines.base import Step
from planner_clue.planning.engines.fast_downward import translate
from planner_clue.planning.problem import Atom, PddlProblem

State: TypeAlias = frozenset[Atom]
"""The atoms that hold, without those that never change; see :attr:`Task.problem` for them."""

_ATOM = re.compile(r"Atom (.+)\((.*)\)")


@dataclass(frozen=True)
class Condition:
    """Atoms that have to hold, and atoms that must not."""

    holds: State
    fails: State = frozenset()

    def __call__(self, state: State) -> bool:
        """Tell whether ``state`` satisfies it."""
        return self.holds <= state and self.fails.isdisjoint(state)


@dataclass(frozen=True)
class Effect:
    """What an operator changes: always, or where its condition holds."""

    when: Condition
    deletes: State
    adds: State


@dataclass(frozen=True)
class Operator:
    """A ground action."""

    step: Step
    precondition: Condition
    effects: tuple[Effect, ...]
    cost: int

    def applicable(self, state: State) -> bool:
        """Tell whether it can be applied in ``state``."""
        return self.precondition(state)

    def apply(self, state: State) -> State:
        """Return the state after it."""
        deletes: set[Atom] = set()
        adds: set[Atom] = set()
        for effect in self.effects:
            if effect.when(state):
                deletes |= effect.deletes
                adds |= effect.adds
        return state.difference(deletes) | adds


@dataclass(frozen=True, eq=False)
class Task:
    """A grounded task, and what its problem says of the game of Clue."""

    problem: PddlProblem
    """The problem it was grounded from: objects, static atoms, the values of functions."""
    initial: State
    goal: Condition
    operators: tuple[Operator, ...]
    memory: dict[str, Any] = field(default_factory=dict)
    """Where a heuristic may keep what it works out once a task."""

    @classmethod
    def ground(cls, domain: str, problem: PddlProblem, text: str | None = None) -> "Task":
        """Return the task of a problem in the PDDL text ``domain``.

        ``text`` is the problem's PDDL where somebody else wrote it. Raises
        :class:`planner_clue.errors.PlanningFailure` where they cannot be grounded.
        """
        return _Reader(translate(domain, text or problem.to_text()), problem).read()

    def goal_reached(self, state: State) -> bool:
        """Tell whether the goal holds in ``state``."""
        return self.goal(state)

    # -- what heuristics for Clue ask for ---------------------------------------------

    @cached_property
    def place(self) -> Card | None:
        """The room the token is in at first; None in the hallway."""
        at = [atom[1] for atom in self.problem.init if atom[0] == "at"]
        return Card(at[0]) if at else None

    @cached_property
    def assumption(self) -> CaseFile | None:
        """The assumed case file; None if the problem names none, as ``ASSUMED``."""
        named = {atom[1] for atom in self.problem.init if atom[0].upper() == "ASSUMED"}
        kinds = [self.problem.objects.get(kind, ()) for kind in ("suspect", "weapon", "room")]
        cards = [Card(card) for kind in kinds for card in kind if card in named]
        return CaseFile(*cards) if len(cards) == len(kinds) else None

    @cached_property
    def distances(self) -> Mapping[tuple[str, str], int]:
        """Steps from room to room by the hallway, as ``distance`` or as the board has them."""
        return {
            (atom[1], atom[2]): steps
            for atom, steps in self.problem.known.items()
            if atom[0] == "distance"
        }

    @cached_property
    def asked(self) -> Mapping[str, int]:
        """How often each card was asked about before this problem was written."""
        return {
            atom[1]: times for atom, times in self.problem.known.items() if atom[0] == "times-asked"
        }


class _Reader:
    """Reads the translator's variables back as atoms."""

    def __init__(self, sas: Any, problem: PddlProblem) -> None:
        self.sas, self.problem = sas, problem
        names = sas.variables.value_names
        self.values = [[_atom(name) for name in values] for values in names]
        self.negated = [[_negated_atom(name) for name in values] for values in names]
        self.ranges = [
            frozenset(atom for atom in values if atom is not None) for values in self.values
        ]

    def read(self) -> Task:
        initial = [self.values[var][value] for var, value in enumerate(self.sas.init.values)]
        return Task(
            self.problem,
            frozenset(atom for atom in initial if atom is not None),
            self._condition(self.sas.goal.pairs),
            tuple(self._operator(operator) for operator in self.sas.operators),
        )

    def _condition(self, pairs: Any) -> Condition:
        holds: set[Atom] = set()
        fails: set[Atom] = set()
        for var, value in pairs:
            atom, negated = self.values[var][value], self.negated[var][value]
            if atom is not None:
                holds.add(atom)
            else:  # a single negated atom, or none of the variable's atoms
                fails |= {negated} if negated is not None else self.ranges[var]
        return Condition(frozenset(holds), frozenset(fails))

    def _operator(self, operator: Any) -> Operator:
        needed = [*operator.prevail]
        needed += [(var, before) for var, before, _, _ in operator.pre_post if before != -1]
        effects = tuple(self._effect(var, after, when) for var, _, after, when in operator.pre_post)
        cost = operator.cost if self.sas.metric else 1
        return Operator(Step.parse(operator.name), self._condition(needed), effects, cost)

    def _effect(self, var: int, after: int, when: Any) -> Effect:
        atom = self.values[var][after]
        adds = frozenset() if atom is None else frozenset({atom})
        return Effect(self._condition(when), self.ranges[var] - adds, adds)


def _atom(name: str) -> Atom | None:
    """Return the atom of a value such as ``Atom at(hall)``.

    >>> _atom("Atom NEXT(a, b)"), _atom("<none of those>")
    (('NEXT', 'a', 'b'), None)
    """
    match = _ATOM.fullmatch(name)
    if match is None:
        return None
    arguments = tuple(match[2].split(", ")) if match[2] else ()
    return (match[1], *arguments)


def _negated_atom(name: str) -> Atom | None:
    return _atom(name.removeprefix("Negated")) if name.startswith("Negated") else None
