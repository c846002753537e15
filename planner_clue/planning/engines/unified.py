"""Fast Downward through unified-planning, as it comes: driver, translator, search.

Slower than ``fast-downward``, which starts one process instead of three, and the measure
it is held against. The traps of this path are closed here: a private SAS file (the stock
engine writes ``output.sas`` into the working directory), a named engine from an environment
of our own (no ``up.ini`` from a parent folder, no credits on stdout), a fresh problem for
every solve, a limit on the search beside the limit on the whole, and a process group that
is killed and waited for, whatever happens.
"""

import os
import signal
import subprocess
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import unified_planning as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.environment import Environment
from unified_planning.io import PDDLReader
from up_fast_downward.fast_downward import FastDownwardPDDLPlanner

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.base import Engine, Plan, Step, Stopwatch
from planner_clue.planning.problem import PddlProblem

SEARCH_SECONDS = 10
"""A limit on the search alone."""
WHOLE_SECONDS = 30
"""A limit on driver, translator and search together."""
_ENGINE = "planner-clue-fast-downward"
_COST = "total-cost"
_one_at_a_time = Lock()
"""unified-planning's expression walkers keep state in the environment: no two threads."""


class PrivateFastDownward(FastDownwardPDDLPlanner):
    """The stock engine, with a SAS file of its own and no process left behind."""

    _latest: "subprocess.Popen[bytes] | None" = None

    def _get_cmd(
        self, domain_filename: str, problem_filename: str, plan_filename: str
    ) -> list[str]:
        command: list[str] = super()._get_cmd(domain_filename, problem_filename, plan_filename)
        files = command.index(domain_filename)
        sas_file = str(Path(plan_filename).with_name("output.sas"))
        return [*command[:files], "--sas-file", sas_file, *command[files:]]

    @property
    def _process(self) -> "subprocess.Popen[bytes] | None":
        return self._latest

    @_process.setter
    def _process(self, process: "subprocess.Popen[bytes] | None") -> None:
        self._latest = process or self._latest

    def clean_up(self) -> None:
        """Kill what still runs of the last solve, wait for it, and close its pipes."""
        process, self._latest = self._latest, None
        if process and process.stdout and not process.stdout.closed:
            # It was interrupted: neither it nor what it started has been waited for.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            with process:
                pass


class StockFastDownward(Engine):
    """The engine ``fast-downward-up``."""

    def __init__(self, name: str, search: str) -> None:
        self.name = name
        self.search = search
        self.description = "the same search through unified-planning's stock engine"
        self._environment = Environment()
        self._environment.credits_stream = None
        self._environment.factory.add_engine(_ENGINE, __name__, PrivateFastDownward.__name__)

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        return None  # without its packages this module cannot be imported

    def solve(self, domain: str, problem: PddlProblem) -> Plan:
        """See :meth:`Engine.solve`."""
        with _one_at_a_time:
            return self._solve(domain, problem)

    def _solve(self, domain: str, problem: PddlProblem) -> Plan:
        clock = Stopwatch()
        task = to_unified(domain, problem)
        settings = {
            "fast_downward_search_config": self.search,
            "fast_downward_search_time_limit": f"{SEARCH_SECONDS}s",
        }
        clock.lap("write")
        engine = self._environment.factory.OneshotPlanner(name=_ENGINE, params=settings)
        try:
            result = engine.solve(task, timeout=WHOLE_SECONDS)
        finally:
            engine.clean_up()
        if result.plan is None:
            raise _failure(result)
        clock.lap("search")
        self._validate(task, result.plan)
        clock.lap("check")
        steps = tuple(
            Step(action.action.name, tuple(str(argument) for argument in action.actual_parameters))
            for action in result.plan.actions
        )
        cost = sum(_cost_of(task, action, problem) for action in result.plan.actions)
        return Plan(steps, cost, clock.laps)

    @staticmethod
    def _validate(task: Any, plan: Any) -> None:
        verdict = SequentialPlanValidator().validate(task, plan)
        if not verdict:
            raise PlanningFailure("invalid-plan", str(verdict.reason))


