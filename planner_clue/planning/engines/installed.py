"""Any engine that unified-planning finds installed, by its own name.

Some search in this very process and keep no limit, so each solves in a child process.
"""

import tempfile
import warnings
from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any

from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee

from planner_clue.errors import PlanningFailure
from planner_clue.planning import guards
from planner_clue.planning.engines import unified
from planner_clue.planning.engines.engine import FEATURES, Engine, Stopwatch
from planner_clue.planning.engines.unified_task import to_unified
from planner_clue.planning.limited import in_child
from planner_clue.planning.problem import Atom
from planner_clue.planning.result import Limits, PlanningResult, Status

_FEATURES = ("NEGATIVE_CONDITIONS", "CONDITIONAL_EFFECTS", "ACTIONS_COST")
"""The first three of :data:`FEATURES`, as unified-planning calls them."""


_GRACE = 1.0
"""Seconds for an engine to end by itself, which leaves less behind than to be killed."""


class InstalledEngine(Engine):
    """One of unified-planning's one-shot planners."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._environment = unified.quiet_environment()
        self._class: Any = self._environment.factory.engine(name)
        self.description = "installed; through unified-planning"

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        return None  # it is only found where it is installed

    def supports(self) -> set[str]:
        """See :meth:`Engine.supports`."""
        able = self._class.supported_kind().features
        optimal = self._class.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)
        has = [*(feature in able for feature in _FEATURES), optimal]
        return {feature for feature, there in zip(FEATURES, has, strict=True) if there}

    def _solve(
        self,
        domain: str,
        problem: str,
        limits: Limits,
        hints: Mapping[Atom, int],
        clock: Stopwatch,
    ) -> PlanningResult:
        def work() -> PlanningResult:
            tempfile.tempdir = folder
            warnings.simplefilter("ignore")  # engines warn of what they do not take
            task = to_unified(domain, problem)
            self._check(task)
            clock.lap("translate")
            with self._environment.factory.OneshotPlanner(name=self.name) as engine:
                return unified.solve_with(engine, task, limits, clock)

        given = guards.WHOLE_SECONDS if limits.seconds is None else limits.seconds
        # Of an engine that has to be killed, the files would be left.
        with unified.one_at_a_time, TemporaryDirectory(prefix="planner-clue-") as folder:
            return in_child(work, self.name, given + _GRACE, limits.memory_mb)

    def _check(self, task: Any) -> None:
        if not self._class.supports(task.kind):
            able = self._class.supported_kind().features
            lacks = ", ".join(sorted(task.kind.features - able)).lower().replace("_", " ")
            raise PlanningFailure(Status.UNSUPPORTED, f"{self.name} does not take {lacks}")


def installed_names() -> Iterator[str]:
    """Yield the names of the one-shot planners that unified-planning can load here."""
    factory = unified.quiet_environment().factory
    for name in factory.engines:
        engine = factory.engine(name)
        if engine.is_oneshot_planner() and "[" not in name:
            yield name
