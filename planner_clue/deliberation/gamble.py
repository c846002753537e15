"""When to accuse without being certain: somebody else may know first."""

from typing import Any

from planner_clue.belief import Belief
from planner_clue.cards import Accusation, CaseFile
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Eliminated, Event, Forfeited


class Gamble:
    """Weighs a probable case file against waiting for the proof."""

    def __init__(self, seat: Seat, worth: float) -> None:
        """Take the risk where the case file is at least as probable as ``worth``."""
        self._me = seat.index
        self._others = set(range(seat.players)) - {seat.index}
        self._worth = worth
        self._chance = 1.0
        self.notes: list[dict[str, Any]] = []
        """For the record: the turn of the gamble, and how probable the case file was."""

    def observe(self, event: Event) -> None:
        """Hear who is out, and in which turn the own accusation is made."""
        if isinstance(event, Eliminated | Forfeited):
            self._others.discard(event.seat)
        elif isinstance(event, Accused) and event.seat == self._me and self._chance < 1:
            self.notes = [{"turn": event.turn, "gamble": round(self._chance, 6)}]

    def accusation(self, belief: Belief) -> Accusation | None:
        """Return the case file if it is certain, or probable enough while others may win."""
        self._chance, known = 1.0, belief.case_file()
        if known is None and self._others:
            known = self._probable(belief)
        return Accusation(*known) if known else None

    def _probable(self, belief: Belief) -> CaseFile | None:
        best = belief.most_probable()[0]
        self._chance = belief.chance(best)
        return best if self._chance >= self._worth else None
