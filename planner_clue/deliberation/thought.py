"""One planning, from the problem that is given to an engine to what the engine found."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import Alternative
from planner_clue.deliberation.steps import question
from planner_clue.errors import PlanningFailure
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.result import PlanningResult, Status


@dataclass(frozen=True)
class Problem:
    """A planning problem, as data and as text for an engine."""

    data: PddlProblem
    text: str
    """The problem in PDDL, as the engine reads it."""

    @classmethod
    def of(cls, data: PddlProblem) -> "Problem":
        """Return the problem with its text, which has no comments: an engine needs none."""
        return cls(data, data.to_text(brief=True))

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
    costs, found = problem.values, []
    for asks in filter(None, map(question, plan.steps if plan else ())):
        proof = ("proof-cost", *asks.suggestion)
        charged = proof if not asks.expected and proof in costs else None
        found.append(costs.get(charged or ("question-cost", *asks.suggestion), 0))
    return tuple(found)
