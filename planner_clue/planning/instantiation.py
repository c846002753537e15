"""The instances of action schemas, found by joining the facts that their preconditions need."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import prod
from operator import itemgetter
from typing import TypeAlias

from planner_clue.planning import default_limits
from planner_clue.planning.action_schemas import (
    ActionSchema,
    Arguments,
    Facts,
    LiftedDomain,
    SchemaAtom,
    Unsupported,
)
from planner_clue.planning.plan import Status
from planner_clue.support.errors import PlanningFailure, many

Pick: TypeAlias = Callable[[Arguments], Arguments]  # takes some arguments out of others


@dataclass(frozen=True)
class JoinStep:
    """Facts to join with the rows so far."""

    name: str  # their predicate; or a type, whose facts are its objects
    key: Pick  # takes the arguments that they share with a row out of the row
    fact_key: Pick  # takes the same out of a fact
    tail: Pick  # takes the arguments that they add to the row out of a fact
    typed: tuple[tuple[int, str], ...]  # the types of the arguments that they add, by position
    shares: bool  # whether they share arguments with a row; else each fact is joined with each row


@dataclass(frozen=True)
class JoinPlan:
    """The join order of an action; rows are arguments in the order in which the steps bind them."""

    schema: ActionSchema
    steps: tuple[JoinStep, ...]
    arguments: Pick  # a row in the order of the parameters
    needs: tuple[tuple[str, Pick], ...]  # changeable preconditions: predicate and arguments
    adds: tuple[tuple[str, Pick], ...]
    deletes: tuple[tuple[str, Pick], ...]
    cost: tuple[str, Pick] | int
    is_loose: bool  # whether it needs atoms that actions add, of which not all may be reachable


def pick(positions: Sequence[int]) -> Pick:
    """Return a function that takes the arguments at some positions, always as a tuple."""
    if len(positions) > 1:
        return itemgetter(*positions)
    return itemgetter(slice(positions[0], positions[0] + 1) if positions else slice(0))


@lru_cache(maxsize=32)
def join_plans(domain: LiftedDomain) -> tuple[JoinPlan, ...]:
    """Return the join order of each action, those first for which more facts are known."""
    adders: defaultdict[str, set[str]] = defaultdict(set)
    changing: set[str] = set()
    for schema in domain.schemas:
        changing.update(atom.name for atom in schema.adds + schema.deletes)
        for atom in schema.adds:
            adders[atom.name].add(schema.name)
    added = frozenset(adders)
    plans: list[JoinPlan] = []
    waiting = list(domain.schemas)
    while waiting:
        left = {schema.name for schema in waiting}
        known = {name for name in domain.predicates if not adders[name] & left}

        def unbound(schema: ActionSchema, known: set[str] = known) -> int:
            bound = {term for atom in schema.needs if atom.name in known for term in atom.terms}
            return len(schema.types) - len(bound)

        chosen = min(waiting, key=unbound)
        waiting.remove(chosen)
        facts = [atom for atom in chosen.needs if atom.name in known]
        plans.append(_plan(chosen, facts, changing, added))
    return tuple(plans)


def _plan(
    schema: ActionSchema, known: list[SchemaAtom], changing: set[str], added: Collection[str]
) -> JoinPlan:
    """Join ``known`` one by one: what binds fewest parameters first, neighbours before others."""
    place: dict[int, int] = {}
    steps = []
    while known:

        def new(atom: SchemaAtom) -> int:
            return sum(term not in place for term in atom.terms)

        atom = min(known, key=lambda a: (0 < new(a) == len(a.terms) and bool(place), new(a)))
        known.remove(atom)
        steps.append(_step(atom.name, atom.terms, schema.types, place))
    for number, kind in enumerate(schema.types):
        if number not in place:
            steps.append(_step(kind, (number,), schema.types, place))

    def lifted(atom: SchemaAtom) -> tuple[str, Pick]:
        return atom.name, pick([place[term] for term in atom.terms])

    arguments = pick([place[number] for number in range(len(schema.types))])
    needs = tuple(lifted(atom) for atom in schema.needs if atom.name in changing)
    changes = tuple(map(lifted, schema.adds)), tuple(map(lifted, schema.deletes))
    cost = schema.cost if isinstance(schema.cost, int) else lifted(schema.cost)
    grows = any(atom.terms and atom.name in added for atom in schema.needs)
    return JoinPlan(schema, tuple(steps), arguments, needs, *changes, cost, grows)


def _step(
    name: str, terms: tuple[int, ...], types: tuple[str, ...], place: dict[int, int]
) -> JoinStep:
    """Return the join with an atom, and note in ``place`` where its new parameters stand."""
    shared = [index for index, term in enumerate(terms) if term in place]
    new = [index for index, term in enumerate(terms) if term not in place]
    key = pick([place[terms[index]] for index in shared])
    place |= {terms[index]: len(place) + more for more, index in enumerate(new)}
    typed = tuple((index, types[terms[index]]) for index in new)
    return JoinStep(name, key, pick(shared), pick(new), typed, bool(shared))


def check_groundings(action: str, parameters: int, groundings: int) -> None:
    """Raise :class:`PlanningFailure` with reason ``too-large`` where an action has too many."""
    most = default_limits.GROUND_ACTIONS
    if groundings > most:
        has = f"the action {action} with {many(parameters, 'parameter')} has {groundings}"
        raise PlanningFailure(Status.TOO_LARGE, f"{has} groundings; at most {most}")


def instances(plan: JoinPlan, facts: Mapping[str, Facts]) -> list[Arguments]:
    """Return the rows for which the ``facts`` hold, by predicate and by type.

    For too many, raises :class:`planner_clue.errors.PlanningFailure`, or :class:`Unsupported` where
    another join might find fewer.
    """
    rows: list[Arguments] = [()]
    found = [_of_types(step, facts) for step in plan.steps]
    for number, step in enumerate(plan.steps):
        joined = _joined(rows, step, found[number])
        rows = list(islice(joined, default_limits.GROUND_ACTIONS + 1))
        if len(rows) > default_limits.GROUND_ACTIONS:
            if plan.is_loose or any(later.shares for later in plan.steps[number + 1 :]):
                raise Unsupported("more instances than the limit")
            so_far = len(rows) + sum(1 for _ in joined)
            count = so_far * prod(map(len, found[number + 1 :]))
            check_groundings(plan.schema.name, len(plan.schema.types), count)
    return rows


def _of_types(step: JoinStep, facts: Mapping[str, Facts]) -> Collection[Arguments]:
    """Return the facts whose new arguments are of the types of the parameters."""
    found: Collection[Arguments] = facts[step.name]
    for index, kind in step.typed:
        argument, right = pick([index]), facts[kind]
        if not right.keys() >= set(map(argument, found)):
            found = [fact for fact in found if argument(fact) in right]
    return found


def _joined(
    rows: list[Arguments], step: JoinStep, facts: Collection[Arguments]
) -> Iterator[Arguments]:
    tails: defaultdict[Arguments, list[Arguments]] = defaultdict(list)
    for key, tail in zip(map(step.fact_key, facts), map(step.tail, facts), strict=True):
        tails[key].append(tail)
    get = tails.get
    keys = map(step.key, rows)
    return (row + tail for row, key in zip(rows, keys, strict=True) for tail in get(key, ()))
