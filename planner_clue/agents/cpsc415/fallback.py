"""The simple player that takes over when an exported agent fails."""

from collections.abc import Iterable

from planner_clue.cards import Accusation, Card, Deck, Suggestion


class SimplePlayer:
    """Asks about cards it has not seen, and accuses what nobody could show."""

    def __init__(self, hand: Iterable[Card]) -> None:
        self._seen = set(hand)
        self._asked: Suggestion | None = None
        """Its last question, until somebody shows a card."""

    def see(self, card: Card) -> None:
        """Remember a card that is not in the case file."""
        self._seen.add(card)
        self._asked = None

    def suggest(self) -> Suggestion:
        """Ask about the first unseen cards; of a category without any, about its first card."""
        left = (
            [card for card in cards if card not in self._seen] or cards
            for _, cards in Deck().by_category()
        )
        self._asked = Suggestion(*(cards[0] for cards in left))
        return self._asked

    def accuse(self) -> Accusation | None:
        """Accuse the last question if nobody showed a card."""
        return Accusation(*self._asked) if self._asked else None
