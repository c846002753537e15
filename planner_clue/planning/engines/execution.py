"""Checking a plan against the grounded task, step by step.

The task is the translator's or our grounder's; the plan is the search's. Tests hold this against
unified-planning's validator.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Step
from planner_clue.planning.result import Status

Values: TypeAlias = list[int]
"""A value for each variable of a ``SASTask``; of derived ones, the value they have by default."""


def validate(task: Any, steps: Sequence[Step]) -> int:
    """Execute ``steps`` in a ``SASTask``; return their cost.

    Raises :class:`PlanningFailure` with reason ``invalid-plan`` naming the first step that
    is not applicable, or the goal if it is not reached.
    """
    wanted = {str(step) for step in steps}
    operators = [operator for operator in task.operators if _named(operator) in wanted]
    state = list(task.init.values)
    cost = 0
    for number, step in enumerate(steps, 1):
        # An action with a disjunction in its precondition is several operators of one name.
        named = (one for one in operators if _named(one) == str(step))
        operator = next((one for one in named if applicable(task, one, state)), None)
        if operator is None:
            raise PlanningFailure(Status.INVALID_PLAN, f"step {number} {step} is not applicable")
        state = after(task, operator, state)
        cost += operator.cost if task.metric else 1
    if not _hold(task.goal.pairs, _derived(task, state)):
        raise PlanningFailure(Status.INVALID_PLAN, "the goal does not hold after the last step")
    return cost


def applicable(task: Any, operator: Any, state: Values) -> bool:
    """Tell whether an operator can be applied in a state."""
    conditions = [*operator.prevail]
    conditions += [(variable, pre) for variable, pre, _, _ in operator.pre_post if pre != -1]
    return _hold(conditions, _derived(task, state))


def after(task: Any, operator: Any, state: Values) -> Values:
    """Return the state after an operator."""
    before, changed = _derived(task, state), list(state)
    for variable, _, post, when in operator.pre_post:
        if _hold(when, before):
            changed[variable] = post
    return changed


def _named(operator: Any) -> str:
    """Return an operator's name; the translator writes ``(go )`` where there are no arguments."""
    name: str = operator.name
    return name.replace(" )", ")")


def _hold(conditions: Sequence[tuple[int, int]], state: Values) -> bool:
    return all(state[variable] == value for variable, value in conditions)


def _derived(task: Any, state: Values) -> Values:
    """Return a state with what follows from it by the axioms, layer by layer."""
    if not task.axioms:
        return state
    known, layers = list(state), task.variables.axiom_layers
    for layer in range(max(layers) + 1):
        axioms = [axiom for axiom in task.axioms if layers[axiom.effect[0]] == layer]
        changes = True
        while changes:
            fired = {axiom.effect for axiom in axioms if _hold(axiom.condition, known)}
            changes = any(known[variable] != value for variable, value in fired)
            for variable, value in fired:
                known[variable] = value
    return known
