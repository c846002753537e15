"""The meaning of plan steps at the table."""

from dataclasses import dataclass

from planner_clue.cards import Card, Suggestion
from planner_clue.planning.plan import Step

TRAVELS = {"travel": 1, "travel-from-hallway": 0}
"""Actions that roll the dice, with the position of the argument that names the room."""
PASSAGE, STAY, ACCUSE = "take-passage", "stay", "accuse"
SUGGEST_ACTIONS = {
    "suggest-suspect-shown": 0,
    "suggest-weapon-shown": 1,
    "suggest-room-shown": 2,
    "suggest-none-shown": None,
}
"""Actions that ask, with the position of the card they expect to be shown."""


@dataclass(frozen=True)
class PlannedSuggestion:
    """A suggestion with the answer the plan expects."""

    suggestion: Suggestion
    expected: Card | None
    """The card that somebody shows; None if nobody can."""

    def __str__(self) -> str:
        return f"{', '.join(self.suggestion)}: {self.expected or 'nobody'} expected"


def destination(step: Step) -> Card | None:
    """Return the room a step goes to or stays in, or None for other steps.

    >>> destination(Step.parse("(take-passage study kitchen)"))
    'kitchen'
    """
    if step.action in TRAVELS:
        return Card(step.arguments[TRAVELS[step.action]])
    if step.action == PASSAGE:
        return Card(step.arguments[1])
    if step.action == STAY:
        return Card(step.arguments[0])
    return None


def planned_suggestion(step: Step) -> PlannedSuggestion | None:
    """Return the suggestion that a step makes, or None for other steps.

    >>> print(planned_suggestion(Step.parse("(suggest-weapon-shown green rope study)")))
    green, rope, study: rope expected
    """
    if step.action not in SUGGEST_ACTIONS:
        return None
    suggestion = Suggestion(*(Card(card) for card in step.arguments[:3]))
    shown = SUGGEST_ACTIONS[step.action]
    return PlannedSuggestion(suggestion, None if shown is None else suggestion[shown])


def is_played(step: Step) -> bool:
    """Tell whether a step is played at the table; other steps are the plan's bookkeeping.

    >>> is_played(Step.parse("(stay hall)")), is_played(Step.parse("(ask-again hall)"))
    (True, False)
    """
    return destination(step) is not None or step.action in SUGGEST_ACTIONS or step.action == ACCUSE
