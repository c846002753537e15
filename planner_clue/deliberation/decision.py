"""What a planner decided and why, as typed data and as JSON.

A :class:`Decision` is made when a planner plans, or when it accuses without a proof. During
the game, what became of its steps is kept apart, as a log of :class:`Outcome`
(:class:`planner_clue.deliberation.loop.Deliberation`); the record of the game has both joined.
Everything that shows or counts decisions reads only these records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.fields import Fields, required
from planner_clue.deliberation.steps import Question, destination, is_played, question
from planner_clue.deliberation.triggers import Firing, Trigger
from planner_clue.planning.plan import Plan, Step

HUNDREDTHS_OF_A_TURN = "hundredths of a turn"
ACTIONS = "actions"
DIGITS = 6
"""How many decimals of a probability are kept."""
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
        data |= {"dropped_for": outcome.dropped_for.value} if outcome.dropped_for else {}
        return data | ({"instead": list(outcome.instead)} if outcome.instead else {})

    @classmethod
    def from_json(cls, data: Any) -> "DecidedStep":
        """Return the step of :meth:`to_json`; raises as :meth:`Decision.from_json` does."""
        fields = Fields(data)
        dropped_for = fields.text("dropped_for")
        outcome = Outcome(
            Became(required(fields.text("became"), "became")),
            fields.whole("turn"),
            Trigger(dropped_for) if dropped_for else None,
            Suggestion(*_three(fields, "instead")) if "instead" in fields else None,
        )
        action = _step(fields.text("action"))
        question(action), destination(action)  # what is no step of ours is refused here
        return cls(action, outcome)


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
    rules_out: tuple[tuple[CaseFile, ...], ...] = ()
    """For each question of the plan, the drawn rivals that its expected answer is first to rule
    out, where the model tells."""
    alternatives: tuple[Alternative, ...] = ()
    """The first steps that were considered, also the plan's own."""
    expansions: int | None = None
    """The number of states the search expanded, if the engine tells."""
    failure: Failure | None = None
    """Why there is no plan."""
    search_failures: tuple[Failure, ...] = ()
    """Why a search for the best plan of some other way to begin gave none."""
    fallbacks: tuple[Fallback, ...] = ()
    gave_up: bool = False
    """Whether the engine had failed so often by then that it was not asked any more."""
    gamble: bool = False
    """Whether the seat accused the assumption although that was not certain."""

    @property
    def expected_answers(self) -> tuple[Question, ...]:
        """The questions of the plan, in order, with their expected answers."""
        return tuple(step.asks for step in self.steps if step.asks)

    @property
    def all_failures(self) -> tuple[Failure, ...]:
        """Everything that an engine failed at."""
        return (*((self.failure,) if self.failure else ()), *self.search_failures)

    def asked_in(self, turn: int) -> DecidedStep | None:
        """Return the step whose question was asked in ``turn``, or another in its place."""
        for step in self.steps:
            played = step.outcome.became is Became.PLAYED and step.outcome.turn == turn
            if played and step.asks:
                return step
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data; empty fields are left out."""
        data: dict[str, Any] = {"turn": self.turn}
        if self.number is not None:
            data |= {"replan": self.number, **self.triggers[0].to_json()}
            data |= {"also": [firing.to_json() for firing in self.triggers[1:]]}
        data |= {"assumption": list(self.assumption), "chance": self.chance}
        data |= {"planned_in": self.planned_in} if self.planned_in else {}
        if self.problem:
            data |= {"problem": self.problem}
        if self.steps:
            data |= {"plan": [step.to_json() for step in self.steps]}
        if self.cost is not None:
            data |= {"cost": self.cost, "question_costs": list(self.question_costs)}
            if self.rules_out:
                data |= {"rules_out": [list(map(list, files)) for files in self.rules_out]}
            data |= {"alternatives": {str(way.first): way.cost for way in self.alternatives}}
        if self.number is not None:
            data |= {"unit": self.unit, "expansions": self.expansions}
        if self.failure:
            data |= {"failure": self.failure.status, "detail": self.failure.detail}
        if self.search_failures:
            data |= {"search_failures": list(map(asdict, self.search_failures))}
        if self.fallbacks:
            data |= {"fallbacks": list(map(asdict, self.fallbacks))}
        data |= {"gave_up": True} if self.gave_up else {}
        return data | ({"gamble": True} if self.gamble else {})

    @classmethod
    def from_json(cls, data: Any) -> "Decision":
        """Return the decision of :meth:`to_json`.

        Raises :class:`ValueError`, :class:`TypeError` or :class:`LookupError` for other data.
        """
        fields = Fields(data)
        number = fields.whole("replan")
        failed = fields.text("failure")
        decision = cls(
            turn=required(fields.whole("turn"), "turn"),
            number=number,
            assumption=CaseFile(*_three(fields, "assumption")),
            chance=fields.number("chance"),
            planned_in=fields.whole("planned_in"),
            triggers=_triggers(data) if number is not None else (),
            problem=fields.text("problem") or "",
            steps=fields.each("plan", DecidedStep.from_json),
            cost=fields.whole("cost"),
            unit=fields.text("unit") or HUNDREDTHS_OF_A_TURN,
            question_costs=fields.each("question_costs", _whole),
            rules_out=fields.each("rules_out", _case_files),
            alternatives=_alternatives(data),
            expansions=fields.whole("expansions"),
            failure=Failure(failed, fields.text("detail") or "") if failed else None,
            search_failures=fields.each("search_failures", _failure),
            fallbacks=fields.each("fallbacks", _fallback),
            gave_up=data.get("gave_up") is True,
            gamble=data.get("gamble") is True,
        )
        if number is None and not decision.gamble:
            raise ValueError("expected a replan or a gamble")
        if bool(decision.steps) != (decision.cost is not None):
            raise ValueError("a plan without its cost, or a cost without a plan")
        return decision


def _triggers(data: Mapping[str, Any]) -> tuple[Firing, ...]:
    return Firing.from_json(data), *Fields(data).each("also", Firing.from_json)


def _alternatives(data: Mapping[str, Any]) -> tuple[Alternative, ...]:
    costs = data.get("alternatives") or {}
    if not isinstance(costs, Mapping) or not all(isinstance(first, str) for first in costs):
        raise ValueError("alternatives: expected an object")
    return tuple(Alternative(_step(first), _whole(costs[first])) for first in costs)


def _three(fields: Fields, name: str) -> tuple[Card, Card, Card]:
    suspect, weapon, room = fields.each(name, _card)
    return suspect, weapon, room


def _case_files(value: Any) -> tuple[CaseFile, ...]:
    if not isinstance(value, list):
        raise ValueError("expected a list of case files")
    return tuple(CaseFile(*_three(Fields({"cards": file}), "cards")) for file in value)


def _card(value: Any) -> Card:
    if not isinstance(value, str):
        raise ValueError("expected the name of a card")
    return Card(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    return value


def _step(text: str | None) -> Step:
    return Step.parse(required(text, "action"))


def _failure(data: Any) -> Failure:
    fields = Fields(data)
    return Failure(required(fields.text("status"), "status"), fields.text("detail") or "")


def _fallback(data: Any) -> Fallback:
    fields = Fields(data)
    turn = required(fields.whole("turn"), "turn")
    return Fallback(turn, fields.text("action") or "", fields.text("reason") or "")


def read_decisions(notes: Sequence[Any]) -> list[Decision]:
    """Return the decisions among the notes of one seat, in order.

    Agents may note other things too; these are left out.

    >>> read_decisions([{"said": "good luck"}])
    []
    """
    return [decision for note in notes if (decision := _decision_in(note)) is not None]


def _decision_in(note: Any) -> Decision | None:
    try:
        return Decision.from_json(note)
    except (ValueError, TypeError, LookupError):
        return None


def not_played_yet(plan: Plan | None) -> tuple[DecidedStep, ...]:
    """Return the steps of a new plan, none of which is played yet."""
    return tuple(
        DecidedStep(step, Outcome(Became.NOT_REACHED if is_played(step) else Became.RECKONING))
        for step in (plan.steps if plan else ())
    )
