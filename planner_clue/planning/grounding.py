"""Our own grounder: a fragment of PDDL, grounded in milliseconds.

As in Fast Downward's translator (Helmert 2009, "Concise finite-domain representations for PDDL
planning tasks"), the instances of an action are found by joining the facts that it needs. Then
unreachable (in the delete relaxation) and irrelevant atoms and actions are left out. No invariants
are synthesized: each atom is a binary variable.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count, repeat
from math import inf
from typing import Any

from planner_clue.planning import action_schemas, default_limits, sas
from planner_clue.planning.instantiation import JoinPlan, Pick, instances, join_plans
from planner_clue.planning.plan import Limits
from planner_clue.planning.problem import PddlProblem, data_of
from planner_clue.planning.translator import translate, without_collections
from planner_clue.support.errors import DomainError

_ALWAYS = -1  # stands for an atom that always holds: the precondition of actions that have none
_ADDED, _DELETED, _TAKEN = range(3)  # an action takes the atoms that it needs and deletes


def grounded(domain: str, problem: str | PddlProblem, limits: Limits | None = None) -> Any:
    """Return the task: ours if possible, else the translator's; may raise its failures."""
    began, limits = time.perf_counter(), limits or Limits()
    ours = ground(domain, problem, limits)
    if ours is not None:
        return ours
    return translate(domain, problem, limits.after(time.perf_counter() - began))


def ground(
    domain: str, problem: str | PddlProblem, limits: Limits | None = None
) -> sas.SasTask | None:
    """Return the task, or None outside the fragment; :class:`PlanningFailure` at a limit."""
    lifted = action_schemas.lifted_domain(domain)
    if isinstance(lifted, action_schemas.Unsupported):
        return None
    try:
        data = data_of(problem)
        with without_collections():
            return _Grounding(lifted, action_schemas.lifted_problem(data, lifted), limits).task()
    except (DomainError, action_schemas.Unsupported):
        return None


