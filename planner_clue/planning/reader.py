"""Problems read back from PDDL: the inverse of :meth:`PddlProblem.to_text`."""

from collections.abc import Mapping
from typing import NamedTuple

from planner_clue.planning.expressions import (
    Expression,
    Group,
    Word,
    fail,
    parse_expression,
    typed_names,
)
from planner_clue.planning.problem import Atom, PddlProblem


class Start(NamedTuple):
    """What a problem starts from."""

    objects: Mapping[str, tuple[str, ...]]
    """The objects of each type."""
    init: frozenset[Atom]
    values: Mapping[Atom, int]
    """The values of functions, without what a plan costs in total."""


def read_start(text: str, source: str = "problem") -> Start:
    """Return what the problem of a PDDL text starts from; names come out in lower case.

    Raises :class:`planner_clue.errors.DomainError` with file, line and column where it is none.
    """
    return _start(_parts(text, source), source)


def read_problem(text: str, source: str = "problem") -> PddlProblem:
    """Return the problem of a PDDL text; names come out in lower case.

    Raises :class:`planner_clue.errors.DomainError` with file, line and column where it is none,
    or where its goal is more than atoms that have to hold.
    """
    parts = _parts(text, source)
    objects, init, values = _start(parts, source)
    return PddlProblem(
        _name(source, parts["problem"]),
        _name(source, parts[":domain"]),
        objects,
        init,
        values,
        _goal(source, parts[":goal"]),
        has_costs=":metric" in parts,
    )


def check_problem(text: str, source: str = "problem") -> None:
    """Raise :class:`planner_clue.errors.DomainError` where a text is no PDDL problem at all."""
    _parts(text, source)


def _parts(text: str, source: str) -> dict[str, Group]:
    """Return the parts of a problem by their keywords."""
    whole = parse_expression(text, source)
    parts = {item.head: item for item in whole.items if isinstance(item, Group)}
    for needed in ("problem", ":domain", ":init", ":goal"):
        if needed not in parts:
            fail(source, whole, f"({needed} ...) is missing; expected a PDDL problem")
    return parts


def _start(parts: Mapping[str, Group], source: str) -> Start:
    objects: dict[str, tuple[str, ...]] = {}
    if ":objects" in parts:
        for word, kind in typed_names(source, parts[":objects"].items[1:]):
            objects[kind] = (*objects.get(kind, ()), word.text)
    init, values = _state(source, parts[":init"])
    values.pop(("total-cost",), None)
    return Start(objects, init, values)


def _name(source: str, group: Group) -> str:
    if len(group.items) != 2 or not isinstance(group.items[1], Word):
        fail(source, group, f"expected ({group.head} NAME)")
    return group.items[1].text


def _state(source: str, group: Group) -> tuple[frozenset[Atom], dict[Atom, int]]:
    """Return what holds, and the values of functions."""
    init: set[Atom] = set()
    values: dict[Atom, int] = {}
    for item in group.items[1:]:
        if isinstance(item, Group) and item.head == "=":
            atom, value = _valued(source, item)
            values[atom] = value
        elif not (isinstance(item, Group) and item.head == "not"):
            init.add(_atom(source, item))
    return frozenset(init), values


def _valued(source: str, group: Group) -> tuple[Atom, int]:
    number = group.items[2] if len(group.items) == 3 else group
    if not (isinstance(number, Word) and number.text.isdecimal()):
        fail(source, group, "expected (= (function ...) NUMBER), a whole number from 0")
    return _atom(source, group.items[1]), int(number.text)


def _goal(source: str, group: Group) -> frozenset[Atom]:
    goal = group.items[1] if len(group.items) == 2 else group
    if isinstance(goal, Group) and goal.head == "and":
        return frozenset(_atom(source, item) for item in goal.items[1:])
    return frozenset({_atom(source, goal)})


def _atom(source: str, item: Expression) -> Atom:
    items = item.items if isinstance(item, Group) else []
    words = [word.text for word in items if isinstance(word, Word)]
    if not words or len(words) != len(items) or words[0] in ("not", "or", "and", ":goal"):
        fail(source, item, "expected (predicate name ...)")
    return tuple(words)
