"""State spaces: h* of every state, and how many expansions a search may take.

Bounds hold for every order of ties. A* with an admissible heuristic expands every state that is
reached below the optimal cost ``C*``, and none above it: ``f = g + h`` (Dechter and Pearl 1985).
With a consistent heuristic it expands a state once; with another, again for each smaller ``g``.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import inf
from random import Random
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

from planner_clue.planning.astar import HEURISTICS, Node, Task
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import CourseworkError, SubmissionError

_S = TypeVar("_S", str, int)
"""A state, by its name or its bits."""
MOST_STATES = 50_000
GREEDY = inf
"""The weight of greedy best-first search."""
_RANDOM_ORDERS = 20
_SLACK, _FEW = 1.2, 5
"""Tolerance for searches whose expansions are sampled over orders of ties: factor and summand."""
_MOST_COST = 30
_GAPS = "-with-gaps"
"""Ending of a heuristic that is 0 in every other state: admissible and not consistent."""

Edge: TypeAlias = tuple[str, str, int]
"""Action, successor and cost."""
_Order: TypeAlias = Callable[[int, float], Any]
"""Rank among equal priorities, from the number of the node and its estimate."""


@dataclass(frozen=True)
class SearchSpace:
    """A task as an explicit graph with an estimate per state."""

    initial: str
    edges: Mapping[str, Sequence[Edge]]
    goals: frozenset[str]
    estimates: Mapping[str, float]

    @cached_property
    def to_go(self) -> dict[str, float]:
        """h* of each state, infinite for a dead end."""
        return costs_to(self.goals, {at: [e[1:] for e in to] for at, to in self.edges.items()})

    @property
    def best(self) -> float:
        """C*, the cost of an optimal plan; infinite if there is none."""
        return self.to_go[self.initial]

    @cached_property
    def is_consistent(self) -> bool:
        """Whether no estimate falls by more than the cost of a step."""
        return all(
            self.estimates[state] <= cost + self.estimates[successor]
            for state, edges in self.edges.items()
            for _, successor, cost in edges
        )

    def cost(self, plan: Sequence[str]) -> tuple[int, str]:
        """Return the cost of a plan, or why it is not one."""
        state, total = self.initial, 0
        for number, action in enumerate(plan, 1):
            taken = next((edge for edge in self.edges[state] if edge[0] == action), None)
            if taken is None:
                return 0, f"step {number} {action} is not applicable in {state}"
            _, state, cost = taken
            total += cost
        lacking = "" if state in self.goals else f"it ends in {state}, which is not a goal"
        return total, lacking

    def bounds(self, weight: float) -> tuple[int, int]:
        """Return the least and the most expansions of a fair search with this weight."""
        if weight == 1:
            return len(self._reached(below=True)), self._most_of_astar()
        sampled = [
            self.search(weight, order, reopens)[1]
            for order in _orders()
            for reopens in (True, False)
        ]
        return 0, int(max(sampled) * _SLACK) + _FEW

    def _reached(self, *, below: bool) -> dict[str, float]:
        """Return the cost of states reached with ``f`` at most C*, or below it; goals left out."""

        def allowed(state: str, cost: float) -> bool:
            f = cost + self.estimates[state]
            return state not in self.goals and (f < self.best or (f == self.best and not below))

        return _cheapest(
            [self.initial] if allowed(self.initial, 0.0) else [],
            lambda state: [(successor, cost) for _, successor, cost in self.edges[state]],
            allowed,
        )

    def _most_of_astar(self) -> int:
        if self.is_consistent or self.best == inf:
            return len(self._reached(below=False))
        reached, queue = {(self.initial, 0)}, [(self.initial, 0)]
        while queue:
            state, g = queue.pop()
            for _, successor, cost in self.edges[state]:
                after = successor, g + cost
                fits = g + cost + self.estimates[successor] <= self.best
                if fits and successor not in self.goals and after not in reached:
                    reached.add(after)
                    queue.append(after)
        return len(reached)

    def search(self, weight: float, order: _Order, reopens: bool) -> tuple[float, int]:
        """Return the cost that best-first search finds, and the number of its expansions."""
        g, closed, number, expanded = {self.initial: 0}, set[str](), count(), 0
        queue: list[tuple[float, Any, int, str]] = [(0.0, 0, 0, self.initial)]
        while queue:
            *_, cost, state = heapq.heappop(queue)
            if cost > g[state] or state in closed:
                continue
            if state in self.goals:
                return cost, expanded
            closed.add(state)
            expanded += 1
            for _, successor, step in self.edges[state]:
                estimate, after = self.estimates[successor], cost + step
                stays_closed = successor in closed and not reopens
                if stays_closed or after >= g.get(successor, inf) or estimate == inf:
                    continue
                g[successor] = after
                closed.discard(successor)
                rank = estimate if weight == GREEDY else after + weight * estimate
                heapq.heappush(queue, (rank, order(next(number), estimate), after, successor))
        return inf, expanded


def _cheapest(
    start: Iterable[_S],
    edges: Callable[[_S], Sequence[tuple[_S, int]]],
    allowed: Callable[[_S, float], bool] = lambda state, cost: True,
) -> dict[_S, float]:
    """Return the least cost of each state that is reached through allowed ones (Dijkstra 1959)."""
    found, number = dict[_S, float](), count()
    queue = [(0.0, next(number), state) for state in start]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state not in found:
            found[state] = cost
            for other, step in edges(state):
                if other not in found and allowed(other, cost + step):
                    heapq.heappush(queue, (cost + step, next(number), other))
    return found


def costs_to(goals: Iterable[_S], edges: Mapping[_S, Iterable[tuple[_S, int]]]) -> dict[_S, float]:
    """Return the cost from each state to the nearest goal, infinite for a dead end."""
    before = defaultdict[_S, list[tuple[_S, int]]](list)
    for state, after in edges.items():
        for successor, cost in after:
            before[successor].append((state, cost))
    found = _cheapest(goals, before.__getitem__)
    return {state: found.get(state, inf) for state in edges}


def _orders() -> Iterator[_Order]:
    """Yield ways to order equal priorities: the ordinary ones, and random ones."""
    yield lambda number, estimate: number
    yield lambda number, estimate: -number
    yield lambda number, estimate: (estimate, -number)
    yield lambda number, estimate: (-estimate, number)
    for seed in range(_RANDOM_ORDERS):
        random = Random(seed)
        yield lambda number, estimate, random=random: random.random()  # type: ignore[misc]


class StateSpace:
    """The reachable states of a small task, with the perfect heuristic h*."""

    def __init__(self, task: Task) -> None:
        """Reach at most :data:`MOST_STATES` states by Dijkstra's algorithm."""
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
        edges = {
            bits: [(after.bits, one.cost) for one, after in self.task.successors(node.state)]
            for bits, node in self.nodes.items()
        }
        goals = [b for b, node in self.nodes.items() if self.task.goal_reached(node.state)]
        return costs_to(goals, edges)

    def sample(self, count: int) -> list[Node]:
        """Return the start and ``count`` other nodes, the same at every call."""
        start, *others = self.nodes.values()
        return [start, *Random(0).sample(others, min(count, len(others)))]

    def after(self, steps: Sequence[str]) -> Node:
        """Return the node after some steps; :class:`SubmissionError` at a wrong one."""
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


