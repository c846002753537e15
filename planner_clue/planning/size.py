"""How large a problem may become when it is grounded."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from math import prod

from planner_clue.errors import DomainError, PlanningFailure
from planner_clue.planning import guards
from planner_clue.planning.domain import Domain, read_domain
from planner_clue.planning.lifted import read_objects
from planner_clue.planning.lifted_words import Unsupported
from planner_clue.planning.result import Status

_FEW = 20_000
"""Instances of actions that are looked at in less than a second."""
_EXPANDED = re.compile(r"\(\s*(?::derived|either|exists|forall|imply|or)(?=[\s(])", re.IGNORECASE)
"""What the translator makes several of."""


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


def is_small(domain: str, problem: str) -> bool:
    """Tell whether no grounder can take long: few instances of actions, and nothing quantified.

    All objects of the right types are counted for each parameter, so that no join of facts on the
    way has more rows. Where a text is not of the usual form, it is not small.
    """
    if _EXPANDED.search(problem):
        return False
    with suppress(DomainError, Unsupported):
        kinds = _parameters_of_actions(domain)
        objects = Counter(read_objects(problem).values())
        return kinds is not None and sum(_instances(kinds, objects)) <= _FEW
    return False


@lru_cache(maxsize=32)
def _parameters_of_actions(text: str) -> tuple[tuple[frozenset[str], ...], ...] | None:
    """Return for each parameter of each action the types that fit; None where more is expanded."""
    domain = read_domain(text)
    if _EXPANDED.search(text) or ":constants" in domain.parts:
        return None
    return _types_that_fit(domain)


def _types_that_fit(domain: Domain) -> tuple[tuple[frozenset[str], ...], ...]:
    known = {"object", *domain.types}
    return tuple(
        tuple(frozenset(one for one in known if domain.is_a(one, kind)) for kind in action.types)
        for action in domain.actions.values()
    )


def _instances(
    actions: Iterable[tuple[frozenset[str], ...]], objects: Mapping[str, int]
) -> Iterator[int]:
    """Yield how many instances each action has, by how many objects there are of each type."""
    for parameters in actions:
        yield prod(sum(objects.get(kind, 0) for kind in kinds) for kinds in parameters)


def largest_action(domain: str, problem: str) -> str:
    """Return ``; the action NAME ... may have N groundings`` for a large action, or nothing.

    For messages about texts that took too much.
    """
    with suppress(DomainError, Unsupported):
        read = read_domain(domain)
        objects = Counter(read_objects(problem).values())
        counts = zip(_instances(_types_that_fit(read), objects), read.actions, strict=True)
        count, name = max(counts, default=(0, ""))
        if count > _FEW and ":constants" not in read.parts:
            has = f"the action {name} with {len(read.actions[name].types)} parameters"
            return f"; {has} may have {count} groundings"
    return ""
