"""State space of a small task, with the perfect heuristic h*."""

import heapq
import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from planner_clue.errors import CourseworkError, SubmissionError
from planner_clue.planning.astar import Node, Task
from planner_clue.planning.plan import Step

MOST_STATES = 50_000
INFINITY = float("inf")


class StateSpace:
    """The reachable states of a small task."""

    def __init__(self, task: Task) -> None:
        """Reach all states by Dijkstra's algorithm.

        Raises :class:`CourseworkError` if there are more than :data:`MOST_STATES`.
        """
        self.task = task
        self.nodes: dict[int, Node] = {}
        """A node for each state, reached at least cost, by the state's bits."""
        queue = [(0, 0, Node(task.initial))]
        pushed = 0
        while queue:
            _, _, node = heapq.heappop(queue)
            if node.state.bits in self.nodes:
                continue
            self.nodes[node.state.bits] = node
            if len(self.nodes) > MOST_STATES:
                raise CourseworkError(f"more than {MOST_STATES} states; expected a smaller problem")
            for operator, successor in task.successors(node.state):
                if successor.bits not in self.nodes:
                    pushed += 1
                    child = Node(successor, node, operator.step, node.cost + operator.cost)
                    heapq.heappush(queue, (child.cost, pushed, child))

    @cached_property
    def to_go(self) -> dict[int, float]:
        """h* of each state, by its bits: the cost to the goal, infinite for a dead end."""
        before = defaultdict[int, list[tuple[int, int]]](list)
        for bits, node in self.nodes.items():
            for operator, successor in self.task.successors(node.state):
                before[successor.bits].append((operator.cost, bits))
        costs = dict.fromkeys(self.nodes, INFINITY)
        goals = [b for b, node in self.nodes.items() if self.task.goal_reached(node.state)]
        queue = [(0.0, bits) for bits in goals]
        while queue:
            cost, bits = heapq.heappop(queue)
            if cost < costs[bits]:
                costs[bits] = cost
                for step, earlier in before[bits]:
                    heapq.heappush(queue, (cost + step, earlier))
        return costs

    def sample(self, count: int) -> list[Node]:
        """Return the start and ``count`` other nodes, the same at every call."""
        start, *others = self.nodes.values()
        return [start, *random.Random(0).sample(others, min(count, len(others)))]

    def after(self, steps: Sequence[str]) -> Node:
        """Return the node after some steps from the start.

        Raises :class:`SubmissionError` at a step that cannot be taken.
        """
        node = Node(self.task.initial)
        for number, line in enumerate(steps, 1):
            try:
                wanted = Step.parse(line.lower())
            except ValueError:
                raise SubmissionError(f"step {number} '{line}' is not a step") from None
            for operator, successor in self.task.successors(node.state):
                if operator.step == wanted:
                    node = Node(successor, node, operator.step, node.cost + operator.cost)
                    break
            else:
                raise SubmissionError(f"step {number} {line} cannot be taken after the ones before")
        return node