def space_of_problem(domain: str, problem: str, heuristic: str) -> SearchSpace:
    """Return the state space of a PDDL problem with estimates of a heuristic of ours.

    A name with the ending ``-with-gaps`` gives 0 in every other state.
    """
    space = StateSpace(Task.ground(domain, problem))
    task, estimate = space.task, HEURISTICS[heuristic.removesuffix(_GAPS)]
    names = {bits: " ".join(atom_texts(node.state)) for bits, node in space.nodes.items()}
    edges = {
        names[bits]: [
            (str(operator.step), names[successor.bits], operator.cost)
            for operator, successor in task.successors(node.state)
        ]
        for bits, node in space.nodes.items()
    }
    goals = frozenset(names[b] for b, node in space.nodes.items() if task.goal_reached(node.state))
    gaps = heuristic.endswith(_GAPS)
    estimates = {
        names[bits]: 0 if gaps and crc32(names[bits].encode()) % 2 else estimate(node, task)
        for bits, node in space.nodes.items()
    }
    return SearchSpace(names[space.nodes[task.initial.bits].state.bits], edges, goals, estimates)


def space_of_lines(start: str, goals: Sequence[str], lines: Sequence[str]) -> SearchSpace:
    """Return the space of lines ``"a 5: b 3, c 1"``, actions ``a-b``; or ``ValueError``."""
    edges, estimates = dict[str, list[Edge]](), dict[str, float]()
    for line in lines:
        state, _, after = line.partition(":")
        name, estimate = state.split()
        estimates[name] = float(estimate)
        pairs = [pair.split() for pair in after.split(",") if pair.strip()]
        edges[name] = [(f"{name}-{other}", other, int(cost)) for other, cost in pairs]
    unknown = {start, *goals, *(edge[1] for of in edges.values() for edge in of)} - {*edges}
    if unknown:
        raise ValueError(f"graph: no line for the state {min(unknown)}")
    return SearchSpace(start, edges, frozenset(goals), estimates)


def lines_of_space(space: SearchSpace) -> list[str]:
    """Return a graph as the lines of :func:`space_of_lines`."""
    return [
        f"{state} {space.estimates[state]:g}: {', '.join(f'{to} {cost}' for _, to, cost in edges)}"
        for state, edges in space.edges.items()
    ]


def random_space(seed: int, states: int, heuristic: str) -> SearchSpace:
    """Return a random graph with cycles and dead ends, with an estimate of some kind per state.

    ``consistent`` estimates are half of h*; ``admissible`` ones a random share of it; ``blind``
    ones 0; ``misleading`` ones are random, and 0 at the goal. Raises ``ValueError``.
    """
    random = Random(seed)
    names = [f"s{number:02}" for number in random.sample(range(states), states)]
    edges: dict[str, list[Edge]] = {name: [] for name in names}
    for place, name in enumerate(names[:-1]):
        near = names[max(0, place - 6) : place + 7]
        others = sorted({names[place + 1], *random.sample(near, min(4, len(near)))} - {name})
        random.shuffle(others)
        edges[name] = [(f"{name}-{to}", to, random.randint(1, _MOST_COST)) for to in others]
    space = SearchSpace(names[0], edges, frozenset({names[-1]}), {})
    kinds: dict[str, Callable[[float], float]] = {
        "consistent": lambda cost: cost / 2,
        "admissible": lambda cost: cost and round(cost * random.choice((0, 0.2, 0.9, 1)), 2),
        "blind": lambda cost: 0,
        "misleading": lambda cost: cost and round(random.uniform(1, 3 * _MOST_COST), 2),
    }
    if heuristic not in kinds:
        raise ValueError(f"heuristic = '{heuristic}'; expected one of {', '.join(kinds)}")
    estimates = {state: kinds[heuristic](cost) for state, cost in space.to_go.items()}
    return SearchSpace(space.initial, edges, space.goals, estimates)
