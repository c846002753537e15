"""The situation in which the planner plans: everything a problem is made from."""

from collections.abc import Mapping
from dataclasses import dataclass

from planner_clue.belief import Belief
from planner_clue.board import Place
from planner_clue.cards import Card, CaseFile


@dataclass(frozen=True)
class Situation:
    """The belief, assumption and position from which a problem is made."""

    belief: Belief
    hand: frozenset[Card]
    assumption: CaseFile
    here: Place | None
    """Where the token is; None at a table without a board."""
    may_suggest: bool = False
    may_stay: bool = False
    asked: Mapping[Card, int] | None = None
    """How often this seat asked about each card."""
    seed: int = 0
    """The seed for drawing the deals that value questions."""

    @property
    def rivals(self) -> list[Card]:
        """The cards that could be in the case file in place of an assumed one, in deck order."""
        return [
            card
            for cards in self.belief.candidates()
            for card in cards
            if card not in self.assumption
        ]
