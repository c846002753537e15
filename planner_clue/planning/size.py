"""How large a problem may become when it is grounded."""

from contextlib import suppress
from math import prod

from planner_clue.errors import DomainError, PlanningFailure
from planner_clue.planning import guards
from planner_clue.planning.domain import read_domain
from planner_clue.planning.reader import read_start
from planner_clue.planning.result import Status


def check_groundings(action: str, parameters: int, groundings: int) -> None:
    """Raise :class:`PlanningFailure` with reason ``too-large`` where an action has too many.

    >>> check_groundings("suspect-all", 5, 21**5)
    Traceback (most recent call last):
    planner_clue.errors.PlanningFailure: too-large: the action suspect-all with 5 parameters has \
4084101 groundings; at most 100000
    """
    most = guards.GROUND_ACTIONS
    if groundings > most:
        count = f"{parameters} parameter{'' if parameters == 1 else 's'}"
        has = f"the action {action} with {count} has {groundings} groundings"
        raise PlanningFailure(Status.TOO_LARGE, f"{has}; at most {most}")


def check_ground_actions(count: int) -> None:
    """Raise :class:`PlanningFailure` with reason ``too-large`` where a problem has too many."""
    if count > guards.GROUND_ACTIONS:
        raise PlanningFailure(
            Status.TOO_LARGE,
            f"the problem has {count} ground actions; at most {guards.GROUND_ACTIONS}",
        )


def largest_action(domain: str, problem: str) -> str:
    """Return ``; the action NAME ... may have N groundings`` for the largest action, or nothing.

    For messages about texts that took too much: constants are not counted.
    """
    with suppress(DomainError):
        declared, objects = read_domain(domain), read_start(problem).objects
        counts: dict[str, int] = {}
        for name, action in declared.actions.items():
            counts[name] = prod(
                sum(len(names) for given, names in objects.items() if declared.is_a(given, kind))
                for kind in action.types
            )
        if counts:
            name = max(counts, key=counts.__getitem__)
            parameters = len(declared.actions[name].types)
            has = f"the action {name} with {parameters} parameters"
            return f"; {has} may have {counts[name]} groundings"
    return ""
