"""A plan as a tree: steps, the answers to its first suggestion, and what follows each of them.

Plans are monitored, recorded, drawn and described in this form. :func:`read_tree` reads it from
PDDL: only this module knows what actions mean at the table.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.events import Chance, Number
from planner_clue.planning.plan import Step

NOBODY = "nobody"
"""The expected answer if no other player can show a card."""

ActionText: TypeAlias = Annotated[str, Meta(pattern=r"^\([^()]+\)$")]
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
    expects: str | None = None
    """The expected answer: the card, or :data:`NOBODY`; None where it expects none."""
    accuses: CaseFile | None = None
    is_gamble: bool = False
    """Whether it accuses without a proof."""
    branches: tuple["PlanBranch", ...] = ()
    """What follows each answer to its suggestion: first the expected answer, which is the main line
    of the plan, then the most probable ones."""
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
    """The part of a plan that follows one answer to its suggestion."""

    action: ActionText
    """The step of the PDDL plan that names the answer."""
    answer: Answer
    chance: Chance
    cost: Number
    """The cost from then on, given the answer."""
    assumes: CaseFile | None = None
    """The case file to assume next, if the answer refutes the assumption of the plan."""
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


_WAYS: dict[str, tuple[By, int]] = {
    "travel": ("dice", 1), "travel-from-hallway": ("dice", 0),
    "take-passage": ("passage", 1), "stay": ("staying", 0),
}  # fmt: skip
"""Actions that lead to a room, with the position of the argument that names it."""
_ACCUSATIONS = ("accuse", "gamble")
"""Actions that accuse: what is proved, and what is only probable."""
_SUGGESTIONS = {
    "suggest-suspect-shown": 0, "suggest-weapon-shown": 1, "suggest-room-shown": 2,
    "suggest-none-shown": None,
}  # fmt: skip
"""Actions that suggest in sequences, with the position of the card they expect to be shown."""
_SUGGEST, _GO_ON = "suggest", "go-on"
"""Actions of plans with branches: the suggestion that is answered, and a follow-up."""
_REFUTED = "if-refuted"
_ANSWERS = {"if-shown": 2, _REFUTED: 5, "if-shown-again": 2, "if-nobody-shows": 0}
"""Actions that begin a branch, with the position of the argument that stands for the answer."""
PLAYED = frozenset({*_WAYS, *_ACCUSATIONS, *_SUGGESTIONS, _SUGGEST, _GO_ON})
"""The actions that are played at the table."""


class BranchValue(NamedTuple):
    """The answer that an object stands for, its probability, and the cost after it."""

    answer: Answer
    probability: float
    cost: int


ValueOf: TypeAlias = Callable[[str, PlanStep | None], BranchValue]
"""Takes the object that stands for an answer, and the step that is played in its branch."""


def destination_of(step: Step) -> tuple[Card, By] | None:
    """Return the room that a step leads to, and how; None for other steps.

    >>> destination_of(Step.parse("(take-passage study kitchen)"))
    ('kitchen', 'passage')
    """
    if step.action not in _WAYS:
        return None
    by, place = _WAYS[step.action]
    return Card(step.arguments[place]), by


def read_step(step: Step) -> PlanStep:
    """Return the meaning of one step; what is not played is bookkeeping.

    >>> read_step(Step.parse("(suggest-weapon-shown green rope study)")).expects
    'rope'
    """
    action, text = step.action, str(step)
    if way := destination_of(step):
        return PlanStep(action=text, to=way[0], by=way[1])
    if action not in PLAYED:
        return PlanStep(action=text, status=StepStatus.RECKONING)
    suspect, weapon, room = map(Card, step.arguments[:3])
    if action in _ACCUSATIONS:
        three = CaseFile(suspect, weapon, room)
        return PlanStep(action=text, accuses=three, is_gamble=action == "gamble")
    asked = Suggestion(suspect, weapon, room)
    if action == _GO_ON:
        return PlanStep(action=text, to=room, asks=asked)
    if action == _SUGGEST:
        return PlanStep(action=text, asks=asked)
    shown = _SUGGESTIONS[action]
    return PlanStep(action=text, asks=asked, expects=NOBODY if shown is None else asked[shown])


def read_tree(steps: Sequence[Step], value_of: ValueOf) -> Plan:
    """Return a PDDL plan as a tree; a branch belongs to the last suggestion before it."""
    starts = [place for place, step in enumerate(steps) if step.action in _ANSWERS]
    first = starts[0] if starts else len(steps)
    plan = [read_step(step) for step in steps[:first]]
    branches = [_branch(steps[a:b], value_of) for a, b in pairwise([*starts, len(steps)])]
    asks = [place for place, step in enumerate(plan) if step.asks]
    if branches and asks:
        expected = branches[0].answer.card or NOBODY
        place = asks[-1]
        plan[place] = replace(plan[place], expects=expected, branches=tuple(branches))
    return tuple(plan)


def _branch(steps: Sequence[Step], value_of: ValueOf) -> PlanBranch:
    start, after = steps[0], tuple(map(read_step, steps[1:]))
    name = start.arguments[_ANSWERS[start.action]]
    answer, probability, cost = value_of(name, next((one for one in after if one.is_played), None))
    assumes = CaseFile(*map(Card, start.arguments[2:5])) if start.action == _REFUTED else None
    action = str(start)
    return PlanBranch(
        action=action, answer=answer, chance=probability, cost=cost, assumes=assumes, steps=after
    )
