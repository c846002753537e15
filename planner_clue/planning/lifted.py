"""PDDL of a simple kind, read fast: what :mod:`planner_clue.planning.grounding` can ground.

Types, predicates, functions with whole numbers; actions that need atoms, add and delete atoms,
and cost a number; a goal of atoms. Whatever else a text says is :class:`Unsupported`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, TypeAlias

from planner_clue.planning.lifted_words import (
    NAME,
    Unsupported,
    all_words,
    conjuncts,
    nested_words,
    plain_text,
    require,
    typed_list,
)

Arguments: TypeAlias = tuple[str, ...]
Facts: TypeAlias = dict[Arguments, None]
"""The arguments for which a predicate holds, in the order of the text."""

_HEAD = re.compile(
    r"\s*\(\s*define\s*\(\s*problem\s+[^\s()?]+\s*\)\s*\(\s*:domain\s+([^\s()?]+)\s*\)\s*"
    r"(?:\(\s*:requirements([^()]*)\)\s*)?(?:\(\s*:objects([^()]*)\)\s*)?\(\s*:init(?=[\s()])"
)
_FACT = re.compile(
    r"\(\s*+(?:([^\s()=]++)([^()=]*+)"  # an atom, or a value
    r"|=\s*+\(\s*+([^\s()=]++)([^()=]*+)\)\s*+(\d{1,9}+)\s*+)\)"
)
_METRIC = [":metric", "minimize", ["total-cost"]]
_REQUIREMENTS = {":strips", ":typing", ":action-costs"}
_RESERVED = {"and", "or", "not", "imply", "forall", "exists", "when", "increase", "either"}


@dataclass(frozen=True)
class LiftedAtom:
    """A predicate or function of some parameters of an action, which are numbered."""

    name: str
    terms: tuple[int, ...]


@dataclass(frozen=True)
class Schema:
    """An action with parameters."""

    name: str
    types: tuple[str, ...]
    """The type of each parameter."""
    needs: tuple[LiftedAtom, ...]
    adds: tuple[LiftedAtom, ...]
    deletes: tuple[LiftedAtom, ...]
    cost: LiftedAtom | int


@dataclass(frozen=True, eq=False)
class LiftedDomain:
    """A domain of the simple kind; the same text is read into the same one."""

    name: str
    ancestors: Mapping[str, tuple[str, ...]]
    """Each type with itself and those above it."""
    predicates: Mapping[str, int]
    """How many arguments each has."""
    functions: Mapping[str, int]
    schemas: tuple[Schema, ...]


@dataclass(frozen=True)
class LiftedProblem:
    """A problem of the simple kind."""

    members: Mapping[str, Facts]
    """The objects of each type."""
    facts: Mapping[str, Facts]
    values: Mapping[str, Mapping[Arguments, int]]
    goal: tuple[tuple[str, Arguments], ...]
    metric: bool


# -- domains ------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def read_lifted_domain(text: str) -> LiftedDomain | None:
    """Return a domain of the simple kind, or None where the text is no such domain."""
    try:
        return _domain(text)
    except Unsupported:
        return None


def _domain(text: str) -> LiftedDomain:
    match nested_words(plain_text(text)):
        case [["define", ["domain", str(name)], *sections]]:
            pass
        case _:
            raise Unsupported
    found: dict[str, list[Any]] = {}
    actions = []
    for section in sections:
        match section:
            case [":action", *parts]:
                actions.append(parts)
            case [(":requirements" | ":types" | ":predicates" | ":functions") as kind, *parts]:
                require(kind not in found and not actions)
                found[kind] = parts
            case _:
                raise Unsupported
    require(_REQUIREMENTS.issuperset(all_words(found.get(":requirements", []))))
    ancestors = _ancestors(typed_list(found.get(":types", [])))
    predicates = _arities(found.get(":predicates", []), ancestors)
    declared = [part for part in found.get(":functions", []) if isinstance(part, list)]
    said = ("f" if isinstance(part, list) else part for part in found.get(":functions", []))
    require(re.fullmatch("(?:(?:f )+- number )*(?:f )*", "".join(f"{part} " for part in said)))
    functions = _arities(declared, ancestors)
    require(not ancestors.keys() & predicates.keys())
    schemas = tuple(_schema(parts, ancestors, predicates, functions) for parts in actions)
    require(len({schema.name for schema in schemas}) == len(schemas))
    return LiftedDomain(name, ancestors, predicates, functions, schemas)


def _ancestors(parents: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    require(not parents.keys() & {"object", "number"})
    found: dict[str, tuple[str, ...]] = {"object": ("object",)}
    waiting = dict(parents)
    while waiting:
        known = [name for name, parent in waiting.items() if parent in found]
        require(known)  # the others go round in a circle, or begin nowhere
        for name in known:
            found[name] = (name, *found[waiting.pop(name)])
    return found


def _arities(declared: Iterable[Any], types: Mapping[str, Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in declared:
        require(isinstance(one, list) and one)
        name, *parameters = one
        require(isinstance(name, str) and NAME.fullmatch(name))
        require(name not in found and name not in _RESERVED)
        found[name] = len(_parameters(parameters, types))
    return found


def _parameters(parts: Any, types: Mapping[str, Any]) -> dict[str, str]:
    require(isinstance(parts, list))
    found = typed_list(parts, variables=True)
    require(types.keys() >= set(found.values()))
    return found


def _schema(
    parts: list[Any],
    types: Mapping[str, Any],
    predicates: Mapping[str, int],
    functions: Mapping[str, int],
) -> Schema:
    require(parts and len(parts) % 2 == 1 and isinstance(parts[0], str))
    keys = all_words(parts[1::2])
    said = dict(zip(keys, parts[2::2], strict=True))
    # These three, in this order; only the effect has to be there.
    require(keys == [k for k in (":parameters", ":precondition", ":effect") if k in said])
    require(":effect" in said)
    parameters = _parameters(said.get(":parameters", []), types)
    number = {name: index for index, name in enumerate(parameters)}

    def atom(part: Any, arities: Mapping[str, int] = predicates) -> LiftedAtom:
        name, *terms = all_words(part) or [""]
        require(name in arities and len(terms) == arities[name])
        require(number.keys() >= set(terms))
        return LiftedAtom(name, tuple(number[term] for term in terms))

    needs = tuple(map(atom, conjuncts(said.get(":precondition", []))))
    require(all(len(set(need.terms)) == len(need.terms) for need in needs))
    adds, deletes = [], []
    costs: list[LiftedAtom | int] = []
    for effect in conjuncts(said[":effect"]):
        match effect:
            case ["not", part]:
                deletes.append(atom(part))
            case ["increase", ["total-cost"], str(amount)]:
                require(re.fullmatch(r"\d{1,9}", amount))
                costs.append(int(amount))
            case ["increase", ["total-cost"], part]:
                costs.append(atom(part, functions))
            case _:
                adds.append(atom(effect))
    require(not costs or ("total-cost" in functions and len(costs) == 1))
    require(LiftedAtom("total-cost", ()) not in costs)
    require(NAME.fullmatch(parts[0]))
    cost = costs[0] if costs else 0
    return Schema(parts[0], tuple(parameters.values()), needs, tuple(adds), tuple(deletes), cost)


# -- problems -----------------------------------------------------------------------------


def read_objects(text: str) -> dict[str, str]:
    """Return the objects of a problem with their types; raises :class:`Unsupported`."""
    head = _HEAD.match(plain_text(text))
    if head is None:
        raise Unsupported
    return typed_list((head[3] or "").split())


def read_lifted_problem(text: str, domain: LiftedDomain) -> LiftedProblem:
    """Return a problem of the simple kind; raises :class:`Unsupported`."""
    text = plain_text(text)
    head, end = _HEAD.match(text), text.rfind("(:goal")
    if head is None or end < head.end() or head[1] != domain.name:
        raise Unsupported
    require(_REQUIREMENTS.issuperset((head[2] or "").split()))
    objects = typed_list((head[3] or "").split())
    require(domain.ancestors.keys() >= set(objects.values()))
    members: dict[str, Facts] = {kind: {} for kind in domain.ancestors}
    for name, kind in objects.items():
        for above in domain.ancestors[kind]:
            members[above][(name,)] = None
    init = text[head.end() : end].rstrip()
    require(init.endswith(")"))
    facts, values = _init(init[:-1], domain)
    tail = nested_words("(" + text[end:])  # the text's last parenthesis closes this one
    match tail:
        case [[[":goal", list(goal)]]] if goal:
            metric = False
        case [[[":goal", list(goal)], [":metric", *_] as last]] if goal and last == _METRIC:
            metric = True
        case _:
            raise Unsupported
    atoms = [all_words(part) or [""] for part in conjuncts(goal)]
    wanted = [(name, tuple(rest)) for name, *rest in atoms]
    require(all(domain.predicates.get(name) == len(rest) for name, rest in wanted))
    said = chain(*facts.values(), *values.values(), (rest for _, rest in wanted))
    require(objects.keys() >= set(chain.from_iterable(said)))
    return LiftedProblem(members, facts, values, tuple(wanted), metric)


def _init(
    text: str, domain: LiftedDomain
) -> tuple[dict[str, Facts], dict[str, dict[Arguments, int]]]:
    parts = _FACT.split(text)
    between, names, rests, functions, keys, numbers = (parts[n::6] for n in range(6))
    require(not "".join(between).strip())
    facts: dict[str, Facts] = {name: {} for name in domain.predicates}
    values: dict[str, dict[Arguments, int]] = {name: {} for name in domain.functions}
    require(facts.keys() >= set(names) - {None} and values.keys() >= set(functions) - {None})
    for name, rest in zip(names, rests, strict=True):
        if name is not None:
            facts[name][tuple(rest.split())] = None
    for name, key, number in zip(functions, keys, numbers, strict=True):
        if name is not None:
            values[name][tuple(key.split())] = int(number)
    # A value that is said twice could be two.
    require(sum(map(len, values.values())) == len(functions) - functions.count(None))
    for said, arities in ((facts, domain.predicates), (values, domain.functions)):
        require(all({arities[name]}.issuperset(map(len, of)) for name, of in said.items()))
    return facts, values
