"""What the parts of a PDDL domain declare: each part known, each name declared once.

Planners skip a part that they do not know, or stop without saying where.
"""

from collections.abc import Iterable, Mapping

from planner_clue.errors import closest
from planner_clue.planning.domain import Declaration, Domain, Place
from planner_clue.planning.expressions import Expression, Group, Word, fail, parse_expression

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


def check_parts(domain: Domain) -> None:
    """Check that PDDL has all parts and requirements of a domain.

    Raises :class:`planner_clue.errors.DomainError` with line and column of the first that is none.
    """
    for part in parse_expression(domain.text, domain.source).items[2:]:
        _check_part(domain.source, part)


def check_declared(domain: Domain) -> None:
    """Check the parts of a domain, and what they declare.

    Raises :class:`planner_clue.errors.DomainError` as :func:`check_parts` does, and for the second
    declaration of a name, and for a type that is a kind of itself or is not declared.
    """
    check_parts(domain)
    _check_once(domain.source, parse_expression(domain.text, domain.source))
    _check_circles(domain)
    domain.check_types()


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint at the name that is most like ``word``, or nothing."""
    close = closest(word, names)
    return f"; did you mean '{close}'?" if close else ""


def _check_part(source: str, part: Expression) -> None:
    head = part.head if isinstance(part, Group) else ""
    if head not in PARTS:
        shown = f"({head} ...)" if head else f"{part}"
        hint = did_you_mean(head or str(part), PARTS) or "; expected (:action ...) and the like"
        fail(source, part, f"unexpected '{shown}'{hint}")
    if isinstance(part, Group) and head == ":requirements":
        for named in part.items[1:]:
            if str(named) not in REQUIREMENTS:
                hint = did_you_mean(str(named), REQUIREMENTS)
                fail(source, named, f"unknown requirement '{named}'{hint}")


def _check_once(source: str, whole: Group) -> None:
    """Refuse the second declaration of a part, predicate, function, type or action."""
    parts = [part for part in whole.items[2:] if isinstance(part, Group)]
    _none_twice(
        source, "part", [(part.head, part) for part in parts if part.head not in _MANY_TIMES]
    )
    for part in parts:
        if part.head in (":predicates", ":functions"):
            items = [item for item in part.items[1:] if isinstance(item, Group)]
            _none_twice(source, part.head[1:-1], [(item.head, item) for item in items])
    actions = [part for part in parts if part.head == ":action" and len(part.items) > 1]
    _none_twice(source, "action", [(str(part.items[1]), part) for part in actions])


_MANY_TIMES = (":action", ":derived", ":durative-action", ":process", ":event", ":axiom")


def _none_twice(source: str, what: str, named: Iterable[tuple[str, Group]]) -> None:
    seen: dict[str, Group] = {}
    for name, at in named:
        if name in seen:
            fail(source, at, f"{what} {name} is declared twice; first in line {seen[name].line}")
        seen[name] = at


def _check_circles(domain: Domain) -> None:
    """Refuse a type that is, by way of others, a kind of itself."""
    for name, declared in domain.types.items():
        above = _above(name, domain.types)
        if name in above:
            message = f"type {name} is a kind of itself: {' - '.join([name, *above])}"
            fail(domain.source, _word(name, declared.place), message)


def _above(name: str, types: Mapping[str, Declaration]) -> list[str]:
    """Return the types that a type is of, up to one that came before."""
    above: list[str] = []
    while name in types and name not in above[:-1]:
        (name,) = types[name].types
        above.append(name)
    return above


def _word(text: str, place: Place) -> Word:
    return Word(text, place.line, place.column)
