"""A plan as a tree: steps, the answers to its first suggestion, and what follows each of them.

The one form in which a plan is monitored, recorded, drawn and told. Only
:mod:`planner_clue.deliberation.plan_reading` makes it of PDDL.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.table.events import Number

NOBODY = "nobody"
"""The expected answer if no other player can show a card."""

Probability: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
ActionText: TypeAlias = Annotated[str, Meta(pattern=r"^\([^()]+\)$")]
"""An action of a PDDL plan."""
By: TypeAlias = Literal["dice", "passage", "staying"]
Path: TypeAlias = tuple[int, ...]
"""The position of a step: its place in the plan; or the place of the suggestion, the place of the
branch after it, and the place in that branch."""


class StepStatus(StrEnum):
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


class Answer(Struct, frozen=True, omit_defaults=True):
    """An answer to a suggestion."""

    suspect: str | None = None
    """The suspect of the player who shows a card; None if nobody does."""
    card: Card | None = None

    def __str__(self) -> str:
        return f"{self.suspect} shows {self.card}" if self.suspect else "nobody shows a card"

    @property
    def in_the_past(self) -> str:
        """The same after it was given.

        >>> Answer("white", Card("rope")).in_the_past
        'white showed rope'
        """
        return str(self).replace("shows", "showed", 1)


class PlanStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a plan, its expected answer and its fate."""

    action: ActionText
    """The step as the PDDL plan has it."""
    to: Card | None = None
    """The room it goes to or stays in."""
    by: By | None = None
    """The way to that room; None where the plan leaves it open."""
    asks: Suggestion | None = None
    """The suggestion it makes."""
    expects: str | None = None
    """The expected answer: the card, or :data:`NOBODY`; None where it expects none."""
    accuses: CaseFile | None = None
    is_gamble: bool = False
    """Whether it accuses without a proof."""
    branches: tuple["PlanBranch", ...] = ()
    """What follows each answer to its suggestion, the most probable first."""
    status: StepStatus = StepStatus.NOT_REACHED
    turn: Number | None = None
    """The turn in which that happened; None if it did not happen."""
    dropped_for: str | None = None
    """The trigger that dropped it."""
    instead: Suggestion | None = None
    """The suggestion that was made in the place of its own."""

    @property
    def is_played(self) -> bool:
        """Whether it is played at the table; other steps are the plan's bookkeeping."""
        return self.status is not StepStatus.RECKONING

    def is_open(self, turn: int) -> bool:
        """Return whether the step was still to come at the beginning of ``turn``."""
        return not (self.status is StepStatus.PLAYED and self.turn is not None and self.turn < turn)


class PlanBranch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part of a plan that follows one answer."""

    action: ActionText
    """The step of the PDDL plan that names the answer."""
    answer: Answer
    chance: Probability
    """The probability of the answer."""
    cost: Number
    """The cost from then on, given the answer."""
    steps: tuple[PlanStep, ...]
    status: StepStatus = StepStatus.NOT_REACHED
    """Whether the answer came."""
    turn: Number | None = None

    @property
    def plays(self) -> PlanStep | None:
        """The step to play after the answer: a follow-up, or an accusation."""
        return next((step for step in self.steps if step.is_played), None)


Plan: TypeAlias = tuple[PlanStep, ...]


def walk(plan: Sequence[PlanStep], prefix: Path = ()) -> Iterator[tuple[Path, PlanStep]]:
    """Yield all steps of a plan with their paths, in the order of the PDDL plan."""
    for place, step in enumerate(plan):
        yield (*prefix, place), step
        for number, branch in enumerate(step.branches):
            yield from walk(branch.steps, (*prefix, place, number))


def actions_of(plan: Sequence[PlanStep]) -> Iterator[str]:
    """Yield the actions of the PDDL plan, in order."""
    for step in plan:
        yield step.action
        for branch in step.branches:
            yield branch.action
            yield from actions_of(branch.steps)


def step_at(plan: Sequence[PlanStep], path: Path) -> PlanStep:
    """Return the step at a path."""
    place, *rest = path
    if not rest:
        return plan[place]
    return step_at(plan[place].branches[rest[0]].steps, tuple(rest[1:]))


def with_step(plan: Plan, path: Path, change: Callable[[PlanStep], PlanStep]) -> Plan:
    """Return the plan with the step at a path changed."""
    place, *rest = path
    step = plan[place]
    if not rest:
        changed = change(step)
    else:
        number, *inner = rest
        branch = step.branches[number]
        branch = replace(branch, steps=with_step(branch.steps, tuple(inner), change))
        branches = (*step.branches[:number], branch, *step.branches[number + 1 :])
        changed = replace(step, branches=branches)
    return (*plan[:place], changed, *plan[place + 1 :])


def remaining(plan: Plan, turn: int) -> Plan:
    """Return the rest of a plan at the beginning of a turn, by the answers until then."""
    for step in plan:
        for branch in step.branches:
            if branch.status is StepStatus.PLAYED and (branch.turn or turn) < turn:
                return remaining(branch.steps, turn)
    return tuple(step for step in plan if step.is_open(turn))


def played_steps(plan: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    """Return the steps before the first answer that are played at the table."""
    return tuple(step for step in plan if step.is_played)


def branches_of(plan: Sequence[PlanStep]) -> tuple[PlanBranch, ...]:
    """Return the branches after the first suggestion that has any."""
    return next((step.branches for step in plan if step.branches), ())
