"""Statistics of measured times."""

import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from planner_clue.match.statistics import percentile


@dataclass(frozen=True)
class Figure:
    """One row of a report: median and spread of a time, in milliseconds."""

    what: str
    median: float
    """Milliseconds."""
    low: float
    """The 25th percentile."""
    high: float
    """The 75th percentile."""
    p95: float
    count: int

    @classmethod
    def of(cls, what: str, milliseconds: Sequence[float]) -> "Figure":
        """Return the figure for measured times, at least one."""
        low, high, p95 = (percentile(milliseconds, percent) for percent in (25, 75, 95))
        return cls(what, median(milliseconds), low, high, p95, len(milliseconds))


def cpu_seconds() -> float:
    """Return the processor seconds used so far, child processes included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def cpu_seconds_each(play: Callable[[int], object], times: int, least: float = 0.0) -> float:
    """Return the average processor seconds of one call, after a warm-up call.

    Calls ``play`` at least ``times`` times, and until ``least`` seconds are used.
    """
    play(0)
    before, used, number = cpu_seconds(), 0.0, 0
    while number < times or used < least:
        play(number)
        number += 1
        used = cpu_seconds() - before
    return used / number
