"""A PDDL problem as data: written as text that people read, and read back.

Initial state and goal are sorted, so that a diff of two problems shows what changed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import groupby
from textwrap import TextWrapper
from typing import NoReturn, TypeAlias

from planner_clue.planning import syntax_tree
from planner_clue.planning.syntax_tree import Expression, Group, Word

Atom: TypeAlias = tuple[str, ...]  # a predicate or function name with its arguments

_LINE, _INDENT = 100, "    "
_WRAPPER = TextWrapper(_LINE, _INDENT, "      ", break_long_words=False, break_on_hyphens=False)
_PARTS = ("problem", ":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
_FORMULAS = frozenset({"and", "or", "not", "imply", "forall", "exists", "="})
_NEEDED = ("problem", ":domain", ":init", ":goal")
NOT_WHOLE = re.compile(r"-|\.?\d+\.|\.\d")  # matches a negative or fractional number


@dataclass(frozen=True)
class PddlProblem:
    """One problem for one domain."""

    name: str
    domain: str
    objects: Mapping[str, tuple[str, ...]]
    init: frozenset[Atom]
    values: Mapping[Atom, int]  # the initial value of each numeric function
    goal: frozenset[Atom]
    has_costs: bool = True  # whether the total cost is minimized; else each action costs 1
    unused: frozenset[Atom] = frozenset()
    """Values that no action charges: written as 0, because some tools refuse a problem in
    which a function has no value, used or not."""
    unwritten: Mapping[Atom, int] = field(default_factory=dict)
    """Values of functions that the domain does not declare; heuristics may still use them."""
    more_goals: tuple[Group, ...] = ()  # parts of the goal that are not atoms

    @property
    def known(self) -> Mapping[Atom, int]:
        """All values, written or not."""
        return {**self.unwritten, **self.values}

    @cached_property
    def in_lower_case(self) -> "PddlProblem":
        """The same problem with all names in lower case, as it would be read from its text."""

        def lower(words: tuple[str, ...]) -> tuple[str, ...]:
            return tuple([word.lower() for word in words])

        return replace(
            self,
            domain=self.domain.lower(),
            objects={kind.lower(): lower(names) for kind, names in self.objects.items()},
            init=frozenset(map(lower, self.init)),
            values={lower(atom): value for atom, value in self.values.items()},
            goal=frozenset(map(lower, self.goal)),
        )

    def to_text(self, header: Iterable[str] = (), *, brief: bool = False) -> str:
        """Return the problem as PDDL; a brief text leaves out unused values."""
        lines = [f"; {line}".rstrip() for line in header]
        lines += [f"(define (problem {self.name})", f"  (:domain {self.domain})", ""]
        lines += ["  (:objects"]
        for type_name, names in self.objects.items():
            lines += _WRAPPER.wrap(" ".join([*names, "-", type_name]))
        lines[-1] += ")"
        lines += ["", "  (:init"]
        values = dict(self.values) if brief else dict.fromkeys(self.unused, 0) | dict(self.values)
        for block in self._init_blocks(values):
            lines += _filled(block)
        lines.append("  )")
        goal = [*atom_texts(self.goal), *map(str, self.more_goals)]
        if len(goal) == 1:
            lines += ["", f"  (:goal (and {goal[0]}))"]
        else:
            lines += ["", "  (:goal (and", *_filled(goal)]
            lines[-1] += "))"
        if self.has_costs:
            lines.append("  (:metric minimize (total-cost))")
        lines[-1] += ")"
        return "\n".join(lines) + "\n"

    def _init_blocks(self, values: Mapping[Atom, int]) -> Iterable[list[str]]:
        """Yield the atoms by predicate, single ones together, then the values by function."""
        names = Counter(atom[0] for atom in self.init)

        def block(atom: Atom) -> str:
            return atom[0].lower() if names[atom[0]] > 1 else ""

        for _, atoms in groupby(sorted(self.init), key=block):
            yield list(map(atom_text, atoms))
        if self.has_costs:
            yield ["(= (total-cost) 0)"]
        for _, valued in groupby(sorted(values.items()), key=lambda item: item[0][0]):
            yield [f"(= {atom_text(atom)} {value})" for atom, value in valued]


def _filled(texts: Sequence[str]) -> Iterator[str]:
    """Yield lines in which some texts stand in columns, as many as there is room for."""
    width = max(map(len, texts), default=0) + 1
    columns = max(1, (_LINE - len(_INDENT) + 1) // width)
    for first in range(0, len(texts), columns):
        row = texts[first : first + columns]
        yield _INDENT + "".join(f"{text:<{width}}" for text in row).rstrip()


def atom_text(atom: Atom) -> str:
    """Return an atom as PDDL."""
    return f"({' '.join(atom)})"


def atom_texts(atoms: Iterable[Atom]) -> list[str]:
    """Return atoms as PDDL, sorted."""
    return [atom_text(atom) for atom in sorted(atoms)]


def text_of(problem: str | PddlProblem) -> str:
    """Return the text of a problem for an engine."""
    return problem if isinstance(problem, str) else problem.to_text(brief=True)


def data_of(problem: str | PddlProblem) -> PddlProblem:
    """Return a problem as data; raises as :func:`read_problem` does."""
    return read_problem(problem) if isinstance(problem, str) else problem


@lru_cache(maxsize=8)
def read_problem(text: str, source: str = "problem") -> PddlProblem:
    """Return the problem of a PDDL text, cached; names come out in lower case.

    Raises :class:`planner_clue.errors.DomainError` with the place. To check names against a domain,
    use :func:`planner_clue.planning.task.read_task`.
    """
    return _Reader(source).problem(text)


def problem_parts(text: str, source: str) -> dict[str, Group]:
    """Return the parts of a problem by their keywords, as :func:`read_problem` finds them."""
    return _Reader(source).parts(text)


class _Reader:
    """Reads a problem; raises :class:`planner_clue.errors.DomainError` with its source."""

    def __init__(self, source: str) -> None:
        self._source = source

    def problem(self, text: str) -> PddlProblem:
        parts = self.parts(text)
        given = list(parts.values())
        for group, head in zip(given, (head for head in _PARTS if head in parts), strict=False):
            if group.head != head:
                self._fail(group, f"unexpected ({group.head} ...); expected ({head} ...) here")
        if len(given) > sum(head in parts for head in _PARTS):
            what = f"unexpected ({given[-1].head} ...)"
            self._fail(given[-1], f"{what}; expected (:metric ...) or ')'")
        init, values = self._state(parts[":init"])
        values.pop(("total-cost",), None)
        atoms, more = self._goal(parts[":goal"])
        metric = parts.get(":metric")
        if metric and str(metric) != "(:metric minimize (total-cost))":
            self._fail(metric, f"unexpected {metric}; expected (:metric minimize (total-cost))")
        return PddlProblem(
            self._name(parts["problem"]),
            self._name(parts[":domain"]),
            self._objects(parts.get(":objects")),
            init,
            values,
            atoms,
            has_costs=metric is not None,
            more_goals=more,
        )

    def parts(self, text: str) -> dict[str, Group]:
        whole = syntax_tree.parse(text, self._source)
        heads = {item.head for item in whole.items if isinstance(item, Group)}
        for needed in _NEEDED:
            if needed not in heads or whole.head != "define":
                self._fail(whole, f"({needed} ...) is missing; expected a PDDL problem")
        parts: dict[str, Group] = {}
        for item in whole.items[1:]:
            head = item.head if isinstance(item, Group) else ""
            if not isinstance(item, Group) or head in parts:
                what = f"unexpected '{head or item}'"
                self._fail(item, f"{what}; expected each part of a problem once")
            parts[head] = item
        return parts

    def _name(self, group: Group) -> str:
        if len(group.items) != 2 or not isinstance(group.items[1], Word):
            self._fail(group, f"expected ({group.head} NAME)")
        return group.items[1].text

    def _objects(self, group: Group | None) -> dict[str, tuple[str, ...]]:
        objects: dict[str, list[str]] = {}
        seen: set[str] = set()
        for word, kind in syntax_tree.typed_names(self._source, group.items[1:] if group else ()):
            if word.text in seen:
                self._fail(word, f"object {word} is given twice; expected it once")
            seen.add(word.text)
            objects.setdefault(kind, []).append(word.text)
        return {kind: tuple(names) for kind, names in objects.items()}

    def _state(self, group: Group) -> tuple[frozenset[Atom], dict[Atom, int]]:
        init: set[Atom] = set()
        values: dict[Atom, int] = {}
        absent: dict[Atom, Expression] = {}
        for item in group.items[1:]:
            if isinstance(item, Group) and item.head == "=" and len(item.items) == 3:
                of, number = item.items[1], str(item.items[2])
                atom = (of.text,) if isinstance(of, Word) else self._atom(of)
                if not number.isdecimal() or atom[0].isdecimal():
                    what = "expected (= (function ...) NUMBER), a non-negative whole number"
                    self._fail(item, f"unexpected {item}; {what}")
                if values.setdefault(atom, int(number)) != int(number):
                    self._fail(item, f"{atom_text(atom)} is given two values; expected one")
            elif isinstance(item, Group) and item.head == "not" and len(item.items) == 2:
                absent[self._atom(item.items[1])] = item
            else:
                init.add(self._atom(item))
        for atom in sorted(init & absent.keys()):
            what = f"{atom_text(atom)} is true and false; expected one of both"
            self._fail(absent[atom], what)
        return frozenset(init), values

    def _goal(self, group: Group) -> tuple[frozenset[Atom], tuple[Group, ...]]:
        goal = group.items[1] if len(group.items) == 2 else group
        if not isinstance(goal, Group) or not goal.items or goal is group:
            self._fail(goal, "expected (:goal (...))")
        atoms: set[Atom] = set()
        more: list[Group] = []
        for part in syntax_tree.conjuncts(goal):
            if isinstance(part, Group) and (part.head in _FORMULAS or not part.items):
                more.append(part)
            else:
                atoms.add(self._atom(part))
        return frozenset(atoms), tuple(more)

    def _atom(self, item: Expression) -> Atom:
        items = item.items if isinstance(item, Group) else ()
        words = tuple([word.text for word in items if isinstance(word, Word)])
        if not words or len(words) != len(items) or words[0] in _FORMULAS:
            self._fail(item, f"unexpected {item}; expected (predicate name ...)")
        return words

    def _fail(self, at: Expression, message: str) -> NoReturn:
        syntax_tree.fail(self._source, at, message)
