"""Our own grounder: PDDL of a simple kind, grounded in milliseconds.

Fast Downward's translator takes any PDDL; a planner that plans again at every turn waits for it
most of the time. As there (Helmert 2009, "Concise finite-domain representations for PDDL
planning tasks", section 6), the instances of an action are found by joining the facts that it
needs. Here the join is done before, and apart from, asking what can be reached: an action's
instances are those for which all facts hold that never change, and that an action which is
grounded already may have added; parameters that none of these bind range over their type. Then
what cannot be reached even if nothing is ever deleted is left out, and what does not matter for
the goal. No invariants are looked for: each atom is a variable of its own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count, islice, repeat
from operator import itemgetter
from typing import Any, TypeAlias

from planner_clue.planning.lifted import (
    Arguments,
    Facts,
    Instance,
    LiftedAtom,
    LiftedDomain,
    Schema,
    Unsupported,
    read_instance,
    read_lifted_domain,
)
from planner_clue.planning.sas import (
    FAILS,
    HOLDS,
    SasGoal,
    SasInit,
    SasOperator,
    SasTask,
    SasVariables,
    trivial_task,
    value_names,
)
from planner_clue.planning.translator import translate

MOST_ROWS = 100_000
"""How many instances of an action are looked at; whoever has more needs a better join."""
Pick: TypeAlias = Callable[[Arguments], Arguments]
"""Takes some arguments out of others."""
_ALWAYS = -1
"""Stands for an atom that holds at the start: what needs nothing needs this."""


def grounded(domain: str, problem: str) -> Any:
    """Return the task of two PDDL texts: ours where we can, the translator's otherwise.

    Raises :class:`planner_clue.errors.PlanningFailure` as the translator does.
    """
    ours = ground(domain, problem)
    return translate(domain, problem) if ours is None else ours


def ground(domain: str, problem: str) -> SasTask | None:
    """Return the task of two PDDL texts, or None where they are not of the simple kind."""
    try:
        lifted = read_lifted_domain(domain)
        return _Grounding(lifted, read_instance(problem, lifted)).task()
    except Unsupported:
        return None


# -- in which order to join ---------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    """Facts to join with the rows so far."""

    name: str
    """Their predicate; or a type, whose facts are its objects."""
    is_type: bool
    key: Pick
    """What they share with a row, taken out of the row."""
    fact_key: Pick
    """The same, taken out of the fact."""
    tail: Pick
    """What they add to the row."""
    typed: tuple[tuple[int, str], ...]
    """The types of what they add, by position."""


@dataclass(frozen=True)
class _Plan:
    """How to ground an action: rows of arguments in the order in which the steps bind them."""

    schema: Schema
    steps: tuple[_Step, ...]
    arguments: Pick
    """A row in the order of the parameters."""
    needs: tuple[tuple[str, Pick], ...]
    """Those that can change, each as a predicate and its arguments."""
    adds: tuple[tuple[str, Pick], ...]
    deletes: tuple[tuple[str, Pick], ...]
    cost: tuple[str, Pick] | int


def _pick(positions: Sequence[int]) -> Pick:
    if len(positions) > 1:
        return itemgetter(*positions)
    return itemgetter(slice(positions[0], positions[0] + 1) if positions else slice(0))


@lru_cache(maxsize=32)
def _plans(domain: LiftedDomain) -> tuple[_Plan, ...]:
    """Return how to ground each action, those first for which more facts are known."""
    adders: defaultdict[str, set[str]] = defaultdict(set)
    changing: set[str] = set()
    for schema in domain.schemas:
        changing.update(atom.name for atom in schema.adds + schema.deletes)
        for atom in schema.adds:
            adders[atom.name].add(schema.name)
    plans: list[_Plan] = []
    waiting = list(domain.schemas)
    while waiting:
        left = {schema.name for schema in waiting}
        known = {name for name in domain.predicates if not adders[name] & left}

        def unbound(schema: Schema, known: set[str] = known) -> int:
            bound = {term for atom in schema.needs if atom.name in known for term in atom.terms}
            return len(schema.types) - len(bound)

        chosen = min(waiting, key=unbound)
        waiting.remove(chosen)
        plans.append(_plan(chosen, [a for a in chosen.needs if a.name in known], changing))
    return tuple(plans)


def _plan(schema: Schema, known: list[LiftedAtom], changing: set[str]) -> _Plan:
    """Join ``known`` one by one: what binds fewest parameters first, neighbours before others."""
    place: dict[int, int] = {}
    steps = []
    while known:

        def new(atom: LiftedAtom) -> int:
            return sum(term not in place for term in atom.terms)

        atom = min(known, key=lambda a: (0 < new(a) == len(a.terms) and bool(place), new(a)))
        known.remove(atom)
        steps.append(_step(atom.name, atom.terms, schema.types, place))
    for number, kind in enumerate(schema.types):
        if number not in place:
            steps.append(_step(kind, (number,), schema.types, place, is_type=True))

    def lifted(atom: LiftedAtom) -> tuple[str, Pick]:
        return atom.name, _pick([place[term] for term in atom.terms])

    return _Plan(
        schema,
        tuple(steps),
        _pick([place[number] for number in range(len(schema.types))]),
        tuple(lifted(atom) for atom in schema.needs if atom.name in changing),
        tuple(map(lifted, schema.adds)),
        tuple(map(lifted, schema.deletes)),
        schema.cost if isinstance(schema.cost, int) else lifted(schema.cost),
    )


def _step(
    name: str,
    terms: tuple[int, ...],
    types: tuple[str, ...],
    place: dict[int, int],
    *,
    is_type: bool = False,
) -> _Step:
    """Return the join with an atom, and note in ``place`` where its new parameters stand."""
    shared = [index for index, term in enumerate(terms) if term in place]
    new = [index for index, term in enumerate(terms) if term not in place]
    key = _pick([place[terms[index]] for index in shared])
    place |= {terms[index]: len(place) + more for more, index in enumerate(new)}
    typed = () if is_type else tuple((index, types[terms[index]]) for index in new)
    return _Step(name, is_type, key, _pick(shared), _pick(new), typed)


# -- grounding ----------------------------------------------------------------------------


class _Grounding:
    """One problem, on its way to become a task. Atoms are numbered as they come up."""

    def __init__(self, domain: LiftedDomain, instance: Instance) -> None:
        self._plans = _plans(domain)
        self._instance = instance
        self._numbers: dict[str, defaultdict[Arguments, int]] = {}
        self._next = count().__next__
        self._possible = dict(instance.facts)
        """Facts by predicate, with what the actions grounded so far may add."""
        self._names: list[str] = []
        self._needs: list[tuple[int, ...]] = []
        self._adds: list[tuple[int, ...]] = []
        self._deletes: list[tuple[int, ...]] = []
        self._costs: list[int | None] = []
        for plan in self._plans:
            for name, _ in plan.adds + plan.deletes:
                self._numbers.setdefault(name, defaultdict(self._next))

    def task(self) -> SasTask:
        """Return the task, all but the actions and atoms that do not matter."""
        for plan in self._plans:
            self._ground(plan)
        wanted = []
        for name, arguments in self._instance.goal:
            if name in self._numbers:
                wanted.append(self._numbers[name][arguments])
            elif arguments not in self._instance.facts[name]:
                return trivial_task(solvable=False)
        start = {
            numbers[fact]
            for name, numbers in self._numbers.items()
            for fact in self._instance.facts[name]
            if fact in numbers
        }
        reached, fired = self._reachable(start)
        if any(self._costs[number] is None for number in fired):
            raise Unsupported
        if not reached.issuperset(wanted):
            return trivial_task(solvable=False)
        deleted = {
            atom for one in fired for atom in self._deletes[one] if atom not in self._adds[one]
        }
        changing = reached - (start - deleted)
        goal = changing.intersection(wanted)
        if not goal:
            return trivial_task(solvable=True)
        effects = {one: self._effects(one, changing) for one in fired}
        relevant = self._relevant(goal, changing, effects)
        return self._encoded(start, goal, relevant, effects)

    def _ground(self, plan: _Plan) -> None:
        """Number the atoms of every instance of an action."""
        rows: list[Arguments] = [()]
        for step in plan.steps:
            rows = list(islice(self._joined(rows, step), MOST_ROWS + 1))
            if len(rows) > MOST_ROWS:
                raise Unsupported
        if not rows:
            return
        for name, pick in plan.adds:
            known = self._possible[name]
            self._possible[name] = known | dict.fromkeys(map(pick, rows))
        self._needs += self._numbered(plan.needs, rows)
        self._adds += self._numbered(plan.adds, rows)
        self._deletes += self._numbered(plan.deletes, rows)
        said = map(" ".join, map(plan.arguments, rows))
        name = plan.schema.name
        self._names += [f"({name} {rest})" if rest else f"({name})" for rest in said]
        if not self._instance.metric or isinstance(plan.cost, int):
            cost = plan.cost if self._instance.metric and isinstance(plan.cost, int) else 1
            self._costs += [cost] * len(rows)
        else:
            function, pick = plan.cost
            self._costs += map(self._instance.values[function].get, map(pick, rows))

    def _joined(self, rows: list[Arguments], step: _Step) -> Iterator[Arguments]:
        members = self._instance.members
        facts: Iterable[Arguments] = members[step.name] if step.is_type else self._facts(step)
        tails: defaultdict[Arguments, list[Arguments]] = defaultdict(list)
        for key, tail in zip(map(step.fact_key, facts), map(step.tail, facts), strict=True):
            tails[key].append(tail)
        keys = map(step.key, rows)
        return (r + tail for r, key in zip(rows, keys, strict=True) for tail in tails.get(key, ()))

    def _facts(self, step: _Step) -> Iterable[Arguments]:
        """Return the facts whose new arguments are of the types of the parameters."""
        facts: Iterable[Arguments] = self._possible[step.name]
        for index, kind in step.typed:
            members, pick = self._instance.members[kind], _pick([index])
            if not members.keys() >= set(map(pick, facts)):
                facts = [fact for fact in facts if pick(fact) in members]
        return facts

    def _numbered(
        self, atoms: tuple[tuple[str, Pick], ...], rows: list[Arguments]
    ) -> Iterable[tuple[int, ...]]:
        columns = [map(self._numbers[name].__getitem__, map(pick, rows)) for name, pick in atoms]
        return zip(*columns, strict=True) if columns else repeat((), len(rows))

    def _reachable(self, start: set[int]) -> tuple[set[int], list[int]]:
        """Return what atoms and actions can be reached if nothing is ever deleted."""
        users: defaultdict[int, list[int]] = defaultdict(list)
        missing = []
        for number, needs in enumerate(self._needs):
            missing.append(len(needs) or 1)
            for atom in needs or (_ALWAYS,):
                users[atom].append(number)
        agenda = [_ALWAYS, *start]
        reached = set(start)
        while agenda:
            for user in users[agenda.pop()]:
                missing[user] -= 1
                if not missing[user] and not reached.issuperset(self._adds[user]):
                    new = set(self._adds[user]) - reached
                    reached |= new
                    agenda += new
        return reached, [number for number, left in enumerate(missing) if not left]

    def _effects(self, number: int, changing: set[int]) -> dict[int, int]:
        """Return the atoms that an action changes, with the value of each after it."""
        effects = {atom: FAILS for atom in self._deletes[number] if atom in changing}
        needs = self._needs[number]
        for atom in self._adds[number]:
            if atom in needs:
                effects.pop(atom, None)
            elif atom in changing:
                effects[atom] = HOLDS
        return effects

    def _relevant(
        self, goal: set[int], changing: set[int], effects: Mapping[int, Mapping[int, int]]
    ) -> set[int]:
        """Return the goal, what actions need that change it, and so on."""
        changers: defaultdict[int, list[int]] = defaultdict(list)
        for number, changed in effects.items():
            for atom in changed:
                changers[atom].append(number)
        relevant, agenda = set(goal), list(goal)
        seen: set[int] = set()
        while agenda:
            for number in changers[agenda.pop()]:
                if number not in seen:
                    seen.add(number)
                    new = changing.intersection(self._needs[number]) - relevant
                    relevant |= new
                    agenda += new
        return relevant

    def _encoded(
        self,
        start: set[int],
        goal: set[int],
        relevant: set[int],
        effects: Mapping[int, Mapping[int, int]],
    ) -> SasTask:
        atoms = sorted(
            (f"{name}({', '.join(arguments)})", number)
            for name, numbers in self._numbers.items()
            for arguments, number in numbers.items()
            if number in relevant
        )
        variable = {number: place for place, (_, number) in enumerate(atoms)}
        operators = []
        for number, changed in effects.items():
            pre_post = [
                (variable[atom], HOLDS if atom in self._needs[number] else -1, value, [])
                for atom, value in changed.items()
                if atom in variable
            ]
            if pre_post:
                stays = {
                    variable[atom]: HOLDS
                    for atom in self._needs[number]
                    if atom in variable and atom not in changed
                }
                cost = self._costs[number]
                assert cost is not None  # it was looked for
                operators.append(
                    SasOperator(self._names[number], sorted(stays.items()), sorted(pre_post), cost)
                )
        return SasTask(
            SasVariables(value_names(atom for atom, _ in atoms)),
            SasInit([HOLDS if number in start else FAILS for _, number in atoms]),
            SasGoal(sorted((variable[number], HOLDS) for number in goal)),
            sorted(operators),
            self._instance.metric,
        )
