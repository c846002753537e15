"""Checks of a PDDL domain: parts, declarations, and the preconditions and effects of actions.

:func:`check_domain` accepts what Fast Downward's translator accepts; :func:`check_strictly` also
refuses likely mistakes, such as an argument of another type.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from planner_clue.planning import syntax_tree
from planner_clue.planning.domain import Declaration, Domain
from planner_clue.planning.problem import NOT_WHOLE
from planner_clue.planning.syntax_tree import Expression, Group, Word, fail
from planner_clue.support.errors import closest, many, nearest

REQUIREMENTS = (
    ":strips", ":adl", ":typing", ":negation", ":equality", ":negative-preconditions",
    ":disjunctive-preconditions", ":existential-preconditions", ":universal-preconditions",
    ":quantified-preconditions", ":conditional-effects", ":derived-predicates", ":action-costs",
)  # fmt: skip
"""The requirements that Fast Downward's translator takes."""
_DECLARATIONS = (":requirements", ":types", ":constants", ":predicates", ":functions")
PARTS = (*_DECLARATIONS, ":action", ":derived")
_ACTION_PARTS = (":parameters", ":precondition", ":effect")
_QUANTIFIERS = frozenset({"forall", "exists"})
_ARITIES = {"not": 1, "when": 2, "imply": 2, "increase": 2, "=": 2, "forall": 2, "exists": 2}
"""The number of arguments of each word that takes a fixed number."""
CONDITION, EFFECT = "a condition", "an effect"
_WORDS = {
    CONDITION: frozenset({"and", "or", "not", "imply", "="}) | _QUANTIFIERS,
    EFFECT: frozenset({"and", "not", "when", "forall", "increase"}),
}
"""The words of PDDL that may begin a formula, by its place."""
_BEYOND = {
    "durative actions": (":durative-action", ":durative-actions", ":duration-inequalities"),
    "processes and events": (":process", ":event", ":continuous-effects", ":time"),
    "constraints and preferences": (":constraints", ":preferences", "preference"),
    "timed initial facts": (":timed-initial-literals",),
    "numeric conditions and effects": (
        *("<", ">", "<=", ">=", "decrease", "assign", "scale-up", "scale-down"),
        *(":fluents", ":numeric-fluents"),
    ),
    "object functions": (":object-fluents",),
    "probabilistic or non-deterministic effects": (":non-deterministic", "oneof", "probabilistic"),
}
"""Constructs of PDDL beyond classical planning, with the words that they are written with."""
_NOTHING = Group(0, 0)
_Types = Mapping[str, str]  # variables, constants and objects with their types


def check_domain(domain: Domain) -> None:
    """Raise :class:`planner_clue.errors.DomainError` at what Fast Downward's translator refuses.

    PDDL also forbids shared names, and derived predicates that depend on their own negation.
    """
    check_parts(domain)
    _check_formulas(domain, typed=False)
    _check_stratified(domain)


def check_strictly(domain: Domain) -> None:
    """Check all of a domain; types have to be declared and to fit, too."""
    check_declarations(domain)
    check_actions(domain)


def check_parts(domain: Domain) -> None:
    """Check parts, requirements and signatures; raises :class:`DomainError` with their place."""
    source, seen, action = domain.source, dict[str, Expression](), False
    for part in domain.tree.items[2:]:
        head = part.head if isinstance(part, Group) else ""
        if head not in PARTS:
            shown = f"({head} ...)" if head else f"{part}"
            meant = beyond(head) or _did_you_mean(head or str(part), PARTS)
            fail(source, part, f"unexpected '{shown}'{meant or '; expected (:action ...)'}")
        assert isinstance(part, Group)
        if head in _DECLARATIONS:
            if head in seen:
                first = seen[head].line
                fail(source, part, f"part {head} is declared twice; first in line {first}")
            if action:
                fail(source, part, f"({head} ...) after an action; expected it before all actions")
            seen[head] = part
        action = action or head not in _DECLARATIONS
        if head in _PART_CHECKS:
            _PART_CHECKS[head](source, part)
    if "number" in domain.types:
        fail(source, domain.types["number"].place, "type number is reserved; expected another name")
    constants = domain.parts.get(":constants", _NOTHING).items[1:]
    named = [(word.text, word) for word, _ in syntax_tree.typed_names(source, constants)]
    _check_once(source, "constant", named)
    actions = domain.tree.groups(":action")
    _check_once(source, "action", [(str(one.items[1]), one) for one in actions])


def check_requirements(source: str, part: Group) -> None:
    """Refuse a requirement that Fast Downward's translator does not know."""
    for named in part.items[1:]:
        if str(named) not in REQUIREMENTS:
            hint = beyond(str(named)) or _did_you_mean(str(named), REQUIREMENTS)
            fail(source, named, f"unknown requirement '{named}'{hint or '; remove it'}")


