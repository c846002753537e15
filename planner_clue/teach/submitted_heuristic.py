"""A submitted heuristic, as a search of the grader calls it; its answers are checked here."""

from collections.abc import Sequence
from math import inf, isnan
from typing import Any

from msgspec import to_builtins

from planner_clue.deliberation.engines import ClueTask
from planner_clue.errors import SubmissionError, shown
from planner_clue.planning.astar import Node, Task
from planner_clue.planning.plan import Step
from planner_clue.teach.submission import Submission
from planner_clue.teach.worker import open_worker

FILE = "heuristics.py"
_AT_ONCE = 200
_MEANS = "A heuristic estimates a cost: a non-negative number, or infinity for a dead end."


class SubmittedHeuristic:
    """Estimates of a submitted function, for the nodes of a search or others.

    One call estimates all children of a node. Raises :class:`SubmissionError` where the
    function fails, or returns anything but a non-negative number.
    """

    def __init__(
        self, submission: Submission, function: str, task: ClueTask, file: str = FILE
    ) -> None:
        """Pose the task; a function of another file than :data:`FILE` gets its operators too."""
        self._function, self._file = function, file
        self._worker = open_worker(submission, file, "HeuristicHost")
        known = {
            "initial": sorted(task.initial),
            "facts": task.facts,
            "objects": task.objects,
            "assumption": task.assumption,
            "goal": task.goal,
            "operators": task.operators if file != FILE else (),
        }
        numbers = [[*task.values.items()], [*task.distances.items()]]
        self._worker.ask("pose", to_builtins(known, order="deterministic"), *numbers)
        self._numbers: dict[Node, int] = {}
        """Number of each node in the worker."""
        self._count = 1
        self._known: dict[tuple[int, Step | None], tuple[int, float]] = {}
        """Number and estimate of each child, by its parent's number and its step."""

    def __call__(self, node: Node, task: Task) -> float:
        """Return the estimate for a node of a search."""
        if node.parent is None:
            self._numbers[node] = 0
            return self._estimates([0], [node])[0]
        parent = self._numbers[node.parent]
        if (parent, node.action) not in self._known:
            self._ask_for_children(node.parent, task)
        self._numbers[node], estimate = self._known[parent, node.action]
        return estimate

    def of(self, nodes: Sequence[Node]) -> list[float]:
        """Return the estimates for some nodes, wherever they are."""
        for node in nodes:
            self._add_with_parents(node)
        found = list[float]()
        for start in range(0, len(nodes), _AT_ONCE):
            part = nodes[start : start + _AT_ONCE]
            found += self._estimates([self._numbers[node] for node in part], part)
        return found

    def answers_in(self, nodes: Sequence[Node]) -> tuple[Any, ...]:
        """Return the answers, plain data, for the start and states below it."""
        return self._answers([0, *self._add([(0, node) for node in nodes[1:]])])

    def of_task(self, function: str) -> Any:
        """Return the answer of another function of the file about the task: plain data."""
        return self._worker.ask("of_task", self._file, function, what=function)

    def _ask_for_children(self, parent: Node, task: Task) -> None:
        number = self._numbers[parent]
        children = [
            Node(state, parent, operator.step, parent.cost + operator.cost)
            for operator, state in task.successors(parent.state)
        ]
        numbers = self._add([(number, child) for child in children])
        estimates = self._estimates(numbers, children)
        for child, own, estimate in zip(children, numbers, estimates, strict=True):
            self._known[number, child.action] = own, estimate

    def _add_with_parents(self, node: Node) -> None:
        for ancestor in reversed([*node.path()]):
            if ancestor.parent is None:
                self._numbers[ancestor] = 0
            elif ancestor not in self._numbers:
                parent = self._numbers[ancestor.parent]
                (self._numbers[ancestor],) = self._add([(parent, ancestor)])

    def _add(self, nodes: Sequence[tuple[int, Node]]) -> list[int]:
        """Copy nodes, each with the number of its parent, into the worker; return their numbers."""
        self._worker.ask("add", [(n, one.action, one.cost, sorted(one.state)) for n, one in nodes])
        first, self._count = self._count, self._count + len(nodes)
        return [*range(first, self._count)]

    def _estimates(self, numbers: Sequence[int], nodes: Sequence[Node]) -> list[float]:
        answers = self._answers(numbers)
        return [self._number(answer, node) for answer, node in zip(answers, nodes, strict=True)]

    def _answers(self, numbers: Sequence[int]) -> tuple[Any, ...]:
        return self._worker.call_each(self._file, self._function, numbers)

    def _number(self, answer: Any, node: Node) -> float:
        is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
        if not is_number or isnan(answer) or answer < 0:
            what = f"{self._function} gives {shown(answer)} for {node}"
            raise SubmissionError(what, _MEANS)
        try:
            return float(answer)
        except OverflowError:
            return inf
