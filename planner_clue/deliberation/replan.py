"""One planning: why, from what, and what came of it."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from planner_clue.cards import CaseFile
from planner_clue.deliberation.steps import Question, is_played, question
from planner_clue.deliberation.triggers import Firing
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Branch, Engine
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import PddlProblem


@dataclass(frozen=True)
class Replan:
    """One planning: why, from what, and what came of it."""

    turn: int
    number: int
    """Counts this seat's replans from 0."""
    trigger: Firing
    also: tuple[Firing, ...]
    assumption: CaseFile
    problem: PddlProblem
    chance: float
    """The probability that the assumption is the case file."""
    plan: Plan | None
    failure: PlanningFailure | None
    branches: list[Branch]
    """The best plans for the ways to begin that were looked at; the plan is one of theirs."""
    seconds: Counter[str]
    """Wall-clock times of each part of the work; no decision depends on them."""
    fates: list[str]
    """What became of each step of the plan; filled in while it is played."""
    expansions: int | None = None
    """How many states the search for the plan expanded, where the engine tells."""
    unit: str | None = None
    """What costs are counted in; None: hundredths of a turn."""

    def to_note(self) -> dict[str, Any]:
        """Return it for the game's record: everything but the problem and the times."""
        note: dict[str, Any] = {
            "turn": self.turn,
            "replan": self.number,
            "trigger": self.trigger.trigger.value,
            "observation": self.trigger.observation,
            "also": [[firing.trigger.value, firing.observation] for firing in self.also],
            "assumption": list(self.assumption),
            "chance": round(self.chance, 6),
        }
        if self.plan:
            note |= {"plan": [str(step) for step in self.plan.steps], "cost": self.plan.cost}
            note["question_costs"] = [self._cost_of(asks) for asks in self._questions()]
            note["ways"] = {str(branch.first): branch.plan.cost for branch in self.branches}
            note |= {"unit": self.unit} if self.unit else {}
        if self.failure:
            note |= {"failure": self.failure.reason, "detail": str(self.failure)}
        return note

    def _questions(self) -> list[Question]:
        """Return the questions of the plan, in order."""
        return [asks for asks in map(question, self.plan.steps if self.plan else ()) if asks]

    def _cost_of(self, asks: Question) -> int:
        """Return what a question of the plan costs, as far as the domain charges it."""
        costs, charged = self.problem.values, "question-cost"
        if not asks.expected and ("proof-cost", *asks.suggestion) in costs:
            charged = "proof-cost"
        return costs.get((charged, *asks.suggestion), 0)

    def to_files(self, domain: Domain, engine: Engine, about: str) -> dict[str, str]:
        """Return what ``--pddl-dir`` leaves: the texts of its four files, by name.

        ``about`` says which game and seat this was.
        """
        header = (
            f"Written by planner-clue for the domain {domain.name}.",
            f"{about}, turn {self.turn}, replan {self.number}: {self.trigger.trigger.value}.",
            f"{self.trigger.observation}.",
        )
        steps = self.plan.steps if self.plan else ()
        why = self.to_note() | {
            "engine": engine.name,
            "configuration": engine.configuration,
            "expected_answers": [
                {"suggestion": list(asks.suggestion), "shown": asks.expected}
                for asks in self._questions()
            ],
            "steps": [
                {"action": str(step), "became": fate}
                for step, fate in zip(steps, self.fates, strict=True)
            ],
            "expansions": self.expansions,
            "seconds": {part: round(spent, 4) for part, spent in self.seconds.items()},
        }
        return {
            "domain.pddl": domain.text,
            "problem.pddl": self.problem.to_text(header),
            "plan": self.plan.to_text() if self.plan else "; no plan\n",
            "why.json": json.dumps(why, indent=2) + "\n",
        }


def first_fates(plan: Plan | None) -> list[str]:
    """Return what is to be said of each step of a plan before any is played."""
    steps = plan.steps if plan else ()
    return ["not reached" if is_played(step) else "reckoning" for step in steps]
