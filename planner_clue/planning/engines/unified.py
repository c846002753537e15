"""Problems as unified-planning has them, and its results as ours.

unified-planning's expression walkers keep state in their environment, and its validator's
grounder knows only the global one. So all of this happens in the global environment, one
thread at a time.
"""

from functools import lru_cache
from threading import RLock
from typing import Any

import unified_planning as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.environment import Environment
from unified_planning.io import PDDLReader

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.engine import Plan, Step, Stopwatch
from planner_clue.planning.problem import PddlProblem

WHOLE_SECONDS = 30
"""A limit on everything an engine does for one plan."""
_COST = "total-cost"
one_at_a_time = RLock()
"""Held by whoever builds, solves or validates."""


def quiet_environment() -> Environment:
    """Return an environment for engines: without credits on stdout, and without ``up.ini``."""
    environment = Environment()
    environment.credits_stream = None
    return environment


def solve_with(engine: Any, task: Any, problem: PddlProblem, clock: Stopwatch) -> Plan:
    """Return the validated plan of an engine for ``task``, which was built from ``problem``.

    Raises :class:`PlanningFailure` as :meth:`Engine.solve` does.
    """
    result = engine.solve(task, timeout=WHOLE_SECONDS)
    if result.plan is None:
        raise _failure(result)
    clock.lap("search")
    verdict = SequentialPlanValidator().validate(task, result.plan)
    if not verdict:
        raise PlanningFailure("invalid-plan", str(verdict.reason))
    clock.lap("check")
    steps = tuple(
        Step(action.action.name, tuple(str(argument) for argument in action.actual_parameters))
        for action in result.plan.actions
    )
    cost = sum(_cost_of(task, action, problem) for action in result.plan.actions)
    told = (result.metrics or {}).get("expansions")
    return Plan(steps, cost, clock.laps, None if told is None else int(told))


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
    action_costs = {}
    for original in template.actions:
        action = original.clone()
        action_costs[action] = _take_cost(action, costs, environment.expression_manager)
        task.add_action(action)
    if problem.has_costs:
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


def _take_cost(action: Any, costs: dict[str, Any], expressions: Any) -> Any:
    """Remove the increase of the total cost from ``action``; return it as its cost."""
    effects = list(action.effects)
    action.clear_effects()
    cost = expressions.Int(0)
    for effect in effects:
        if not (effect.is_increase() and effect.fluent.fluent().name == _COST):
            action._add_effect_instance(effect)  # noqa: SLF001 - there is no public way
        elif effect.value.is_fluent_exp():
            cost = expressions.FluentExp(costs[effect.value.fluent().name], effect.value.args)
        else:
            cost = expressions.Int(int(effect.value.constant_value()))
    return cost


def _cost_of(task: Any, instance: Any, problem: PddlProblem) -> int:
    if not problem.has_costs:
        return 1
    cost = task.quality_metrics[0].get_action_cost(instance.action)
    if cost.is_int_constant():
        return int(cost.constant_value())
    names = [parameter.name for parameter in instance.action.parameters]
    bound = dict(zip(names, map(str, instance.actual_parameters), strict=True))
    arguments = (bound[argument.parameter().name] for argument in cost.args)
    return problem.values[cost.fluent().name, *arguments]
