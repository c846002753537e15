"""Accusations without a proof, as agents note them and records have them."""

from typing import Any

from msgspec import Struct

from planner_clue.agents.base import Agent
from planner_clue.game.cards import CaseFile
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Chance, Event, Number
from planner_clue.support.json_text import plain


class Gamble(Struct, frozen=True, kw_only=True, tag="gamble", tag_field="kind"):
    """An accusation that was not certain."""

    turn: Number
    assumption: CaseFile
    """The case file that was accused."""
    chance: Chance
    """Its probability at that time."""


class Gambler(Agent):
    """An agent that may accuse without a proof, and notes it."""

    seat: Seat
    claimed: float
    """Probability of the least probable card of its accusation, or of the case file."""
    gambles: list[Gamble]

    def observe(self, event: Event) -> None:
        """Take in an event, and note an accusation of its own that was not certain."""
        super().observe(event)
        if isinstance(event, Accused) and event.seat == self.seat.index and self.claimed < 1:
            accused, claim = CaseFile(*event.cards), self.claimed
            self.gambles = [Gamble(turn=event.turn, assumption=accused, chance=claim)]

    def notes(self) -> list[dict[str, Any]]:
        """Return its accusation without a proof."""
        return [plain(gamble) for gamble in self.gambles]
