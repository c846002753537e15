"""Plans executed step by step without grounding; names the conditions that fail."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from planner_clue.planning import syntax_tree
from planner_clue.planning.domain import Domain, read_domain
from planner_clue.planning.plan import Status, Step
from planner_clue.planning.problem import Atom, PddlProblem, atom_texts, data_of
from planner_clue.planning.syntax_tree import Expression, Group, Word
from planner_clue.support.errors import PlanningFailure

_Bound = Mapping[str, str]


@dataclass(frozen=True)
class Flaw:
    """The first step of a plan that cannot be taken, or the goal that is not reached."""

    number: int  # the number of the step, from 1; of the goal, one more than there are steps
    step: Step | None  # the step; None for the goal
    lacks: tuple[str, ...]  # the conditions that do not hold, as PDDL

    @property
    def unmet(self) -> str:
        """The conditions that do not hold, in words."""
        return f"{', '.join(self.lacks)} {'does' if len(self.lacks) == 1 else 'do'} not hold"

    def __str__(self) -> str:
        where = f"step {self.number}, {self.step}" if self.step else "the goal"
        return f"{where}: {self.unmet}"


class _Instance(NamedTuple):
    bound: _Bound
    never: tuple[str, ...]  # unmet in any state: wrong types, a cost without a value
    conditions: tuple[Expression, ...]
    effects: tuple[Expression, ...]
    cost: int


class PlanCheck:
    """Checks plans and executes steps; its states are sets of atoms without derived ones."""

    def __init__(self, domain: Domain, problem: PddlProblem) -> None:
        self._domain, self._problem = domain, problem.in_lower_case
        self._types = {**domain.constants} | {
            name: kind for kind, names in self._problem.objects.items() for name in names
        }
        self._actions = {str(action.items[1]): action for action in domain.tree.groups(":action")}
        self._instances: dict[Step, _Instance] = {}
        self._axioms = list(_stratified(domain.tree))
        self.start = self._problem.init

    @classmethod
    def of(cls, domain: str, problem: str | PddlProblem) -> "PlanCheck":
        """Return the check for texts or data; raises :class:`DomainError` for bad texts."""
        return cls(read_domain(domain), data_of(problem))

    def knows(self, step: Step) -> bool:
        """Return whether the domain has the action of a step, with as many arguments."""
        declared = self._domain.actions.get(step.action)
        return declared is not None and len(declared.types) == len(step.arguments)

    def first_flaw(self, steps: Iterable[Step]) -> Flaw | None:
        """Return the first step that fails, or an open goal; None if valid or not checkable."""
        state, number = set(self.start), 0
        for number, step in enumerate(steps, 1):
            if not self.knows(step):
                return None
            if lacks := self.unmet(step, state):
                return Flaw(number, step, lacks)
            self._execute(step, state)
        closed = self._closed(state)
        missing = atom_texts(self._problem.goal - closed)
        missing += [str(g) for g in self._problem.more_goals if not self._holds(g, {}, closed)]
        return Flaw(number + 1, None, tuple(missing)) if missing else None

    def validated(self, steps: Iterable[Step]) -> int:
        """Return the cost of a plan; :class:`PlanningFailure` (``invalid-plan``) names the flaw."""
        steps = tuple(steps)
        unknown = [step for step in steps if not self.knows(step)]
        if flaw := unknown or self.first_flaw(steps):
            detail = f"{unknown[0]} is not an action of the domain" if unknown else f"{flaw}"
            raise PlanningFailure(Status.INVALID_PLAN, detail)
        return sum(map(self.cost, steps))

    def unmet(self, step: Step, state: Set[Atom]) -> tuple[str, ...]:
        """Return the preconditions of a step that do not hold in a state, as PDDL."""
        action, closed = self._instance(step), self._closed(state)
        unmet = (one for one in action.conditions if not self._holds(one, action.bound, closed))
        return (*action.never, *(_written(one, action.bound) for one in unmet))

    def successor(self, step: Step, state: Set[Atom] | None = None) -> set[Atom]:
        """Return the state after a step from a state, by default the initial one."""
        after = set(self.start if state is None else state)
        self._execute(step, after)
        return after

    def changes(self, steps: Iterable[Step]) -> Iterator[tuple[set[Atom], set[Atom]]]:
        """Yield the atoms that each step adds and deletes, up to the first unknown action."""
        state = set(self.start)
        for step in steps:
            if not self.knows(step):
                return
            before = set(state)
            self._execute(step, state)
            yield state - before, before - state

    def _execute(self, step: Step, state: set[Atom]) -> None:
        """Change a state by a step: what it deletes is deleted before anything is added."""
        action, closed = self._instance(step), self._closed(state)
        adds, deletes = set[Atom](), set[Atom]()
        for effect in action.effects:
            for atom, added in self._changes(effect, action.bound, closed):
                (adds if added else deletes).add(atom)
        state -= deletes
        state |= adds

    def cost(self, step: Step) -> int:
        """Return the cost of a step."""
        return self._instance(step).cost

    def _instance(self, step: Step) -> _Instance:
        if step not in self._instances:
            declared = self._domain.actions[step.action]
            names = tuple(map(str.lower, step.arguments))
            words = [word.text for word in declared.arguments]
            bound = dict(zip(words, names, strict=True))
            typed = zip(names, declared.types, strict=True)
            conditions, effects = _conditions_and_effects(self._actions[step.action])
            known, is_a = self._types, self._domain.is_a
            never = [f"({k} {n})" for n, k in typed if n not in known or not is_a(known[n], k)]
            cost = self._cost(effects, bound)
            if isinstance(cost, str):
                never.append(f"(= {cost} NUMBER)")
                cost = 0
            self._instances[step] = _Instance(bound, tuple(never), conditions, effects, cost)
        return self._instances[step]

    def _cost(self, effects: Iterable[Expression], bound: _Bound) -> int | str:
        """Return the last cost, as Fast Downward does, or the function without a value."""
        raised = [e.items[2] for e in effects if isinstance(e, Group) and e.head == "increase"]
        if not raised:
            return 0 if self._problem.has_costs else 1
        by = raised[-1]
        if isinstance(by, Word) and by.text.isdecimal():
            cost: int | None = int(by.text)
        else:
            cost = self._problem.values.get(_atom(by, bound))
        if cost is None:
            return _written(by if isinstance(by, Group) else Group(0, 0, (by,)), bound)
        return cost if self._problem.has_costs else 1

    def _holds(self, given: Expression, bound: _Bound, state: Set[Atom]) -> bool:
        assert isinstance(given, Group)
        parts = given.items[1:]
        match given.head:
            case "and" | "":
                return all(self._holds(part, bound, state) for part in parts)
            case "or":
                return any(self._holds(part, bound, state) for part in parts)
            case "not":
                return not self._holds(parts[0], bound, state)
            case "imply":
                holds = (self._holds(part, bound, state) for part in parts)
                return not next(holds) or next(holds)
            case "forall" | "exists":
                every = all if given.head == "forall" else any
                each = self._each(_items(parts[0]), bound)
                return every(self._holds(parts[1], inside, state) for inside in each)
            case "=":
                one, other = (bound.get(str(part), str(part)) for part in parts)
                return one == other
        return _atom(given, bound) in state

    def _changes(
        self, given: Expression, bound: _Bound, state: Set[Atom]
    ) -> Iterator[tuple[Atom, bool]]:
        """Yield the atoms that an effect adds (true) or deletes (false)."""
        assert isinstance(given, Group)
        parts = given.items[1:]
        match given.head:
            case "and" | "":
                for part in parts:
                    yield from self._changes(part, bound, state)
            case "increase":
                return
            case "not":
                yield _atom(parts[0], bound), False
            case "when":
                if self._holds(parts[0], bound, state):
                    yield from self._changes(parts[1], bound, state)
            case "forall":
                for each in self._each(_items(parts[0]), bound):
                    yield from self._changes(parts[1], each, state)
            case _:
                yield _atom(given, bound), True

    def _each(self, declared: Iterable[Expression], bound: _Bound) -> Iterator[dict[str, str]]:
        named, is_a = syntax_tree.typed_names(self._domain.source, declared), self._domain.is_a
        ranges = [[n for n, own in self._types.items() if is_a(own, kind)] for _, kind in named]
        for names in product(*ranges):
            yield {**bound, **{w.text: n for (w, _), n in zip(named, names, strict=True)}}

    def _closed(self, state: Set[Atom]) -> Set[Atom]:
        known = state
        for stratum in self._axioms:
            before = -1
            while len(known) > before:
                before = len(known)
                known = known | {
                    (head.head, *bound.values())
                    for head, condition in stratum
                    for bound in self._each(head.items[1:], {})
                    if self._holds(condition, bound, known)
                }
        return known


def _stratified(domain: Group) -> Iterator[list[tuple[Group, Group]]]:
    """Yield the axioms, head and condition, in groups that depend only on groups before."""
    given = [axiom.items[1:3] for axiom in domain.groups(":derived")]
    axioms = [(h, c) for h, c in given if isinstance(h, Group) and isinstance(c, Group)]
    needs = {head.head: {head.head} for head, _ in axioms}
    for head, condition in axioms:
        needs[head.head] |= {group.head for group in condition.all_groups()} & needs.keys()
    for _ in needs:
        for names in needs.values():
            names.update(*[needs[name] for name in names])
    # Predicates that need each other need the same; one that is needed by others needs fewer.
    for level in sorted({len(names) for names in needs.values()}):
        yield [axiom for axiom in axioms if len(needs[axiom[0].head]) == level]


@lru_cache(maxsize=256)
def _conditions_and_effects(action: Group) -> tuple[tuple[Expression, ...], ...]:
    parts = syntax_tree.keyword_parts(action)
    return tuple(
        tuple(syntax_tree.conjuncts(parts.get(key))) for key in (":precondition", ":effect")
    )


def _items(given: Expression) -> tuple[Expression, ...]:
    return given.items if isinstance(given, Group) else (given,)


def _atom(given: Expression, bound: _Bound) -> Atom:
    return tuple([bound.get(word, word) for word in map(str, _items(given))])


def _written(given: Expression, bound: _Bound) -> str:
    if isinstance(given, Word):
        return bound.get(given.text, given.text)
    return f"({' '.join(_written(item, bound) for item in given.items)})"
