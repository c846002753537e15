"""How large a problem may become when it is grounded."""

from planner_clue.errors import PlanningFailure
from planner_clue.planning import guards
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
