"""``ladder-2``: a better thinker, the second rung between ``random`` and ``planner``.

The source (see ``ladder-1``) does not say how it thinks; here it concludes what follows for
certain from everything it hears.
"""

from planner_clue.agents.ladder_1 import UnseenCards, WeakThinker
from planner_clue.agents.walking import nearest_first
from planner_clue.belief import Knowledge
from planner_clue.belief.knowledge import ContradictionError
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card
from planner_clue.table.events import Event


class BetterThinker(WeakThinker):
    """Concludes for certain, from every question and answer, who has what and who has not.

    It asks like the weak thinker, among the cards that may still be in the case file; walks to
    the nearest such room; and accuses once the case file is entailed.
    """

    def new_belief(self) -> UnseenCards:
        """Begin with what its own hand tells."""
        self._knowledge = Knowledge(self.seat)
        return super().new_belief()

    def observe(self, event: Event) -> None:
        """Conclude what follows; ignore what contradicts everything seen before."""
        super().observe(event)
        try:
            self._knowledge.observe(event)
        except ContradictionError:
            return

    def _left(self) -> list[list[Card]]:
        candidates = self._knowledge.candidates()
        every = (cards for _, cards in self.seat.deck.by_category())
        return [
            sorted(cards or all_cards, key=self.order.__getitem__)
            for cards, all_cards in zip(candidates, every, strict=True)
        ]

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, the nearest first."""
        return nearest_first(super().wanted_rooms(here), here, self.turns)

    def accuse(self) -> Accusation | None:
        """Accuse the case file once it is entailed."""
        known = self._knowledge.case_file()
        return Accusation(*known) if known else None
