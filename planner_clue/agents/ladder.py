"""``ladder-1`` and ``ladder-2``: the rungs between ``random`` and ``planner``.

They follow the ladder of the CPSC 415 tournament, which does not define how its players reason.
Here the weak one uses the cards that it is shown, and the better one everything that is certain.
"""

from planner_clue.agents.greedy import CardLearner, GreedyAgent, nearest_first
from planner_clue.belief import Knowledge
from planner_clue.belief.knowledge import ContradictionError
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event


class UnseenCards(CardLearner):
    """The cards that were neither dealt nor shown to a seat; other observations are ignored."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.cards = set(seat.deck.cards).difference(seat.hand)

    def has(self, holder: int, card: Card, /) -> None:
        """Cross off a card that was shown."""
        self.cards.discard(card)


class WeakThinker(GreedyAgent):
    """Crosses off shown cards, visits unseen rooms, and accuses a suggestion nobody disproved."""

    belief: UnseenCards

    def new_belief(self) -> UnseenCards:
        """Count every card but its own as unseen."""
        return UnseenCards(self.seat)

    def _left(self) -> list[list[Card]]:
        """Return the cards that may be in the case file, for each category, in the random order."""
        unseen = self.belief.cards
        categories, order = self.seat.deck.categories, self.order.__getitem__
        return [sorted(unseen.intersection(cards) or cards, key=order) for cards in categories]

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, in the random order."""
        return self._left()[-1]

    def suggest(self, room: Card) -> Suggestion:
        """Suggest a suspect and a weapon that may be in the case file."""
        suspects, weapons, _ = self._left()
        return Suggestion(suspects[0], weapons[0], room)


class BetterThinker(WeakThinker):
    """Draws certain conclusions from all events; accuses once the case file is entailed."""

    def new_belief(self) -> UnseenCards:
        """Begin with its own hand."""
        self._knowledge = Knowledge(self.seat)
        return super().new_belief()

    def observe(self, event: Event) -> None:
        """Draw conclusions from an event; ignore an event that contradicts earlier ones."""
        super().observe(event)
        try:
            self._knowledge.observe(event)
        except ContradictionError:
            return

    def _left(self) -> list[list[Card]]:
        candidates = self._knowledge.candidates()
        categories, order = self.seat.deck.categories, self.order.__getitem__
        both = zip(candidates, categories, strict=True)
        return [sorted(cards or all_cards, key=order) for cards, all_cards in both]

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, the nearest first."""
        return nearest_first(super().wanted_rooms(here), here, self.turns)

    def accuse(self) -> Accusation | None:
        """Accuse the case file once it is entailed."""
        known = self._knowledge.case_file()
        return Accusation(*known) if known else None
