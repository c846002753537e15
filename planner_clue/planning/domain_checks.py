"""Checks of a PDDL domain: parts, declarations, and the preconditions and effects of actions.

Planners refuse what is wrong there too, but skip a part that they do not know, or do not name the
line.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import NoReturn

from planner_clue.errors import closest, nearest
from planner_clue.planning import syntax_tree
from planner_clue.planning.domain import Declaration, Domain
from planner_clue.planning.syntax_tree import Expression, Group, Word, fail

PARTS = (
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived",
    ":constraints", ":durative-action", ":process", ":event", ":axiom",
)  # fmt: skip
REQUIREMENTS = (
    ":strips", ":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality",
    ":existential-preconditions", ":universal-preconditions", ":quantified-preconditions",
    ":conditional-effects", ":fluents", ":numeric-fluents", ":object-fluents", ":adl",
    ":durative-actions", ":duration-inequalities", ":continuous-effects", ":derived-predicates",
    ":timed-initial-literals", ":preferences", ":constraints", ":action-costs", ":goal-utilities",
    ":domain-axioms", ":non-deterministic", ":time",
)  # fmt: skip
"""The requirements of PDDL 3.1 and a few of its relatives."""
_MANY_TIMES = (":action", ":derived", ":durative-action", ":process", ":event", ":axiom")
_ACTION_PARTS = (":parameters", ":precondition", ":effect")
_QUANTIFIERS = frozenset({"forall", "exists"})
_CHANGES = frozenset({"increase", "decrease", "assign", "scale-up", "scale-down"})
_COMPARED = frozenset({"<", ">", "<=", ">=", "="})
_ARITHMETIC = frozenset({"+", "-", "*", "/"})
_ARITIES = {"not": 1, "when": 2, "imply": 2} | dict.fromkeys(_QUANTIFIERS | _CHANGES | _COMPARED, 2)
"""The number of arguments of each word that takes a fixed number."""


class _In(StrEnum):
    """The place of a formula."""

    CONDITION = "a condition"
    EFFECT = "an effect"


_WORDS = {
    _In.CONDITION: frozenset({"and", "or", "not", "imply"}) | _QUANTIFIERS | _COMPARED,
    _In.EFFECT: frozenset({"and", "not", "when", "forall"}) | _CHANGES,
}
"""The words of PDDL that may begin a formula, by its place."""
_Types = Mapping[str, str]
"""Variables and constants with their types."""


def check_domain(domain: Domain) -> None:
    """Check all of a domain; raises :class:`DomainError` with the place of the first fault."""
    check_declarations(domain)
    check_actions(domain)


def check_parts(domain: Domain) -> None:
    """Check the names of parts and requirements; raises :class:`DomainError` with their place."""
    for part in domain.tree.items[2:]:
        head = part.head if isinstance(part, Group) else ""
        if head not in PARTS:
            shown = f"({head} ...)" if head else f"{part}"
            hint = _did_you_mean(head or str(part), PARTS)
            meant = hint or "; expected (:action ...) and the like"
            fail(domain.source, part, f"unexpected '{shown}'{meant}")
        if isinstance(part, Group) and head == ":requirements":
            for named in part.items[1:]:
                if str(named) not in REQUIREMENTS:
                    hint = _did_you_mean(str(named), REQUIREMENTS)
                    fail(domain.source, named, f"unknown requirement '{named}'{hint}")
    for action in domain.tree.groups(":action"):
        _check_action_parts(domain.source, action)


def check_declarations(domain: Domain) -> None:
    """Check parts and declarations: names once, types known; raises :class:`DomainError`."""
    check_parts(domain)
    _check_once(domain.source, domain.tree)
    for name, declared in domain.types.items():
        line = [name]
        while line[-1] in domain.types and line[-1] not in line[:-1]:
            line += domain.types[line[-1]].types
        if name in line[1:]:
            message = f"type {name} is a kind of itself: {' - '.join(line)}"
            fail(domain.source, declared.place, message)
    domain.check_types()


def check_actions(domain: Domain) -> None:
    """Check preconditions and effects; raises :class:`planner_clue.errors.DomainError`."""
    for action in domain.tree.groups(":action"):
        _check_action_parts(domain.source, action)
        _ActionCheck(domain, action).check()


def _did_you_mean(word: str, names: Iterable[str]) -> str:
    close = closest(word, names)
    return f"; did you mean '{close}'?" if close else ""


def _check_action_parts(source: str, action: Group) -> None:
    """Refuse a keyword of an action that is unknown, repeated or followed by nothing."""
    parts = action.items[2:]
    seen: set[str] = set()
    for position, key in enumerate(parts[::2]):
        message = ""
        if not isinstance(key, Word) or key.text not in _ACTION_PARTS:
            hint = _did_you_mean(str(key), _ACTION_PARTS)
            message = f"unexpected '{key}'" + (hint or f"; expected {', '.join(_ACTION_PARTS)}")
        elif key.text in seen:
            message = f"'{key}' is given twice; expected it once"
        elif 2 * position + 1 == len(parts):
            message = f"nothing follows '{key}'; expected (...)"
        if message:
            fail(source, key, f"action {action.items[1]}: {message}")
        seen.add(str(key))


def _check_once(source: str, whole: Group) -> None:
    """Refuse the second declaration of a part, predicate, function or action."""
    parts = [part for part in whole.items[2:] if isinstance(part, Group)]
    named = [("part", part.head, part) for part in parts if part.head not in _MANY_TIMES]
    for part in parts:
        if part.head in (":predicates", ":functions"):
            items = [item for item in part.items[1:] if isinstance(item, Group)]
            named += [(part.head[1:-1], item.head, item) for item in items]
    actions = [part for part in parts if part.head == ":action" and len(part.items) > 1]
    named += [("action", str(part.items[1]), part) for part in actions]
    seen: dict[tuple[str, str], Group] = {}
    for what, name, at in named:
        first = seen.setdefault((what, name), at)
        if first is not at:
            fail(source, at, f"{what} {name} is declared twice; first in line {first.line}")


class _ActionCheck:
    """Checks precondition and effect of one action."""

    def __init__(self, domain: Domain, action: Group) -> None:
        self._domain, self._action = domain, action

    def check(self) -> None:
        parts = syntax_tree.keyword_parts(self._action)
        types = {**self._domain.constants, **self._variables(parts.get(":parameters"))}
        for name, where in ((":precondition", _In.CONDITION), (":effect", _In.EFFECT)):
            given = parts.get(name)
            if isinstance(given, Word):
                self._fail(given, f"unexpected '{given}'; expected {name} (...)")
            if given is not None and given.items:
                self._formula(given, types, where)

    def _variables(self, declared: Expression | None) -> dict[str, str]:
        items = declared.items if isinstance(declared, Group) else ()
        found: dict[str, str] = {}
        known = {"object", *self._domain.types}
        for word, kind in syntax_tree.typed_names(self._domain.source, items):
            if word.text[0] != "?":
                self._fail(word, f"parameter {word}; expected a name with '?', as '?{word}'")
            if word.text in found:
                self._fail(word, f"parameter {word} is given twice; expected two names")
            if kind not in known and self._domain.types:
                self._fail(word, f"{word} of unknown type '{kind}'; {nearest(kind, known)}")
            found[word.text] = kind
        return found

    def _formula(self, group: Group, types: _Types, where: _In) -> None:
        head, terms = group.head, group.items[1:]
        if head in self._domain.predicates or head in self._domain.types:
            self._atom(group, "predicate", self._domain.predicates, types)
            return
        if head not in _WORDS[where]:
            self._unknown(group, where)
        if head in _ARITIES and len(terms) != _ARITIES[head]:
            self._fail(group, f"'{head}' is given {_counted(terms)}; expected {_ARITIES[head]}")
        if head in _QUANTIFIERS:
            self._each(terms[1:], {**types, **self._variables(terms[0])}, where)
        elif head == "when":
            self._each(terms[:1], types, _In.CONDITION)
            self._each(terms[1:], types, where)
        elif head in _CHANGES:
            self._change(group, types)
        elif head in _COMPARED:
            self._numbers((one for one in terms if isinstance(one, Group)), types)
            self._terms(group, (one for one in terms if isinstance(one, Word)), types)
        else:
            given = terms[0] if head == "not" and where is _In.EFFECT else None
            if isinstance(given, Group) and given.head in ("not", "and", "when", "forall"):
                self._fail(given, f"unexpected '({given.head} ...)'; expected an atom after 'not'")
            self._each(terms, types, where)

    def _unknown(self, group: Group, where: _In) -> NoReturn:
        """Say what a formula is taken for that begins with no word that may stand there."""
        head, declared = group.head, self._domain.predicates
        if any(head in words for words in _WORDS.values()):
            self._fail(group, f"'{head}' cannot stand in {where}")
        if head in self._domain.functions:
            self._fail(group, f"{head} is a function; expected {where}")
        close = closest(head, [*declared, *_WORDS[where]])
        hint = f"did you mean '{close}'? " if close and close not in declared else ""
        known = f"(known: {', '.join(sorted(declared))})" if hint else nearest(head, declared)
        self._fail(group, f"unknown predicate '{head}'; {hint}{known}")

    def _each(self, formulas: Iterable[Expression], types: _Types, where: _In) -> None:
        for one in formulas:
            if not isinstance(one, Group):
                meant = f", as '({one})'" if one.text in self._domain.predicates else ""
                self._fail(one, f"unexpected '{one}'; expected {where} in (...){meant}")
            if one.items:
                self._formula(one, types, where)

    def _change(self, group: Group, types: _Types) -> None:
        changed, by = group.items[1:]
        if not isinstance(changed, Group):
            self._fail(changed, f"unexpected '{changed}'; expected a function, as '({changed})'")
        self._numbers((changed, by), types)
        if changed.head == "total-cost" and str(by).startswith("-"):
            self._fail(by, f"cost {by}; expected a non-negative number")

    def _numbers(self, numbers: Iterable[Expression], types: _Types) -> None:
        for one in numbers:
            if isinstance(one, Word):
                with suppress(ValueError):
                    float(one.text)
                    continue
                function = one.text in self._domain.functions
                meant = f"'({one})'" if function else "a number or (function ...)"
                self._fail(one, f"unexpected '{one}'; expected {meant}")
            elif one.head in _ARITHMETIC:
                self._numbers(one.items[1:], types)
            else:
                self._atom(one, "function", self._domain.functions, types)

    def _atom(
        self, group: Group, what: str, declared: Mapping[str, Declaration], types: _Types
    ) -> None:
        terms = group.items[1:]
        if what == "predicate" and group.head not in declared:  # planners take types for them too
            self._terms(group, terms, types)
            return
        if group.head not in declared:
            self._fail(group, f"unknown {what} '{group.head}'; {nearest(group.head, declared)}")
        expected = declared[group.head].types
        if len(terms) != len(expected):
            given = f"{what} {group.head} is given {_counted(terms)}"
            self._fail(group, f"{given}; expected {len(expected)}")
        self._terms(group, terms, types)
        for term, kind in zip(terms, expected, strict=True):
            own, is_a = types[str(term)], self._domain.is_a
            if not (is_a(own, kind) or is_a(kind, own)):
                message = f"{term} is of type {own}; {what} {group.head} expects type {kind} here"
                self._fail(term, message)

    def _terms(self, group: Group, terms: Iterable[Expression], types: _Types) -> None:
        for term in terms:
            if isinstance(term, Group):
                self._fail(term, f"unexpected '{term}' in ({group.head} ...); expected a name")
            if term.text not in types:
                what = "variable" if term.text[0] == "?" else "object"
                self._fail(term, f"unknown {what} {term}; {nearest(term.text, types)}")

    def _fail(self, at: Expression, message: str) -> NoReturn:
        name = self._action.items[1] if len(self._action.items) > 1 else ""
        fail(self._domain.source, at, f"action {name}: {message}")


def _counted(terms: tuple[Expression, ...]) -> str:
    return f"{len(terms)} argument{'s' * (len(terms) != 1)}"
