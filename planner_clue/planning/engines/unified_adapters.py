"""Engines of unified-planning as engines of ours: its stock Fast Downward, and any other.

Its validator's grounder knows only the global environment, whose walkers keep state: so everything
happens there, one thread at a time.
"""

import os
import select
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any

from unified_planning.engines import PlanGenerationResultStatus
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.environment import Environment
from up_fast_downward.fast_downward import FastDownwardPDDLPlanner

from planner_clue.planning import default_limits
from planner_clue.planning.engines.engine import FEATURES, Engine, Stopwatch
from planner_clue.planning.engines.fast_downward import cost_out_of_range, solved_by
from planner_clue.planning.engines.unified_task import UnifiedTask, to_unified
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.processes import MOST_PRINTED, Finished, ending_with, in_child
from planner_clue.support.errors import PlanningFailure

_STATUS = {
    "SOLVED_SATISFICING": Status.SOLVED,
    "SOLVED_OPTIMALLY": Status.OPTIMAL,
    "UNSOLVABLE_PROVEN": Status.UNSOLVABLE,
    "UNSOLVABLE_INCOMPLETELY": Status.UNSOLVABLE,
    "TIMEOUT": Status.TIME_OUT,
    "MEMOUT": Status.MEMORY_OUT,
    "UNSUPPORTED_PROBLEM": Status.UNSUPPORTED,
}
"""Our status for each of unified-planning's; every other one is a failure of the engine."""
one_at_a_time = RLock()  # held while a problem is built, solved or validated


def quiet_environment() -> Environment:
    """Return an environment for engines: without credits on stdout, and without ``up.ini``."""
    environment = Environment()
    environment.credits_stream = None
    return environment


def solve_with(
    engine: Any, task: UnifiedTask, check: PlanCheck, limits: Limits, clock: Stopwatch
) -> PlanningResult:
    """Solve ``task`` and validate the plan; raises :class:`PlanningFailure` if there is none."""
    given = limits.after(clock.total).seconds
    seconds = default_limits.WHOLE_SECONDS if given is None else given
    result = engine.solve(task.problem, timeout=seconds)
    status = _STATUS.get(result.status.name, Status.FAILED)
    clock.lap("search")
    if result.plan is None:
        raise _failure(result, status)
    steps = tuple(map(task.step, result.plan.actions))
    plan = Plan(steps, check.validated(steps))
    clock.lap("check")
    counted = (result.metrics or {}).get("expansions")
    expansions = None if counted is None else int(counted)
    return PlanningResult(status, plan, expansions=expansions, seconds=clock.laps)


def _failure(result: Any, status: Status) -> PlanningFailure:
    ending = result.status.name.lower()
    if result.status is PlanGenerationResultStatus.UNSOLVABLE_PROVEN:
        return PlanningFailure(status)
    if status is not Status.FAILED:
        return PlanningFailure(status, ending)
    logs = [log.message.strip() for log in result.log_messages or () if log.message.strip()]
    if too_high := cost_out_of_range("\n".join(logs)):
        return too_high
    last = logs[-1].splitlines()[-1] if logs else "no message"
    return PlanningFailure(status, f"{ending}: {last}")


_FEATURES = ("NEGATIVE_CONDITIONS", "CONDITIONAL_EFFECTS", "ACTIONS_COST")
"""The first three of :data:`FEATURES`, as unified-planning calls them."""
_GRACE = 1.0  # seconds for an engine to end by itself, before it is killed


