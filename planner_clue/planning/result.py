"""What a planning may take, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Plan


@dataclass(frozen=True)
class Limits:
    """When to give up; what is None is left to the guards against faults (``guards.py``)."""

    seconds: float | None = None
    """Wall-clock time, for grounding and search together; every engine keeps to it."""
    expansions: int | None = None
    """How many states may be expanded; only ``clue-astar`` counts them, others go on."""
    memory_mb: int | None = None
    """Megabytes for a process that grounds or searches; ``clue-astar`` searches in this one."""

    def after(self, spent: float) -> "Limits":
        """Return what is left when so many seconds are spent.

        Raises :class:`PlanningFailure` with reason ``time-out`` where nothing is.
        """
        if self.seconds is None:
            return self
        if spent >= self.seconds:
            raise PlanningFailure(Status.TIME_OUT, f"no plan in {self.seconds:g} s")
        return replace(self, seconds=self.seconds - spent)


class Status(StrEnum):
    """What came of a planning, as unified-planning tells it, in our words."""

    SOLVED = "solved"
    OPTIMAL = "solved-optimally"
    UNSOLVABLE = "unsolvable"
    TIME_OUT = "time-out"
    EXPANSIONS_OUT = "expansions-out"
    """As many states were expanded as may be: the same at every run, whatever the machine."""
    MEMORY_OUT = "memory-out"
    OUTPUT_OUT = "output-out"
    """The engine printed too much."""
    TOO_LARGE = "too-large"
    """There are too many ground actions."""
    MISSING = "missing"
    """The engine is not installed."""
    UNSUPPORTED = "unsupported"
    """The engine does not take what the problem is made of."""
    INVALID_PLAN = "invalid-plan"
    """The engine returned a plan that does not do."""
    HEURISTIC_FAILED = "heuristic-error"
    """The heuristic raised an error, hung, or gave no number from 0."""
    FAILED = "engine-error"


@dataclass(frozen=True)
class PlanningResult:
    """What came of a planning: a plan, or why there is none."""

    status: Status
    plan: Plan | None
    detail: str = ""
    """Why there is no plan, in the engine's own words."""
    expansions: int | None = None
    """How many states the search expanded, where the engine tells."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Wall-clock times of each part of the work; no decision depends on them."""

    @property
    def total_seconds(self) -> float:
        """Wall-clock time from the texts to the checked plan."""
        return sum(self.seconds.values())

    def checked(self) -> Plan:
        """Return the plan.

        Raises :class:`PlanningFailure` with the status as its reason where there is none.
        """
        if self.plan is None:
            raise PlanningFailure(self.status.value, self.detail)
        return self.plan
