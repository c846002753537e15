"""A plan carried out step by step, by what a domain says; fast, and with words for what fails.

Unlike a validator that grounds the whole problem first, this looks only at the steps, and names
atoms that never change like any others.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from planner_clue.planning.domain import Domain
from planner_clue.planning.expressions import (
    Expression,
    Group,
    Word,
    parse_expression,
    typed_names,
)
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom, PddlProblem

_Bound = Mapping[str, str]
"""What stands for each variable."""


@dataclass(frozen=True)
class Broken:
    """Where a plan cannot go on, or that it ends before the goal."""

    number: int
    """The number of the step, from 1; of the goal, one more than there are steps."""
    step: Step | None
    """The step; None for the goal."""
    lacks: tuple[str, ...]
    """The conditions that do not hold, as PDDL."""

    def __str__(self) -> str:
        verb = "does" if len(self.lacks) == 1 else "do"
        where = f"step {self.number}, {self.step}" if self.step else "the goal"
        return f"{where}: {', '.join(self.lacks)} {verb} not hold"


class Simulation:
    """Plans of one problem, carried out by the actions of a domain."""

    def __init__(self, domain: Domain, problem: PddlProblem) -> None:
        self._domain = domain
        self._goal = frozenset(map(_lower, problem.goal))
        self._init = frozenset(map(_lower, problem.init))
        self._objects = {kind.lower(): names for kind, names in problem.objects.items()}
        self._actions = {
            str(group.items[1]): _parts_of(group)
            for group in parse_expression(domain.text, domain.source).items
            if isinstance(group, Group) and group.head == ":action"
        }

    def knows(self, step: Step) -> bool:
        """Tell whether the domain has the action of a step, with as many arguments."""
        declared = self._domain.actions.get(step.action)
        return declared is not None and len(declared.types) == len(step.arguments)

    def first_broken(self, steps: Iterable[Step]) -> Broken | None:
        """Return the first step that cannot be taken, or the goal if it is not reached.

        None if the plan is valid, or from the first step on that the domain does not know.
        """
        state, number = set(self._init), 0
        for number, step in enumerate(steps, 1):
            if not self.knows(step):
                return None
            action, bound = self._actions[step.action], self._bound(step)
            if lacks := tuple(self._unmet(action.get(":precondition"), bound, state)):
                return Broken(number, step, lacks)
            self._change(action.get(":effect"), bound, state)
        missing = tuple(f"({' '.join(atom)})" for atom in sorted(self._goal - state))
        return Broken(number + 1, None, missing) if missing else None

    def _bound(self, step: Step) -> dict[str, str]:
        words = self._domain.actions[step.action].arguments
        return {word.text: name.lower() for word, name in zip(words, step.arguments, strict=True)}

    def _unmet(self, given: Expression | None, bound: _Bound, state: set[Atom]) -> Iterator[str]:
        """Yield the parts of a condition that do not hold."""
        if not isinstance(given, Group) or not given.items:
            return
        if given.head == "and":
            for part in given.items[1:]:
                yield from self._unmet(part, bound, state)
        elif not self._holds(given, bound, state):
            yield _written(given, bound)

    def _holds(self, given: Expression, bound: _Bound, state: set[Atom]) -> bool:
        assert isinstance(given, Group)
        parts = given.items[1:]
        match given.head:
            case "and":
                return all(self._holds(part, bound, state) for part in parts)
            case "or":
                return any(self._holds(part, bound, state) for part in parts)
            case "not":
                return not self._holds(parts[0], bound, state)
            case "imply":
                return not self._holds(parts[0], bound, state) or self._holds(
                    parts[1], bound, state
                )
            case "forall" | "exists":
                every = all if given.head == "forall" else any
                return every(self._holds(parts[1], b, state) for b in self._each(parts[0], bound))
            case "=":
                one, other = (bound.get(str(part), str(part)) for part in parts)
                return one == other
        return _atom(given, bound) in state

    def _change(self, given: Expression | None, bound: _Bound, state: set[Atom]) -> None:
        """Let an effect happen: what it deletes first, as PDDL says."""
        happening = list(self._effects(given, bound, frozenset(state)))
        for is_added in (False, True):
            for atom, added in happening:
                if added is is_added:
                    (state.add if added else state.discard)(atom)

    def _effects(
        self, given: Expression | None, bound: _Bound, before: frozenset[Atom]
    ) -> Iterator[tuple[Atom, bool]]:
        """Yield the atoms that an effect adds or deletes."""
        if not isinstance(given, Group) or not given.items:
            return
        parts = given.items[1:]
        match given.head:
            case "and":
                for part in parts:
                    yield from self._effects(part, bound, before)
            case "not":
                yield _atom(parts[0], bound), False
            case "when":
                if self._holds(parts[0], bound, set(before)):
                    yield from self._effects(parts[1], bound, before)
            case "forall":
                for each in self._each(parts[0], bound):
                    yield from self._effects(parts[1], each, before)
            case "increase":
                return
            case _:
                yield _atom(given, bound), True

    def _each(self, declared: Expression, bound: _Bound) -> Iterator[dict[str, str]]:
        """Yield the bindings of some variables to all objects of their types."""
        items = declared.items if isinstance(declared, Group) else []
        named = typed_names(self._domain.source, items)
        ranges = [self._all_of(kind) for _, kind in named]
        for names in product(*ranges):
            yield {**bound, **{w.text: n for (w, _), n in zip(named, names, strict=True)}}

    def _all_of(self, kind: str) -> list[str]:
        is_a = self._domain.is_a
        return [name for own, names in self._objects.items() if is_a(own, kind) for name in names]


def _parts_of(action: Group) -> dict[str, Expression]:
    items = action.items[2:]
    return {str(key): part for key, part in zip(items[::2], items[1::2], strict=False)}


def _lower(atom: Atom) -> Atom:
    return tuple(word.lower() for word in atom)


def _atom(given: Expression, bound: _Bound) -> Atom:
    items = given.items if isinstance(given, Group) else [given]
    return tuple(bound.get(str(item), str(item)) for item in items)


def _written(given: Expression, bound: _Bound) -> str:
    """Return a condition as PDDL, with what stands for its variables."""
    if isinstance(given, Word):
        return bound.get(given.text, given.text)
    return f"({' '.join(_written(item, bound) for item in given.items)})"
