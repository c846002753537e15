"""Checking a plan against the grounded task, step by step.

The task is the translator's; the plan is the search's. Tests hold this against
unified-planning's validator.
"""

from collections.abc import Sequence
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Step
from planner_clue.planning.result import Status


def validate(task: Any, steps: Sequence[Step]) -> int:
    """Execute ``steps`` in a ``SASTask`` without derived variables; return their cost.

    Raises :class:`PlanningFailure` with reason ``invalid-plan`` naming the first step that
    is not applicable, or the goal if it is not reached.
    """
    wanted = {str(step) for step in steps}
    operators = {o.name: o for o in task.operators if o.name in wanted}
    state = list(task.init.values)
    cost = 0
    for number, step in enumerate(steps, 1):
        operator = operators.get(str(step))
        if operator is None or not applicable(operator, state):
            raise PlanningFailure(Status.INVALID_PLAN, f"step {number} {step} is not applicable")
        state = after(operator, state)
        cost += operator.cost if task.metric else 1
    if any(state[variable] != value for variable, value in task.goal.pairs):
        raise PlanningFailure(Status.INVALID_PLAN, "the goal does not hold after the last step")
    return cost


def applicable(operator: Any, state: list[int]) -> bool:
    """Tell whether an operator can be applied in a state, a value for each variable."""
    conditions = [*operator.prevail]
    conditions += [(variable, pre) for variable, pre, _, _ in operator.pre_post if pre != -1]
    return all(state[variable] == value for variable, value in conditions)


def after(operator: Any, state: list[int]) -> list[int]:
    """Return the state after an operator."""
    changed = list(state)
    for variable, _, post, when in operator.pre_post:
        if all(state[condition] == value for condition, value in when):
            changed[variable] = post
    return changed
