"""Engines of unified-planning, and its results as ours.

unified-planning's expression walkers keep state in their environment, and its validator's
grounder knows only the global one. So all of this happens in the global environment, one
thread at a time.
"""

from threading import RLock
from typing import Any

from unified_planning.engines import PlanGenerationResultStatus, SequentialPlanValidator
from unified_planning.environment import Environment

from planner_clue.errors import PlanningFailure
from planner_clue.planning import guards
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import Plan, Step
from planner_clue.planning.result import Limits, PlanningResult, Status

_STATUS = {
    "SOLVED_SATISFICING": Status.SOLVED,
    "SOLVED_OPTIMALLY": Status.OPTIMAL,
    "UNSOLVABLE_PROVEN": Status.UNSOLVABLE,
    "UNSOLVABLE_INCOMPLETELY": Status.UNSOLVABLE,
    "TIMEOUT": Status.TIME_OUT,
    "MEMOUT": Status.MEMORY_OUT,
    "UNSUPPORTED_PROBLEM": Status.UNSUPPORTED,
}
"""unified-planning's statuses in our words; every other one is a failure of the engine."""
one_at_a_time = RLock()
"""Held by whoever builds, solves or validates."""


def quiet_environment() -> Environment:
    """Return an environment for engines: without credits on stdout, and without ``up.ini``."""
    environment = Environment()
    environment.credits_stream = None
    return environment


def solve_with(engine: Any, task: Any, limits: Limits, clock: Stopwatch) -> PlanningResult:
    """Return what an engine of unified-planning makes of its problem ``task``, checked.

    Raises :class:`PlanningFailure` where no valid plan comes back, and whatever the engine does.
    """
    seconds = limits.after(clock.total).seconds
    result = engine.solve(task, timeout=guards.WHOLE_SECONDS if seconds is None else seconds)
    clock.lap("search")
    if result.plan is None:
        raise _failure(result)
    verdict = SequentialPlanValidator().validate(task, result.plan)
    if not verdict:
        raise PlanningFailure(Status.INVALID_PLAN, str(verdict.reason))
    clock.lap("check")
    steps = tuple(
        Step(action.action.name, tuple(str(argument) for argument in action.actual_parameters))
        for action in result.plan.actions
    )
    costs = list((verdict.metric_evaluations or {}).values())
    told = (result.metrics or {}).get("expansions")
    return PlanningResult(
        _status(result),
        Plan(steps, int(costs[0]) if costs else len(steps)),
        expansions=None if told is None else int(told),
        seconds=clock.laps,
    )


def _status(result: Any) -> Status:
    return _STATUS.get(result.status.name, Status.FAILED)


def _failure(result: Any) -> PlanningFailure:
    status, told = _status(result), result.status.name.lower()
    if result.status is PlanGenerationResultStatus.UNSOLVABLE_PROVEN:
        return PlanningFailure(status)
    if status is not Status.FAILED:
        return PlanningFailure(status, told)
    said = [log.message.strip() for log in result.log_messages or () if log.message.strip()]
    last = said[-1].splitlines()[-1] if said else "no message"
    return PlanningFailure(status, f"{told}: {last}")
