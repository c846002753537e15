"""The common part of all agents that plan: notes and files about their decisions."""

import json
from abc import abstractmethod
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.cards import CaseFile
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import PosedProblem
from planner_clue.deliberation.plan_tree import PlanTree
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Engine
from planner_clue.planning.plan import Plan
from planner_clue.table.decisions import Seat
from planner_clue.table.requests import AskMove, AskStart, AskSuggest


class PlanningAgent(Agent):
    """An agent that decides by plans.

    A subclass sets :attr:`seat` and :attr:`deliberation` when a game begins.
    """

    seat: Seat
    deliberation: Deliberation
    engine: Engine
    domain: Domain
    """The domain it plans in."""

    @abstractmethod
    def problem_for(
        self, request: AskStart | AskMove | AskSuggest, assumed: CaseFile
    ) -> PosedProblem:
        """Return the problem that it writes if it plans for this decision and assumes that.

        It neither searches nor decides, so a recorded game can be gone through quickly.
        """

    def notes(self) -> list[dict[str, Any]]:
        """Return every decision as plain data."""
        return [decision.to_json() for decision in self.decisions]

    def plan_seconds(self) -> list[float]:
        """Return the wall-clock seconds of every plan found."""
        return [
            sum(logged.seconds.values())
            for logged in self.deliberation.log
            if logged.decision.steps and logged.seconds
        ]

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game, in order, with its outcomes."""
        return self.deliberation.decisions

    def files(self, game: int) -> dict[str, str]:
        """Return the files of every replan, by path: domain, problem, plan and reason."""
        return {
            f"t{decision.turn}-s{self.seat.index}-r{decision.number}/{name}": text
            for decision in self.decisions
            if decision.number is not None
            for name, text in self.files_of(decision, f"Game {game}").items()
        }

    def files_of(self, decision: Decision, where: str) -> dict[str, str]:
        """Return the four files of one replan, by name; ``where`` names the game."""
        assert decision.number is not None
        logged = self.deliberation.log[decision.number]
        about = f"{where}, seat {self.seat.index} ({self.seat.tokens[self.seat.index]})"
        header = (
            f"Written by planner-clue for the domain {self.domain.name}.",
            f"{about}, turn {decision.turn}, replan {decision.number}: "
            f"{decision.triggers[0].trigger.value}.",
            f"{decision.triggers[0]}.",
        )
        why = decision.to_json() | {
            "engine": self.engine.name,
            "configuration": self.engine.configuration,
            "expected_answers": [
                {"suggestion": list(asks.suggestion), "shown": asks.expected}
                for asks in decision.expected_answers
            ],
            "branches": [branch.to_json() for branch in PlanTree.of(decision.steps).after],
            "seconds": {part: round(spent, 4) for part, spent in logged.seconds.items()},
        }
        plan = Plan(tuple(step.action for step in decision.steps), decision.cost or 0)
        return {
            "domain.pddl": self.domain.text,
            "problem.pddl": logged.problem.pddl.to_text(header),
            "plan": plan.to_text() if decision.steps else "; no plan\n",
            "why.json": json.dumps(why, indent=2) + "\n",
        }
