"""Decisions of a planner and their reasons, as typed data and as JSON.

A :class:`Replan` is made when a planner adopts a plan, a :class:`Gamble` when it accuses without a
proof. During the game, a :class:`LoggedReplan` adds the problem and the PDDL plan. The record of
the game contains the decisions; everything that shows or counts them reads only these records.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.structs import replace

from planner_clue.agents.gambles import Gamble
from planner_clue.belief import probability
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.events import Chance, Number
from planner_clue.planner import plan_tree
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.model import FormulatedProblem
from planner_clue.planner.triggers import Firing, Trigger

THOUSANDTHS_OF_A_TURN = "thousandths of a turn"
ACTIONS = "actions"
DIGITS = 6
"""The number of decimals of a probability that are kept."""


def in_turns(cost: float, unit: str) -> float | None:
    """Return a cost in turns, or None where its unit is not a time."""
    return cost / 1000 if unit == THOUSANDTHS_OF_A_TURN else None


def cost_in_words(cost: int, unit: str) -> str:
    """Return a cost with its unit; without one if it is a weighted time, which no clock shows.

    >>> cost_in_words(3204, THOUSANDTHS_OF_A_TURN), cost_in_words(17, "squares")
    ('3.20', '17 squares')
    """
    turns = in_turns(cost, unit)
    return f"{cost} {unit}" if turns is None else f"{turns:.2f}"


class Alternative(Struct, frozen=True, omit_defaults=True):
    """A first step that was considered."""

    action: str
    """The step in PDDL."""
    cost: Number
    """The cost of the best plan that begins with it."""
    to: Card | None = None
    by: plan_tree.By | None = None
    win: Chance | None = None
    """The probability to win by that plan; None if unknown."""

    def begins(self, plan: Sequence[plan_tree.PlanStep]) -> bool:
        """Return whether a plan begins with this step."""
        return bool(plan) and plan[0].action == self.action


def worth_in_words(way: Alternative, unit: str) -> str:
    """Return the probability to win by a beginning, if it is stated, and its cost."""
    win = f"{probability.Probability(way.win).percent(1)} to win, " if way.win is not None else ""
    return f"{win}cost {cost_in_words(way.cost, unit)}"


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


class Replan(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="replan", tag_field="kind"):
    """A plan that was adopted, or an attempt to plan that failed."""

    turn: Number
    number: Number = field(name="replan")
    """The number of the decision in this game, from 0; gambles are not counted."""
    trigger: Trigger
    """``follow-up`` if the planner follows its plan, else the most important trigger that fired."""
    observed_in: Number
    observation: str = ""
    also: tuple[Firing, ...] = ()
    assumption: CaseFile
    chance: Chance
    """Its probability at the time of this decision."""
    planned_in: Number | None = None
    """The earlier turn in which the problem was made, if this adopts another plan for it."""
    problem: str = ""
    """The SHA-256 checksum of the problem's PDDL text as the engine read it."""
    steps: plan_tree.Plan = field(default=(), name="plan")
    """The steps of the plan; empty if there is none."""
    cost: Number | None = None
    expected_turns: Annotated[float, Meta(ge=1)] | None = None
    """The own turns that the plan is expected to take until this seat accuses; None if unknown."""
    win: Chance | None = None
    """The probability that this seat wins by the plan; None if unknown."""
    alternatives: tuple[Alternative, ...] = ()
    """The first steps that were considered, also the plan's own."""
    unit: str = ""
    """The unit of all costs; empty if nothing was planned."""
    expansions: Number | UnsetType | None = UNSET
    """The number of states the search expanded; None if the engine does not report it."""
    failed: str | None = field(default=None, name="failure")
    """The status of the engine where it found no plan."""
    detail: str | None = None
    search_failures: tuple[Failure, ...] = ()
    """Why a search for the best plan of some other way to begin gave none."""
    fallbacks: tuple[Fallback, ...] = ()
    gave_up: bool = False
    """Whether the engine had failed so often by then that it was not asked any more."""

    @property
    def triggers(self) -> tuple[Firing, ...]:
        """The triggers that fired; first the one that names the decision."""
        return Firing(self.trigger, self.observed_in, self.observation), *self.also

    @property
    def is_follow_up(self) -> bool:
        """Whether it goes on with a follow-up of the plan before: no engine made this plan."""
        return self.trigger is Trigger.FOLLOW_UP

    @property
    def failure(self) -> Failure | None:
        """Why there is no plan."""
        return Failure(self.failed, self.detail or "") if self.failed else None

    @property
    def suggestions(self) -> tuple[plan_tree.PlanStep, ...]:
        """The steps of the plan that suggest and expect an answer, in order."""
        return tuple(step for step in self.steps if step.asks and step.expects)

    @property
    def other_beginnings(self) -> list[tuple[Card, Alternative]]:
        """The rooms and beginnings that were considered and not taken, the best first."""
        if not any(way.begins(self.steps) for way in self.alternatives):
            return []
        ordered = sorted(self.alternatives, key=lambda way: way.cost)
        return [(way.to, way) for way in ordered if way.to and not way.begins(self.steps)]

    @property
    def forecast(self) -> str:
        """What the plan is expected to take and to bring, in words; empty if it states nothing."""
        if self.expected_turns is None or self.win is None:
            return ""
        win = probability.Probability(self.win).percent()
        return f"{self.expected_turns:.1f} own turns, {win} to win"

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions of the PDDL plan, in order."""
        return tuple(plan_tree.actions_of(self.steps))

    @property
    def all_failures(self) -> tuple[Failure, ...]:
        """Everything that an engine failed at."""
        return (*filter(None, [self.failure]), *self.search_failures)

    def asked_in(self, turn: int) -> plan_tree.PlanStep | None:
        """Return the step whose suggestion was made in ``turn``, or another in its place."""
        for _, step in plan_tree.walk(self.steps):
            if step.status is plan_tree.StepStatus.PLAYED and step.turn == turn and step.asks:
                return step
        return None


Decision: TypeAlias = Replan | Gamble
"""What a planner notes in a record."""


def decision_from_json(data: Any) -> Decision:
    """Return the decision in plain data; ``ValueError`` for other data."""
    if isinstance(data, dict) and "kind" not in data:  # before 0.9.0 a gamble was marked as one
        kind = "gamble" if data.get("gamble") else "replan"
        data = {name: value for name, value in data.items() if name != "gamble"} | {"kind": kind}
    read: Decision = convert(data, Decision)
    if isinstance(read, Replan):
        if bool(read.steps) != (read.cost is not None):
            raise ValueError("a plan without its cost, or a cost without a plan")
        if not read.steps and read.alternatives:
            raise ValueError("alternatives to a plan that is missing")
    return read


def reasons(fired: Sequence[Firing]) -> dict[str, Any]:
    """Return triggers by importance as fields of a new :class:`Replan`, without old failures."""
    first, *also = fired
    reset = {"search_failures": (), "fallbacks": (), "gave_up": False}
    observed = {"observed_in": first.turn, "observation": first.observation}
    return {"trigger": first.trigger, **observed, "also": tuple(also), **reset}


def read_decisions(notes: Sequence[Any]) -> list[Decision]:
    """Return the decisions among the notes of one seat, in order.

    Agents may note other things too; these are left out.

    >>> read_decisions([{"note": "good luck"}])
    []
    """
    decisions = []
    for note in notes:
        with suppress(ValueError, LookupError):
            decisions.append(decision_from_json(note))
    return decisions


def read_replans(notes: Sequence[Any]) -> list[Replan]:
    """Return the plans among the notes of one seat, as :func:`read_decisions`."""
    return [made for made in read_decisions(notes) if isinstance(made, Replan)]


@dataclass(frozen=True)
class LoggedReplan:
    """A replan with the fates of its steps so far, its problem and its PDDL plan."""

    decision: Replan
    problem: FormulatedProblem
    plan: str
    """The plan of this problem as an IPC plan file; empty without a plan."""
    seconds: Mapping[str, float]
    """Wall-clock seconds of each part of the planning; no decision depends on them."""

    def noted(self, **changes: Any) -> "LoggedReplan":
        """Return it with other fields of the decision."""
        return dataclasses.replace(self, decision=replace(self.decision, **changes))

    def continued(
        self, turn: int, number: int, fired: Sequence[Firing], assumed: Assumption, **changes: Any
    ) -> "LoggedReplan":
        """Return a later decision for the same problem, whose other fields are ``changes``."""
        earlier = self.decision.planned_in or self.decision.turn
        fields = reasons(fired) | {"alternatives": (), "expansions": None} | changes
        decision = replace(
            self.decision,
            turn=turn,
            number=number,
            assumption=assumed.case_file,
            chance=round(assumed.probability, DIGITS),
            planned_in=None if earlier == turn else earlier,
            **fields,
        )
        return LoggedReplan(decision, self.problem, self.plan, {})
