"""PDDL texts as problems of unified-planning, with whole numbers for action costs.

Its reader takes a second for the values of a big problem, so these are read here, and what is
left is read once for all problems that differ in nothing else. And it takes every number for
a real one, so that its own choice of engine finds none that charges action costs.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from unified_planning.io import PDDLReader
from unified_planning.model import Fluent
from unified_planning.model.metrics import MinimizeActionCosts

from planner_clue.errors import DomainError
from planner_clue.planning.domain import read_domain
from planner_clue.planning.problem import Atom, read_problem


def to_unified(domain: str, problem: str) -> Any:
    """Return a fresh unified-planning ``Problem`` of two PDDL texts.

    It lives in the global environment. Action costs become ``MinimizeActionCosts``, over static
    integer functions if all numbers of the problem are whole. Raises whatever
    unified-planning's reader trips over.

    >>> domain = "(define (domain d) (:predicates (on)) (:functions (total-cost) (price)) (:action"
    >>> domain += " do :parameters () :effect (and (on) (increase (total-cost) (price)))))"
    >>> problem = "(define (problem p) (:domain d) (:init (= (price) 3)) (:goal (on))"
    >>> task = to_unified(domain, problem + " (:metric minimize (total-cost)))")
    >>> task.kind.has_int_numbers_in_actions_cost(), task.kind.has_real_numbers_in_actions_cost()
    (True, False)
    """
    try:
        data = read_problem(problem)
    except DomainError:  # of more than classical planning with whole costs
        return _read(domain, problem, has_metric=True).clone()
    charged = data.has_costs or "total-cost" in read_domain(domain).functions
    # Only with its total cost does the reader take effects on it for action costs.
    rest = replace(data, init=frozenset(), values={}, has_costs=charged).to_text(brief=True)
    task = _read(domain, rest, has_metric=data.has_costs).clone()
    for atom in sorted(data.init):
        task.set_initial_value(_ground(task, atom), True)
    for atom, value in sorted(data.values.items()):
        task.set_initial_value(_ground(task, atom), value)
    return task


def charge_whole_numbers(task: Any) -> None:
    """Make integer functions of those that the action costs of a problem are made of.

    For a problem from unified-planning's reader, before its factory chooses an engine. Nothing
    changes where a number is not whole, or where actions test or change numbers.
    """
    explicit = task.explicit_initial_values
    numbers = {exp: value for exp, value in explicit.items() if exp.type.is_real_type()}
    if task.kind.has_real_fluents() or any(
        Fraction(value.constant_value()).denominator != 1 for value in numbers.values()
    ):
        return
    twins = _integer_twins(task)
    for exp, value in numbers.items():
        del explicit[exp]
        task.set_initial_value(twins[exp.fluent()](*exp.args), int(value.constant_value()))
    for metric in task.quality_metrics:
        if metric.is_minimize_action_costs():
            charged = task.environment.free_vars_extractor.get
            costs = {
                action: cost.substitute(
                    {v: twins[v.fluent()](*v.args) for v in charged(cost) if v.fluent() in twins}
                )
                for action, cost in metric.costs.items()
            }
            task.clear_quality_metrics()
            task.add_quality_metric(MinimizeActionCosts(costs, metric.default, task.environment))


def _integer_twins(task: Any) -> dict[Any, Any]:
    """Put an integer function in the place of every real one; what has no value is 0."""
    fluents, integer = list(task.fluents), task.environment.type_manager.IntType()
    real = [fluent for fluent in fluents if fluent.type.is_real_type()]
    twins = {one: Fluent(one.name, integer, one.signature, task.environment) for one in real}
    task.clear_fluents()
    for fluent in fluents:
        default = 0 if fluent in twins else None  # of predicates: false
        task.add_fluent(twins.get(fluent, fluent), default_initial_value=default)
    return twins


@lru_cache(maxsize=32)
def _read(domain: str, problem: str, *, has_metric: bool) -> Any:
    """Return the problem of two texts, without their metric unless it ``has_metric``."""
    task = PDDLReader().parse_problem_string(domain, problem)
    if has_metric:
        charge_whole_numbers(task)
    else:
        task.clear_quality_metrics()
    return task


def _ground(task: Any, atom: Atom) -> Any:
    name, *arguments = atom
    return task.fluent(name)(*map(task.object, arguments))
