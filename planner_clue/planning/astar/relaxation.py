"""The delete relaxation: what everything costs if nothing is ever taken back."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from planner_clue.planning.astar.state_space import State
from planner_clue.planning.astar.task import Task
from planner_clue.planning.problem import Atom

Combine: TypeAlias = Callable[[Iterable[float]], float]
"""How the costs of several atoms make the cost of having all: ``max`` or ``sum``."""


@dataclass(frozen=True)
class Achiever:
    """One way to make atoms true: an operator's effect, its condition included."""

    needs: tuple[Atom, ...]
    adds: tuple[Atom, ...]
    cost: int


@dataclass(frozen=True)
class Relaxation:
    """A task's achievers; negative conditions are taken to hold always."""

    achievers: tuple[Achiever, ...]
    users: Mapping[Atom, tuple[int, ...]]
    """The achievers that need an atom, by index."""
    free: tuple[int, ...]
    """The achievers that need nothing."""
    goal: tuple[Atom, ...]

    @classmethod
    def of(cls, task: Task) -> "Relaxation":
        """Return the relaxation of ``task``."""
        achievers = tuple(
            Achiever(
                tuple(sorted(operator.precondition.holds | effect.when.holds)),
                tuple(sorted(effect.adds)),
                operator.cost,
            )
            for operator in task.operators
            for effect in operator.effects
            if effect.adds
        )
        users: defaultdict[Atom, list[int]] = defaultdict(list)
        for index, achiever in enumerate(achievers):
            for atom in achiever.needs:
                users[atom].append(index)
        return cls(
            achievers,
            {atom: tuple(indices) for atom, indices in users.items()},
            tuple(index for index, achiever in enumerate(achievers) if not achiever.needs),
            tuple(sorted(task.goal.holds)),
        )


def relaxed_costs(task: Task, state: State, combine: Combine) -> float:
    """Return what the goal costs from ``state`` in the relaxed task; infinite if never.

    A generalized Dijkstra search over atoms (Liu, Koenig and Furcy 2002).
    """
    if "relaxation" not in task.memory:
        task.memory["relaxation"] = Relaxation.of(task)
    relaxation: Relaxation = task.memory["relaxation"]
    cost: dict[Atom, float] = {}
    queue: list[tuple[float, Atom]] = [(0, atom) for atom in state]
    missing = [len(achiever.needs) for achiever in relaxation.achievers]
    for index in relaxation.free:
        achiever = relaxation.achievers[index]
        queue += [(achiever.cost, atom) for atom in achiever.adds]
    heapq.heapify(queue)
    open_goals = set(relaxation.goal)
    while queue and open_goals:
        reached, atom = heapq.heappop(queue)
        if atom in cost:
            continue
        cost[atom] = reached
        open_goals.discard(atom)
        for index in relaxation.users.get(atom, ()):
            missing[index] -= 1
            if missing[index] == 0:
                achiever = relaxation.achievers[index]
                after = achiever.cost + combine(cost[need] for need in achiever.needs)
                for added in achiever.adds:
                    if added not in cost:
                        heapq.heappush(queue, (after, added))
    if open_goals:
        return float("inf")
    return combine([cost[atom] for atom in relaxation.goal] or [0])
