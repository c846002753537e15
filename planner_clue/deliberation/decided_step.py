"""The steps of a decided plan, with the answers they expect and what became of them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from planner_clue.cards import Suggestion
from planner_clue.deliberation.fields import Fields, plan_step, required, three_cards
from planner_clue.deliberation.plan_steps import (
    PlannedSuggestion,
    destination,
    is_played,
    planned_suggestion,
)
from planner_clue.deliberation.triggers import Trigger
from planner_clue.planning.plan import Plan, Step

NOBODY = "nobody"
"""The expected answer if no other player can show a card."""


class Became(StrEnum):
    """What became of a step of a plan."""

    PLAYED = "played"
    DROPPED = "dropped"
    """A new plan replaced it before it was played."""
    LEFT_OUT = "left-out"
    """It was not needed, because its question was asked in another room."""
    NOT_REACHED = "not-reached"
    RECKONING = "reckoning"
    """Bookkeeping of the plan, which is not played at the table."""


@dataclass(frozen=True)
class Outcome:
    """What became of one step of one decision."""

    became: Became
    turn: int | None = None
    """The turn in which that happened; None if it did not happen."""
    dropped_for: Trigger | None = None
    """Why it was dropped."""
    instead: Suggestion | None = None
    """The suggestion that was made in the place of its question."""

    def is_open(self, turn: int) -> bool:
        """Tell whether the step was still to come at the beginning of ``turn``."""
        return self.became is not Became.PLAYED or self.turn is None or self.turn >= turn


@dataclass(frozen=True)
class DecidedStep:
    """A step of a plan, the answer it expects, and what became of it."""

    action: Step
    outcome: Outcome

    @property
    def asks(self) -> PlannedSuggestion | None:
        """The question it asks, with the answer that the plan expects."""
        return planned_suggestion(self.action)

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        asks, outcome = self.asks, self.outcome
        data: dict[str, Any] = {"action": str(self.action)}
        data |= {"expects": asks.expected or NOBODY} if asks else {}
        data["became"] = outcome.became.value
        data |= {"turn": outcome.turn} if outcome.turn else {}
        data |= {"dropped_for": outcome.dropped_for.value} if outcome.dropped_for else {}
        return data | ({"instead": list(outcome.instead)} if outcome.instead else {})

    @classmethod
    def from_json(cls, data: Any) -> "DecidedStep":
        """Return the step of :meth:`to_json`; raises as that of a decision does."""
        fields = Fields(data)
        dropped_for = fields.text("dropped_for")
        outcome = Outcome(
            Became(required(fields.text("became"), "became")),
            fields.whole("turn"),
            Trigger(dropped_for) if dropped_for else None,
            Suggestion(*three_cards(fields, "instead")) if "instead" in fields else None,
        )
        action = plan_step(fields.text("action"))
        planned_suggestion(action), destination(action)  # what is no step of ours is refused here
        return cls(action, outcome)


def not_played_yet(plan: Plan | None) -> tuple[DecidedStep, ...]:
    """Return the steps of a new plan, none of which is played yet."""
    return tuple(
        DecidedStep(step, Outcome(Became.NOT_REACHED if is_played(step) else Became.RECKONING))
        for step in (plan.steps if plan else ())
    )