class _Grounding:
    """Grounds one problem. Atoms are numbered as they come up."""

    def __init__(
        self,
        domain: action_schemas.LiftedDomain,
        problem: action_schemas.LiftedProblem,
        limits: Limits | None,
    ) -> None:
        given = limits.seconds if limits else None
        self._limits = Limits(min(default_limits.GROUND_SECONDS, inf if given is None else given))
        self._began = time.perf_counter()
        self._plans = join_plans(domain)
        self._problem = problem
        self._numbers: dict[str, defaultdict[action_schemas.Arguments, int]] = {}
        self._next = count().__next__
        self._possible = dict(problem.facts)  # facts, with what the actions grounded so far may add
        self._names: list[str] = []
        self._needs: list[tuple[int, ...]] = []
        self._adds: list[tuple[int, ...]] = []
        self._deletes: list[tuple[int, ...]] = []
        self._costs: list[int | None] = []
        for plan in self._plans:
            for name, _ in plan.adds + plan.deletes:
                self._numbers.setdefault(name, defaultdict(self._next))

    def task(self) -> sas.SasTask:
        """Return the task, without irrelevant actions and atoms."""
        for plan in self._plans:
            self._ground(plan)
        wanted = []
        for name, arguments in self._problem.goal:
            if name in self._numbers:
                wanted.append(self._numbers[name][arguments])
            elif arguments not in self._problem.facts[name]:
                return sas.trivial_task(solvable=False)
        start = {
            numbers[fact]
            for name, numbers in self._numbers.items()
            for fact in numbers.keys() & self._problem.facts[name].keys()
        }
        reached, fired = self._reachable(start)
        if any(self._costs[number] is None for number in fired):
            raise action_schemas.Unsupported("an action without a cost")
        if not reached.issuperset(wanted):
            return sas.trivial_task(solvable=False)
        deleted = {a for one in fired for a in self._deletes[one] if a not in self._adds[one]}
        changing = reached - (start - deleted)
        goal = changing.intersection(wanted)
        if not goal:
            return sas.trivial_task(solvable=True)
        effects: dict[int, dict[int, int]] = {}
        for one in fired:
            needs, adds = self._needs[one], self._adds[one]
            effects[one] = {
                atom: _TAKEN if atom in needs else _DELETED
                for atom in self._deletes[one]
                if atom in changing and atom not in adds
            } | {atom: _ADDED for atom in adds if atom in changing and atom not in needs}
        return self._encoded(start, goal, self._relevant(goal, changing, effects), effects)

    def _ground(self, plan: JoinPlan) -> None:
        self._limits.after(time.perf_counter() - self._began)
        rows = instances(plan, self._possible)
        if not rows:
            return
        if len(self._names) + len(rows) > default_limits.GROUND_ACTIONS:
            # The translator may find that few of them can be reached.
            raise action_schemas.Unsupported("more instances than the limit")
        for name, pick in plan.adds:
            known = self._possible[name]
            self._possible[name] = known | dict.fromkeys(map(pick, rows))
        self._needs += self._numbered(plan.needs, rows)
        self._adds += self._numbered(plan.adds, rows)
        self._deletes += self._numbered(plan.deletes, rows)
        texts = map(" ".join, map(plan.arguments, rows))
        name = plan.schema.name
        self._names += [f"({name} {rest})" if rest else f"({name})" for rest in texts]
        if isinstance(plan.cost, int):
            self._costs += [plan.cost if self._problem.metric else 1] * len(rows)
            return
        function, pick = plan.cost
        values = self._problem.values[function]
        if not self._problem.metric:
            values = dict.fromkeys(values, 1)
        self._costs += map(values.get, map(pick, rows))

    def _numbered(
        self, atoms: tuple[tuple[str, Pick], ...], rows: list[action_schemas.Arguments]
    ) -> Iterable[tuple[int, ...]]:
        columns = [map(self._numbers[name].__getitem__, map(pick, rows)) for name, pick in atoms]
        return zip(*columns, strict=True) if columns else repeat((), len(rows))

    def _reachable(self, start: set[int]) -> tuple[set[int], list[int]]:
        """Return the atoms and actions that are reachable in the delete relaxation."""
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

    def _relevant(
        self, goal: set[int], changing: set[int], effects: Mapping[int, Mapping[int, int]]
    ) -> set[int]:
        """Return the goal, the preconditions of actions that change it, and so on."""
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
        self, start: set[int], goal: set[int], kept: set[int], effects: dict[int, dict[int, int]]
    ) -> sas.SasTask:
        atoms = sorted(
            (f"{name}({', '.join(arguments)})", number)
            for name, numbers in self._numbers.items()
            for arguments, number in numbers.items()
            if number in kept
        )
        variable = {number: place for place, (_, number) in enumerate(atoms)}
        holds = {number: (place, sas.HOLDS) for number, place in variable.items()}
        # By how an atom is changed: added, deleted, taken.
        ways = ((-1, sas.HOLDS), (-1, sas.FAILS), (sas.HOLDS, sas.FAILS))
        changes = [
            {number: (place, before, after, ()) for number, place in variable.items()}
            for before, after in ways
        ]
        operators = []
        for number, changed in effects.items():
            pre_post = [changes[how][atom] for atom, how in changed.items() if atom in variable]
            if pre_post:
                needs = self._needs[number]
                stays = {holds[a] for a in needs if a in variable and a not in changed}
                name, cost = self._names[number], self._costs[number] or 0
                operators.append(sas.SasOperator(name, sorted(stays), sorted(pre_post), cost))
        variables = sas.SasVariables([[f"Atom {a}", f"NegatedAtom {a}"] for a, _ in atoms])
        init = sas.SasInit([sas.HOLDS if number in start else sas.FAILS for _, number in atoms])
        wanted = sas.SasGoal(sorted((variable[number], sas.HOLDS) for number in goal))
        return sas.SasTask(variables, init, wanted, sorted(operators), self._problem.metric)
