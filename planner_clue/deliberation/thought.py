"""One planning, from the problem that is given to an engine to what the engine found."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from planner_clue.cards import CaseFile, Suggestion
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import Alternative
from planner_clue.deliberation.steps import question
from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.planning.result import PlanningResult, Status


@dataclass(frozen=True)
class Problem:
    """A planning problem, as data and as text for an engine."""

    data: PddlProblem
    text: str
    """The problem in PDDL, as the engine reads it."""
    rules_out: Mapping[Suggestion, tuple[CaseFile, ...]] = field(default_factory=dict)
    """The rivals that the expected answer to each question rules out, where the model tells."""

    @classmethod
    def of(
        cls,
        data: PddlProblem,
        rules_out: Mapping[Suggestion, tuple[CaseFile, ...]] | None = None,
    ) -> "Problem":
        """Return the problem with its text, which has no comments: an engine needs none."""
        return cls(data, data.to_text(brief=True), rules_out or {})

    @property
    def digest(self) -> str:
        """The SHA-256 sum of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class Found:
    """What an engine found for a problem."""

    result: PlanningResult
    """The best plan, or why there is none."""
    alternatives: tuple[Alternative, ...] = ()
    seconds: Counter[str] = field(default_factory=Counter)
    """The wall-clock seconds of each part of the search."""

    @classmethod
    def one(cls, result: PlanningResult) -> "Found":
        """Return the result of an engine that was asked for one plan only."""
        return cls(result, (), Counter(result.seconds))

    def after(self, laps: Mapping[str, float]) -> "Found":
        """Return it with the seconds of what came before the search."""
        return replace(self, seconds=Counter(laps) + self.seconds)

    @classmethod
    def nothing(cls, failure: PlanningFailure, seconds: Counter[str]) -> "Found":
        """Return the result of an engine that failed."""
        return cls(PlanningResult(Status(failure.reason), None, failure.detail), (), seconds)


class Thought(NamedTuple):
    """One planning: what was assumed, what problem that made, and what the engine found."""

    assumption: Assumption
    problem: Problem
    found: Found


def question_costs(plan: Plan | None, problem: PddlProblem) -> tuple[int, ...]:
    """Return the cost of each question of a plan; 0 if the domain has no such cost."""
    costs, found = problem.values, list[int]()
    for step in plan.steps if plan else ():
        if asks := question(step):
            named, asked = reversed(step.arguments[3:5]), asks.suggestion
            charged: list[Atom] = [("asking-cost", *named), ("question-cost", *asked)]
            if asks.expected is None:
                charged.insert(0, ("proof-cost", *asked))
            found.append(next((costs[atom] for atom in charged if atom in costs), 0))
    return tuple(found)


def cheapest_questions(problem: PddlProblem) -> dict[str, int]:
    """Return for each room what the cheapest question there costs, if it is asked first."""
    room_of = {atom[1]: atom[-1] for atom in problem.init if atom[0] == "ABOUT"}
    costs: dict[str, int] = {}
    for atom, cost in problem.values.items():
        asked_first = atom[0] == "asking-cost" and ("visit-to-come", atom[1]) in problem.init
        if asked_first or atom[0] in ("question-cost", "proof-cost"):
            room = room_of.get(atom[-1], atom[-1])
            costs[room] = min(cost, costs.get(room, cost))
    return costs


def rivals_ruled_out(
    plan: Plan | None, rules_out: Mapping[Suggestion, tuple[CaseFile, ...]]
) -> tuple[tuple[CaseFile, ...], ...]:
    """Return for each question of a plan the rivals that its expected answer is first to rule out.

    ``rules_out`` has all those that each question rules out by itself.
    """
    if not rules_out:
        return ()
    found: list[tuple[CaseFile, ...]] = []
    gone = set[CaseFile]()
    for asks in filter(None, map(question, plan.steps if plan else ())):
        these = tuple(file for file in rules_out.get(asks.suggestion, ()) if file not in gone)
        gone.update(these)
        found.append(these)
    return tuple(found)
