"""The base of agents that plan: a planner, its mind, notes, and PDDL files."""

import json
from abc import abstractmethod
from typing import Any

from planner_clue.agents.base import RequestAgent
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.game.requests import PlayerRequest
from planner_clue.planner.decision import Decision, Replan
from planner_clue.planner.mind import Mind, observed
from planner_clue.planner.planner import Planner
from planner_clue.support.json_text import plain


class PlanningAgent(RequestAgent):
    """An agent whose decisions are made by a :class:`planner_clue.planner.planner.Planner`."""

    planner: Planner
    mind: Mind

    @abstractmethod
    def new_planner(self, seat: Seat) -> Planner:
        """Return the planner for a game."""

    def begin(self, seat: Seat) -> None:
        """Begin a game."""
        self.seat, self.planner = seat, self.new_planner(seat)
        self.mind = self.planner.begin()

    def observe(self, event: Event) -> None:
        """Take in an event."""
        self.mind = observed(self.mind, event)

    def decide(self, request: PlayerRequest) -> Any:
        """Return the planner's answer to a request."""
        self.mind, answer = self.planner.decide(self.mind, request)
        return answer

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game, in order, with its outcomes."""
        return self.mind.decisions

    def notes(self) -> list[dict[str, Any]]:
        """Return every decision as plain data."""
        return [plain(decision) for decision in self.decisions]

    def plan_seconds(self) -> list[float]:
        """Return the wall-clock seconds of every plan found."""
        planned = (made for made in self.mind.log if made.decision.steps and made.seconds)
        return [sum(made.seconds.values()) for made in planned]

    def files(self, game: int) -> dict[str, str]:
        """Return the files of every plan that an engine made, by path."""
        return {
            f"t{made.turn}-s{self.planner.seat.index}-r{made.number}/{name}": text
            for made in (logged.decision for logged in self.mind.log)
            if not made.is_follow_up
            for name, text in self.files_of(made, f"Game {game}").items()
        }

    def files_of(self, made: Replan, where: str) -> dict[str, str]:
        """Return domain, problem, plan and reason of one replan by file name.

        ``where`` names the game.
        """
        planner, logged = self.planner, self.mind.log[made.number]
        seat = planner.seat
        header = (
            f"Written by planner-clue for the domain {planner.domain.name}.",
            f"{where}, seat {seat.index} ({seat.tokens[seat.index]}), turn {made.turn}, "
            f"replan {made.number}: {made.trigger.value}.",
            f"{made.triggers[0]}.",
            *([f"Forecast of the plan: {made.forecast}."] if made.forecast else []),
        )
        why = plain(made) | {
            "engine": planner.engine.name,
            "configuration": planner.engine.configuration,
            "seconds": {part: round(spent, 4) for part, spent in logged.seconds.items()},
        }
        return {
            "domain.pddl": planner.domain.text,
            "problem.pddl": logged.problem.pddl.to_text(header),
            "plan": logged.plan or "; no plan\n",
            "why.json": json.dumps(why, indent=2) + "\n",
        }