def beyond(word: str) -> str:
    """Return what a word of PDDL beyond classical planning is for, as the end of a message."""
    construct = next((name for name, words in _BEYOND.items() if word in words), "")
    hint = "; for action costs write :action-costs" if word.endswith("fluents") else ""
    return f": {construct} are not supported{hint}" if construct else ""


def check_declarations(domain: Domain) -> None:
    """Check parts and declarations: names once, types known; raises :class:`DomainError`."""
    check_parts(domain)
    for part in (":predicates", ":functions"):
        items = domain.parts.get(part, _NOTHING).items
        named = [(item.head, item) for item in items if isinstance(item, Group)]
        _check_once(domain.source, part[1:-1], named)
    for name, declared in domain.types.items():
        if name in domain.ancestors[name]:
            what = f"type {name} is a kind of itself; expected no cycle of types"
            fail(domain.source, declared.place, what)
    domain.check_types()


def check_actions(domain: Domain) -> None:
    """Check parts, preconditions and effects, types too; raises :class:`DomainError`."""
    check_parts(domain)
    _check_formulas(domain, typed=True)


def _check_formulas(domain: Domain, *, typed: bool) -> None:
    for part in domain.tree.items[2:]:
        if isinstance(part, Group) and part.head in (":action", ":derived"):
            at = f"action {part.items[1]}: " if part.head == ":action" else ""
            check = FormulaCheck(domain, domain.source, at, typed=typed)
            if part.head == ":action":
                check.action(part)
            else:
                head, condition = part.items[1:]
                assert isinstance(head, Group)
                types = {**domain.constants, **check.variables(head.items[1:], either=True)}
                check.formula(condition, types, CONDITION, may_be_empty=True)


def _check_stratified(domain: Domain) -> None:
    """Refuse a derived predicate that depends on its own negation."""
    used: dict[str, set[str]] = {head: set() for head in domain.derived}
    negated: list[tuple[str, str, Group]] = []
    for axiom in domain.tree.groups(":derived"):
        head = axiom.items[1].head if isinstance(axiom.items[1], Group) else ""
        for atom, is_negated in _literals(axiom.items[2], negated=False):
            if atom.head in used:
                used[head].add(atom.head)
                negated += [(head, atom.head, atom)] if is_negated else []
    for _ in used:
        for names in used.values():
            names.update(*[used[name] for name in names])
    for head, other, atom in negated:
        if head == other or head in used[other]:
            what = f"derived predicate {head} depends on its own negation"
            fail(domain.source, atom, f"{what}; expected no cycle with a negation")


def _literals(formula: Expression, *, negated: bool) -> Iterator[tuple[Group, bool]]:
    """Yield the atoms of a condition, and whether each is negated."""
    if not isinstance(formula, Group):
        return
    if formula.head not in _WORDS[CONDITION]:
        yield formula, negated
        return
    for number, part in enumerate(formula.items[1:]):
        flips = formula.head == "not" or (formula.head == "imply" and number == 0)
        if formula.head not in _QUANTIFIERS or number:
            yield from _literals(part, negated=negated != flips)


def _did_you_mean(word: str, names: Iterable[str]) -> str:
    close = closest(word, names)
    return f"; did you mean '{close}'?" if close else ""


def _check_signatures(source: str, part: Group) -> None:
    """Refuse a predicate or function that is not (NAME ?VARIABLE ...), or is not a number."""
    what, items = part.head[1:-1], iter(part.items[1:])
    for item in items:
        if isinstance(item, Word) and item.text == "-" and what == "function":
            kind = next(items, item)
            if str(kind) != "number":
                fail(source, kind, f"unexpected '{kind}'; expected 'number' as type of functions")
        elif not isinstance(item, Group) or not item.head:
            fail(source, item, f"unexpected '{item}'; expected a {what}, as '(name ?x)'")
        else:
            _check_variables(source, item, f"{what} {item.head}")


def _check_variables(source: str, group: Group, what: str) -> None:
    for word, _ in syntax_tree.typed_names(source, group.items[1:], either=True):
        if word.text[0] != "?":
            fail(source, word, f"{what}: unexpected '{word}'; expected a variable, as '?{word}'")


def _check_derived(source: str, part: Group) -> None:
    if len(part.items) != 3 or not all(isinstance(one, Group) for one in part.items[1:]):
        fail(source, part, "expected (:derived (predicate ?x) (condition))")
    head = part.items[1]
    assert isinstance(head, Group)
    _check_variables(source, head, f"derived predicate {head.head}")


