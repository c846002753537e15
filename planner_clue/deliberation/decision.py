"""What a planner decided and why, as typed data and as JSON.

A :class:`Decision` is made when a planner plans, or when it accuses without a proof; it is never
changed. During the game, what becomes of its steps is kept beside it, in a
:class:`LoggedDecision`; the record of the game has both joined. Everything that shows or counts
decisions reads only these records.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.model import PosedProblem
from planner_clue.deliberation.plan_steps import (
    SUGGEST,
    PlannedSuggestion,
    answer_of,
    destination,
    is_played,
    planned_suggestion,
    tag_of,
)
from planner_clue.deliberation.triggers import Firing, Trigger
from planner_clue.json_text import plain
from planner_clue.planning.plan import Plan, Step
from planner_clue.table.events import Number

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
    """It was not needed: its suggestion was made in another room, or another answer came than that
    of its branch."""
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
    """The suggestion that was made in the place of its own."""

    def is_open(self, turn: int) -> bool:
        """Tell whether the step was still to come at the beginning of ``turn``."""
        return self.became is not Became.PLAYED or self.turn is None or self.turn >= turn


@dataclass(frozen=True)
class DecidedStep:
    """A step of a plan, the answer it expects, and what became of it."""

    action: Step
    outcome: Outcome
    expected: Card | None = None
    """The card of the most probable answer, if the step is a suggestion with branches."""
    chance: float | None = None
    """The probability of the answer that it names, if it begins a branch."""
    cost: int | None = None
    """The cost of the branch that it begins, given its answer."""

    @property
    def asks(self) -> PlannedSuggestion | None:
        """The suggestion it makes, with the answer that the plan expects."""
        return planned_suggestion(self.action, self.expected)


def not_played_yet(
    plan: Plan | None, branches: Mapping[int, tuple[float, int]]
) -> tuple[DecidedStep, ...]:
    """Return the steps of a new plan, none of which is played yet.

    ``branches`` has the probability and the cost of each branch by the position where it begins.
    """
    steps = plan.steps if plan else ()
    decided: list[DecidedStep] = []
    for step, following in zip_longest(steps, steps[1:]):
        is_bookkeeping = not is_played(step) and tag_of(step) is None
        outcome = Outcome(Became.RECKONING if is_bookkeeping else Became.NOT_REACHED)
        answer = answer_of(following) if following and step.action == SUGGEST else None
        expected = answer.card if answer else None
        decided.append(DecidedStep(step, outcome, expected, *branches.get(len(decided), ())))
    return tuple(decided)


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
    detail: str = ""
    """In the engine's words."""


@dataclass(frozen=True)
class Fallback:
    """A simple decision made because there was no plan."""

    turn: Number
    action: str = ""
    reason: str = ""


class StepNote(Struct, kw_only=True, omit_defaults=True):
    """A step of a plan, as records have it."""

    action: Annotated[str, Meta(pattern=r"^\([^()]+\)$")]
    expects: str | None = None
    chance: Annotated[float, Meta(ge=0, le=1)] | None = None
    cost: Number | None = None
    became: Became
    turn: Number | None = None
    dropped_for: Trigger | None = None
    instead: Suggestion | None = None

    @classmethod
    def of(cls, step: DecidedStep) -> "StepNote":
        """Return the note of a step."""
        asks, outcome = step.asks, step.outcome
        return cls(
            action=str(step.action),
            expects=(asks.expected or NOBODY) if asks and not asks.is_last else None,
            chance=step.chance,
            cost=step.cost,
            became=outcome.became,
            turn=outcome.turn,
            dropped_for=outcome.dropped_for,
            instead=outcome.instead,
        )

    def step(self) -> DecidedStep:
        """Return the step; ``ValueError`` or ``LookupError`` if it is not a step of ours."""
        action = Step.parse(self.action)
        planned_suggestion(action), destination(action), answer_of(action)  # wrong arguments raise
        expected = Card(self.expects) if self.expects not in (None, NOBODY) else None
        outcome = Outcome(self.became, self.turn, self.dropped_for, self.instead)
        return DecidedStep(action, outcome, expected, self.chance, self.cost)


class DecisionNote(Struct, kw_only=True, omit_defaults=True):
    """A planner's decision among the notes of its seat in a record."""

    turn: Number
    replan: Number | None = None
    trigger: Trigger | None = None
    observed_in: Number | None = None
    observation: str | None = None
    also: tuple[Firing, ...] | None = None
    assumption: CaseFile
    chance: Annotated[float, Meta(ge=0, le=1)]
    planned_in: Number | None = None
    problem: str | None = None
    plan: tuple[StepNote, ...] | None = None
    cost: Number | None = None
    question_costs: tuple[Number, ...] | None = None
    rules_out: tuple[tuple[CaseFile, ...], ...] | None = None
    alternatives: dict[str, Number] | None = None
    unit: str | None = None
    expansions: Number | UnsetType | None = UNSET
    failure: str | None = None
    detail: str | None = None
    search_failures: tuple[Failure, ...] | None = None
    fallbacks: tuple[Fallback, ...] | None = None
    gave_up: bool = False
    gamble: bool = False


