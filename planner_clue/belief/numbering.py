"""Numbers for the unlocated cards, so that a set of them is a small integer.

Sets of cards are integers in two ways. A *mask* (:mod:`planner_clue.belief.knowledge`) has bit
*p* set for the card at position *p* of the whole deck. For counting only the unlocated cards
matter. They are numbered from 0 in deck order, and a *set* has bit *n* set for card number *n*.
"""

from collections.abc import Iterable, Sequence

from planner_clue.cards import Card, Deck


class Numbering:
    """Numbers some cards of a deck, in the order given.

    >>> numbering = Numbering(Deck(), [Card("plum"), Card("rope"), Card("hall")])
    >>> numbering.set_of([Card("hall"), Card("knife")]), numbering.cards_of(0b011)
    (4, ('plum', 'rope'))
    """

    def __init__(self, deck: Deck, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self._positions = [deck.position(card) for card in cards]
        self._numbers = {card: number for number, card in enumerate(cards)}

    def number_of(self, card: Card) -> int | None:
        """Return the number of a card; None if it has none."""
        return self._numbers.get(card)

    def set_of(self, cards: Iterable[Card]) -> int:
        """Return the set of those of ``cards`` that have a number."""
        return sum(1 << self._numbers[card] for card in cards if card in self._numbers)

    def set_of_mask(self, mask: int) -> int:
        """Return the set of those cards in a mask of deck positions that have a number."""
        return sum((mask >> position & 1) << n for n, position in enumerate(self._positions))

    def cards_of(self, chosen: int) -> tuple[Card, ...]:
        """Return the cards of a set, by number."""
        cards = list[Card]()
        while chosen:
            lowest = chosen & -chosen
            cards.append(self.cards[lowest.bit_length() - 1])
            chosen ^= lowest
        return tuple(cards)
