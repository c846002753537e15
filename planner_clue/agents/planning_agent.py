"""What the agents share that plan: what they leave behind of every replan."""

from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.deliberation.history import History
from planner_clue.deliberation.replan import Replan
from planner_clue.table.decisions import Seat


class PlanningAgent(Agent):
    """An agent whose decisions follow from plans.

    A subclass sets :attr:`seat` and :attr:`replanner` when a game begins.
    """

    seat: Seat
    replanner: History

    def notes(self) -> list[dict[str, Any]]:
        """Return a note for every replan."""
        return [replan.to_note() for replan in self.replans]

    def plan_seconds(self) -> list[float]:
        """Return the wall-clock time of every plan found."""
        return [sum(made.seconds.values()) for made in self.replans if made.plan and made.seconds]

    @property
    def replans(self) -> list[Replan]:
        """Every planning of this game, in order."""
        return self.replanner.replans

    @property
    def domain_text(self) -> str:
        """The PDDL of the domain it plans in."""
        return self.replanner.domain.text

    def files(self, game: int) -> dict[str, str]:
        """Return domain, problem, plan and reason of every replan."""
        return {
            f"t{replan.turn}-s{self.seat.index}-r{replan.number}/{name}": text
            for replan in self.replans
            for name, text in self.files_of(replan, f"Game {game}").items()
        }

    def files_of(self, replan: Replan, where: str) -> dict[str, str]:
        """Return the four files of one replan, by name; ``where`` says of which game."""
        seat, replanner = self.seat, self.replanner
        about = f"{where}, seat {seat.index} ({seat.tokens[seat.index]})"
        return replan.to_files(replanner.domain, replanner.engine, about)
