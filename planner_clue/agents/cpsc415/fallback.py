"""How an exported player goes on when its agent cannot: simply, and without mistakes."""

from collections.abc import Iterable

from planner_clue.cards import Accusation, Card, Deck, Suggestion


class Simple:
    """Remembers the cards it has seen, asks about others, accuses when one of each is left."""

    def __init__(self, hand: Iterable[Card]) -> None:
        self._seen = set(hand)

    def see(self, card: Card) -> None:
        """Remember a card that is not in the case file."""
        self._seen.add(card)

    def _left(self) -> list[list[Card]]:
        """Return the unseen cards by category; all where none is left, which cannot be."""
        return [
            [card for card in cards if card not in self._seen] or list(cards)
            for _, cards in Deck().by_category()
        ]

    def suggest(self) -> Suggestion:
        """Ask about the first cards that it has not seen."""
        return Suggestion(*(cards[0] for cards in self._left()))

    def accuse(self) -> Accusation | None:
        """Accuse once one card of each category is left."""
        left = self._left()
        return Accusation(*(cards[0] for cards in left)) if max(map(len, left)) == 1 else None
