"""What a planner's decisions came to, written down while the game goes on.

A decision is never changed. What becomes of its plan is logged beside it, and joined to it for
the record of the game.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from planner_clue.deliberation.decided_step import Outcome
from planner_clue.deliberation.decision import Decision, Failure, Fallback
from planner_clue.deliberation.model import PosedProblem


@dataclass
class LoggedDecision:
    """A decision, what it was made from, and what came of it."""

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
