"""What a planner decided and why, as typed data and as JSON.

A :class:`Decision` is made when a planner plans, or when it accuses without a proof. During
the game, what became of its steps is kept apart, as a log of :class:`Outcome`
(:class:`planner_clue.deliberation.loop.Deliberation`); the record of the game has both joined.
Everything that shows or counts decisions reads only these records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from planner_clue.cards import Card, CaseFile
from planner_clue.deliberation.steps import Question, is_played, question
from planner_clue.deliberation.triggers import Firing
from planner_clue.planning.plan import Plan, Step

HUNDREDTHS_OF_A_TURN = "hundredths of a turn"
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
    detail: str = ""
    """The trigger that dropped it, or the question that was asked in its place."""

    def __str__(self) -> str:
        turn = f" in turn {self.turn}" if self.turn else ""
        return f"{self.became.value}{turn}" + (f": {self.detail}" if self.detail else "")


@dataclass(frozen=True)
class DecidedStep:
    """A step of a plan, the answer it expects, and what became of it."""

    action: Step
    outcome: Outcome

    @property
    def asks(self) -> Question | None:
        """The question it asks, with the answer that the plan expects."""
        return question(self.action)

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        asks, outcome = self.asks, self.outcome
        data: dict[str, Any] = {"action": str(self.action)}
        data |= {"expects": asks.expected or NOBODY} if asks else {}
        data["became"] = outcome.became.value
        data |= {"turn": outcome.turn} if outcome.turn else {}
        return data | ({"detail": outcome.detail} if outcome.detail else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DecidedStep":
        """Return the step of :meth:`to_json`."""
        outcome = Outcome(Became(data["became"]), data.get("turn"), data.get("detail", ""))
        return cls(Step.parse(data["action"]), outcome)


@dataclass(frozen=True)
class Alternative:
    """A first step that was considered."""

    first: Step
    cost: int
    """The cost of the best plan that begins with it."""


@dataclass(frozen=True)
class Failure:
    """Why the engine gave no plan."""

    status: str
    """A value of :class:`planner_clue.planning.result.Status`."""
    detail: str
    """In the engine's words."""


@dataclass(frozen=True)
class Fallback:
    """A simple decision made because there was no plan."""

    turn: int
    action: str
    reason: str


@dataclass(frozen=True)
class Decision:
    """One planning, or one accusation without a proof."""

    turn: int
    number: int | None
    """The number of the plan in this game, from 0; None if nothing was planned."""
    assumption: CaseFile
    """The assumed case file."""
    chance: float
    """Its probability at the time of this decision."""
    planned_in: int | None = None
    """The earlier turn in which the problem was made, if this adopts another plan for it."""
    triggers: tuple[Firing, ...] = ()
    """Why it planned, the most important reason first; empty for an accusation."""
    problem: str = ""
    """The SHA-256 sum of the problem's PDDL text as the engine read it."""
    steps: tuple[DecidedStep, ...] = ()
    """The steps of the plan; empty if there is none."""
    cost: int | None = None
    unit: str = HUNDREDTHS_OF_A_TURN
    """The unit of all costs."""
    question_costs: tuple[int, ...] = ()
    """The cost of each question of the plan."""
    alternatives: tuple[Alternative, ...] = ()
    """The first steps that were considered, also the plan's own."""
    expansions: int | None = None
    """The number of states the search expanded, if the engine tells."""
    failure: Failure | None = None
    fallbacks: tuple[Fallback, ...] = ()
    gamble: bool = False
    """Whether the seat accused the assumption although that was not certain."""

    @property
    def expected_answers(self) -> tuple[Question, ...]:
        """The questions of the plan, in order, with their expected answers."""
        return tuple(step.asks for step in self.steps if step.asks)

    def with_outcomes(
        self, outcomes: Mapping[int, Outcome], fallbacks: Sequence[Fallback] = ()
    ) -> "Decision":
        """Return the decision with the outcomes of its steps, given by position in the plan."""
        steps = tuple(
            replace(step, outcome=outcomes.get(position, step.outcome))
            for position, step in enumerate(self.steps)
        )
        return replace(self, steps=steps, fallbacks=tuple(fallbacks))

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data; empty fields are left out."""
        data: dict[str, Any] = {"turn": self.turn}
        if self.number is not None:
            data |= {"replan": self.number, **self.triggers[0].to_json()}
            data |= {"also": [firing.to_json() for firing in self.triggers[1:]]}
        data |= {"assumption": list(self.assumption), "chance": round(self.chance, 6)}
        data |= {"planned_in": self.planned_in} if self.planned_in else {}
        if self.problem:
            data |= {"problem": self.problem}
        if self.steps:
            data |= {"plan": [step.to_json() for step in self.steps], "cost": self.cost}
            data |= {"unit": self.unit, "question_costs": list(self.question_costs)}
            data |= {"alternatives": {str(way.first): way.cost for way in self.alternatives}}
            data |= {"expansions": self.expansions}
        if self.failure:
            data |= {"failure": self.failure.status, "detail": self.failure.detail}
        if self.fallbacks:
            data |= {"fallbacks": [vars(fallback) for fallback in self.fallbacks]}
        return data | ({"gamble": True} if self.gamble else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Decision":
        """Return the decision of :meth:`to_json`.

        Raises :class:`ValueError`, :class:`TypeError` or :class:`LookupError` for other data.
        """
        suspect, weapon, room = map(Card, data["assumption"])
        ways = data.get("alternatives", {})
        fired = [data, *data["also"]] if "trigger" in data else []
        return cls(
            turn=int(data["turn"]),
            number=data.get("replan"),
            assumption=CaseFile(suspect, weapon, room),
            chance=float(data["chance"]),
            planned_in=data.get("planned_in"),
            triggers=tuple(map(Firing.from_json, fired)),
            problem=data.get("problem", ""),
            steps=tuple(map(DecidedStep.from_json, data.get("plan", ()))),
            cost=data.get("cost"),
            unit=data.get("unit", HUNDREDTHS_OF_A_TURN),
            question_costs=tuple(data.get("question_costs", ())),
            alternatives=tuple(Alternative(Step.parse(way), ways[way]) for way in ways),
            expansions=data.get("expansions"),
            failure=Failure(data["failure"], data["detail"]) if "failure" in data else None,
            fallbacks=tuple(Fallback(**fallback) for fallback in data.get("fallbacks", ())),
            gamble=bool(data.get("gamble", False)),
        )


def read_decisions(notes: Sequence[Mapping[str, Any]]) -> list[Decision]:
    """Return the decisions among the notes of one seat, in order.

    Agents may note other things too; these are left out.

    >>> read_decisions([{"said": "good luck"}])
    []
    """
    return [decision for note in notes if (decision := _decision_in(note)) is not None]


def _decision_in(note: Mapping[str, Any]) -> Decision | None:
    if "assumption" not in note or not ("replan" in note or "gamble" in note):
        return None
    try:
        return Decision.from_json(note)
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def not_played_yet(plan: Plan | None) -> tuple[DecidedStep, ...]:
    """Return the steps of a new plan, none of which is played yet."""
    return tuple(
        DecidedStep(step, Outcome(Became.NOT_REACHED if is_played(step) else Became.RECKONING))
        for step in (plan.steps if plan else ())
    )
