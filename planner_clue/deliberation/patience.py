"""How long a planner goes on asking an engine that fails."""

from collections.abc import Iterable

from planner_clue.deliberation.decision import Failure
from planner_clue.planning.result import Status

MOST = 3
"""After so many failures in a row, the engine is not asked any more in this game."""
_COUNTED = frozenset(
    {
        Status.TIME_OUT,
        Status.MEMORY_OUT,
        Status.OUTPUT_OUT,
        Status.TOO_LARGE,
        Status.HEURISTIC_FAILED,
        Status.FAILED,
    }
)
"""Failures that cost time and will hardly end; that a goal cannot be reached is an answer."""


class Patience:
    """Counts the failures of an engine in one game.

    >>> patience = Patience()
    >>> for _ in range(MOST):
    ...     patience.hear([Failure("time-out", "no plan in 5 s")])
    >>> patience.is_over
    True
    """

    def __init__(self) -> None:
        self._failures = 0

    @property
    def is_over(self) -> bool:
        """Whether the engine is given up."""
        return self._failures >= MOST

    def hear(self, failures: Iterable[Failure]) -> None:
        """Count what came of one request: a failure if anything of it failed, else an answer."""
        failed = any(failure.status in _COUNTED for failure in failures)
        self._failures = self._failures + 1 if failed else 0
