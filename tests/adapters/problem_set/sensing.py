"""Planning with sensing, small and slow: a reader of such files, and a search for strong plans.

unified-planning reads the files; worlds are the models of their clauses. A plan is strong if it
reaches the goal in every world. Nothing here knows the game.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

from unified_planning.io import PDDLReader
from unified_planning.model import SensingAction

Atom = tuple[str, ...]
State = frozenset[Atom]
"""What holds and is not hidden."""
World = frozenset[Atom]
"""What of the hidden holds."""


@dataclass(frozen=True)
class Ground:
    """An action with its arguments: what it needs, adds and deletes, or observes."""

    name: Atom
    needs: frozenset[Atom]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]
    observes: Atom | None


class SensingTask:
    """A problem with hidden atoms, grounded over what is static."""

    def __init__(self, domain: Path, problem: Path) -> None:
        task = PDDLReader().parse_problem(str(domain), str(problem))
        self.hidden = {_atom(literal) for literal in task.hidden_fluents if not literal.is_not()}
        values = task.explicit_initial_values.items()
        true = frozenset(_atom(fluent) for fluent, value in values if value.is_true())
        self.start = true - self.hidden
        self.goal = frozenset([_atom(one) for one in _conjuncts(task.goals)])
        self.clauses = [("oneof", _literals(one)) for one in task.oneof_constraints]
        self.clauses += [("or", _literals(one)) for one in task.or_constraints]
        self.clauses = [one for one in self.clauses if len({atom for atom, _ in one[1]}) > 1]
        self.actions = list(self._ground(task))
        self._relevant_to: dict[frozenset[Atom], list[Ground]] = {}

    def _ground(self, task: Any) -> Iterator[Ground]:
        changing = {_name(effect.fluent) for a in task.actions for effect in a.effects}
        for action in task.actions:
            choices = [list(task.objects(p.type)) for p in action.parameters]
            for chosen in product(*choices):
                given = {p.name: o.name for p, o in zip(action.parameters, chosen, strict=True)}
                needs = frozenset(_atom(c, given) for c in _conjuncts(action.preconditions))
                fixed = {need for need in needs if need[0] not in changing}
                if fixed - self.start - self.hidden:
                    continue
                effects = [(_atom(e.fluent, given), e.value.is_true()) for e in action.effects]
                seen = action.observed_fluents if isinstance(action, SensingAction) else []
                yield Ground(
                    (action.name, *(o.name for o in chosen)),
                    needs,
                    frozenset(atom for atom, holds in effects if holds),
                    frozenset(atom for atom, holds in effects if not holds),
                    _atom(seen[0], given) if seen else None,
                )

    def worlds(self) -> list[World]:
        clauses = self.clauses
        found = []
        for kind, literals in clauses:
            found.append(literals)
            if kind == "oneof":
                found += [[(a, not x), (b, not y)] for (a, x), (b, y) in combinations(literals, 2)]
        return list(_models(found, {}))

    def depth_of_a_strong_plan(self, worlds: list[World]) -> int:
        """Return how many actions a strong plan takes at most; ``AssertionError`` if none is found.

        In any state the nearest observation is made that separates worlds. Nothing that was
        learned is ever lost, so that is a plan if there is any from where it leads.
        """
        return self._depth(self.start, frozenset(worlds))

    def _depth(self, state: State, worlds: frozenset[World]) -> int:
        certain = frozenset.intersection(*worlds)
        if done := self._reached(state, certain, self.goal):
            return done[0]
        nearest = None
        for action in self.actions:
            yes = frozenset(world for world in worlds if action.observes in world)
            if yes and yes != worlds:
                there = self._reached(state, certain, action.needs)
                if there and (nearest is None or there[0] < nearest[0][0]):
                    nearest = there, yes
        assert nearest, f"no strong plan found, with {len(worlds)} worlds left"
        (steps, after), yes = nearest
        return steps + 1 + max(self._depth(after, yes), self._depth(after, worlds - yes))

    def _reached(
        self, state: State, certain: World, wanted: frozenset[Atom]
    ) -> tuple[int, State] | None:
        """Return the fewest actions after which something holds for certain, and the state then."""
        relevant = self._relevant(wanted)
        seen, queue = {state}, deque([(0, state)])
        while queue:
            steps, here = queue.popleft()
            if wanted <= here | certain:
                return steps, here
            for action in relevant:
                if action.needs <= here | certain:
                    after = (here - action.deletes) | action.adds
                    if after not in seen:
                        seen.add(after)
                        queue.append((steps + 1, after))
        return None

    def _relevant(self, wanted: frozenset[Atom]) -> list[Ground]:
        """Return the actions that may help to reach something, and what they need."""
        if wanted not in self._relevant_to:
            atoms, found = set(wanted), set[Ground]()
            while True:
                more = {one for one in self.actions if one.adds & atoms} - found
                if not more:
                    break
                found |= more
                for one in more:
                    atoms |= one.needs
            self._relevant_to[wanted] = sorted(found, key=lambda one: one.name)
        return self._relevant_to[wanted]


Literals = list[tuple[Atom, bool]]


def _models(clauses: list[Literals], values: dict[Atom, bool]) -> Iterator[World]:
    """Yield the models of disjunctions that agree with some values (Davis and Putnam)."""
    left = [
        [(atom, holds) for atom, holds in clause if atom not in values]
        for clause in clauses
        if not any(values.get(atom) is holds for atom, holds in clause)
    ]
    if not left:
        yield frozenset(atom for atom, holds in values.items() if holds)
    elif atoms := min(left, key=len):
        for holds in (False, True):
            yield from _models(left, {**values, atoms[0][0]: holds})


def _literals(constraint: Any) -> Literals:
    return [(_atom(one.args[0] if one.is_not() else one), not one.is_not()) for one in constraint]


def _conjuncts(conditions: Any) -> Iterator[Any]:
    for one in conditions:
        if one.is_and():
            yield from _conjuncts(one.args)
        elif not one.is_true():
            yield one


def _name(fluent: Any) -> str:
    return str(fluent.fluent().name)


def _atom(fluent: Any, given: Mapping[str, str] | None = None) -> Atom:
    names = (str(argument) for argument in fluent.args)
    return (_name(fluent), *((given or {}).get(name, name) for name in names))