def _failure(result: Any) -> PlanningFailure:
    if result.status in (Status.UNSOLVABLE_PROVEN, Status.UNSOLVABLE_INCOMPLETELY):
        return PlanningFailure("unsolvable")
    if result.status in (Status.TIMEOUT, Status.MEMOUT):
        return PlanningFailure("time-out", result.status.name.lower())
    said = [log.message.strip() for log in result.log_messages or () if log.message.strip()]
    last = said[-1].splitlines()[-1] if said else "no message"
    return PlanningFailure("engine-error", f"{result.status.name.lower()}: {last}")


@lru_cache(maxsize=8)
def _read_domain(text: str) -> Any:
    """Return the domain as a problem without objects; reading takes a quarter of a second."""
    return PDDLReader().parse_problem_string(text)


def to_unified(domain: str, problem: PddlProblem) -> Any:
    """Return a fresh unified-planning ``Problem`` of a domain's text and our problem.

    It lives in the global environment: the validator's grounder knows no other. Action costs
    become ``MinimizeActionCosts`` over static integer functions, which Fast Downward takes.
    """
    environment = up.environment.get_environment()
    template = _read_domain(domain)
    task = up.model.Problem(problem.name, environment)
    for user_type in template.user_types:
        task._add_user_type(user_type)  # noqa: SLF001 - there is no public way
    for type_name, names in problem.objects.items():
        for name in names:
            task.add_object(name, template.user_type(type_name))
    costs = _add_fluents(task, template)
    action_costs, uncosted = {}, environment.expression_manager.Int(0 if problem.has_costs else 1)
    for original in template.actions:
        action = original.clone()
        action_costs[action] = _take_cost(action, costs, uncosted)
        task.add_action(action)
    task.add_quality_metric(
        up.model.metrics.MinimizeActionCosts(action_costs, environment=environment)
    )
    for atom in problem.init:
        task.set_initial_value(_ground(task, atom), True)
    for atom, value in problem.values.items():
        task.set_initial_value(_ground(task, atom), value)
    for atom in problem.goal:
        task.add_goal(_ground(task, atom))
    return task


def _add_fluents(task: Any, template: Any) -> dict[str, Any]:
    """Add the template's predicates, and its cost functions as integers; return the latter."""
    costs: dict[str, Any] = {}
    integer = task.environment.type_manager.IntType()
    for fluent in template.fluents:
        if fluent.type.is_bool_type():
            task.add_fluent(fluent, default_initial_value=False)
        elif fluent.name != _COST:
            costs[fluent.name] = up.model.Fluent(
                fluent.name, integer, fluent.signature, environment=task.environment
            )
            task.add_fluent(costs[fluent.name], default_initial_value=0)
    return costs


def _ground(task: Any, atom: tuple[str, ...]) -> Any:
    name, *arguments = atom
    return task.fluent(name.lower())(*(task.object(argument) for argument in arguments))


def _take_cost(action: Any, costs: dict[str, Any], uncosted: Any) -> Any:
    """Remove the increase of the total cost from ``action``; return it, or ``uncosted``."""
    expressions = action.environment.expression_manager
    effects = list(action.effects)
    action.clear_effects()
    cost = uncosted
    for effect in effects:
        if not (effect.is_increase() and effect.fluent.fluent().name == _COST):
            action._add_effect_instance(effect)  # noqa: SLF001 - there is no public way
        elif effect.value.is_fluent_exp():
            cost = expressions.FluentExp(costs[effect.value.fluent().name], effect.value.args)
        else:
            cost = expressions.Int(int(effect.value.constant_value()))
    return cost


def _cost_of(task: Any, instance: Any, problem: PddlProblem) -> int:
    cost = task.quality_metrics[0].get_action_cost(instance.action)
    if cost.is_int_constant():
        return int(cost.constant_value())
    names = [parameter.name for parameter in instance.action.parameters]
    bound = dict(zip(names, map(str, instance.actual_parameters), strict=True))
    arguments = (bound[argument.parameter().name] for argument in cost.args)
    return problem.values[cost.fluent().name, *arguments]
