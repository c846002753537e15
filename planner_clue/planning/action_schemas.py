"""The fragment of PDDL that our own grounder takes, as action schemas and facts.

Types, predicates and integer functions; actions that need, add and delete atoms and cost a number;
a goal of atoms. Fast Downward's translator takes everything else.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from planner_clue.planning import domain_checks, syntax_tree
from planner_clue.planning.domain import Declaration, Domain, read_domain
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.support.errors import DomainError

Arguments: TypeAlias = tuple[str, ...]
Facts: TypeAlias = dict[Arguments, None]  # the arguments for which a predicate holds

_NAME = re.compile(r"[^\s()?:=-][^\s()?:=]*")  # the name of anything but a variable or a keyword
_PARTS = {":requirements", ":types", ":predicates", ":functions", ":action"}
_REQUIREMENTS = {":strips", ":typing", ":action-costs"}
_RESERVED = {"and", "or", "not", "imply", "forall", "exists", "when", "increase"}
_RESERVED |= {"either", "object", "number"}
_MOST = 10**9  # one more than the largest number of an action cost


class Unsupported(Exception):
    """A PDDL text beyond the fragment."""


@dataclass(frozen=True)
class SchemaAtom:
    """A predicate or function of some parameters of an action, by their numbers."""

    name: str
    terms: tuple[int, ...]


@dataclass(frozen=True)
class ActionSchema:
    """An action with parameters."""

    name: str
    types: tuple[str, ...]
    needs: tuple[SchemaAtom, ...]
    adds: tuple[SchemaAtom, ...]
    deletes: tuple[SchemaAtom, ...]
    cost: SchemaAtom | int


@dataclass(frozen=True, eq=False)
class LiftedDomain:
    """A domain of the fragment."""

    name: str
    ancestors: Mapping[str, tuple[str, ...]]  # each type with itself and those above it
    predicates: Mapping[str, Declaration]
    functions: Mapping[str, Declaration]
    schemas: tuple[ActionSchema, ...]


@dataclass(frozen=True)
class LiftedProblem:
    """A problem of the fragment."""

    facts: Mapping[str, Facts]  # by predicate; by type, its objects
    values: Mapping[str, Mapping[Arguments, int]]
    goal: tuple[tuple[str, Arguments], ...]
    metric: bool


def _require(condition: object, otherwise: str) -> None:
    if not condition:
        raise Unsupported(otherwise)


@lru_cache(maxsize=32)
def lifted_domain(text: str) -> LiftedDomain | Unsupported:
    """Return a domain of the fragment, or the first construct beyond it."""
    try:
        domain = read_domain(text)
        domain_checks.check_strictly(domain)
        return _domain(domain)
    except (DomainError, Unsupported) as beyond:
        return Unsupported(str(beyond))


def _domain(domain: Domain) -> LiftedDomain:
    others = domain.parts.keys() - {"define", *_PARTS}
    _require(not others, min(others, default=""))
    if ":requirements" in domain.parts:
        more = set(map(str, domain.parts[":requirements"].items[1:])) - _REQUIREMENTS
        _require(not more, f"the requirement {min(more, default='')}")
    for name in (*domain.types, *domain.predicates, *domain.functions, *domain.actions):
        _require(_NAME.fullmatch(name) and name not in _RESERVED, f"the name {name}")
    twice = domain.types.keys() & domain.predicates.keys()
    _require(not twice, f"{min(twice, default='')} as type and predicate")
    ancestors = {"object": ("object",)} | {name: _lineage(name, domain) for name in domain.types}
    schemas = tuple(_schema(action, domain) for action in domain.tree.groups(":action"))
    return LiftedDomain(domain.name, ancestors, domain.predicates, domain.functions, schemas)


def _lineage(name: str, domain: Domain) -> tuple[str, ...]:
    found = [name]
    while found[-1] != "object":
        above = domain.types[found[-1]].types if found[-1] in domain.types else ()
        _require(len(above) == 1, f"the supertypes of {found[-1]}")
        found += above
    return tuple(found)


def _schema(action: syntax_tree.Group, domain: Domain) -> ActionSchema:
    name, parts = str(action.items[1]), syntax_tree.keyword_parts(action)
    declared = domain.actions[name]
    number = {word.text: index for index, word in enumerate(declared.arguments)}

    def atom(
        formula: syntax_tree.Expression, known: Iterable[str] = domain.predicates
    ) -> SchemaAtom:
        if not isinstance(formula, syntax_tree.Group) or formula.head not in known:
            raise Unsupported(f"action {name}: {formula}")
        terms = tuple(map(str, formula.items[1:]))
        _require(number.keys() >= set(terms), f"action {name}: a constant in {formula}")
        return SchemaAtom(formula.head, tuple(number[term] for term in terms))

    needs = tuple(map(atom, syntax_tree.conjuncts(parts.get(":precondition"))))
    are_distinct = all(len(set(need.terms)) == len(need.terms) for need in needs)
    _require(are_distinct, f"action {name}: a parameter twice in one precondition")
    adds, deletes = [], []
    costs: list[SchemaAtom | int] = []
    for effect in syntax_tree.conjuncts(parts[":effect"]):
        assert isinstance(effect, syntax_tree.Group)
        if effect.head == "not":
            deletes.append(atom(effect.items[1]))
        elif effect.head == "increase":
            _, changed, by = effect.items
            is_cost = str(changed) == "(total-cost)" and str(by) != "(total-cost)"
            _require(is_cost, f"action {name}: {effect}")
            is_number = re.fullmatch(r"\d{1,9}", str(by))
            costs.append(int(str(by)) if is_number else atom(by, domain.functions))
        else:
            adds.append(atom(effect))
    is_one = not costs or ("total-cost" in domain.functions and len(costs) == 1)
    _require(is_one, f"action {name}: more than one cost, or no total-cost")
    cost = costs[0] if costs else 0
    return ActionSchema(name, declared.types, needs, tuple(adds), tuple(deletes), cost)


def lifted_problem(problem: PddlProblem, domain: LiftedDomain) -> LiftedProblem:
    """Return a problem of the fragment; raises :class:`Unsupported`."""
    problem = problem.in_lower_case
    objects = [name for names in problem.objects.values() for name in names]
    atoms = [*problem.init, *problem.goal]
    used = {argument for atom in (*atoms, *problem.values) for argument in atom[1:]}
    is_in_fragment = (
        problem.domain == domain.name
        and not problem.more_goals
        and problem.objects.keys() <= domain.ancestors.keys()
        and all(map(_NAME.fullmatch, objects))
        and len(set(objects)) == len(objects)
        and used <= set(objects)
        and all(_fits(atom, domain.predicates) for atom in atoms)
        and all(_fits(atom, domain.functions) for atom in problem.values)
        and all(0 <= value < _MOST for value in problem.values.values())
    )
    _require(is_in_fragment, "the problem")
    facts: dict[str, Facts] = {name: {} for name in (*domain.predicates, *domain.ancestors)}
    for kind, names in problem.objects.items():
        for above in domain.ancestors[kind]:
            facts[above] |= {(name,): None for name in names}
    for name, *arguments in problem.init:
        facts[name][tuple(arguments)] = None
    values: dict[str, dict[Arguments, int]] = {name: {} for name in domain.functions}
    for (name, *arguments), value in problem.values.items():
        values[name][tuple(arguments)] = value
    goal = tuple((atom[0], atom[1:]) for atom in problem.goal)
    return LiftedProblem(facts, values, goal, problem.has_costs)


def _fits(atom: Atom, declared: Mapping[str, Declaration]) -> bool:
    return atom[0] in declared and len(declared[atom[0]].types) == len(atom) - 1
