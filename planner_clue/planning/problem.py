"""A PDDL problem as data, and as text that people read.

Initial state and goal are sorted, so that the difference between two problems of one domain
shows only what changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

Atom: TypeAlias = tuple[str, ...]
"""A predicate or function name with its arguments."""

_WIDTH = 80


@dataclass(frozen=True)
class PddlProblem:
    """One problem for one domain."""

    name: str
    domain: str
    objects: Mapping[str, tuple[str, ...]]
    """The objects of each type."""
    init: frozenset[Atom]
    values: Mapping[Atom, int]
    """The initial value of each numeric function."""
    goal: frozenset[Atom]
    has_costs: bool = True
    """Whether the total cost is to be minimized; else all actions cost the same."""
    unused: frozenset[Atom] = frozenset()
    """Values that no action charges: written as 0, because some tools refuse a problem in
    which a function has no value, used or not."""
    comments: Mapping[Atom, str] = field(default_factory=dict)
    """What to say beside the value of a function."""
    unwritten: Mapping[Atom, int] = field(default_factory=dict)
    """Values of functions that the domain does not declare; heuristics may still use them."""

    @property
    def known(self) -> Mapping[Atom, int]:
        """All values, written or not."""
        return {**self.unwritten, **self.values}

    def to_text(self, header: Iterable[str] = (), *, brief: bool = False) -> str:
        """Return the problem as PDDL, under comment lines of who made it, when and why.

        A brief text leaves out comments and what is unused: a planner needs neither.
        """
        lines = [f"; {line}".rstrip() for line in header]
        lines += [f"(define (problem {self.name})", f"  (:domain {self.domain})", ""]
        lines += ["  (:objects"]
        for type_name, names in self.objects.items():
            lines += _wrapped([*names, "-", type_name], "    ")
        lines[-1] += ")"
        lines += ["", "  (:init"]
        values = dict(self.values) if brief else dict.fromkeys(self.unused, 0) | dict(self.values)
        for block in self._init_blocks(values, {} if brief else self.comments):
            lines += [f"    {line}" for line in block]
        lines.append("  )")
        lines += ["", "  (:goal (and"]
        lines += [f"    {_written(atom)}" for atom in sorted(self.goal)]
        lines[-1] += "))" if self.has_costs else ")))"
        if self.has_costs:
            lines += ["", "  (:metric minimize (total-cost)))"]
        return "\n".join(lines) + "\n"

    def _init_blocks(
        self, values: Mapping[Atom, int], comments: Mapping[Atom, str]
    ) -> Iterable[list[str]]:
        """Yield the atoms predicate by predicate, then the values function by function."""
        for _, atoms in groupby(sorted(self.init), key=lambda atom: atom[0].lower()):
            yield [_written(atom) for atom in atoms]
        if self.has_costs:
            yield ["(= (total-cost) 0)"]
        for _, valued in groupby(sorted(values.items()), key=lambda item: item[0][0]):
            yield [
                f"(= {_written(atom)} {value})"
                + (f"  ; {comments[atom]}" if atom in comments else "")
                for atom, value in valued
            ]


def _written(atom: Atom) -> str:
    return f"({' '.join(atom)})"


def _wrapped(words: list[str], indent: str) -> list[str]:
    lines, line = [], indent.rstrip("\n")
    for word in words:
        if len(line) + len(word) + 1 > _WIDTH:
            lines.append(line.rstrip())
            line = indent + "  "
        line += word + " "
    return [*lines, line.rstrip()]
