"""Plans of PDDL as trees: the only place that knows what the actions of domains mean at the table.

``pddl/README.md`` has the names; a domain of a user's own may have other actions, which are
bookkeeping.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation import plan_tree
from planner_clue.planning.plan import Step

_WAYS: dict[str, tuple[plan_tree.By, int]] = {
    "travel": ("dice", 1),
    "travel-from-hallway": ("dice", 0),
    "take-passage": ("passage", 1),
    "stay": ("staying", 0),
}
"""Actions that lead to a room, with the position of the argument that names it."""
_ACCUSATIONS = ("accuse", "gamble")
"""Actions that accuse: what is proved, and what is only probable."""
_SUGGESTIONS = {
    "suggest-suspect-shown": 0,
    "suggest-weapon-shown": 1,
    "suggest-room-shown": 2,
    "suggest-none-shown": None,
}
"""Actions that suggest in sequences, with the position of the card they expect to be shown."""
_SUGGEST, _GO_ON = "suggest", "go-on"
"""Actions of plans with branches: the suggestion that is answered, and a follow-up."""
_ANSWERS = {"if-shown": 2, "if-nobody-shows": 0}
"""Actions that begin a branch, with the position of the argument that stands for the answer."""
PLAYED = frozenset({*_WAYS, *_ACCUSATIONS, *_SUGGESTIONS, _SUGGEST, _GO_ON})
"""The actions that are played at the table."""


class BranchValue(NamedTuple):
    """The answer that an object stands for, its probability, and the cost after it."""

    answer: plan_tree.Answer
    chance: float
    cost: int


def destination_of(step: Step) -> tuple[Card, plan_tree.By] | None:
    """Return the room that a step leads to, and how; None for other steps.

    >>> destination_of(Step.parse("(take-passage study kitchen)"))
    ('kitchen', 'passage')
    """
    if step.action not in _WAYS:
        return None
    by, place = _WAYS[step.action]
    return Card(step.arguments[place]), by


def read_step(step: Step) -> plan_tree.PlanStep:
    """Return the meaning of one step; what is not played is bookkeeping.

    >>> read_step(Step.parse("(suggest-weapon-shown green rope study)")).expects
    'rope'
    """
    action, text = step.action, str(step)
    if way := destination_of(step):
        return plan_tree.PlanStep(action=text, to=way[0], by=way[1])
    if action not in PLAYED:
        return plan_tree.PlanStep(action=text, status=plan_tree.StepStatus.RECKONING)
    suspect, weapon, room = map(Card, step.arguments[:3])
    if action in _ACCUSATIONS:
        three = CaseFile(suspect, weapon, room)
        return plan_tree.PlanStep(action=text, accuses=three, is_gamble=action == "gamble")
    asked = Suggestion(suspect, weapon, room)
    if action == _GO_ON:
        return plan_tree.PlanStep(action=text, to=room, asks=asked)
    if action == _SUGGEST:
        return plan_tree.PlanStep(action=text, asks=asked)
    shown = _SUGGESTIONS[action]
    return plan_tree.PlanStep(
        action=text, asks=asked, expects=plan_tree.NOBODY if shown is None else asked[shown]
    )


def read_tree(
    steps: Sequence[Step], value_of: Callable[[str, Sequence[Step]], BranchValue]
) -> plan_tree.Plan:
    """Return a plan as a tree.

    ``value_of`` tells of the object that stands for an answer, and the steps of its branch, from
    the one that names the answer on. The branches are those of the last suggestion before them.
    """
    starts = [place for place, step in enumerate(steps) if step.action in _ANSWERS]
    first = starts[0] if starts else len(steps)
    plan = [read_step(step) for step in steps[:first]]
    branches = [_branch(steps[a:b], value_of) for a, b in pairwise([*starts, len(steps)])]
    asks = [place for place, step in enumerate(plan) if step.asks]
    if branches and asks:
        expected = branches[0].answer.card or plan_tree.NOBODY
        place = asks[-1]
        plan[place] = replace(plan[place], expects=expected, branches=tuple(branches))
    return tuple(plan)


def _branch(
    steps: Sequence[Step], value_of: Callable[[str, Sequence[Step]], BranchValue]
) -> plan_tree.PlanBranch:
    name = steps[0].arguments[_ANSWERS[steps[0].action]]
    answer, chance, cost = value_of(name, steps)
    after = tuple(map(read_step, steps[1:]))
    action = str(steps[0])
    return plan_tree.PlanBranch(action=action, answer=answer, chance=chance, cost=cost, steps=after)
