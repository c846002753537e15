"""Decisions of a planner and their reasons, as typed data and as JSON.

A :class:`Decision` is made when a planner plans, or when it accuses without a proof. During the
game, a :class:`LoggedDecision` keeps the latest one with the fates of its steps; the record of the
game has it in the end. Everything that shows or counts decisions reads only these records.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.structs import replace

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
"""The number of decimals of a probability that are kept."""
NOBODY = "nobody"
"""The expected answer if no other player can show a card."""


class Became(StrEnum):
    """The fate of a step of a plan."""

    PLAYED = "played"
    DROPPED = "dropped"
    """A new plan replaced it before it was played."""
    LEFT_OUT = "left-out"
    """It was not needed: its suggestion was made in another room, or another answer came than that
    of its branch."""
    NOT_REACHED = "not-reached"
    RECKONING = "reckoning"
    """Bookkeeping of the plan, which is not played at the table."""


class DecidedStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a plan, its expected answer and its fate."""

    text: Annotated[str, Meta(pattern=r"^\([^()]+\)$")] = field(name="action")
    expects: str | None = None
    """The expected answer of a suggestion: the card, or :data:`NOBODY`."""
    chance: Annotated[float, Meta(ge=0, le=1)] | None = None
    """The probability of the answer that it names, if it begins a branch."""
    cost: Number | None = None
    """The cost of the branch that it begins, given its answer."""
    became: Became
    turn: Number | None = None
    """The turn in which that happened; None if it did not happen."""
    dropped_for: Trigger | None = None
    """Why it was dropped."""
    instead: Suggestion | None = None
    """The suggestion that was made in the place of its own."""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` or ``LookupError`` for a step with other arguments than ours."""
        _ = self.asks, destination(self.action), answer_of(self.action)

    @property
    def action(self) -> Step:
        """The step as the plan has it."""
        return Step.parse(self.text)

    @property
    def asks(self) -> PlannedSuggestion | None:
        """The suggestion it makes, with the answer that the plan expects."""
        expected = Card(self.expects) if self.expects not in (None, NOBODY) else None
        return planned_suggestion(self.action, expected)

    def is_open(self, turn: int) -> bool:
        """Tell whether the step was still to come at the beginning of ``turn``."""
        return self.became is not Became.PLAYED or self.turn is None or self.turn >= turn


def not_played_yet(
    plan: Plan, branches: Mapping[int, tuple[float, int]]
) -> tuple[DecidedStep, ...]:
    """Return the steps of a new plan, none of which is played yet.

    ``branches`` has the probability and the cost of each branch by the position where it begins.
    """
    decided: list[DecidedStep] = []
    for step, following in zip_longest(plan.steps, plan.steps[1:]):
        is_bookkeeping = not is_played(step) and tag_of(step) is None
        answer = answer_of(following) if following and step.action == SUGGEST else None
        asks = planned_suggestion(step, answer.card if answer else None)
        chance, cost = branches.get(len(decided), (None, None))
        decided.append(
            DecidedStep(
                text=str(step),
                expects=(asks.expected or NOBODY) if asks and not asks.is_last else None,
                chance=chance,
                cost=cost,
                became=Became.RECKONING if is_bookkeeping else Became.NOT_REACHED,
            )
        )
    return tuple(decided)


class Alternative(NamedTuple):
    """A first step that was considered."""

    first: Step
    cost: int
    """The cost of the best plan that begins with it."""


@dataclass(frozen=True)
class Failure:
    """Why the engine gave no plan."""

    status: str
    """A value of :class:`planner_clue.planning.plan.Status`."""
    detail: str = ""
    """In the engine's words."""


@dataclass(frozen=True)
class Fallback:
    """A simple decision made because there was no plan."""

    turn: Number
    action: str = ""
    reason: str = ""


class Decision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One planning run, or one accusation without a proof, as the notes of a record have it."""

    turn: Number
    number: Number | None = field(default=None, name="replan")
    """The number of the plan in this game, from 0; None if nothing was planned."""
    trigger: Trigger | None = None
    """The most important reason to plan, with the observation that fired it."""
    observed_in: Number | None = None
    observation: str | None = None
    also: tuple[Firing, ...] | None = None
    """The other reasons."""
    assumption: CaseFile
    """The assumed case file."""
    chance: Annotated[float, Meta(ge=0, le=1)]
    """Its probability at the time of this decision."""
    planned_in: Number | None = None
    """The earlier turn in which the problem was made, if this adopts another plan for it."""
    problem: str = ""
    """The SHA-256 checksum of the problem's PDDL text as the engine read it."""
    steps: tuple[DecidedStep, ...] = field(default=(), name="plan")
    """The steps of the plan; empty if there is none."""
    cost: Number | None = None
    question_costs: tuple[Number, ...] | None = None
    """The cost of each suggestion of a plan that is a sequence; None without a plan."""
    rules_out: tuple[tuple[CaseFile, ...], ...] = ()
    """For each suggestion of the plan, the drawn rivals that its expected answer is first to rule
    out, where the model tells."""
    ways: dict[str, Number] | None = field(default=None, name="alternatives")
    """The cost of each first step that was considered, also of the plan's own."""
    unit: str = ""
    """The unit of all costs; empty if nothing was planned."""
    expansions: Number | UnsetType | None = UNSET
    """The number of states the search expanded; None if the engine does not tell."""
    failed: str | None = field(default=None, name="failure")
    """The status of the engine where it found no plan."""
    detail: str | None = None
    search_failures: tuple[Failure, ...] = ()
    """Why a search for the best plan of some other way to begin gave none."""
    fallbacks: tuple[Fallback, ...] = ()
    gave_up: bool = False
    """Whether the engine had failed so often by then that it was not asked any more."""
    gamble: bool = False
    """Whether the seat accused the assumption although that was not certain."""

    @property
    def triggers(self) -> tuple[Firing, ...]:
        """Why it planned, the most important reason first; empty for an accusation."""
        if self.trigger is None or self.observed_in is None:
            return ()
        return Firing(self.trigger, self.observed_in, self.observation or ""), *(self.also or ())

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The first steps that were considered, also the plan's own."""
        ways = self.ways or {}
        return tuple(Alternative(Step.parse(first), cost) for first, cost in ways.items())

    @property
    def failure(self) -> Failure | None:
        """Why there is no plan."""
        return Failure(self.failed, self.detail or "") if self.failed else None

    @property
    def expected_answers(self) -> tuple[PlannedSuggestion, ...]:
        """The suggestions of the plan that expect an answer, in order."""
        asks = (step.asks for step in self.steps)
        return tuple(asked for asked in asks if asked and not asked.is_last)

    @property
    def all_failures(self) -> tuple[Failure, ...]:
        """Everything that an engine failed at."""
        return (*filter(None, [self.failure]), *self.search_failures)

    def asked_in(self, turn: int) -> DecidedStep | None:
        """Return the step whose suggestion was made in ``turn``, or another in its place."""
        for step in self.steps:
            if step.became is Became.PLAYED and step.turn == turn and step.asks:
                return step
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data; empty fields are left out."""
        return plain(self)

    @classmethod
    def from_json(cls, data: Any) -> "Decision":
        """Return the decision of :meth:`to_json`; ``ValueError`` for other data."""
        read = convert(data, cls)
        if read.number is None and not read.gamble:
            raise ValueError("expected a replan or a gamble")
        if (read.number is None) != (read.trigger is None) or (read.trigger and not read.triggers):
            raise ValueError("a replan without its trigger, or a trigger without its replan")
        if bool(read.steps) != (read.cost is not None):
            raise ValueError("a plan without its cost, or a cost without a plan")
        if not read.steps and (read.question_costs or read.rules_out or read.ways):
            raise ValueError("costs or answers of a plan that is missing")
        _ = read.alternatives
        is_planned = read.number is not None
        return replace(read, unit=read.unit or HUNDREDTHS_OF_A_TURN) if is_planned else read


def reasons(fired: Sequence[Firing]) -> dict[str, Any]:
    """Return triggers, the most important first, as fields of a new :class:`Decision`.

    Failures and fallbacks of an earlier one that it continues are not its own.
    """
    first, *also = fired
    return {
        "search_failures": (),
        "fallbacks": (),
        "gave_up": False,
        "trigger": first.trigger,
        "observed_in": first.turn,
        "observation": first.observation,
        "also": tuple(also),
    }


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
    """A decision with the fates of its steps so far, and its problem, while the game goes on."""

    decision: Decision
    problem: PosedProblem
    seconds: Counter[str]
    """Wall-clock seconds of each part of the planning; no decision depends on them."""

    def note(self, **changes: Any) -> None:
        """Change fields of the decision."""
        self.decision = replace(self.decision, **changes)

    def settle(self, position: int, became: Became, **more: Any) -> None:
        """Note the fate of the step at a position; ``more`` are fields of :class:`DecidedStep`."""
        steps = list(self.decision.steps)
        steps[position] = replace(steps[position], became=became, **more)
        self.note(steps=tuple(steps))
