"""The interface of planning engines: a domain and a problem in, a valid plan or a status out."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planner_clue.planning.domain import Text
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status, Step
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.task import read_task
from planner_clue.support.errors import DomainError, PlanningFailure, described

FEATURES = ("negative conditions", "conditional effects", "action costs", "optimal plans")
"""Features that a formulation may need and an engine may have."""
NO_LIMITS = Limits()


class Stopwatch:
    """Measures the parts of a piece of work, one after the other."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._since = time.perf_counter()

    def lap(self, part: str) -> None:
        """Count the time since the last lap for ``part``."""
        now = time.perf_counter()
        self.laps[part] = now - self._since
        self._since = now

    @property
    def total(self) -> float:
        """The seconds of all laps."""
        return sum(self.laps.values())


@dataclass(frozen=True)
class Branch:
    """A first step, and the best plan that begins with it."""

    first: Step
    cost_to_go: int | None  # the cost of the plan after its first step, where it is known
    result: PlanningResult

    @property
    def plan(self) -> Plan:
        """The whole plan, the first step included."""
        return self.result.checked()


class Beginnings(ABC):
    """First steps and the best plan for each, on demand; raises :class:`PlanningFailure`."""

    def __init__(self, steps: Mapping[Step, int]) -> None:
        self.steps = steps  # the possible first steps, with their costs
        self._best: Branch | None = None
        self._found: dict[Step, Branch | None] = {}

    def expect(self, firsts: Iterable[Step]) -> None:
        """Announce searches for the best plans, so that an engine may search for all at once."""
        del firsts

    def stop(self) -> None:  # noqa: B027 - most engines leave nothing running
        """Wait for announced searches that are no longer needed: none may be left running."""

    def best(self) -> Branch:
        """Return the best plan of all, as the branch that it begins."""
        if self._best is None:
            self._best = self._search(None)
            self._found[self._best.first] = self._best
        return self._best

    def branch(self, first: Step) -> Branch | None:
        """Return the best plan that begins with one of :attr:`steps`; None if none does."""
        if first not in self._found:
            try:
                self._found[first] = self._search(first)
            except PlanningFailure as failure:
                if failure.reason != Status.UNSOLVABLE:
                    raise
                self._found[first] = None
        return self._found[first]

    @abstractmethod
    def _search(self, first: Step | None) -> Branch:
        """Search for the best plan that begins with ``first``, or for the best of all."""


def first_step(plan: Plan) -> Step:
    """Return a plan's first step; an empty one is a :class:`PlanningFailure` (``unsupported``)."""
    if not plan.steps:
        raise PlanningFailure(Status.UNSUPPORTED, "the goal holds at first: no step begins a plan")
    return plan.steps[0]


class OnePlan(Beginnings):
    """The one plan of an engine that finds no others."""

    def __init__(self, result: PlanningResult) -> None:
        self._only = Branch(first_step(result.checked()), None, result)
        super().__init__({self._only.first: 0})

    def _search(self, first: Step | None) -> Branch:
        return self._only


class Engine(ABC):
    """A planner that can be named on the command line."""

    def __init__(self, name: str, search: str | None, description: str) -> None:
        """``search`` is the search algorithm, in the engine's notation, where it can be chosen."""
        self.name, self.search, self.description = name, search, description

    @property
    def configuration(self) -> str | None:
        """Search algorithm and heuristic, for people to read."""
        return self.search

    def supports(self) -> set[str]:
        """Return the :data:`FEATURES` that it has."""
        return set(FEATURES)

    def missing(self) -> str | None:
        """Return the missing installation, for people to read, or None."""
        return None

    def solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits = NO_LIMITS
    ) -> PlanningResult:
        """Plan; leaves no files and processes, and makes each failure a status with a message."""
        clock = Stopwatch()
        try:
            if isinstance(problem, str):
                read_task(Text(domain, "domain"), Text(problem, "problem"))
            return self._solve(domain, problem, limits, clock)
        except PlanningFailure as failure:
            status, detail = Status(failure.reason), failure.detail
        except DomainError as error:
            status, detail = Status.FAILED, str(error)
        except MemoryError as error:
            status, detail = Status.MEMORY_OUT, described(error)
        except Exception as error:  # engines and parsers may raise anything
            status, detail = Status.FAILED, described(error)
        return PlanningResult(status, None, detail, seconds=clock.laps)

    def beginnings(self, domain: str, problem: str | PddlProblem) -> Beginnings:
        """Return first steps and their plans, or one; raises :class:`PlanningFailure` if none."""
        return OnePlan(self.solve(domain, problem))

    @abstractmethod
    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        """Plan, and time the parts with ``clock``; any failure may be raised."""
