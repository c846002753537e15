"""Times as figures: medians, spread, processor time."""

import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from planner_clue.match.statistics import percentile


@dataclass(frozen=True)
class Figure:
    """One row of a report."""

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
        """Return the figure of measured times; there has to be one at least."""
        low, high, p95 = (percentile(milliseconds, percent) for percent in (25, 75, 95))
        return cls(what, median(milliseconds), low, high, p95, len(milliseconds))


def cpu_seconds() -> float:
    """Return the processor time used so far, children included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def cpu_seconds_each(play: Callable[[int], object], times: int, least: float = 0.0) -> float:
    """Return the processor time of one call, after a warm-up call.

    Calls ``times`` times, and further until ``least`` seconds were used: quick things need more.
    """
    play(0)
    before, used, number = cpu_seconds(), 0.0, 0
    while number < times or used < least:
        play(number)
        number += 1
        used = cpu_seconds() - before
    return used / number
