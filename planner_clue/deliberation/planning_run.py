"""One planning run: assumption, problem and result; the costs of its plan; failures that count."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.model import PosedProblem
from planner_clue.deliberation.plan_steps import NOW, SUGGEST_ACTIONS, branches, planned_suggestion
from planner_clue.planning.plan import Plan, PlanningResult, Status
from planner_clue.planning.problem import PddlProblem


class PlanningRun(NamedTuple):
    """One planning run: the assumption, the problem made from it, and the result of the engine."""

    assumption: Assumption
    problem: PosedProblem
    result: PlanningResult
    """The best plan, or why there is none; the seconds of all parts of the run."""
    first_costs: Mapping[str, int] = MappingProxyType({})
    """The cost of the best plan for each first step that was considered."""


def suggestion_costs(plan: Plan, problem: PosedProblem) -> tuple[int, ...]:
    """Return the cost of each suggestion of a plan that is a sequence."""
    costs = zip(plan.steps, problem.costs(plan), strict=True)
    return tuple(cost for step, cost in costs if step.action in SUGGEST_ACTIONS)


CHANCES = 1000
"""The denominator of the function ``chance`` of a problem."""


def branch_values(plan: Plan, problem: PosedProblem) -> dict[int, tuple[float, int]]:
    """Return the probability of each branch of a plan, and its cost given its answer.

    By the position where it begins. The costs of steps have the probability of the answer in them.
    """
    steps, found = plan.steps, dict[int, tuple[float, int]]()
    costs, known = problem.costs(plan), problem.pddl.known

    def costs_from(within: range) -> None:
        for branch in branches(steps, within):
            share = known.get(("chance", branch.tag), 0) / CHANCES
            if share:
                cost = sum(costs[branch.start : branch.end])
                found[branch.start] = share, round(cost / share)
            costs_from(branch.steps)

    costs_from(range(len(steps)))
    return found


def branch_choices(tag: str, problem: PddlProblem) -> tuple[CaseFile | None, dict[Card, float]]:
    """Return the choices in the branch of an answer, as the problem has them.

    These are the most probable case file after it, and for each room that is worth entering, the
    cost from then on.
    """
    chance = problem.known.get(("chance", tag), 0) / CHANCES
    room_of = {atom[1]: Card(atom[-1]) for atom in problem.init if atom[0] == "ABOUT"}
    worth = {a[1] for a in problem.init if a[0] == "WORTH-AFTER" and a[2] == tag}
    probable = (a[2:] for a in problem.init if a[0] == "MOST-PROBABLE" and a[1] == tag)
    case_file = next((CaseFile(*map(Card, cards)) for cards in probable), None)
    time_left = {q: problem.known["time-left", q] for q in sorted(worth) if chance}
    return case_file, {room_of[q]: time / chance for q, time in time_left.items()}


def cheapest_suggestions(problem: PddlProblem) -> dict[str, int]:
    """Return the cost of the cheapest suggestion in each room, if it is the first of the plan."""
    room_of = {atom[1]: atom[-1] for atom in problem.init if atom[0] == "ABOUT"}
    costs: dict[str, int] = {}
    for atom, cost in problem.known.items():
        asked_first = atom[0] == "asking-cost" and ("visit-to-come", atom[1]) in problem.init
        asked_first |= atom[0] == "time-left" and ("WORTH-AFTER", atom[1], NOW) in problem.init
        if asked_first or atom[0] in ("question-cost", "proof-cost"):
            room = room_of.get(atom[-1], atom[-1])
            costs[room] = min(cost, costs.get(room, cost))
    return costs


def rivals_ruled_out(
    plan: Plan, rules_out: Mapping[Suggestion, tuple[CaseFile, ...]]
) -> tuple[tuple[CaseFile, ...], ...]:
    """Return the rivals that each suggestion of a plan is the first to rule out.

    ``rules_out`` has all those that the expected answer to each suggestion rules out by itself.
    """
    if not rules_out:
        return ()
    found: list[tuple[CaseFile, ...]] = []
    gone = set[CaseFile]()
    for asks in filter(None, map(planned_suggestion, plan.steps)):
        these = tuple(file for file in rules_out.get(asks.suggestion, ()) if file not in gone)
        gone.update(these)
        found.append(these)
    return tuple(found)


MOST_FAILURES = 3
"""Failures in a row after which the engine is not used any more in a game."""
COSTLY_FAILURES = (
    *(Status.TIME_OUT, Status.MEMORY_OUT, Status.OUTPUT_OUT, Status.TOO_LARGE),
    *(Status.HEURISTIC_FAILED, Status.FAILED),
)
"""Failures that cost time and will hardly end; an unreachable goal is an answer."""