def _check_action_parts(source: str, action: Group) -> None:
    """Refuse a keyword of an action that is unknown, repeated, misplaced or without a group."""
    parts = action.items[2:]
    order = iter(_ACTION_PARTS)
    for position, key in enumerate(parts[::2]):
        message, text = "", str(key)
        if text not in _ACTION_PARTS:
            hint = _did_you_mean(text, _ACTION_PARTS)
            message = f"unexpected '{key}'" + (hint or f"; expected {', '.join(_ACTION_PARTS)}")
        elif text in map(str, parts[: 2 * position : 2]):
            message = f"'{key}' is given twice; expected it once"
        elif 2 * position + 1 == len(parts):
            message = f"nothing follows '{key}'; expected (...)"
        elif isinstance(given := parts[2 * position + 1], Word):
            message = f"unexpected '{given}'; expected {key} (...)"
        elif text not in order:
            message = f"'{key}' is misplaced; expected {', '.join(_ACTION_PARTS)} in this order"
        if message:
            fail(source, key, f"action {action.items[1]}: {message}")
    if ":effect" not in map(str, parts[::2]):
        fail(source, action, f"action {action.items[1]}: ':effect' is missing; expected (...)")


def _check_once(source: str, what: str, named: Iterable[tuple[str, Expression]]) -> None:
    seen: dict[str, Expression] = {}
    for name, at in named:
        first = seen.setdefault(name, at)
        if first is not at:
            fail(source, at, f"{what} {name} is declared twice; first in line {first.line}")


def check_length(domain: Domain, source: str, group: Group, at: str = "") -> None:
    """Refuse another number of arguments of a function than is declared."""
    declared = domain.functions.get(group.head)
    if declared and len(declared.types) != len(group.items) - 1:
        given = f"function {group.head} is given {many(len(group.items) - 1, 'argument')}"
        fail(source, group, f"{at}{given}; expected {len(declared.types)}")


