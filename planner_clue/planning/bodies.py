"""What the actions of a PDDL domain need and do, checked against what it declares.

Planners refuse what is wrong there too, but do not say in which line.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NoReturn

from planner_clue.errors import closest, nearest
from planner_clue.planning.declared import did_you_mean
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
_QUANTIFIERS = frozenset({"forall", "exists"})
_CHANGES = frozenset({"increase", "decrease", "assign", "scale-up", "scale-down"})
_COMPARED = frozenset({"<", ">", "<=", ">=", "="})
_ARITHMETIC = frozenset({"+", "-", "*", "/"})
_ARGUMENTS = {"not": 1, "when": 2, "imply": 2} | dict.fromkeys(
    _QUANTIFIERS | _CHANGES | _COMPARED, 2
)
"""How many arguments each word takes that takes a certain number."""


class _In(StrEnum):
    """Where a formula stands."""

    CONDITION = "condition"
    EFFECT = "effect"


_WORDS = {
    _In.CONDITION: frozenset({"and", "or", "not", "imply"}) | _QUANTIFIERS | _COMPARED,
    _In.EFFECT: frozenset({"and", "not", "when", "forall"}) | _CHANGES,
}
"""The words of PDDL that may begin a formula, by where it stands."""
_Kinds = Mapping[str, str]
"""Variables and constants with their types."""


def check_bodies(domain: Domain) -> None:
    """Check every condition and effect of every action.

    Raises :class:`planner_clue.errors.DomainError` with line and column of the first word,
    predicate, function, variable or object that is not declared, has other arguments than
    declared, or stands where it cannot.
    """
    whole = parse_expression(domain.text, domain.source)
    constants = _typed(domain, [item for group in _parts(whole, ":constants") for item in group])
    for group in whole.items:
        if isinstance(group, Group) and group.head == ":action":
            _Body(domain, group, constants).check()


def _parts(whole: Group, head: str) -> Iterable[list[Expression]]:
    """Yield what stands in the parts of a domain with this keyword."""
    for part in whole.items:
        if isinstance(part, Group) and part.head == head:
            yield part.items[1:]


def _typed(domain: Domain, items: list[Expression]) -> dict[str, str]:
    return {word.text: kind for word, kind in typed_names(domain.source, items)}


class _Body:
    """The body of one action."""

    def __init__(self, domain: Domain, action: Group, constants: _Kinds) -> None:
        self._domain, self._action, self._constants = domain, action, constants

    def check(self) -> None:
        said = self._said()
        kinds = {**self._constants, **self._variables(said.get(":parameters"))}
        for name, where in ((":precondition", _In.CONDITION), (":effect", _In.EFFECT)):
            given = said.get(name)
            if isinstance(given, Word):
                self._fail(given, f"unexpected '{given}'; expected {name} (...)")
            if given is not None and given.items:
                self._formula(given, kinds, where)

    def _said(self) -> dict[str, Expression]:
        """Return the parts of the action by their keywords."""
        parts = self._action.items[2:]
        said: dict[str, Expression] = {}
        for position in range(0, len(parts), 2):
            key = parts[position]
            if not isinstance(key, Word) or key.text not in _PARTS:
                hint = did_you_mean(str(key), _PARTS) or f"; expected {', '.join(_PARTS)}"
                self._fail(key, f"unexpected '{key}'{hint}")
            if key.text in said:
                self._fail(key, f"'{key}' is given twice; expected it once")
            if position + 1 == len(parts):
                self._fail(key, f"nothing follows '{key}'; expected (...)")
            said[key.text] = parts[position + 1]
        return said

    def _variables(self, declared: Expression | None) -> dict[str, str]:
        items = declared.items if isinstance(declared, Group) else []
        found: dict[str, str] = {}
        known = {"object", *self._domain.types}
        for word, kind in typed_names(self._domain.source, items):
            if word.text[0] != "?":
                self._fail(word, f"parameter {word}; expected a name with '?', as '?{word}'")
            if word.text in found:
                self._fail(word, f"parameter {word} is given twice; expected two names")
            if kind not in known and self._domain.types:
                self._fail(word, f"{word} of unknown type '{kind}'; {nearest(kind, known)}")
            found[word.text] = kind
        return found

    def _formula(self, group: Group, kinds: _Kinds, where: _In) -> None:
        head, terms = group.head, group.items[1:]
        if head in self._domain.predicates or head in self._domain.types:
            self._atom(group, "predicate", self._domain.predicates, kinds)
            return
        if head not in _WORDS[where]:
            self._unknown(group, where)
        if head in _ARGUMENTS and len(terms) != _ARGUMENTS[head]:
            self._fail(group, f"'{head}' is given {_some(terms)}; expected {_ARGUMENTS[head]}")
        if head in _QUANTIFIERS:
            self._each(terms[1:], {**kinds, **self._variables(terms[0])}, where)
        elif head == "when":
            self._each(terms[:1], kinds, _In.CONDITION)
            self._each(terms[1:], kinds, where)
        elif head in _CHANGES:
            self._change(group, kinds)
        elif head in _COMPARED:
            self._numbers((one for one in terms if isinstance(one, Group)), kinds)
            self._terms(group, (one for one in terms if isinstance(one, Word)), kinds)
        else:
            if head == "not" and where is _In.EFFECT:
                self._only_atom(terms[0])
            self._each(terms, kinds, where)

    def _only_atom(self, given: Expression) -> None:
        if isinstance(given, Group) and given.head in ("not", "and", "when", "forall"):
            self._fail(given, f"unexpected '({given.head} ...)'; expected an atom after 'not'")

    def _unknown(self, group: Group, where: _In) -> NoReturn:
        """Say what a formula is taken for that begins with no word that may stand there."""
        head, declared = group.head, self._domain.predicates
        if any(head in words for words in _WORDS.values()):
            self._fail(group, f"'{head}' cannot stand in {_a(where)}")
        if head in self._domain.functions:
            self._fail(group, f"{head} is a function; expected {_a(where)}")
        close = closest(head, [*declared, *_WORDS[where]])
        hint = f"did you mean '{close}'? " if close and close not in declared else ""
        known = f"(known: {', '.join(sorted(declared))})" if hint else nearest(head, declared)
        self._fail(group, f"unknown predicate '{head}'; {hint}{known}")

    def _each(self, formulas: Iterable[Expression], kinds: _Kinds, where: _In) -> None:
        for one in formulas:
            if not isinstance(one, Group):
                meant = f", as '({one})'" if one.text in self._domain.predicates else ""
                self._fail(one, f"unexpected '{one}'; expected {_a(where)} in (...){meant}")
            if one.items:
                self._formula(one, kinds, where)

    def _change(self, group: Group, kinds: _Kinds) -> None:
        changed, by = group.items[1:]
        if not isinstance(changed, Group):
            self._fail(changed, f"unexpected '{changed}'; expected a function, as '({changed})'")
        self._numbers((changed, by), kinds)
        if changed.head == "total-cost" and str(by).startswith("-"):
            self._fail(by, f"cost {by}; expected a number from 0")

    def _numbers(self, numbers: Iterable[Expression], kinds: _Kinds) -> None:
        for one in numbers:
            if isinstance(one, Word):
                self._number(one)
            elif one.head in _ARITHMETIC:
                self._numbers(one.items[1:], kinds)
            else:
                self._atom(one, "function", self._domain.functions, kinds)

    def _number(self, word: Word) -> None:
        try:
            float(word.text)
        except ValueError:
            function = word.text in self._domain.functions
            meant = f"'({word})'" if function else "a number or (function ...)"
            self._fail(word, f"unexpected '{word}'; expected {meant}")

    def _atom(
        self, group: Group, what: str, declared: Mapping[str, Declaration], kinds: _Kinds
    ) -> None:
        terms = group.items[1:]
        if what == "predicate" and group.head not in declared:  # planners take types for them too
            self._terms(group, terms, kinds)
            return
        if group.head not in declared:
            self._fail(group, f"unknown {what} '{group.head}'; {nearest(group.head, declared)}")
        types = declared[group.head].types
        if len(terms) != len(types):
            given = f"{what} {group.head} is given {_some(terms)}"
            self._fail(group, f"{given}; expected {len(types)}")
        self._terms(group, terms, kinds)
        for term, kind in zip(terms, types, strict=True):
            self._fits(term, kinds[str(term)], kind, f"{what} {group.head}")

    def _terms(self, group: Group, terms: Iterable[Expression], kinds: _Kinds) -> None:
        for term in terms:
            if isinstance(term, Group):
                self._fail(term, f"unexpected '{term}' in ({group.head} ...); expected a name")
            if term.text not in kinds:
                what = "variable" if term.text[0] == "?" else "object"
                self._fail(term, f"unknown {what} {term}; {nearest(term.text, kinds)}")

    def _fits(self, term: Expression, kind: str, expected: str, of: str) -> None:
        """Refuse a name that can never be what its place is for."""
        is_a = self._domain.is_a
        if not (is_a(kind, expected) or is_a(expected, kind)):
            self._fail(term, f"{term} is of type {kind}; {of} expects type {expected} here")

    def _fail(self, at: Expression, message: str) -> NoReturn:
        name = self._action.items[1] if len(self._action.items) > 1 else ""
        fail(self._domain.source, at, f"action {name}: {message}")


def _some(terms: list[Expression]) -> str:
    return f"{len(terms)} argument{'s' * (len(terms) != 1)}"


def _a(where: _In) -> str:
    return "an effect" if where is _In.EFFECT else "a condition"
