"""Heuristics for ``clue-astar``, by name: functions ``(node, task) -> number``.

To add one, enter it in :data:`HEURISTICS`, or name its file: ``--heuristic file.py:function``.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from inspect import signature
from math import inf
from typing import Any, TypeAlias

from planner_clue.planning.astar.search import Heuristic, Node
from planner_clue.planning.astar.state_space import State
from planner_clue.planning.astar.task import Task
from planner_clue.planning.problem import Atom
from planner_clue.support.errors import HeuristicError, nearest
from planner_clue.support.plugins import from_file, is_file_spec

DEFAULT_HEURISTIC = "hmax"


def blind(node: Node, task: Task) -> float:
    """Zero: A* becomes uniform-cost search (Dijkstra 1959)."""
    return 0


def goal_count(node: Node, task: Task) -> float:
    """Count the atoms of the goal that do not hold yet."""
    return len(task.goal.holds - node.state) + len(task.goal.fails & node.state)


def hmax(node: Node, task: Task) -> float:
    """Cost of the most expensive goal atom in the delete relaxation; admissible.

    Bonet and Geffner 2001.
    """
    return relaxed_costs(task, node.state, max)


def hadd(node: Node, task: Task) -> float:
    """Sum of the costs of all atoms of the goal in the delete relaxation.

    Bonet and Geffner 2001. It may overestimate, because it counts shared work twice.
    """
    return relaxed_costs(task, node.state, sum)


HEURISTICS: dict[str, Heuristic] = {
    "blind": blind,
    "goal-count": goal_count,
    "hmax": hmax,
    "hadd": hadd,
}
ADMISSIBLE = frozenset({"blind", "hmax"})
"""The heuristics that never overestimate, so that A* finds optimal plans."""


def load_heuristic(spec: str, more: Mapping[str, Heuristic] | None = None) -> Heuristic:
    """Return a heuristic by name, also of ``more``, or of a file; :class:`HeuristicError`."""
    known = {**HEURISTICS, **(more or {})}
    if spec in known:
        return known[spec]
    if not is_file_spec(spec):
        hint = nearest(spec, known)
        raise HeuristicError(f"no heuristic '{spec}'; {hint}, or path/to/file.py:function")
    heuristic: Heuristic = from_file(spec, "heuristic", "function", HeuristicError)
    check_signature(heuristic, f"'{spec}'")
    return heuristic


def check_signature(heuristic: Any, name: str) -> None:
    """Raise :class:`HeuristicError`, which gives its name, unless it takes a node and a task."""
    try:
        signature(heuristic).bind("node", "task")
    except (TypeError, ValueError) as error:
        what = f"heuristic {name} cannot be called as (node, task)"
        raise HeuristicError(f"{what}: {error}") from error


Combine: TypeAlias = Callable[[Iterable[float]], float]
"""Combines the costs of several atoms: ``max`` or ``sum``."""


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
        free = tuple(index for index, achiever in enumerate(achievers) if not achiever.needs)
        return cls(achievers, {atom: tuple(indices) for atom, indices in users.items()}, free)


def relaxed_costs(task: Task, state: State, combine: Combine) -> float:
    """Return the cost of the goal from ``state`` in the relaxed task; infinite if unreachable."""
    cost, goal = atom_costs(task, state, combine, task.goal.holds), task.goal.holds
    return combine([cost[atom] for atom in goal] or [0]) if goal <= cost.keys() else inf


def atom_costs(
    task: Task, state: State, combine: Combine, wanted: Collection[Atom] = ()
) -> dict[Atom, float]:
    """Return the costs of the atoms reachable in the relaxed task, at least of those ``wanted``.

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
    lacking = set(wanted)
    while queue and (lacking or not wanted):
        reached, atom = heapq.heappop(queue)
        if atom in cost:
            continue
        cost[atom] = reached
        lacking.discard(atom)
        for index in relaxation.users.get(atom, ()):
            missing[index] -= 1
            if missing[index] == 0:
                achiever = relaxation.achievers[index]
                after = achiever.cost + combine(cost[need] for need in achiever.needs)
                for added in achiever.adds:
                    if added not in cost:
                        heapq.heappush(queue, (after, added))
    return cost
