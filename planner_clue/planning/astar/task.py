"""A grounded planning task: states are sets of atoms, operators change them.

Variables with several values, as Fast Downward's translator finds them, become sets of atoms again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from planner_clue.planning.astar import state_space
from planner_clue.planning.grounding import grounded
from planner_clue.planning.plan import Limits, Step
from planner_clue.planning.problem import Atom, PddlProblem, read_problem
from planner_clue.planning.sas import atom_of
from planner_clue.planning.task import without_axioms


@dataclass(frozen=True, eq=False, repr=False)
class Task:
    """A grounded task, and its problem.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> task = clue.Task.ground(domain, problem)
    >>> task.goal_reached(task.initial), str(task.operators[0].step)
    (False, '(press)')
    """

    initial: state_space.State
    goal: state_space.Condition
    operators: tuple[state_space.Operator, ...]
    excludes: Mapping[Atom, int]
    """The size of the mutex group of each atom."""
    problem: PddlProblem
    """The whole problem; names are in lower case."""
    memory: dict[str, Any] = field(default_factory=dict)
    """Results that a heuristic computes once per task and keeps."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.operators)} operators>"

    @classmethod
    def ground(
        cls,
        domain: str,
        problem: str | PddlProblem,
        hints: Mapping[Atom, int] | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Ground a task, given as texts; ``hints`` are values of undeclared functions.

        Raises :class:`PlanningFailure` for an invalid text, or if a limit is reached.
        """
        task = grounded(domain, problem, limits)
        if task.axioms:
            raise without_axioms("clue-astar", domain, problem)
        sas = _Translation(task)
        data = read_problem(problem) if isinstance(problem, str) else problem.in_lower_case
        start = (sas.values[var][value] for var, value in enumerate(task.init.values))
        return cls(
            state_space.AtomIndex(set().union(*sas.ranges)).state(filter(None, start)),
            sas.condition(task.goal.pairs),
            tuple(map(sas.operator, task.operators)),
            {atom: len(atoms) for atoms in sas.ranges for atom in atoms},
            replace(data, unwritten=hints) if hints else data,
        )

    @property
    def objects(self) -> Mapping[str, tuple[str, ...]]:
        """The objects of each type, as the problem lists them."""
        return self.problem.objects

    @property
    def facts(self) -> frozenset[Atom]:
        """All atoms of the initial state, including those that never change."""
        return self.problem.init

    @property
    def values(self) -> Mapping[Atom, int]:
        """The values of functions, from the problem or from hints."""
        return self.problem.known

    @cached_property
    def successors(self) -> state_space.SuccessorGenerator:
        """The successor generator: a function from a state to pairs of an operator and a state."""
        return state_space.SuccessorGenerator(self.initial.index, self.operators, self.excludes)

    @cached_property
    def _goal_bits(self) -> tuple[state_space.Bits, state_space.Bits]:
        index = self.initial.index
        return index.bits(self.goal.holds), index.bits(self.goal.fails)

    def goal_reached(self, state: state_space.State) -> bool:
        """Return whether the goal holds in a state."""
        needs, refuses = self._goal_bits
        return state.bits & needs == needs and not state.bits & refuses

    def with_unit_costs(self) -> Self:
        """Return the same task with every operator costing 1."""
        operators = tuple(replace(operator, cost=1) for operator in self.operators)
        return replace(self, operators=operators, memory={})

    def cost(self, plan: Iterable[Step]) -> int:
        """Return the cost of a plan."""
        costs = {operator.step: operator.cost for operator in self.operators}
        return sum(costs[step] for step in plan)


class _Translation:
    """The variables of a ``SASTask``, read back as atoms."""

    def __init__(self, sas: Any) -> None:
        self.has_costs = sas.metric
        names = sas.variables.value_names
        self.values = [[atom_of(name) for name in values] for values in names]
        negated = [[name.partition("Negated")[2] for name in values] for values in names]
        self.negated = [[atom_of(name) for name in values] for values in negated]
        self.ranges = [frozenset(filter(None, values)) for values in self.values]

    def condition(self, pairs: Any) -> state_space.Condition:
        holds: set[Atom] = set()
        fails: set[Atom] = set()
        for var, value in pairs:
            atom, negated = self.values[var][value], self.negated[var][value]
            if atom is not None:
                holds.add(atom)
            else:  # a single negated atom, or none of the variable's atoms
                fails |= {negated} if negated is not None else self.ranges[var]
        return state_space.Condition(frozenset(holds), frozenset(fails))

    def operator(self, operator: Any) -> state_space.Operator:
        needed = [*operator.prevail]
        needed += [(var, before) for var, before, _, _ in operator.pre_post if before != -1]
        changes: dict[tuple[tuple[int, int], ...], list[tuple[int, int]]] = {}
        for var, _, after, when in operator.pre_post:
            changes.setdefault(tuple(when), []).append((var, after))
        effects = []
        for when, changed in changes.items():
            adds = frozenset(filter(None, (self.values[var][value] for var, value in changed)))
            before = frozenset[Atom]().union(*(self.ranges[var] for var, _ in changed))
            effects.append(state_space.Effect(self.condition(when), before - adds, adds))
        cost = operator.cost if self.has_costs else 1
        step, condition = Step.parse(operator.name), self.condition(needed)
        return state_space.Operator(step, condition, tuple(effects), cost)
