"""Evaluation of heuristics from users: names a fault with the node that was evaluated."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Real
from typing import Any

from planner_clue.errors import PlanningFailure, shown
from planner_clue.faults import place_of, traced
from planner_clue.planning import default_limits
from planner_clue.planning.astar.search import Heuristic, Node
from planner_clue.planning.astar.task import Task
from planner_clue.planning.result import Limits, Status

_LOOKS = 0.5
"""Seconds between two checks of the time that a heuristic takes."""
_LONGEST = 200
"""The number of characters of a state that are shown."""


class _TooLongError(BaseException):
    """Ends a heuristic that hangs; no ``Exception``, so that the heuristic does not catch it."""


class HeuristicEvaluator:
    """A heuristic with a name, called as any other.

    Raises :class:`PlanningFailure` with reason ``heuristic-error`` where it raises an error, hangs,
    or does not return a non-negative number.
    """

    def __init__(self, name: str, heuristic: Heuristic) -> None:
        self._name = name
        self._heuristic = heuristic
        self._node: Node | None = None
        """The node that is being evaluated."""
        self._since = 0.0

    def __call__(self, node: Node, task: Task) -> float:
        """Return the estimate for a node."""
        self._node, self._since = node, time.monotonic()
        try:
            estimate: Any = self._heuristic(node, task)
        except (Exception, SystemExit) as error:  # whatever somebody's code does
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

        A signal does so, which only the main thread of a process gets, and only between two steps
        of Python: a heuristic that hangs in another thread, or inside a library in C, is not ended.
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
            status = Status.HEURISTIC_FAILED if seconds == most else Status.TIME_OUT
            said = f"no value in {seconds:.3g} s{place_of(error)}"
            raise self._failure(self._node, said, status) from error
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, before or signal.SIG_DFL)

    def _refuse(self, node: Node, estimate: object) -> float:
        raise self._failure(node, f"expected a non-negative number, got {shown(estimate)}")

    def _failure(
        self, node: Node | None, said: str, status: Status = Status.HEURISTIC_FAILED
    ) -> PlanningFailure:
        self._node = None
        asked = f"; asked about {node_in_words(node)}" if node else ""
        return PlanningFailure(status, f"heuristic {self._name}: {said}{asked}")


def node_in_words(node: Node) -> str:
    """Return where a node is and what holds there, in one line of bounded length."""
    depth = len(node.plan())
    where = f"the node after {depth} steps, the last {node.action}" if depth else "the start"
    if depth == 1:
        where = f"the node after {node.action}"
    state = " ".join(f"({' '.join(atom)})" for atom in sorted(node.state))
    if len(state) > _LONGEST:
        state = f"{state[:_LONGEST].rpartition(' (')[0]} ..., {len(node.state)} atoms"
    return f"{where}, g = {node.cost}, state {state or 'without atoms'}"
