"""Grounded tasks with binary variables, in the shape of Fast Downward's ``SASTask``.

A variable is an atom: its value is 0 where the atom holds, else 1.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import Any, NamedTuple, TextIO, TypeAlias

from planner_clue.planning.problem import Atom

Fact: TypeAlias = tuple[int, int]
Change: TypeAlias = tuple[int, int, int, tuple[()]]  # variable, value before (-1: any), after, ()
Values: TypeAlias = tuple[int, ...]  # a state: the value of each variable
HOLDS, FAILS = 0, 1
_ATOM = re.compile(r"Atom (.+)\((.*)\)")
_HEADER = "begin_version\n3\nend_version\nbegin_metric\n{}\nend_metric\n"


class SasOperator(NamedTuple):
    """A ground action."""

    name: str  # as in a plan: (travel hall study)
    prevail: list[Fact]  # the conditions that it does not change
    pre_post: list[Change]
    cost: int


@dataclass
class SasVariables:
    """The variables of a task."""

    value_names: list[list[str]]

    @property
    def axiom_layers(self) -> list[int]:
        """No variable is derived."""
        return [-1] * len(self.value_names)


@dataclass
class SasInit:
    """The initial value of each variable."""

    values: list[int]


@dataclass
class SasGoal:
    """The conditions of the goal."""

    pairs: list[Fact]


@dataclass
class SasTask:
    """A grounded task without axioms."""

    variables: SasVariables
    init: SasInit
    goal: SasGoal
    operators: list[SasOperator]
    metric: bool
    axioms: list[Any] = field(default_factory=list)

    def output(self, stream: TextIO) -> None:
        """Write the task as Fast Downward's search reads it (version 3)."""
        values = "".join(f"{value}\n" for value in self.init.values)
        pairs = "".join(f"{variable} {value}\n" for variable, value in self.goal.pairs)
        stream.write(_HEADER.format(int(self.metric)))
        stream.write(f"{len(self.variables.value_names)}\n")
        for number, (holds, fails) in enumerate(self.variables.value_names):
            stream.write(f"begin_variable\nvar{number}\n-1\n2\n{holds}\n{fails}\nend_variable\n")
        stream.write(f"0\nbegin_state\n{values}end_state\n")
        stream.write(f"begin_goal\n{len(self.goal.pairs)}\n{pairs}end_goal\n")
        stream.write(f"{len(self.operators)}\n")
        lines = _Lines()
        for name, prevail, pre_post, cost in self.operators:
            stays = "".join([lines[fact] for fact in prevail])
            changes = "".join([lines[change] for change in pre_post])
            stream.write(
                f"begin_operator\n{name[1:-1]}\n{len(prevail)}\n{stays}{len(pre_post)}\n{changes}"
                f"{cost}\nend_operator\n"
            )
        stream.write("0\n")


class _Lines(dict[Fact | Change, str]):
    """The line for each fact and change, written once."""

    def __missing__(self, key: Fact | Change) -> str:
        numbers = key if len(key) == 2 else (0, *key[:3])
        line = self[key] = " ".join(map(str, numbers)) + "\n"
        return line


def trivial_task(*, solvable: bool) -> SasTask:
    """Return the translator's task for a problem that needs no search."""
    names = [["Atom dummy(val1)", "Atom dummy(val2)"]]
    goal = SasGoal([(0, HOLDS if solvable else FAILS)])
    return SasTask(SasVariables(names), SasInit([HOLDS]), goal, [], metric=True)


def atom_of(value_name: str) -> Atom | None:
    """Return the atom of a value such as ``Atom at(hall)``.

    >>> atom_of("Atom NEXT(a, b)"), atom_of("<none of those>")
    (('NEXT', 'a', 'b'), None)
    """
    match = _ATOM.fullmatch(value_name)
    if match is None:
        return None
    return (match[1], *(match[2].split(", ") if match[2] else ()))


def may_begin(task: Any) -> Iterator[Any]:
    """Yield the operators that apply at the start, conditions on derived variables left out."""
    holds = set(enumerate(task.init.values))
    for variable, layer in enumerate(task.variables.axiom_layers):
        if layer >= 0:
            holds |= {(variable, value) for value in (0, 1)}
    return (operator for operator in task.operators if holds.issuperset(needs_of(operator)))


