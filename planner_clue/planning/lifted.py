"""PDDL of a simple kind, read fast: what :mod:`planner_clue.planning.grounding` can ground.

Types, predicates, functions with whole numbers; actions that need atoms, add and delete atoms,
and cost a number; a goal of atoms. Whatever else a text says is :class:`Unsupported`, faults of
it too: what reads all of PDDL then says in its own words what is wrong.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, TypeAlias

Arguments: TypeAlias = tuple[str, ...]
Facts: TypeAlias = dict[Arguments, None]
"""The arguments for which a predicate holds, in the order of the text."""

_COMMENT = re.compile(";[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*")
_TOKEN = re.compile(r"[()]|\??[^\s()?]+|\?")
_NAME = re.compile(r"[^\s()?:=-][^\s()?:=]*")
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


class Unsupported(Exception):
    """A text says something that is not of the simple kind."""


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
    match _nested(_plain(text)):
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
                _require(kind not in found and not actions)
                found[kind] = parts
            case _:
                raise Unsupported
    _require(_REQUIREMENTS.issuperset(_words(found.get(":requirements", []))))
    ancestors = _ancestors(_typed(found.get(":types", [])))
    predicates = _arities(found.get(":predicates", []), ancestors)
    declared = [part for part in found.get(":functions", []) if isinstance(part, list)]
    said = ("f" if isinstance(part, list) else part for part in found.get(":functions", []))
    _require(re.fullmatch("(?:(?:f )+- number )*(?:f )*", "".join(f"{part} " for part in said)))
    functions = _arities(declared, ancestors)
    _require(not ancestors.keys() & predicates.keys())
    schemas = tuple(_schema(parts, ancestors, predicates, functions) for parts in actions)
    _require(len({schema.name for schema in schemas}) == len(schemas))
    return LiftedDomain(name, ancestors, predicates, functions, schemas)


def _ancestors(parents: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    _require(not parents.keys() & {"object", "number"})
    found: dict[str, tuple[str, ...]] = {"object": ("object",)}
    waiting = dict(parents)
    while waiting:
        known = [name for name, parent in waiting.items() if parent in found]
        _require(known)  # the others go round in a circle, or begin nowhere
        for name in known:
            found[name] = (name, *found[waiting.pop(name)])
    return found


def _arities(declared: Iterable[Any], types: Mapping[str, Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in declared:
        _require(isinstance(one, list) and one)
        name, *parameters = one
        _require(isinstance(name, str) and _NAME.fullmatch(name))
        _require(name not in found and name not in _RESERVED)
        found[name] = len(_parameters(parameters, types))
    return found


def _parameters(parts: Any, types: Mapping[str, Any]) -> dict[str, str]:
    _require(isinstance(parts, list))
    found = _typed(parts, variables=True)
    _require(types.keys() >= set(found.values()))
    return found


def _schema(
    parts: list[Any],
    types: Mapping[str, Any],
    predicates: Mapping[str, int],
    functions: Mapping[str, int],
) -> Schema:
    _require(parts and len(parts) % 2 == 1 and isinstance(parts[0], str))
    keys = _words(parts[1::2])
    said = dict(zip(keys, parts[2::2], strict=True))
    # These three, in this order; only the effect has to be there.
    _require(keys == [k for k in (":parameters", ":precondition", ":effect") if k in said])
    _require(":effect" in said)
    typed = _parameters(said.get(":parameters", []), types)
    number = {name: index for index, name in enumerate(typed)}

    def atom(part: Any, arities: Mapping[str, int] = predicates) -> LiftedAtom:
        name, *terms = _words(part) or [""]
        _require(name in arities and len(terms) == arities[name])
        _require(number.keys() >= set(terms))
        return LiftedAtom(name, tuple(number[term] for term in terms))

    needs = tuple(map(atom, _conjuncts(said.get(":precondition", []))))
    _require(all(len(set(need.terms)) == len(need.terms) for need in needs))
    adds, deletes = [], []
    costs: list[LiftedAtom | int] = []
    for effect in _conjuncts(said[":effect"]):
        match effect:
            case ["not", part]:
                deletes.append(atom(part))
            case ["increase", ["total-cost"], str(amount)]:
                _require(re.fullmatch(r"\d{1,9}", amount))
                costs.append(int(amount))
            case ["increase", ["total-cost"], part]:
                costs.append(atom(part, functions))
            case _:
                adds.append(atom(effect))
    _require(not costs or ("total-cost" in functions and len(costs) == 1))
    _require(LiftedAtom("total-cost", ()) not in costs)
    _require(_NAME.fullmatch(parts[0]))
    cost = costs[0] if costs else 0
    return Schema(parts[0], tuple(typed.values()), needs, tuple(adds), tuple(deletes), cost)


# -- problems -----------------------------------------------------------------------------


def read_objects(text: str) -> dict[str, str]:
    """Return the objects of a problem with their types; raises :class:`Unsupported`."""
    head = _HEAD.match(_plain(text))
    if head is None:
        raise Unsupported
    return _typed((head[3] or "").split())


def read_lifted_problem(text: str, domain: LiftedDomain) -> LiftedProblem:
    """Return a problem of the simple kind; raises :class:`Unsupported`."""
    text = _plain(text)
    head, end = _HEAD.match(text), text.rfind("(:goal")
    if head is None or end < head.end() or head[1] != domain.name:
        raise Unsupported
    _require(_REQUIREMENTS.issuperset((head[2] or "").split()))
    objects = _typed((head[3] or "").split())
    _require(domain.ancestors.keys() >= set(objects.values()))
    members: dict[str, Facts] = {kind: {} for kind in domain.ancestors}
    for name, kind in objects.items():
        for above in domain.ancestors[kind]:
            members[above][(name,)] = None
    init = text[head.end() : end].rstrip()
    _require(init.endswith(")"))
    facts, values = _init(init[:-1], domain)
    tail = _nested("(" + text[end:])  # the text's last parenthesis closes this one
    match tail:
        case [[[":goal", list(goal)]]] if goal:
            metric = False
        case [[[":goal", list(goal)], [":metric", *_] as last]] if goal and last == _METRIC:
            metric = True
        case _:
            raise Unsupported
    atoms = [_words(part) or [""] for part in _conjuncts(goal)]
    wanted = [(name, tuple(rest)) for name, *rest in atoms]
    _require(all(domain.predicates.get(name) == len(rest) for name, rest in wanted))
    said = chain(*facts.values(), *values.values(), (rest for _, rest in wanted))
    _require(objects.keys() >= set(chain.from_iterable(said)))
    return LiftedProblem(members, facts, values, tuple(wanted), metric)


def _init(
    text: str, domain: LiftedDomain
) -> tuple[dict[str, Facts], dict[str, dict[Arguments, int]]]:
    parts = _FACT.split(text)
    between, names, rests, functions, keys, numbers = (parts[n::6] for n in range(6))
    _require(not "".join(between).strip())
    facts: dict[str, Facts] = {name: {} for name in domain.predicates}
    values: dict[str, dict[Arguments, int]] = {name: {} for name in domain.functions}
    _require(facts.keys() >= set(names) - {None} and values.keys() >= set(functions) - {None})
    for name, rest in zip(names, rests, strict=True):
        if name is not None:
            facts[name][tuple(rest.split())] = None
    for name, key, number in zip(functions, keys, numbers, strict=True):
        if name is not None:
            values[name][tuple(key.split())] = int(number)
    # A value that is said twice could be two.
    _require(sum(map(len, values.values())) == len(functions) - functions.count(None))
    for said, arities in ((facts, domain.predicates), (values, domain.functions)):
        _require(all({arities[name]}.issuperset(map(len, of)) for name, of in said.items()))
    return facts, values


# -- words --------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """Return a text without comments, in lower case."""
    text = _COMMENT.sub("", text) if ";" in text else text
    _require(text.isascii())
    return text.lower()


def _nested(text: str) -> list[Any]:
    """Return words and lists of them."""
    inside: list[Any] = []
    still_open = [inside]
    for token in _TOKEN.findall(text):
        if token == "(":
            still_open.append([])
        elif token == ")":
            _require(len(still_open) > 1)
            closed = still_open.pop()
            still_open[-1].append(closed)
        else:
            still_open[-1].append(token)
    _require(len(still_open) == 1)
    return inside


def _conjuncts(parts: Any) -> list[Any]:
    _require(isinstance(parts, list))
    if parts[:1] == ["and"]:
        return list(parts[1:])
    return [parts] if parts else []


def _words(parts: Any) -> list[str]:
    _require(isinstance(parts, list) and all(isinstance(part, str) for part in parts))
    return list(parts)


def _typed(parts: list[Any], *, variables: bool = False) -> dict[str, str]:
    """Return the names of a typed list with their types."""
    found: dict[str, str] = {}
    waiting: list[str] = []
    words = iter(_words(parts))
    for word in words:
        if word == "-":
            _require(waiting)
            kind = next(words, "-")
            _require(_NAME.fullmatch(kind))
            found |= dict.fromkeys(waiting, kind)
            waiting = []
            continue
        _require(_NAME.fullmatch(word.removeprefix("?")) and word.startswith("?") == variables)
        _require(word not in found and word not in waiting)
        waiting.append(word)
    return found | dict.fromkeys(waiting, "object")


def _require(condition: object) -> None:
    if not condition:
        raise Unsupported
