"""PDDL texts as problems of unified-planning, with whole numbers for action costs.

Its reader takes a second for the values of a big problem, so these are read here, and what is
left is read once for all problems that differ in nothing else. And it takes every number for
a real one, so that its own choice of engine finds none that charges action costs.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from unified_planning.io import PDDLReader
from unified_planning.model import Fluent
from unified_planning.model.metrics import MinimizeActionCosts

from planner_clue.planning.domain import read_domain
from planner_clue.planning.problem import Atom
from planner_clue.planning.syntax_tree import Expression, Group, Word, parse


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
    rest, atoms, values = _without_facts(parse(problem, "problem"))
    integral = all(value.denominator == 1 for value in values.values())
    task = _read(domain, rest, integral).clone()
    for atom in atoms:
        task.set_initial_value(_ground(task, atom), True)
    for atom, value in values.items():
        if task.has_fluent(atom[0]):  # the total cost is not a fluent any more
            task.set_initial_value(_ground(task, atom), int(value) if integral else value)
    return task


def charge_whole_numbers(task: Any) -> None:
    """Make integer functions of those that the action costs of a problem are made of.

    For a problem from unified-planning's reader, before its factory chooses an engine. Nothing
    changes where a number is not whole, or where actions test or change numbers.
    """
    explicit = task.explicit_initial_values
    numbers = {exp: value for exp, value in explicit.items() if exp.type.is_real_type()}
    if task.kind.has_real_fluents() or not all(map(_is_whole, numbers.values())):
        return
    twins = _integer_twins(task)
    for exp, value in numbers.items():
        del explicit[exp]
        task.set_initial_value(twins[exp.fluent()](*exp.args), int(value.constant_value()))
    for metric in task.quality_metrics:
        if metric.is_minimize_action_costs():
            costs = {action: _in_twins(cost, twins) for action, cost in metric.costs.items()}
            task.clear_quality_metrics()
            task.add_quality_metric(MinimizeActionCosts(costs, metric.default, task.environment))


def _is_whole(value: Any) -> bool:
    return Fraction(value.constant_value()).denominator == 1


def _integer_twins(task: Any) -> dict[Any, Any]:
    """Put an integer function in the place of every real one; what has no value is 0."""
    fluents, integer = list(task.fluents), task.environment.type_manager.IntType()
    twins = {
        fluent: Fluent(fluent.name, integer, fluent.signature, task.environment)
        for fluent in fluents
        if fluent.type.is_real_type()
    }
    task.clear_fluents()
    for fluent in fluents:
        default = 0 if fluent in twins else None  # of predicates: false
        task.add_fluent(twins.get(fluent, fluent), default_initial_value=default)
    return twins


def _without_facts(whole: Group) -> tuple[str, list[Atom], dict[Atom, Fraction]]:
    """Return a problem without the atoms and values of its initial state, and these."""
    atoms: list[Atom] = []
    values: dict[Atom, Fraction] = {}
    parts: list[str] = []
    for part in whole.items:
        if not isinstance(part, Group) or part.head != ":init":
            parts.append(str(part))
            continue
        rest = [str(part.items[0])]
        for item in part.items[1:]:
            if (valued := _value(item)) is not None:
                values |= valued
            elif atom := _words(item):
                atoms.append(atom)
            else:
                rest.append(str(item))
        parts.append(f"({' '.join(rest)})")
    return f"({' '.join(parts)})", atoms, values


def _words(item: Expression) -> Atom:
    """Return the words of an atom; none if it is none."""
    items = item.items if isinstance(item, Group) and item.head != "=" else []
    words = tuple(word.text for word in items if isinstance(word, Word))
    return words if len(words) == len(items) else ()


def _value(item: Expression) -> dict[Atom, Fraction] | None:
    """Return the value that ``(= (function ...) number)`` gives, or None if it gives none."""
    if not isinstance(item, Group) or item.head != "=" or len(item.items) != 3:
        return None
    function, number = _words(item.items[1]), item.items[2]
    if not function or not isinstance(number, Word):
        return None
    return {function: Fraction(number.text)}


@lru_cache(maxsize=32)
def _read(domain: str, problem: str, integral: bool) -> Any:
    """Return the problem of two texts; ``integral`` makes its costs integers."""
    metric = ":metric" in problem
    has_costs = "(:init" in problem and "total-cost" in read_domain(domain).functions
    if has_costs:
        # Only so does the reader take the effects on it for action costs.
        problem = problem.replace("(:init", "(:init (= (total-cost) 0)")
        if not metric:
            problem = f"{problem[:-1]} (:metric minimize (total-cost)))"
    task = PDDLReader().parse_problem_string(domain, problem)
    if has_costs and not metric:
        task.clear_quality_metrics()
    elif integral:
        charge_whole_numbers(task)
    return task


def _in_twins(cost: Any, twins: dict[Any, Any]) -> Any:
    """Return the same cost, over other functions."""
    charged = cost.environment.free_vars_extractor.get(cost)
    return cost.substitute(
        {value: twins[value.fluent()](*value.args) for value in charged if value.fluent() in twins}
    )


def _ground(task: Any, atom: Atom) -> Any:
    name, *arguments = atom
    return task.fluent(name)(*map(task.object, arguments))
