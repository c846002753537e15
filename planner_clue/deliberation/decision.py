"""What a planner decided and why, as typed data and as JSON.

A :class:`Decision` is made when a planner plans, or when it accuses without a proof. During
the game, what became of its steps is kept apart, in a log
(:class:`planner_clue.deliberation.log.LoggedDecision`); the record of the game has both joined.
Everything that shows or counts decisions reads only these records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from planner_clue.cards import CaseFile
from planner_clue.deliberation.decided_step import Became, DecidedStep
from planner_clue.deliberation.fields import Fields, plan_step, required, three_cards
from planner_clue.deliberation.plan_steps import PlannedSuggestion
from planner_clue.deliberation.triggers import Firing
from planner_clue.planning.plan import Step

HUNDREDTHS_OF_A_TURN = "hundredths of a turn"
ACTIONS = "actions"
DIGITS = 6
"""How many decimals of a probability are kept."""


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
    def expected_answers(self) -> tuple[PlannedSuggestion, ...]:
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
            assumption=CaseFile(*three_cards(fields, "assumption")),
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
    return tuple(Alternative(plan_step(first), _whole(costs[first])) for first in costs)


def _case_files(value: Any) -> tuple[CaseFile, ...]:
    if not isinstance(value, list):
        raise ValueError("expected a list of case files")
    return tuple(CaseFile(*three_cards(Fields({"cards": file}), "cards")) for file in value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    return value


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
