"""Plans and their steps; limits and result of one planning run."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from planner_clue.support.errors import DomainError, PlanningFailure

_STEP = re.compile(r"\([^();]*[^();\s][^();]*\)")
_LINE = re.compile(
    r"(?:(?:step\s+)?(?P<stamp>\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s*[:.]\s*)?"
    r"(?P<list>\[)?(?P<steps>.+?)(?(list)\])\s*(?:\[[^\]]*\]?)?"
)
"""A time stamp, steps or a list of them, and a duration; LPG's goes on after a semicolon."""
_GROUP = re.compile(
    r"\((?P<inside>[^()]*[^()\s][^()]*)\)|(?P<name>[^\s()\[\],]+)\((?P<arguments>[^()]*)\)"
)
"""A step as ``(go a b)`` or ``go(a, b)``."""
_COSTED = re.compile(r"(?P<step>[^()\[\]]+)\s\(\d+\)")
"""A step as Fast Downward prints it, with its cost: ``go a b (1)``."""


class Step(NamedTuple):
    """One action of a plan.

    >>> clue.Step.parse("(travel hall study)").arguments, str(clue.Step("accuse", ("plum",)))
    (('hall', 'study'), '(accuse plum)')
    """

    action: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.action, *self.arguments])})"

    @classmethod
    def parse(cls, line: str) -> "Step":
        """Return the step of a line of an IPC plan file; raises ``ValueError`` for another text."""
        if not _STEP.fullmatch(line.strip()):
            raise ValueError(f"'{line.strip()}'; expected (ACTION ARGUMENT ...)")
        action, *arguments = line.strip()[1:-1].split()
        return cls(action, tuple(arguments))


class PlannedStep(NamedTuple):
    """A step of a plan file, and its place."""

    step: Step
    line: int
    column: int


def read_plan(text: str, source: str) -> list[PlannedStep]:
    r"""Return the steps of a plan file, in lower case and in the order of their time stamps.

    A line has steps such as ``(go a b)`` or ``go(a, b)``, with a time stamp or number before them,
    ``0.5:``, and a duration after them, ``[1]``. With a number, or with the cost that Fast Downward
    prints, ``go a b (1)``, parentheses may be missing. Raises :class:`DomainError` for other lines.

    >>> plan = read_plan("; by hand\n1: (GO b c) [1]\n0: (go a b)", "plan")
    >>> [str(step) for step, line, column in plan]
    ['(go a b)', '(go b c)']
    """
    steps: list[tuple[float, PlannedStep]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        written = line.partition(";")[0].strip().lower()
        if not written or written == "sequentialplan:":
            continue
        column = line.lower().index(written) + 1
        match = _LINE.fullmatch(written)
        found = list(_steps(match["steps"], bare=bool(match["stamp"]))) if match else []
        if not match or not found:
            what = f"'{written}'; expected (ACTION ARGUMENT ...)"
            raise DomainError(f"{source}:{number}:{column}: {what}")
        stamp = float(match["stamp"] or 0)
        steps += [(stamp, PlannedStep(step, number, column)) for step in found]
    return [step for _, step in sorted(steps, key=itemgetter(0))]


def _steps(written: str, *, bare: bool) -> Iterator[Step]:
    """Yield the steps in a part of a line; none if it is anything else."""
    if not _GROUP.sub("", written).strip(" ,"):
        for group in _GROUP.finditer(written):
            words = group["inside"] or f"{group['name']} {group['arguments']}".replace(",", " ")
            action, *arguments = words.split()
            yield Step(action, tuple(arguments))
    elif (costed := _COSTED.fullmatch(written)) or (bare and not set("()[]") & set(written)):
        action, *arguments = (costed["step"] if costed else written).split()
        yield Step(action, tuple(arguments))


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
        """Return the plan as an IPC plan file: one action per line, then the cost."""
        lines = [str(step) for step in self.steps]
        return "\n".join([*lines, f"; cost = {self.cost} (general cost)"]) + "\n"


@dataclass(frozen=True)
class Limits:
    """Limits of a planning run; None leaves a limit to its default (``default_limits.py``).

    >>> clue.Limits(seconds=30, expansions=1000).after(12.5)
    Limits(seconds=17.5, expansions=1000, memory_mb=None)
    """

    seconds: float | None = None
    """Wall-clock time, for grounding and search together; every engine keeps to it."""
    expansions: int | None = None
    """The number of states to expand; only ``clue-astar`` keeps to it."""
    memory_mb: int | None = None
    """Megabytes for a process that grounds or searches; ``clue-astar`` searches in this one."""

    def after(self, spent: float) -> "Limits":
        """Return the remaining limits; raises :class:`PlanningFailure` if time is up."""
        if self.seconds is None:
            return self
        if spent >= self.seconds:
            raise PlanningFailure(Status.TIME_OUT, f"no plan in {self.seconds:g} s")
        return replace(self, seconds=self.seconds - spent)


class Status(StrEnum):
    """The outcome of a planning run, after the statuses of unified-planning.

    >>> clue.Status("time-out") is clue.Status.TIME_OUT
    True
    """

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
    """The result of a planning run: a plan, or the reason for the failure.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> result = clue.solve(domain, problem, heuristic="blind")
    >>> result.status.value, result.checked().cost, result.expansions
    ('solved-optimally', 1, 1)
    """

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
        """Return the plan; raises :class:`PlanningFailure` with the status if there is none."""
        if self.plan is None:
            raise PlanningFailure(self.status.value, self.detail)
        return self.plan