class FormulaCheck:
    """Checks conditions and effects of one action, derived predicate or goal."""

    def __init__(self, domain: Domain, source: str, at: str, *, typed: bool = False) -> None:
        """``at`` begins each message; with ``typed``, arguments have to be of declared types."""
        self._domain, self._source, self._at = domain, source, at
        self._typed = typed

    def action(self, action: Group) -> None:
        """Check parameters, precondition and effect."""
        parts = syntax_tree.keyword_parts(action)
        given = parts.get(":parameters")
        declared = self.variables(given.items if isinstance(given, Group) else ())
        types = {**self._domain.constants, **declared}
        for name, where in ((":precondition", CONDITION), (":effect", EFFECT)):
            if name in parts:
                self.formula(parts[name], types, where, may_be_empty=True)
        effect = parts[":effect"]
        if isinstance(effect, Group) and effect.head == "increase":
            self._fail(effect, "the only effect is a cost; expected :effect (and (increase ...))")

    def variables(self, items: Iterable[Expression], *, either: bool = False) -> dict[str, str]:
        """Return declared variables with their types."""
        found: dict[str, str] = {}
        known = {"object", *self._domain.types}
        for word, kind in syntax_tree.typed_names(self._source, items, either=either):
            if word.text[0] != "?":
                self._fail(word, f"parameter {word}; expected a name with '?', as '?{word}'")
            if word.text in found:
                self._fail(word, f"parameter {word} is given twice; expected two names")
            if self._typed and kind not in known and self._domain.types:
                self._fail(word, f"{word} of unknown type '{kind}'; {nearest(kind, known)}")
            found[word.text] = kind
        return found

    def formula(
        self, given: Expression, types: _Types, where: str, *, may_be_empty: bool = False
    ) -> None:
        """Check a formula in which ``types`` are the variables and objects that are known."""
        if not isinstance(given, Group):
            meant = f", as '({given})'" if given.text in self._domain.predicates else ""
            self._fail(given, f"unexpected '{given}'; expected {where} in (...){meant}")
        if not given.items:
            if not may_be_empty:
                self._fail(given, f"unexpected '()'; expected {where}")
            return
        head, terms = given.head, given.items[1:]
        if head not in _WORDS[where]:
            self._atom(given, types, where)
            return
        if head in _ARITIES and len(terms) != _ARITIES[head]:
            count = many(len(terms), "argument")
            self._fail(given, f"'{head}' is given {count}; expected {_ARITIES[head]}")
        if head in _QUANTIFIERS:
            declared = terms[0]
            if not isinstance(declared, Group) or (where is CONDITION and not declared.items):
                self._fail(declared, f"unexpected '{declared}'; expected variables, as '(?x)'")
            self._each(terms[1:], {**types, **self.variables(declared.items)}, where, head)
        elif head == "=":
            self._equality(given, types)
        elif where is EFFECT and head != "and":
            self._effect(given, types)
        else:
            self._each(terms, types, where)

    def _equality(self, group: Group, types: _Types) -> None:
        if ":predicates" not in self._domain.parts:
            self._fail(group, "'=' in a domain without (:predicates ...); add this part")
        self._terms(group, group.items[1:], types)

    def _effect(self, group: Group, types: _Types) -> None:
        first = group.items[1]
        if group.head == "increase":
            self._cost(group, types)
        elif group.head == "when":
            self.formula(first, types, CONDITION, may_be_empty=True)
            self._each(group.items[2:], types, EFFECT, "when")
        elif isinstance(first, Group) and first.head in _WORDS[EFFECT]:
            self._fail(first, f"unexpected '({first.head} ...)'; expected an atom after 'not'")
        else:
            self.formula(first, types, EFFECT)

    def _each(
        self, formulas: Iterable[Expression], types: _Types, where: str, inside: str = ""
    ) -> None:
        for one in formulas:
            if inside and where is EFFECT and isinstance(one, Group):
                for cost in (group for group in one.all_groups() if group.head == "increase"):
                    self._fail(cost, f"'increase' in '{inside}'; expected it outside")
            self.formula(one, types, where)

    def _cost(self, group: Group, types: _Types) -> None:
        changed, by = group.items[1:]
        if str(changed) != "(total-cost)":
            self._fail(changed, f"unexpected '{changed}'; expected '(total-cost)'")
        if isinstance(by, Word):
            if NOT_WHOLE.match(by.text):
                self._fail(by, f"cost {by}; expected a non-negative whole number")
            if by.text.isdecimal():
                return
            by = Group(by.line, by.column, (by,))
        nested = any(isinstance(term, Group) for term in by.items)
        if not by.head or nested or by.head == "total-cost":
            self._fail(by, f"cost {by}; expected a number or one function, as '(distance ?a ?b)'")
        if self._typed:
            self._declared(by, "function", self._domain.functions, types)
        else:
            check_length(self._domain, self._source, by, self._at)
            self._terms(by, (t for t in by.items[1:] if str(t)[0] == "?"), types)

    def _atom(self, group: Group, types: _Types, where: str) -> None:
        head, declared = group.head, self._domain.predicates
        if head not in declared:
            self._refuse_head(group, where)
        if where is EFFECT and head in self._domain.derived:
            self._fail(group, f"derived predicate '{head}' in an effect; expected it in conditions")
        self._declared(group, "predicate", declared, types)

    def _refuse_head(self, group: Group, where: str) -> NoReturn:
        """Refuse a formula by its first word, which cannot begin one here."""
        head, declared = group.head, self._domain.predicates
        if construct := beyond(head):
            self._fail(group, f"'{head}'{construct}")
        if any(head in words for words in _WORDS.values()):
            self._fail(group, f"'{head}' cannot stand in {where}")
        if head in self._domain.functions:
            self._fail(group, f"{head} is a function; expected {where}")
        if not head:
            self._fail(group, f"unexpected '{group}'; expected {where}")
        close = closest(head, [*declared, *_WORDS[where]])
        hint = f"did you mean '{close}'? " if close and close not in declared else ""
        known = f"(known: {', '.join(sorted(declared))})" if hint else nearest(head, declared)
        self._fail(group, f"unknown predicate '{head}'; {hint}{known}")

    def _declared(
        self, group: Group, what: str, declared: Mapping[str, Declaration], types: _Types
    ) -> None:
        terms = group.items[1:]
        if group.head not in declared:
            self._fail(group, f"unknown {what} '{group.head}'; {nearest(group.head, declared)}")
        expected = declared[group.head].types
        if len(terms) != len(expected):
            given = f"{what} {group.head} is given {many(len(terms), 'argument')}"
            self._fail(group, f"{given}; expected {len(expected)}")
        self._terms(group, terms, types)
        for term, kind in zip(terms, expected, strict=True):
            own, is_a = types[str(term)], self._domain.is_a
            if self._typed and not (is_a(own, kind) or is_a(kind, own)):
                message = f"{term} is of type {own}; {what} {group.head} expects type {kind} here"
                self._fail(term, message)

    def _terms(self, group: Group, terms: Iterable[Expression], types: _Types) -> None:
        for term in terms:
            if isinstance(term, Group):
                hint = beyond("<=") if group.head == "=" else "; expected a name"
                self._fail(term, f"unexpected '{term}' in ({group.head} ...){hint}")
            if term.text not in types:
                what = "variable" if term.text[0] == "?" else "object"
                self._fail(term, f"unknown {what} {term}; {nearest(term.text, types)}")

    def _fail(self, at: Expression, message: str) -> NoReturn:
        fail(self._source, at, f"{self._at}{message}")


_PART_CHECKS = {
    ":requirements": check_requirements,
    ":predicates": _check_signatures,
    ":functions": _check_signatures,
    ":action": _check_action_parts,
    ":derived": _check_derived,
}