class InstalledEngine(Engine):
    """One of unified-planning's one-shot planners."""

    def __init__(self, name: str) -> None:
        super().__init__(name, None, "installed; through unified-planning")
        self._environment = quiet_environment()
        self._class: Any = self._environment.factory.engine(name)

    def supports(self) -> set[str]:
        """Return the supported features, as the engine declares them to unified-planning."""
        able = self._class.supported_kind().features
        optimal = self._class.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)
        has = [*(feature in able for feature in _FEATURES), optimal]
        return {feature for feature, there in zip(FEATURES, has, strict=True) if there}

    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        def work() -> PlanningResult:
            tempfile.tempdir = folder
            warnings.simplefilter("ignore")  # engines warn of what they do not take
            task = to_unified(domain, problem)
            kind = task.problem.kind
            if not self._class.supports(kind):
                able = self._class.supported_kind().features
                lacks = ", ".join(sorted(kind.features - able)).lower().replace("_", " ")
                raise PlanningFailure(Status.UNSUPPORTED, f"{self.name} does not take {lacks}")
            clock.lap("translate")
            with self._environment.factory.OneshotPlanner(name=self.name) as engine:
                return solve_with(engine, task, PlanCheck.of(domain, problem), limits, clock)

        given = default_limits.WHOLE_SECONDS if limits.seconds is None else limits.seconds
        # Of an engine that has to be killed, the files would be left.
        with one_at_a_time, TemporaryDirectory(prefix="planner-clue-") as folder:
            memory = limits.memory_mb or default_limits.MEMORY_MB
            return in_child(work, self.name, given + _GRACE, memory)


def installed_names() -> Iterator[str]:
    """Yield the names of the one-shot planners that unified-planning can load here."""
    factory = quiet_environment().factory
    for name in factory.engines:
        engine = factory.engine(name)
        if engine.is_oneshot_planner() and "[" not in name:
            yield name


_ENGINE = "planner-clue-fast-downward"
_MAY_NEED_AXIOMS = {"UNIVERSAL_CONDITIONS", "EXISTENTIAL_CONDITIONS", "DISJUNCTIVE_CONDITIONS"}


class PrivateFastDownward(FastDownwardPDDLPlanner):
    """The stock engine, with a SAS file of its own and no process left behind."""

    memory_mb: int = default_limits.MEMORY_MB  # megabytes for everything it starts
    _started: "subprocess.Popen[bytes] | None" = None

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
        return self._started

    @_process.setter
    def _process(self, process: "subprocess.Popen[bytes] | None") -> None:
        self._started = process
        if process:
            process.communicate = partial(_listen, process)  # type: ignore[method-assign]


def _listen(process: "subprocess.Popen[bytes]", timeout: float) -> tuple[bytes, bytes]:
    """Return what a program prints; raises :class:`PlanningFailure` beyond a limit."""
    assert process.stdout
    assert process.stderr
    out, errors = process.stdout.fileno(), process.stderr.fileno()
    output, left, deadline = {out: b"", errors: b""}, {out, errors}, time.monotonic() + timeout
    with process, ending_with(process.pid):
        while left:
            ready = select.select(left, [], [], max(0.0, deadline - time.monotonic()))[0]
            for one in ready:
                output[one] += (piece := os.read(one, MOST_PRINTED))
                left -= set() if piece else {one}
            Finished(output[out], output[errors]).within_limits(timeout, in_time=bool(ready))
        process.wait()
    return output[out], output[errors]


class StockFastDownward(Engine):
    """The engine ``fast-downward-up``."""

    search: str

    def __init__(self, name: str, search: str, description: str) -> None:
        super().__init__(name, search, description)
        self._environment = quiet_environment()
        self._environment.factory.add_engine(_ENGINE, __name__, PrivateFastDownward.__name__)

    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        with one_at_a_time:
            task = to_unified(domain, problem)
            clock.lap("translate")
            given = limits.seconds
            seconds = default_limits.STOCK_SEARCH_SECONDS if given is None else ceil(given)
            settings = {
                "fast_downward_search_config": self.search,
                "fast_downward_search_time_limit": f"{seconds}s",
            }
            engine = self._environment.factory.OneshotPlanner(name=_ENGINE, params=settings)
            engine.memory_mb = limits.memory_mb or default_limits.MEMORY_MB
            check = PlanCheck.of(domain, problem)
            result = solve_with(engine, task, check, limits, clock)
        plain = not _MAY_NEED_AXIOMS & task.problem.kind.features
        return replace(result, status=solved_by(self.search, plain=plain))
