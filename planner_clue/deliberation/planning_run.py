"""One planning run: assumption, problem and result, its plan as a tree, failures that count."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation import decision
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.model import FormulatedProblem
from planner_clue.deliberation.plan_tree import BranchValue, Plan, read_tree
from planner_clue.deliberation.triggers import Firing
from planner_clue.planning import plan as pddl
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.planning.plan_check import PlanCheck


class PlanningRun(NamedTuple):
    """One planning run: the assumption, the problem made from it, and the result of the engine."""

    assumption: Assumption
    problem: FormulatedProblem
    result: PlanningResult
    """The best plan, or why there is none; the seconds of all parts of the run."""
    alternatives: tuple[decision.Alternative, ...] = ()
    """The first steps that were considered."""

    def logged(
        self, turn: int, number: int, fired: Sequence[Firing], unit: str
    ) -> decision.LoggedDecision:
        """Return the decision of this run; ``unit`` is that of costs."""
        plan, failed = self.result.plan, None if self.result.plan else self.result
        made = decision.Decision(
            turn=turn,
            number=number,
            assumption=self.assumption.case_file,
            chance=round(self.assumption.chance, decision.DIGITS),
            **decision.reasons(fired),
            problem=self.problem.digest,
            steps=tree_of(plan, self.problem) if plan else (),
            cost=plan.cost if plan else None,
            alternatives=self.alternatives if plan else (),
            expansions=self.result.expansions,
            unit=unit if self.problem.pddl.has_costs else decision.ACTIONS,
            failed=failed.status.value if failed else None,
            detail=failed.detail if failed else None,
        )
        text, seconds = plan.to_text() if plan else "", Counter(self.result.seconds)
        return decision.LoggedDecision(made, self.problem, text, seconds)


class FollowUp(NamedTuple):
    """What a planner needs to go on with a follow-up of its plan."""

    assumption: Assumption
    prices: Mapping[Card, float]
    """The cost after entering each room that is worth it."""


FollowUpCheck: TypeAlias = Callable[[Suggestion], FollowUp | None]
"""Takes the follow-up of a plan; returns None if another suggestion is better by now."""


def tree_of(plan: pddl.Plan, problem: FormulatedProblem) -> Plan:
    """Return a plan of PDDL as a tree, with the probability and the cost of each branch."""
    check = PlanCheck(problem.domain, problem.pddl) if problem.domain else None

    def value(name: str, steps: Sequence[Step]) -> BranchValue:
        foreseen = problem.answers[name]
        cost = sum(map(check.cost, steps)) if check and problem.pddl.has_costs else 0
        return BranchValue(foreseen.answer, foreseen.chance, round(cost / foreseen.chance))

    return read_tree(plan.steps, value)


MOST_FAILURES = 3
"""Failures in a row after which the engine is not used any more in a game."""
COSTLY_FAILURES = (
    *(Status.TIME_OUT, Status.MEMORY_OUT, Status.OUTPUT_OUT, Status.TOO_LARGE),
    *(Status.HEURISTIC_FAILED, Status.FAILED),
)
"""Failures that cost time and will hardly end; an unreachable goal is an answer."""
