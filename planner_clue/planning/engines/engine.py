"""What an engine is: two PDDL texts in, a checked plan out, or why there is none."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planner_clue.errors import PlanningFailure, described
from planner_clue.planning.plan import Plan, Step
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.result import Limits, PlanningResult, Status

FEATURES = ("negative conditions", "conditional effects", "action costs", "optimal plans")
"""What a formulation may ask of an engine, and what an engine may promise."""
NO_LIMITS = Limits()
"""Nothing but the engine's own guards."""


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
    """A way to begin, and the best plan that begins so."""

    first: Step
    rest_cost: int | None
    """What the plan costs after its first step, where that is known."""
    result: PlanningResult

    @property
    def plan(self) -> Plan:
        """The whole plan, the first step included."""
        return self.result.checked()


class Beginnings(ABC):
    """The ways in which plans of one problem can begin, and the best plan for each.

    Every plan is searched for when it is asked for, once. All methods raise
    :class:`PlanningFailure` where no plan comes back, with a status as its reason.
    """

    def __init__(self, steps: Mapping[Step, int]) -> None:
        self.steps = steps
        """The steps that can be the first, with their costs."""
        self._best: Branch | None = None
        self._found: dict[Step, Branch | None] = {}

    def expect(self, firsts: Iterable[Step]) -> None:
        """Say that the best plan of all, and those that begin so, will be asked for.

        An engine that can searches for all of them at once; others wait to be asked.
        """
        del firsts

    def settle(self) -> None:  # noqa: B027 - most engines leave nothing running
        """Wait for searches that were expected and not asked for: none may be left running."""

    def best(self) -> Branch:
        """Return the best plan of all, as the branch that it begins."""
        if self._best is None:
            self._best = self._search_all()
            self._found[self._best.first] = self._best
        return self._best

    def branch(self, first: Step) -> Branch | None:
        """Return the best plan that begins with one of :attr:`steps`; None if none does."""
        if first not in self._found:
            self._found[first] = self._search(first)
        return self._found[first]

    @abstractmethod
    def _search_all(self) -> Branch:
        """Search for the best plan of all."""

    @abstractmethod
    def _search(self, first: Step) -> Branch | None:
        """Search for the best plan that begins with ``first``."""


def first_step(plan: Plan) -> Step:
    """Return how a plan begins.

    Raises :class:`PlanningFailure` with reason ``unsupported`` if it has no steps.
    """
    if not plan.steps:
        raise PlanningFailure(Status.UNSUPPORTED, "the goal holds at first: no step begins a plan")
    return plan.steps[0]


class OnePlan(Beginnings):
    """What an engine offers that returns one plan and no more."""

    def __init__(self, result: PlanningResult) -> None:
        self._only = Branch(first_step(result.checked()), None, result)
        super().__init__({self._only.first: 0})

    def _search_all(self) -> Branch:
        return self._only

    def _search(self, first: Step) -> Branch | None:
        return self._only


class Engine(ABC):
    """A planner that can be named on the command line."""

    name: str
    description: str
    search: str | None = None
    """How it searches, in the engine's own words, where it can be told."""

    @property
    def configuration(self) -> str | None:
        """Everything that was chosen about the search, for people to read."""
        return self.search

    def supports(self) -> set[str]:
        """Return which of :data:`FEATURES` it has."""
        return set(FEATURES)

    @abstractmethod
    def missing(self) -> str | None:
        """Return what has to be installed before this engine can be used, or None."""

    def solve(
        self,
        domain: str,
        problem: str | PddlProblem,
        limits: Limits = NO_LIMITS,
    ) -> PlanningResult:
        """Plan for a domain and a problem, which is a PDDL text or data; leave nothing behind.

        Nothing that an engine or a bad text does is raised: it is a status, with the engine's
        words.
        """
        clock = Stopwatch()
        try:
            return self._solve(domain, problem, limits, clock)
        except PlanningFailure as failure:
            status, detail = Status(failure.reason), failure.detail
        except MemoryError as error:
            status, detail = Status.MEMORY_OUT, described(error)
        except Exception as error:  # engines and parsers raise whatever they trip over
            status, detail = Status.FAILED, described(error)
        return PlanningResult(status, None, detail, seconds=clock.laps)

    def beginnings(
        self,
        domain: str,
        problem: str | PddlProblem,
        limits: Limits = NO_LIMITS,
    ) -> Beginnings:
        """Return the ways to begin; the arguments are as for :meth:`solve`.

        Raises :class:`PlanningFailure` with a status as its reason where there is no plan. An
        engine that finds one plan only offers that.
        """
        return OnePlan(self.solve(domain, problem, limits))

    @abstractmethod
    def _solve(
        self,
        domain: str,
        problem: str | PddlProblem,
        limits: Limits,
        clock: Stopwatch,
    ) -> PlanningResult:
        """Plan, timing the parts by ``clock``; whatever goes wrong may be raised."""
