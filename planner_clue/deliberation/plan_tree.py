"""A conditional plan as a tree: its first steps, and a branch for each answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.deliberation.decision import DecidedStep
from planner_clue.deliberation.plan_steps import Answer, PlanBranch, branches, is_played, trunk


@dataclass(frozen=True)
class PlanTree:
    """A plan, or its part after an answer."""

    steps: tuple[DecidedStep, ...]
    """The steps to play, up to the first suggestion with branches."""
    after: tuple["Branch", ...] = ()
    """The branches after the last of these steps, the most probable first; none in a sequence."""
    places: tuple[int, ...] = ()
    """The positions of the steps in the plan."""

    @classmethod
    def of(cls, steps: Sequence[DecidedStep], within: range | None = None) -> "PlanTree":
        """Return the tree of the steps of a decision, or of those at some positions."""
        actions = [step.action for step in steps]
        within = range(len(steps)) if within is None else within
        places = tuple(n for n in trunk(actions, within) if is_played(actions[n]))
        after = [Branch.of(steps, branch) for branch in branches(actions, within)]
        return cls(tuple(steps[n] for n in places), tuple(after), places)

    def left(self, turn: int) -> "PlanTree":
        """Return the rest of the plan at the beginning of a turn, by the answers until then."""
        for branch in self.after:
            if not branch.names.is_open(turn):
                return branch.then.left(turn)
        steps = zip(self.steps, self.places, strict=True)
        kept = [(step, place) for step, place in steps if step.is_open(turn)]
        return PlanTree(tuple(s for s, _ in kept), self.after, tuple(place for _, place in kept))


@dataclass(frozen=True)
class Branch:
    """The part of a plan after one answer."""

    answer: Answer
    names: DecidedStep
    """The step that names the answer, with its probability, cost and fate."""
    then: PlanTree
    place: int
    """The position of that step in the plan."""

    @classmethod
    def of(cls, steps: Sequence[DecidedStep], branch: PlanBranch) -> "Branch":
        """Return one branch of some steps."""
        then = PlanTree.of(steps, branch.steps)
        return cls(branch.answer, steps[branch.start], then, branch.start)

    @property
    def chance(self) -> float:
        """The probability of its answer, before the first suggestion."""
        return self.names.chance or 0.0

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "answer": str(self.answer),
            "chance": self.chance,
            "cost": self.names.cost,
            "steps": [str(step.action) for step in self.then.steps],
            "branches": [branch.to_json() for branch in self.then.after],
        }