def needs_of(operator: Any) -> list[Fact]:
    """Return the facts that have to hold for an operator to be applied."""
    before = [(variable, pre) for variable, pre, _, _ in operator.pre_post if pre != -1]
    return [*operator.prevail, *before]


def successor(task: SasTask, operator: SasOperator) -> Values:
    """Return the values of the variables after an operator is applied at the start."""
    values = list(task.init.values)
    for variable, _, after, _ in operator.pre_post:
        values[variable] = after
    return tuple(values)


class StateEncoder:
    """Encodes sets of atoms as values of the variables of a ``SASTask``."""

    def __init__(self, task: Any) -> None:
        self._start: list[int] = task.init.values
        named = zip(task.variables.axiom_layers, task.variables.value_names, strict=True)
        self._atoms = [
            (variable, [atom_of(name) for name in names])
            for variable, (layer, names) in enumerate(named)
            if layer < 0
        ]

    def values(self, state: Container[Atom]) -> Values:
        """Return the value of each variable in a state; derived ones have their initial value."""
        values = list(self._start)
        for variable, atoms in self._atoms:
            holding = (value for value, atom in enumerate(atoms) if atom and atom in state)
            values[variable] = next(holding, atoms.index(None) if None in atoms else 0)
        return tuple(values)


class DeleteRelaxation:
    """The delete relaxation of a task, in which facts stay."""

    def __init__(self, task: SasTask) -> None:
        self._goal, self._operators = task.goal.pairs, task.operators
        self._users: defaultdict[Fact, list[int]] = defaultdict(list)  # by what they need
        self._needed = []  # the number of facts that each operator needs
        for number, operator in enumerate(task.operators):
            needs = needs_of(operator)
            self._needed.append(len(needs))
            for fact in needs:
                self._users[fact].append(number)

    def reached(self, state: Values) -> tuple[list[int], float]:
        """Return the operators in reach, and the goal's hmax (Bonet and Geffner 2001)."""
        missing, users = list(self._needed), self._users
        reached = [number for number, needed in enumerate(missing) if not needed]
        costs: dict[Fact, int] = dict.fromkeys(enumerate(state), 0)
        queue = [(0, fact) for fact in costs if fact in users]
        for number in reached:
            self._add(number, 0, costs, queue)
        while queue:
            cost, fact = heappop(queue)
            if cost > costs[fact]:
                continue
            for number in users.get(fact, ()):
                missing[number] -= 1
                if not missing[number]:
                    reached.append(number)
                    self._add(number, cost, costs, queue)
        return sorted(reached), max(costs.get(fact, inf) for fact in self._goal)

    def _add(
        self, number: int, cost: int, costs: dict[Fact, int], queue: list[tuple[int, Fact]]
    ) -> None:
        """Apply an operator whose most expensive condition has this cost."""
        operator = self._operators[number]
        cost += operator.cost
        for variable, _, after, _ in operator.pre_post:
            fact = variable, after
            if cost < costs.get(fact, inf):
                costs[fact] = cost
                heappush(queue, (cost, fact))


def part_of(task: SasTask, operators: Iterable[int], state: Values) -> SasTask:
    """Return the task with some operators, by number, their variables, and another start."""
    chosen = [task.operators[number] for number in operators]
    used = {variable for variable, _ in task.goal.pairs}
    for one in chosen:
        used.update(fact[0] for fact in one.prevail)
        used.update(change[0] for change in one.pre_post)
    kept = sorted(used)
    number = {variable: place for place, variable in enumerate(kept)}
    return SasTask(
        SasVariables([task.variables.value_names[variable] for variable in kept]),
        SasInit([state[variable] for variable in kept]),
        SasGoal([(number[variable], value) for variable, value in task.goal.pairs]),
        [
            SasOperator(
                name,
                [(number[variable], value) for variable, value in prevail],
                [(number[variable], pre, post, when) for variable, pre, post, when in pre_post],
                cost,
            )
            for name, prevail, pre_post, cost in chosen
        ],
        task.metric,
    )
