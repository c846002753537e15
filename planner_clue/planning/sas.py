"""Grounded tasks with binary variables, in the shape of Fast Downward's ``SASTask``.

Each variable is one atom: its value is 0 where the atom holds, and 1 where it does not.
"""

import re
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TextIO, TypeAlias

from planner_clue.planning.problem import Atom

Fact: TypeAlias = tuple[int, int]
"""A variable and a value of it."""
Change: TypeAlias = tuple[int, int, int, tuple[()]]
"""A variable, its value before (-1 for any) and after, and no conditions."""
HOLDS, FAILS = 0, 1
_ATOM = re.compile(r"Atom (.+)\((.*)\)")
_HEADER = "begin_version\n3\nend_version\nbegin_metric\n{}\nend_metric\n"


class SasOperator(NamedTuple):
    """A ground action."""

    name: str
    """As in a plan: ``(travel hall study)``."""
    prevail: list[Fact]
    """The conditions that it does not change."""
    pre_post: list[Change]
    """The changes."""
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
    """Whether costs count."""
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
        stream.write("".join([_operator_text(operator, lines) for operator in self.operators]))
        stream.write("0\n")


class _Lines(dict[Fact | Change, str]):
    """The line for each fact and change, written once."""

    def __missing__(self, key: Fact | Change) -> str:
        numbers = key if len(key) == 2 else (0, *key[:3])
        line = self[key] = " ".join(map(str, numbers)) + "\n"
        return line


def _operator_text(operator: SasOperator, lines: _Lines) -> str:
    name, prevail, pre_post, cost = operator
    stays = "".join([lines[fact] for fact in prevail])
    changes = "".join([lines[change] for change in pre_post])
    return (
        f"begin_operator\n{name[1:-1]}\n{len(prevail)}\n{stays}{len(pre_post)}\n{changes}"
        f"{cost}\nend_operator\n"
    )


def trivial_task(*, solvable: bool) -> SasTask:
    """Return the translator's task for a problem that needs no search."""
    names = [["Atom dummy(val1)", "Atom dummy(val2)"]]
    goal = SasGoal([(0, HOLDS if solvable else FAILS)])
    return SasTask(SasVariables(names), SasInit([HOLDS]), goal, [], metric=True)


# -- states -------------------------------------------------------------------------------


def atom_of(value_name: str) -> Atom | None:
    """Return the atom of a value such as ``Atom at(hall)``.

    >>> atom_of("Atom NEXT(a, b)"), atom_of("<none of those>")
    (('NEXT', 'a', 'b'), None)
    """
    match = _ATOM.fullmatch(value_name)
    if match is None:
        return None
    return (match[1], *(match[2].split(", ") if match[2] else ()))


def may_begin(task: Any, operator: Any) -> bool:
    """Tell whether an operator of a ``SASTask`` can be applied at the start.

    Conditions on derived variables are not looked at.
    """
    conditions = [*operator.prevail]
    conditions += [(variable, pre) for variable, pre, _, _ in operator.pre_post if pre != -1]
    layers, start = task.variables.axiom_layers, task.init.values
    return all(start[var] == value for var, value in conditions if layers[var] < 0)


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

    def values(self, state: Container[Atom]) -> list[int]:
        """Return the value of each variable in a state; derived ones have their initial value."""
        values = list(self._start)
        for variable, atoms in self._atoms:
            holding = (value for value, atom in enumerate(atoms) if atom and atom in state)
            values[variable] = next(holding, atoms.index(None) if None in atoms else 0)
        return values
