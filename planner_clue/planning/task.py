"""The one reading of a planning task, a domain and a problem, at the front of every command."""

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from planner_clue.planning.domain import Domain, Text, read_domain
from planner_clue.planning.domain_checks import (
    CONDITION,
    FormulaCheck,
    beyond,
    check_domain,
    check_length,
    check_requirements,
)
from planner_clue.planning.plan import Status
from planner_clue.planning.problem import PddlProblem, data_of, problem_parts, read_problem
from planner_clue.planning.syntax_tree import Group, Word, fail, keyword_parts, typed_names
from planner_clue.support.errors import PlanningFailure, many, nearest


class ParsedTask(NamedTuple):
    """A domain, and a problem in it."""

    domain: Domain
    problem: PddlProblem


@lru_cache(maxsize=8)
def read_task(domain: Text, problem: Text) -> ParsedTask:
    """Return the task of two texts; :class:`planner_clue.errors.DomainError` at the first fault."""
    read = read_domain(*domain)
    check_domain(read)
    _check_problem(read, problem)
    return ParsedTask(read, read_problem(*problem))


def without_axioms(who: str, domain: str, problem: str | PddlProblem) -> PlanningFailure:
    """Return the failure of an engine that has no axioms: the construct that needs them."""
    read = read_domain(domain)
    conditions: list[tuple[str, Group]] = [("problem", one) for one in data_of(problem).more_goals]
    for action in read.tree.groups(":action"):
        parts = keyword_parts(action)
        effects = parts[":effect"]
        whens = effects.all_groups() if isinstance(effects, Group) else ()
        given = (parts.get(":precondition"), *(one.items[1] for one in whens if one.head == "when"))
        conditions += [("domain", one) for one in given if isinstance(one, Group)]
    causes = [("derived predicates", "domain", one) for one in read.tree.groups(":derived")]
    causes += [
        (f"'{one.head}' here", source, one)
        for source, condition in conditions
        for one in condition.all_groups()
        if one.head in ("forall", "exists", "imply", "or")
    ]
    causes.sort(key=lambda cause: cause[2].head not in (":derived", "forall"))
    what, source, at = [*causes, ("such a negation", "domain", read.tree)][0]
    message = f"{source}:{at.line}:{at.column}: {who} does not take {what}"
    return PlanningFailure(Status.UNSUPPORTED, message)


def _check_problem(domain: Domain, problem: Text) -> None:
    text, source = problem
    atoms = read_problem(text, source).init
    parts = problem_parts(text, source)
    name = parts[":domain"].items[1]
    if str(name) != domain.name:
        fail(source, name, f"domain {name}; expected {domain.name}, the name in {domain.source}")
    if ":requirements" in parts:
        check_requirements(source, parts[":requirements"])
    types = {**domain.constants}
    for text_of_type, where, items in (
        ("constant", domain.source, domain.parts.get(":constants")),
        ("object", source, parts.get(":objects")),
    ):
        for word, kind in typed_names(where, items.items[1:] if items else ()):
            if kind != "object" and kind not in domain.types:
                hint = nearest(kind, ["object", *domain.types])
                fail(where, word, f"{text_of_type} {word} of unknown type '{kind}'; {hint}")
            if text_of_type == "object" and word.text in types:
                fail(source, word, f"object {word} is a constant of the domain, too; remove one")
            types[word.text] = kind
    shapes = {(name, 1 + len(declared.types)) for name, declared in domain.predicates.items()}
    fit = shapes >= {(atom[0], len(atom)) for atom in atoms}
    # Most problems are in order; sets show this faster than a walk through the text.
    if not (fit and types.keys() >= set(chain.from_iterable(atom[1:] for atom in atoms))) or (
        domain.derived or any(parts[":init"].groups("not"))
    ):
        _check_init(domain, source, parts[":init"], types)
    for value in parts[":init"].groups("="):
        if isinstance(of := value.items[1], Group):
            check_length(domain, source, of)
    FormulaCheck(domain, source, "goal: ").formula(parts[":goal"].items[1], types, CONDITION)


def _check_init(domain: Domain, source: str, init: Group, names: dict[str, str]) -> None:
    """Refuse an atom of an undeclared predicate, with too few arguments, or of unknown objects."""
    lengths = {name: 1 + len(declared.types) for name, declared in domain.predicates.items()}
    for given in init.items[1:]:
        item = given.items[1] if isinstance(given, Group) and given.head == "not" else given
        assert isinstance(item, Group)
        head, *terms = item.items
        assert isinstance(head, Word)
        if head.text == "=":
            continue
        if (expected := lengths.get(head.text)) != len(item.items):
            if expected is None:
                hint = beyond(head.text) or f"; {nearest(head.text, domain.predicates)}"
                fail(source, item, f"unknown predicate '{head}'{hint}")
            given_terms = many(len(terms), "argument")
            fail(source, item, f"predicate {head} is given {given_terms}; expected {expected - 1}")
        if head.text in domain.derived:
            fail(source, item, f"derived predicate '{head}' in :init; remove this atom")
        for term in terms:
            if str(term) not in names:
                fail(source, term, f"unknown object {term}; {nearest(str(term), names)}")