@dataclass(frozen=True)
class Decision:
    """One planning run, or one accusation without a proof."""

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
    """The cost of each suggestion of the plan."""
    rules_out: tuple[tuple[CaseFile, ...], ...] = ()
    """For each suggestion of the plan, the drawn rivals that its expected answer is first to rule
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
        """The suggestions of the plan that expect an answer, in order."""
        asks = (step.asks for step in self.steps)
        return tuple(asked for asked in asks if asked and not asked.is_last)

    @property
    def all_failures(self) -> tuple[Failure, ...]:
        """Everything that an engine failed at."""
        return (*((self.failure,) if self.failure else ()), *self.search_failures)

    def asked_in(self, turn: int) -> DecidedStep | None:
        """Return the step whose suggestion was made in ``turn``, or another in its place."""
        for step in self.steps:
            played = step.outcome.became is Became.PLAYED and step.outcome.turn == turn
            if played and step.asks:
                return step
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data; empty fields are left out."""
        planned, has_plan, failure = self.number is not None, self.cost is not None, self.failure
        first, *also = self.triggers if planned else (None,)
        note = DecisionNote(
            turn=self.turn,
            replan=self.number,
            trigger=first.trigger if first else None,
            observed_in=first.turn if first else None,
            observation=first.observation if first else None,
            also=tuple(filter(None, also)) if planned else None,
            assumption=self.assumption,
            chance=self.chance,
            planned_in=self.planned_in or None,
            problem=self.problem or None,
            plan=tuple(map(StepNote.of, self.steps)) or None,
            cost=self.cost,
            question_costs=self.question_costs if has_plan else None,
            rules_out=(self.rules_out or None) if has_plan else None,
            alternatives={str(a.first): a.cost for a in self.alternatives} if has_plan else None,
            unit=self.unit if planned else None,
            expansions=self.expansions if planned else UNSET,
            failure=failure.status if failure else None,
            detail=failure.detail if failure else None,
            search_failures=self.search_failures or None,
            fallbacks=self.fallbacks or None,
            gave_up=self.gave_up,
            gamble=self.gamble,
        )
        data: dict[str, Any] = plain(note)
        return data

    @classmethod
    def from_json(cls, data: Any) -> "Decision":
        """Return the decision of :meth:`to_json`; ``ValueError`` for other data."""
        note = convert(data, DecisionNote)
        if note.replan is None and not note.gamble:
            raise ValueError("expected a replan or a gamble")
        if bool(note.plan) != (note.cost is not None):
            raise ValueError("a plan without its cost, or a cost without a plan")
        if not note.plan and (note.question_costs or note.rules_out or note.alternatives):
            raise ValueError("costs or answers of a plan that is missing")
        return cls(
            turn=note.turn,
            number=note.replan,
            assumption=note.assumption,
            chance=note.chance,
            planned_in=note.planned_in,
            triggers=() if note.replan is None else (convert(data, Firing), *(note.also or ())),
            problem=note.problem or "",
            steps=tuple(step.step() for step in note.plan or ()),
            cost=note.cost,
            unit=note.unit or HUNDREDTHS_OF_A_TURN,
            question_costs=note.question_costs or (),
            rules_out=note.rules_out or (),
            alternatives=tuple(
                Alternative(Step.parse(first), cost)
                for first, cost in (note.alternatives or {}).items()
            ),
            expansions=None if note.expansions is UNSET else note.expansions,
            failure=Failure(note.failure, note.detail or "") if note.failure else None,
            search_failures=note.search_failures or (),
            fallbacks=note.fallbacks or (),
            gave_up=note.gave_up,
            gamble=note.gamble,
        )


def read_decisions(notes: Sequence[Any]) -> list[Decision]:
    """Return the decisions among the notes of one seat, in order.

    Agents may note other things too; these are left out.

    >>> read_decisions([{"said": "good luck"}])
    []
    """
    decisions = []
    for note in notes:
        with suppress(ValueError, LookupError):
            decisions.append(Decision.from_json(note))
    return decisions


@dataclass
class LoggedDecision:
    """A decision, its problem, and what came of it, written down while the game goes on."""

    decision: Decision
    problem: PosedProblem
    seconds: Counter[str]
    """Wall-clock seconds of each part of the planning; no decision depends on them."""
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    """What became of the steps of the plan, by position."""
    search_failures: list[Failure] = field(default_factory=list)
    """Searches for other ways to begin that gave no plan."""
    fallbacks: list[Fallback] = field(default_factory=list)
    gave_up: bool = False
    """Whether the engine is not asked any more after this."""

    def joined(self) -> Decision:
        """Return the decision with all that came of it."""
        steps = tuple(
            replace(step, outcome=self.outcomes.get(position, step.outcome))
            for position, step in enumerate(self.decision.steps)
        )
        return replace(
            self.decision,
            steps=steps,
            search_failures=tuple(self.search_failures),
            fallbacks=tuple(self.fallbacks),
            gave_up=self.gave_up,
        )
