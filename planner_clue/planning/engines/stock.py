"""Fast Downward through unified-planning, as it comes: driver, translator, search.

Slower than ``fast-downward``, which starts one process instead of three, and the measure
it is held against. The traps of this path are closed here: a private SAS file (the stock
engine writes ``output.sas`` into the working directory), a named engine from an environment
of our own (no ``up.ini`` from a parent folder, no credits on stdout), a fresh problem for
every solve, a limit on the search beside the limit on the whole, limits of memory and output,
and a process group that is killed and waited for, whatever happens.
"""

import subprocess
from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path

from up_fast_downward.fast_downward import FastDownwardPDDLPlanner

from planner_clue.planning import guards
from planner_clue.planning.engines import unified
from planner_clue.planning.engines.engine import Engine, Stopwatch
from planner_clue.planning.engines.fast_downward import solved_by
from planner_clue.planning.engines.unified_task import to_unified
from planner_clue.planning.limited import listen
from planner_clue.planning.problem import Atom
from planner_clue.planning.result import Limits, PlanningResult

_ENGINE = "planner-clue-fast-downward"
_MAY_NEED_AXIOMS = {"UNIVERSAL_CONDITIONS", "EXISTENTIAL_CONDITIONS", "DISJUNCTIVE_CONDITIONS"}


class PrivateFastDownward(FastDownwardPDDLPlanner):
    """The stock engine, with a SAS file of its own and no process left behind."""

    memory_mb: int = guards.MEMORY_MB
    """Megabytes for everything it starts."""
    _listened_to: "subprocess.Popen[bytes] | None" = None

    def _get_cmd(
        self, domain_filename: str, problem_filename: str, plan_filename: str
    ) -> list[str]:
        command: list[str] = super()._get_cmd(domain_filename, problem_filename, plan_filename)
        files = command.index(domain_filename)
        sas_file = str(Path(plan_filename).with_name("output.sas"))
        options = ["--sas-file", sas_file, "--overall-memory-limit", f"{self.memory_mb}M"]
        return [*command[:files], *options, *command[files:]]

    @property
    def _process(self) -> "subprocess.Popen[bytes] | None":
        return self._listened_to

    @_process.setter
    def _process(self, process: "subprocess.Popen[bytes] | None") -> None:
        """Take the driver just started, and have it listened to within limits."""
        self._listened_to = process
        if process:

            def communicate(timeout: float) -> tuple[bytes, bytes]:
                said = listen(process, "", timeout)
                return bytes(said.out), bytes(said.errors)

            process.communicate = communicate  # type: ignore[method-assign, assignment]


class StockFastDownward(Engine):
    """The engine ``fast-downward-up``."""

    search: str

    def __init__(self, name: str, search: str, description: str) -> None:
        self.name = name
        self.search = search
        self.description = description
        self._environment = unified.quiet_environment()
        self._environment.factory.add_engine(_ENGINE, __name__, PrivateFastDownward.__name__)

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        return None  # without its packages this module cannot be imported

    def _solve(
        self,
        domain: str,
        problem: str,
        limits: Limits,
        hints: Mapping[Atom, int],
        clock: Stopwatch,
    ) -> PlanningResult:
        with unified.one_at_a_time:
            task = to_unified(domain, problem)
            clock.lap("translate")
            engine = self._environment.factory.OneshotPlanner(
                name=_ENGINE, params=self._settings(limits)
            )
            engine.memory_mb = limits.memory_mb or guards.MEMORY_MB
            result = unified.solve_with(engine, task, limits, clock)
        plain = not _MAY_NEED_AXIOMS & task.kind.features
        return replace(result, status=solved_by(self.search, plain=plain))

    def _settings(self, limits: Limits) -> dict[str, str]:
        given = limits.seconds
        seconds = guards.STOCK_SEARCH_SECONDS if given is None else ceil(given)
        return {
            "fast_downward_search_config": self.search,
            "fast_downward_search_time_limit": f"{seconds}s",
        }
