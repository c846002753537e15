"""What an engine is: a domain and a problem in, a validated plan out."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from planner_clue.planning.problem import PddlProblem

FEATURES = ("negative conditions", "conditional effects", "action costs", "optimal plans")
"""What a formulation may ask of an engine, and what an engine may promise."""


class Step(NamedTuple):
    """One action of a plan."""

    action: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.action, *self.arguments])})"

    @classmethod
    def parse(cls, line: str) -> "Step":
        """Return the step of a line of an IPC plan file.

        >>> Step.parse("(travel hall study)").arguments
        ('hall', 'study')
        """
        action, *arguments = line.strip().strip("()").split()
        return cls(action, tuple(arguments))


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


@dataclass(frozen=True)
class Plan:
    """A valid plan and what finding it took."""

    steps: tuple[Step, ...]
    cost: int
    seconds: Mapping[str, float]
    """Wall-clock times of each part of the work; no decision depends on them."""
    expansions: int | None = None
    """How many states the search expanded, where the engine tells."""

    @property
    def total_seconds(self) -> float:
        """Wall-clock time from problem to validated plan."""
        return sum(self.seconds.values())

    def to_text(self) -> str:
        """Return the plan as an IPC plan file: one action a line, then the cost."""
        lines = [str(step) for step in self.steps]
        return "\n".join([*lines, f"; cost = {self.cost} (general cost)"]) + "\n"


@dataclass(frozen=True)
class Branch:
    """A way to begin, and the best plan that begins so."""

    first: Step
    rest_cost: int | None
    """What the plan costs after its first step, where that is known."""
    plan: Plan


class Beginnings(ABC):
    """The ways in which plans of one problem can begin, and the best plan for each.

    Every plan is searched for when it is asked for, once. All methods raise
    :class:`planner_clue.errors.PlanningFailure` as :meth:`Engine.solve` does.
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


class OnePlan(Beginnings):
    """What an engine offers that returns one plan and no more."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(dict.fromkeys(plan.steps[:1], 0))
        self._plan = plan

    def _search_all(self) -> Branch:
        return Branch(self._plan.steps[0], None, self._plan)

    def _search(self, first: Step) -> Branch | None:
        return self._search_all()


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
    def solve(self, domain: str, problem: PddlProblem) -> Plan:
        """Return a valid plan for ``problem`` in the PDDL text ``domain``.

        Raises :class:`planner_clue.errors.PlanningFailure` with reason ``unsolvable``,
        ``time-out``, ``invalid-plan``, ``unsupported``, ``engine-error`` or ``missing``, and leaves
        nothing behind.
        """

    def beginnings(self, domain: str, problem: PddlProblem) -> Beginnings:
        """Return the ways to begin.

        Raises :class:`planner_clue.errors.PlanningFailure` as :meth:`solve` does. An engine
        that finds one plan only offers that.
        """
        return OnePlan(self.solve(domain, problem))

    @abstractmethod
    def missing(self) -> str | None:
        """Return what has to be installed before this engine can be used, or None."""
