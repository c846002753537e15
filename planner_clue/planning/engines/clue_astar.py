"""``clue-astar`` as an engine: grounds, and searches with any heuristic."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from numbers import Real
from typing import Any

from planner_clue.planning import default_limits
from planner_clue.planning.astar import Heuristic, Node, Task, astar
from planner_clue.planning.astar.heuristics import ADMISSIBLE, DEFAULT_HEURISTIC, hmax
from planner_clue.planning.engines.engine import Engine, Stopwatch
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status
from planner_clue.planning.problem import PddlProblem
from planner_clue.support.errors import EngineError, PlanningFailure, shown
from planner_clue.support.faults import place_of, traced

DEFAULT_SEARCH = "astar"
_WEIGHTED, _UNIT = "wastar=", "unit-"
_SEARCHES = f"astar, {_WEIGHTED}WEIGHT or greedy, or {_UNIT}astar where every action counts one,"
_LOOKS = 0.5  # seconds between two checks of the time that a heuristic takes


class _TooLongError(BaseException):
    """Ends a heuristic that hangs; no ``Exception``, so that the heuristic does not catch it."""


class HeuristicEvaluator:
    """A named heuristic; :class:`PlanningFailure` (``heuristic-error``) for its errors."""

    def __init__(self, name: str, heuristic: Heuristic) -> None:
        self._name = name
        self._heuristic = heuristic
        self._node: Node | None = None
        self._since = 0.0

    def __call__(self, node: Node, task: Task) -> float:
        """Return the estimate for a node."""
        self._node, self._since = node, time.monotonic()
        try:
            estimate: Any = self._heuristic(node, task)
        except (Exception, SystemExit) as error:  # third-party code may raise anything
            raise self._failure(node, traced(error)) from error
        kind = type(estimate)
        if kind is not int and kind is not float:
            is_number = isinstance(estimate, Real) and kind is not bool
            estimate = float(estimate) if is_number else self._refuse(node, estimate)
        if not estimate >= 0:
            self._refuse(node, estimate)
        self._node = None
        return estimate  # type: ignore[no-any-return]

    @contextmanager
    def watched(self, limits: Limits) -> Iterator[None]:
        """End a call that takes longer than the guard, or than all of the time there is.

        It is ended by a signal, so only in the main thread and between two steps of Python.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        given, most = limits.seconds, default_limits.HEURISTIC_SECONDS
        seconds = most if given is None else min(most, given)

        def look(number: int, frame: Any) -> None:
            if self._node is not None and time.monotonic() - self._since > seconds:
                raise _TooLongError

        before = signal.signal(signal.SIGALRM, look)
        pause = max(0.01, min(_LOOKS, seconds / 2))
        timer = signal.setitimer(signal.ITIMER_REAL, pause, pause)
        try:
            yield
        except _TooLongError as error:
            node, self._node = self._node, None  # no second signal while the place is read
            status = Status.HEURISTIC_FAILED if seconds == most else Status.TIME_OUT
            what = f"no value in {seconds:.3g} s{place_of(error)}"
            raise self._failure(node, what, status) from error
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, before or signal.SIG_DFL)

    def _refuse(self, node: Node, estimate: object) -> float:
        raise self._failure(node, f"expected a non-negative number, got {shown(estimate)}")

    def _failure(
        self, node: Node | None, what: str, status: Status = Status.HEURISTIC_FAILED
    ) -> PlanningFailure:
        self._node = None
        asked = f"; asked about {node}" if node else ""
        return PlanningFailure(status, f"heuristic {self._name}: {what}{asked}")


class ClueAstar(Engine):
    """A* in Python, with heuristics that are Python functions."""

    search: str

    def __init__(
        self,
        search: str | None = None,
        heuristic: Heuristic = hmax,
        heuristic_name: str = DEFAULT_HEURISTIC,
        task_type: type[Task] = Task,
    ) -> None:
        """Search by ``astar``, ``wastar=WEIGHT`` or ``greedy``; ``unit-`` counts actions."""
        super().__init__("clue-astar", search or DEFAULT_SEARCH, "our own A*, for teaching")
        self.heuristic_name = heuristic_name
        self.unit = self.search.startswith(_UNIT)
        self.weight = _weight(self.search)
        self._estimate = HeuristicEvaluator(heuristic_name, heuristic)
        self._task_type = task_type

    @property
    def configuration(self) -> str:
        """See :attr:`Engine.configuration`."""
        return f"{self.search}, {self.heuristic_name}"

    @property
    def is_optimal(self) -> bool:
        """Whether the plans it finds cost as little as any."""
        return self.weight == 1 and not self.unit and self.heuristic_name in ADMISSIBLE

    def supports(self) -> set[str]:
        """Return the supported features; plans are optimal only with an admissible heuristic."""
        return super().supports() - (set() if self.is_optimal else {"optimal plans"})

    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        task = self._task_type.ground(domain, problem, limits=limits)
        clock.lap("translate")
        searched = task.with_unit_costs() if self.unit else task
        left = limits.after(clock.total)
        with self._estimate.watched(left):
            found, expanded = astar(searched, self._estimate, self.weight, left)
        clock.lap("search")
        if found is None:
            count = f"{expanded} expansions"
            return PlanningResult(Status.UNSOLVABLE, None, count, expanded, clock.laps)
        status = Status.OPTIMAL if self.is_optimal else Status.SOLVED
        plan = Plan(found.plan(), task.cost(found.plan()))
        return PlanningResult(status, plan, "", expanded, clock.laps)


def _weight(search: str) -> float:
    kind = search.removeprefix(_UNIT)
    if kind == "astar":
        return 1
    if kind == "greedy":
        return inf
    text = kind.removeprefix(_WEIGHTED)
    try:
        weight = float(text) if kind.startswith(_WEIGHTED) else -1
    except ValueError:
        weight = -1
    if not 0 <= weight < inf:
        raise EngineError(f"--search {search}; expected {_SEARCHES} for clue-astar")
    return weight
