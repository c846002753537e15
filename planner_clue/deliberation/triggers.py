"""Why the agent plans again (execution monitoring)."""

from dataclasses import dataclass
from enum import StrEnum


class Trigger(StrEnum):
    """The reasons for a replan, the weightiest first."""

    ASSUMPTION_REFUTED = "assumption-refuted"
    """A card of the assumed case file is held by somebody."""
    UNEXPECTED_ANSWER = "unexpected-answer"
    """Our question was answered otherwise than the plan expected."""
    NEW_FACT = "new-fact"
    """Somebody else's turn told where a card is."""
    MOVED = "moved"
    """The token goes another way: a suggestion took it, or another way became better."""
    PLAN_FINISHED = "plan-finished"
    """The steps of the plan are used up."""
    FIRST_PLAN = "first-plan"


ORDER = tuple(Trigger)


@dataclass(frozen=True)
class Firing:
    """One trigger with the observation that fired it."""

    trigger: Trigger
    observation: str


def foremost(firings: list[Firing]) -> tuple[Firing, tuple[Firing, ...]]:
    """Return the firing that names the replan, and the others.

    >>> foremost([Firing(Trigger.MOVED, ""), Firing(Trigger.NEW_FACT, "")])[0].trigger.value
    'new-fact'
    """
    first, *others = sorted(firings, key=lambda firing: ORDER.index(firing.trigger))
    return first, tuple(others)
