"""A* (Hart, Nilsson and Raphael 1968), short enough to be read in a lecture."""

import heapq
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Any, TypeAlias

from planner_clue.planning import default_limits
from planner_clue.planning.astar.state_space import State
from planner_clue.planning.astar.task import Task
from planner_clue.planning.plan import Limits, Status, Step
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import PlanningFailure

_LONGEST = 200
"""Maximum length of a state in a message, in characters."""


@dataclass(slots=True, eq=False)
class Node:
    """A state as the search reached it.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> def missing(node, task):
    ...     return len(task.goal.holds - node.state)
    >>> clue.solve(domain, problem, heuristic=missing).plan.cost
    1
    """

    state: State
    parent: "Node | None" = field(default=None, repr=False)
    action: Step | None = None
    """The action that led here from the parent; None at the start."""
    cost: int = 0
    """The cost of all actions up to here: g."""

    def path(self) -> "Iterator[Node]":
        """Yield this node, its parent, and so on back to the start."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def plan(self) -> tuple[Step, ...]:
        """Return the actions from the start to this node."""
        return tuple(node.action for node in self.path() if node.action is not None)[::-1]

    def __str__(self) -> str:
        depth = len(self.plan())
        where = f"the node after {depth} steps, the last {self.action}" if depth else "the start"
        if depth == 1:
            where = f"the node after {self.action}"
        state = " ".join(atom_texts(self.state))
        if len(state) > _LONGEST:
            state = f"{state[:_LONGEST].rpartition(' (')[0]} ..., {len(self.state)} atoms"
        return f"{where}, g = {self.cost}, state {state or 'without atoms'}"


Heuristic: TypeAlias = Callable[[Node, Any], float]
"""Estimates the cost from a node to the goal; infinite for a dead end.

It is called with the node and the task, which may be of a subclass.
"""


def astar(
    task: Task, heuristic: Heuristic, weight: float = 1, limits: Limits | None = None
) -> tuple[Node | None, int]:
    """Return a node that satisfies the goal, or None, and how many nodes were expanded.

    Nodes are taken in the order of ``cost + weight * heuristic``, between equals the one with
    the smaller heuristic, then the newer one. With weight 1 and a heuristic that never
    overestimates, the plan is optimal; an infinite weight leaves the costs out (greedy
    best-first search). A state is opened again whenever it is reached at less cost.

    Raises :class:`PlanningFailure` with reason ``expansions-out`` or ``time-out`` at a limit.
    """
    limits = limits or Limits()
    maximum = default_limits.EXPANSIONS if limits.expansions is None else limits.expansions
    seconds = default_limits.ASTAR_SECONDS if limits.seconds is None else limits.seconds
    deadline = time.monotonic() + seconds
    start = Node(task.initial)
    least_cost = {start.state: 0}
    tie_breaker = count(0, -1)  # so that the newer of equals comes first
    queue = [(0.0, heuristic(start, task), next(tie_breaker), start)]
    expanded = 0
    while queue:
        node = heapq.heappop(queue)[-1]
        if node.cost > least_cost[node.state]:
            continue  # it was reached at less cost since
        if task.goal_reached(node.state):
            return node, expanded
        if expanded >= maximum:
            raise PlanningFailure(Status.EXPANSIONS_OUT, f"no plan in {expanded} expansions")
        if time.monotonic() > deadline:
            spent = f"{seconds:.3g} s, {expanded} expansions"
            raise PlanningFailure(Status.TIME_OUT, f"no plan in {spent}")
        expanded += 1
        for operator, successor in task.successors(node.state):
            cost = node.cost + operator.cost
            if cost < least_cost.get(successor, inf):
                least_cost[successor] = cost
                child = Node(successor, node, operator.step, cost)
                estimate = heuristic(child, task)
                if estimate < inf:  # else it is a dead end
                    rank = estimate if weight == inf else cost + weight * estimate
                    heapq.heappush(queue, (rank, estimate, next(tie_breaker), child))
    return None, expanded
