"""What runs in the box for exercises whose submission is a heuristic of ``clue-astar``.

The search itself runs with the grader, which counts its expansions there. Here are copies of its
nodes, and the estimates that the submission gives for them.
"""

from collections.abc import Sequence
from numbers import Real
from typing import Any

from planner_clue.deliberation.clue_heuristics import ClueTask
from planner_clue.planning.astar import Node
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import Atom
from planner_clue.teach.kinds.function_host import FunctionHost


class HeuristicHost(FunctionHost):
    """Keeps copies of nodes, and asks a heuristic about them."""

    def __init__(self) -> None:
        super().__init__()
        self._nodes: list[Node] = []

    def pose(self, domain: str, problem: str, asked: dict[str, int]) -> None:
        """Ground the task that all nodes are of, and make the node of its start.

        ``asked`` says how often each card was asked about before.
        """
        hints: dict[Atom, int] = {("times-asked", card): times for card, times in asked.items()}
        self._task = ClueTask.ground(domain, problem, hints)
        self._nodes = [Node(self._task.initial)]

    def add(self, nodes: Sequence[tuple[int, str, int, Sequence[Sequence[str]]]]) -> None:
        """Copy nodes: each the number of its parent, its step, its cost, and its atoms."""
        index = self._task.initial.index
        for parent, step, cost, atoms in nodes:
            state = index.state(map(tuple, atoms))
            self._nodes.append(Node(state, self._nodes[parent], Step.parse(step), cost))

    def estimate(self, file: str, function: str, numbers: Sequence[int]) -> list[Any]:
        """Return what the heuristic says of the nodes with these numbers."""
        heuristic = self.load(file, function)
        return [_plain(heuristic(self._nodes[number], self._task)) for number in numbers]


def _plain(value: Any) -> Any:
    """Return a number of numpy, say, as one that can be sent."""
    return float(value) if isinstance(value, Real) and not isinstance(value, int) else value
