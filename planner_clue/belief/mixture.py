"""The mixture over styles of one seat, and how far its choices count as evidence at all.

The styles are models of players, and some player chooses in none of them. So the weight of a hand
is a mixture once more, prediction with expert advice (Herbster and Warmuth 1998) with two experts:
one believes what the choices of a seat tell, the other that they are independent of its cards,

    weight(hand) = d + (1 - d) * L(hand) / mean of L over the hands that the seat may have now,

with L the likelihood of the choices in the mixture over styles. Each expert is weighed by how well
it predicted the cards that were seen of the seat since. By Bayes' rule the first is as many times
likelier as the choices are likelier with the hands that are left than with those of the beginning:

    d = SHARED + (1 - SHARED) * p / (p + (1 - p) * now / first)

where p is :data:`PRIOR_DISCOUNT`, and *now* and *first* are the means of L over these hands. The
fixed share is for a player that begins to mislead. So the evidence of a seat makes no hand less
likely, compared with the mean of all its hands, than without this evidence, by more
than :data:`PRICE` bits, whatever it does.
"""

from collections.abc import Sequence
from math import log2
from typing import NamedTuple

import numpy as np

from planner_clue.belief import styles

PRIOR_DISCOUNT = 1 / 32
"""Probability that the choices of a seat are independent of its cards, before any card is seen."""
SHARED = 1 / 32
"""The least weight of the belief without the evidence of a seat."""
PRICE = -log2(SHARED)
"""The most bits by which the evidence of a seat makes a hand less likely than without it."""


class ByStyle(NamedTuple):
    """Probabilities of styles, and of choices in them; the first axis is that of the styles."""

    cards: styles.Floats
    """Of the styles of suspect and weapon."""
    rooms: styles.Floats
    """Of the styles of room."""


_TOGETHER: styles.Floats = styles.PRIORS / np.outer(styles.CARD_PRIORS, styles.ROOM_PRIORS)
"""The likelihood of a style of cards and one of rooms together, relative to independence."""


class OfHands(NamedTuple):
    """The probabilities of the choices of one seat with each of its hands."""

    chosen: ByStyle
    """Of shape (styles, hands)."""
    together: styles.Floats = _TOGETHER
    """Factor for each pair of styles, shape (styles of cards, styles of rooms)."""

    def chances(self) -> styles.Floats:
        """Return the probability of all choices with each hand, shape (hands,)."""
        cards, rooms = self.chosen
        chances: styles.Floats = (cards * (self.together @ rooms)).sum(axis=0)
        return chances

    def shares(self) -> ByStyle:
        """Return the probability of each style, all hands alike, shape (styles,)."""
        both = self.together * (self.chosen.cards @ self.chosen.rooms.T)
        return ByStyle(*(both.sum(axis=axis) / (both.sum() or 1.0) for axis in (1, 0)))

    def shares_of(self, weights: styles.Floats) -> ByStyle:
        """Return the probability of each style where hands have weights that sum to 1."""
        cards, rooms = self.chosen
        by_hand = weights / self.chances()
        of_cards, of_rooms = cards * (self.together @ rooms), rooms * (self.together.T @ cards)
        return ByStyle(of_cards @ by_hand, of_rooms @ by_hand)


def alike(plain: Sequence[OfHands], observed: Sequence[int]) -> list[OfHands]:
    """Return the same, with priors of the styles that go by how the other seats choose."""
    seeming = {seat: plain[seat].shares() for seat in observed}
    found = []
    for seat, of_seat in enumerate(plain):
        others = [shares for other, shares in seeming.items() if other != seat]
        cards = sum((shares.cards for shares in others), styles.CARD_PRIORS) / (1 + len(others))
        rooms = sum((shares.rooms for shares in others), styles.ROOM_PRIORS) / (1 + len(others))
        likelier = np.multiply.outer(cards / styles.CARD_PRIORS, rooms / styles.ROOM_PRIORS)
        found.append(of_seat._replace(together=_TOGETHER * likelier))
    return found


def discount(now: OfHands, first: OfHands) -> float:
    """Return the weight of the belief without the evidence of a seat.

    ``now`` and ``first`` are the probabilities of its choices with the hands that it may have now,
    and with those that it could have when the game began.
    """
    times = float(now.chances().mean() / first.chances().mean())
    return SHARED + (1 - SHARED) * PRIOR_DISCOUNT / (PRIOR_DISCOUNT + (1 - PRIOR_DISCOUNT) * times)


def discounted(likely: styles.Floats, discount: float) -> styles.Floats:
    """Return the weights of hands of which ``discount`` is without the evidence, with mean 1."""
    weights: styles.Floats = discount + (1 - discount) * likely / likely.mean()
    return weights
