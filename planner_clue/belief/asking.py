"""What players ask about: what a question tells besides its answer.

Nobody has to ask about cards that they hold, and most players seldom do. So whoever asks about
a card holds it the less probably. This is no knowledge, only evidence: it changes what is
probable and never what is possible. A player who is seen to hold what it asked about is
believed the less.
"""

from dataclasses import dataclass, field

import numpy as np

from planner_clue.belief.counting import Integers
from planner_clue.cards import Card


@dataclass
class Asked:
    """The cards that others asked about."""

    odds: int = 1
    """How many times less probable a hand is for each card in it that its holder asked
    about; with 1 questions tell nothing. Halved for each such card that it shows."""
    cards: dict[int, set[Card]] = field(default_factory=dict)
    """By the seat that asked."""
    shown: dict[int, set[Card]] = field(default_factory=dict)
    """Those of them that the same seat was seen to show."""

    def hear(self, seat: int, cards: tuple[Card, ...]) -> bool:
        """Note what a seat asks about; tell whether that is news."""
        named = self.cards.setdefault(seat, set())
        news = self.odds > 1 and not named.issuperset(cards)
        named.update(cards)
        return news

    def see(self, seat: int, card: Card) -> None:
        """Note a card that a seat showed."""
        if card in self.cards.get(seat, ()):
            self.shown.setdefault(seat, set()).add(card)

    def odds_of(self, seat: int) -> int:
        """Return :attr:`odds` as far as this seat still deserves it."""
        return max(1, self.odds >> len(self.shown.get(seat, ())))


def reluctance(sets: Integers, named: int, odds: int) -> Integers:
    """Return how probably the holder of each hand asks as it did, as proportional integers.

    ``named`` are the cards it asked about, as a set like those in ``sets``.
    """
    held = np.bitwise_count(sets & named).astype(np.int64)
    most = int(held.max(initial=0))
    powers = np.array([odds ** (most - count) for count in range(most + 1)])
    factors: Integers = powers[held]
    return factors
