"""Plans and their steps; limits and result of one planning run."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from planner_clue.errors import DomainError, PlanningFailure

_STEP = re.compile(r"\([^();]*[^();\s][^();]*\)")


class Step(NamedTuple):
    """One action of a plan."""

    action: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.action, *self.arguments])})"

    @classmethod
    def parse(cls, line: str) -> "Step":
        """Return the step of a line of an IPC plan file; raises ``ValueError`` for another text.

        >>> Step.parse("(travel hall study)").arguments
        ('hall', 'study')
        """
        if not _STEP.fullmatch(line.strip()):
            raise ValueError(f"'{line.strip()}'; expected (ACTION ARGUMENT ...)")
        action, *arguments = line.strip()[1:-1].split()
        return cls(action, tuple(arguments))


def read_plan(text: str, source: str) -> dict[int, Step]:
    r"""Return the steps of an IPC plan file by their lines, in lower case.

    Raises :class:`DomainError` for a line that is neither a step nor a comment.

    >>> read_plan("; by hand\n(travel Hall study) ; by dice\n", "plan")
    {2: Step(action='travel', arguments=('hall', 'study'))}
    """
    steps = {}
    for number, line in enumerate(text.splitlines(), 1):
        if step := line.partition(";")[0].strip():
            try:
                steps[number] = Step.parse(step.lower())
            except ValueError as error:
                raise DomainError(f"{source}:{number}: {error}") from error
    return steps


@dataclass(frozen=True)
class Plan:
    """A valid plan.

    >>> print(Plan((Step("travel", ("hall", "study")),), 143).to_text(), end="")
    (travel hall study)
    ; cost = 143 (general cost)
    """

    steps: tuple[Step, ...]
    cost: int
    """The sum of the costs of its steps; without action costs, their number."""

    def to_text(self) -> str:
        """Return the plan as an IPC plan file: one action a line, then the cost."""
        lines = [str(step) for step in self.steps]
        return "\n".join([*lines, f"; cost = {self.cost} (general cost)"]) + "\n"


@dataclass(frozen=True)
class Limits:
    """Limits of a planning run; None leaves a limit to its default (``default_limits.py``)."""

    seconds: float | None = None
    """Wall-clock time, for grounding and search together; every engine keeps to it."""
    expansions: int | None = None
    """The number of states to expand; only ``clue-astar`` keeps to it."""
    memory_mb: int | None = None
    """Megabytes for a process that grounds or searches; ``clue-astar`` searches in this one."""

    def after(self, spent: float) -> "Limits":
        """Return the limits that are left; :class:`PlanningFailure` (``time-out``) if none."""
        if self.seconds is None:
            return self
        if spent >= self.seconds:
            raise PlanningFailure(Status.TIME_OUT, f"no plan in {self.seconds:g} s")
        return replace(self, seconds=self.seconds - spent)


class Status(StrEnum):
    """The outcome of a planning run, after the statuses of unified-planning."""

    SOLVED = "solved"
    OPTIMAL = "solved-optimally"
    UNSOLVABLE = "unsolvable"
    TIME_OUT = "time-out"
    EXPANSIONS_OUT = "expansions-out"
    """The limit of expansions was reached; this does not depend on the machine."""
    MEMORY_OUT = "memory-out"
    OUTPUT_OUT = "output-out"
    TOO_LARGE = "too-large"
    MISSING = "missing"
    UNSUPPORTED = "unsupported"
    INVALID_PLAN = "invalid-plan"
    HEURISTIC_FAILED = "heuristic-error"
    """The heuristic raised an error, hung, or did not return a non-negative number."""
    FAILED = "engine-error"


@dataclass(frozen=True)
class PlanningResult:
    """The result of a planning run: a plan, or the reason for the failure."""

    status: Status
    plan: Plan | None
    detail: str = ""
    """The reason of the failure, as the engine gives it."""
    expansions: int | None = None
    """The number of expanded states, where the engine reports it."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Wall-clock time per part of the run; no decision depends on it."""

    @property
    def total_seconds(self) -> float:
        """Wall-clock time from the problem to the valid plan."""
        return sum(self.seconds.values())

    def checked(self) -> Plan:
        """Return the plan; :class:`PlanningFailure`, with the status as reason, without one."""
        if self.plan is None:
            raise PlanningFailure(self.status.value, self.detail)
        return self.plan
