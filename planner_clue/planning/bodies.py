"""What the actions of a PDDL domain need and do, checked against what it declares.

Planners refuse what is wrong there too, but do not say in which line.
"""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from planner_clue.errors import nearest
from planner_clue.planning.domain import Declaration, Domain
from planner_clue.planning.expressions import (
    Expression,
    Group,
    Word,
    fail,
    parse_expression,
    typed_names,
)

_PARTS = (":parameters", ":precondition", ":effect")
_CONNECTIVES = frozenset({"and", "or", "not", "imply", "when"})
_QUANTIFIERS = frozenset({"forall", "exists"})
_NUMERIC = frozenset({"<", ">", "<=", ">=", "+", "-", "*", "/"}) | {
    "increase", "decrease", "assign", "scale-up", "scale-down",
}  # fmt: skip


def check_bodies(domain: Domain) -> None:
    """Check every condition and effect of every action.

    Raises :class:`planner_clue.errors.DomainError` with line and column of the first predicate,
    function or variable that is not declared, or has other arguments than declared.
    """
    whole = parse_expression(domain.text, domain.source)
    for group in whole.items:
        if isinstance(group, Group) and group.head == ":action":
            _Body(domain, group).check()


class _Body:
    """The body of one action."""

    def __init__(self, domain: Domain, action: Group) -> None:
        self._domain, self._action = domain, action

    def check(self) -> None:
        parts = self._action.items[2:]
        said: dict[str, Expression] = {}
        for key, part in zip(parts[::2], parts[1::2], strict=False):
            if not isinstance(key, Word) or key.text not in _PARTS:
                self._fail(key, f"unexpected '{key}'; expected {', '.join(_PARTS)}")
            said[key.text] = part
        variables = self._variables(said.get(":parameters"))
        for name in (":precondition", ":effect"):
            given = said.get(name)
            if isinstance(given, Group) and given.items:
                self._formula(given, variables)

    def _variables(self, declared: Expression | None) -> frozenset[str]:
        items = declared.items if isinstance(declared, Group) else []
        return frozenset(word.text for word, _ in typed_names(self._domain.source, items))

    def _formula(self, group: Group, variables: frozenset[str]) -> None:
        if group.head in _CONNECTIVES:
            self._each(group.items[1:], variables)
        elif group.head in _QUANTIFIERS and len(group.items) == 3:
            self._each(group.items[2:], variables | self._variables(group.items[1]))
        elif group.head in _NUMERIC:
            self._numbers(group.items[1:], variables)
        elif group.head == "=":
            equal = group.items[1:]
            self._numbers((one for one in equal if isinstance(one, Group)), variables)
            self._terms((one for one in equal if isinstance(one, Word)), variables)
        elif group.head in self._domain.types:  # planners take types for predicates too
            self._terms(group.items[1:], variables)
        else:
            self._atom(group, "predicate", self._domain.predicates, variables)

    def _each(self, formulas: Iterable[Expression], variables: frozenset[str]) -> None:
        for one in formulas:
            if not isinstance(one, Group):
                self._fail(one, f"unexpected '{one}'; expected a condition or an effect in (...)")
            if one.items:
                self._formula(one, variables)

    def _numbers(self, numbers: Iterable[Expression], variables: frozenset[str]) -> None:
        for one in numbers:
            if isinstance(one, Group) and one.head in _NUMERIC:
                self._numbers(one.items[1:], variables)
            elif isinstance(one, Group):
                self._atom(one, "function", self._domain.functions, variables)

    def _atom(
        self,
        group: Group,
        what: str,
        declared: Mapping[str, Declaration],
        variables: frozenset[str],
    ) -> None:
        if group.head not in declared:
            hint = nearest(group.head, declared)
            self._fail(group, f"unknown {what} '{group.head}'; {hint}")
        terms, expected = group.items[1:], len(declared[group.head].types)
        if len(terms) != expected:
            given = f"{what} {group.head} is given {len(terms)} arguments"
            self._fail(group, f"{given}; expected {expected}")
        self._terms(terms, variables)

    def _terms(self, terms: Iterable[Expression], variables: frozenset[str]) -> None:
        for term in terms:
            if isinstance(term, Word) and term.text[0] == "?" and term.text not in variables:
                self._fail(term, f"unknown variable {term}; {nearest(term.text, variables)}")

    def _fail(self, at: Expression, message: str) -> NoReturn:
        name = self._action.items[1] if len(self._action.items) > 1 else ""
        fail(self._domain.source, at, f"action {name}: {message}")
