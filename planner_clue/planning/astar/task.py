"""A grounded planning task: states are sets of atoms, operators change them.

Fast Downward's translator grounds; what it finds out about variables with several values is
turned back into plain sets of atoms, because these are easier to read and to write a
heuristic for.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from planner_clue.cards import Card, CaseFile
from planner_clue.planning.astar.operators import Atoms, Condition, Effect, Operator
from planner_clue.planning.astar.state import AtomIndex, Bits, State
from planner_clue.planning.astar.transitions import Transitions
from planner_clue.planning.engines.engine import Step
from planner_clue.planning.engines.fast_downward import translate
from planner_clue.planning.problem import Atom, PddlProblem

_ATOM = re.compile(r"Atom (.+)\((.*)\)")


@dataclass(frozen=True, eq=False)
class Task:
    """A grounded task, and what its problem says of the game of Clue."""

    problem: PddlProblem
    """The problem it was grounded from: objects, static atoms, the values of functions."""
    initial: State
    goal: Condition
    operators: tuple[Operator, ...]
    excludes: Mapping[Atom, int] = field(default_factory=dict)
    """How many atoms there are of which only this one or another can hold at a time."""
    memory: dict[str, Any] = field(default_factory=dict)
    """Where a heuristic may keep what it works out once a task."""

    @classmethod
    def ground(cls, domain: str, problem: PddlProblem, text: str | None = None) -> "Task":
        """Return the task of a problem in the PDDL text ``domain``.

        ``text`` is the problem's PDDL where somebody else wrote it. Raises
        :class:`planner_clue.errors.PlanningFailure` where they cannot be grounded.
        """
        return _Reader(translate(domain, text or problem.to_text()), problem).read()

    @cached_property
    def successors(self) -> Transitions:
        """What follows the bits of a state: called with them, pairs of operator and bits."""
        return Transitions(self.initial.index, self.operators, self.excludes)

    @cached_property
    def goal_bits(self) -> tuple[Bits, Bits]:
        """What has to hold in the end, and what must not."""
        index = self.initial.index
        return index.bits(self.goal.holds), index.bits(self.goal.fails)

    def goal_reached(self, state: Bits) -> bool:
        """Tell whether the goal holds in the state of these bits."""
        needs, refuses = self.goal_bits
        return state & needs == needs and not state & refuses

    def with_unit_costs(self) -> "Task":
        """Return the same task with every operator costing 1."""
        return replace(self, operators=tuple(replace(o, cost=1) for o in self.operators))

    def cost(self, plan: Iterable[Step]) -> int:
        """Return what the operators of a plan cost."""
        costs = {operator.step: operator.cost for operator in self.operators}
        return sum(costs[step] for step in plan)

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
        """Steps from room to room, as ``distance`` has them; without that, as ``travel-cost``."""
        known = self.problem.known.items()
        for function in ("distance", "travel-cost"):
            found = {(atom[1], atom[2]): cost for atom, cost in known if atom[0] == function}
            if found:
                return found
        return {}

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
        index = AtomIndex(set().union(*self.ranges))
        initial = [self.values[var][value] for var, value in enumerate(self.sas.init.values)]
        return Task(
            self.problem,
            State(index, index.bits(atom for atom in initial if atom is not None)),
            self._condition(self.sas.goal.pairs),
            tuple(self._operator(operator) for operator in self.sas.operators),
            {atom: len(atoms) for atoms in self.ranges for atom in atoms},
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
        changes: dict[tuple[tuple[int, int], ...], list[tuple[int, int]]] = {}
        for var, _, after, when in operator.pre_post:
            changes.setdefault(tuple(when), []).append((var, after))
        effects = tuple(self._effect(when, changed) for when, changed in changes.items())
        cost = operator.cost if self.sas.metric else 1
        return Operator(Step.parse(operator.name), self._condition(needed), effects, cost)

    def _effect(self, when: Any, changed: list[tuple[int, int]]) -> Effect:
        """Return what changes the variables to these values under one condition."""
        after = [self.values[var][value] for var, value in changed]
        adds = frozenset(atom for atom in after if atom is not None)
        before = Atoms().union(*(self.ranges[var] for var, _ in changed))
        return Effect(self._condition(when), before - adds, adds)


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
