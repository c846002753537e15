"""The exact posterior: the probability of each deal, given what a seat saw.

A *deal* says where every unlocated card is. Its *weight*, the product of the weights of its hands
(:mod:`planner_clue.belief.hands`), is proportional to its probability. Weights are whole numbers,
so equal probabilities are equal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief import counting
from planner_clue.game.cards import Card


class Posterior:
    """The deals of the unlocated cards, each with its weight; holders are seats, then the file."""

    def __init__(self, numbering: counting.Numbering, hands: Mapping[int, counting.Hands]) -> None:
        """Count the deals; ``hands`` are the possible hands of each holder with unknown cards."""
        self.cards = numbering.cards
        self.numbering = numbering
        self._hands = dict(hands)
        self.weight, ways = counting.count_ways(len(self.cards), [*self._hands.values()])
        """The weight of all deals; 0 if there is none."""
        self._ways = dict(zip(self._hands, ways, strict=True))

    @cached_property
    def deals(self) -> int:
        """The number of possible deals, independent of their weights."""
        if all((hands.weights == 1).all() for hands in self._hands.values()):
            return self.weight
        ones = [h._replace(weights=np.ones(len(h.sets), np.int64)) for h in self._hands.values()]
        return counting.count_all(len(self.cards), ones)

    @cached_property
    def possible_hands(self) -> int:
        """The number of hands, over all holders, that some deal gives to their holder.

        The first hand of each holder is not counted. The number falls exactly when a deal is ruled
        out, and takes less time than the number of deals.
        """
        return sum(int(np.count_nonzero(ways)) - 1 for ways in self._ways.values())

    @cached_property
    def card_weights(self) -> dict[int, list[int]]:
        """By holder with unknown cards: for each card, the weight of the deals with it there."""
        numbers = np.arange(len(self.cards))[:, np.newaxis]
        return {
            holder: ((self._hands[holder].sets >> numbers & 1) @ ways).tolist()
            for holder, ways in self._ways.items()
        }

    def weight_at(self, card: Card, holder: int) -> int:
        """Return the weight of the deals in which ``holder`` has this unlocated card."""
        return self.card_weights[holder][self.cards.index(card)] if holder in self._hands else 0

    def weight_of_hand(self, holder: int, cards: tuple[Card, ...]) -> int:
        """Return the weight of the deals in which the holder's unknown cards are these."""
        sets, weights = self.hands_of(holder)
        (found,) = np.nonzero(sets == self.numbering.set_of(cards))
        return int(weights[found[0]]) if len(found) else 0

    def hands_of(self, holder: int) -> tuple[counting.Integers, counting.Integers]:
        """Return a holder's hands and the weights of their deals, both of shape (hands,)."""
        if holder not in self._hands:
            return np.zeros(1, np.int64), np.array([self.weight])
        return self._hands[holder].sets, self._ways[holder]

    def hand_weights(self, holder: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Yield the possible sets of the holder's unknown cards, each with its deals' weight."""
        for chosen, weight in zip(*self.hands_of(holder), strict=True):
            if weight:
                yield self.numbering.cards_of(int(chosen)), int(weight)

    def sample(self, count: int, rng: np.random.Generator) -> NDArray[np.int8]:
        """Draw deals: the holder of each unlocated card, shape (count, cards).

        Holder after holder draws a hand from the cards that are left, in proportion to the weight
        of the deals that begin so. The same generator state gives the same deals.
        """
        holders = sorted(self._hands, key=lambda holder: len(self._hands[holder].sets))
        splits_after = counting.ways_from(len(self.cards), [self._hands[h] for h in holders[1:]])
        left = np.full(count, (1 << len(self.cards)) - 1, dtype=np.int64)
        drawn = np.full((count, len(self.cards)), -1, dtype=np.int8)
        for step, holder in enumerate(holders):
            chosen = left  # the last one takes all that is left
            if holder != holders[-1]:
                chosen = _draw(self._hands[holder], splits_after[step], left, rng.random(count))
            for number in range(len(self.cards)):
                drawn[chosen >> number & 1 == 1, number] = holder
            left = left & ~chosen
        return drawn


@dataclass(frozen=True)
class Snapshot:
    """Knowledge of a seat about the cards at one moment."""

    located: Mapping[Card, int]  # holder of each located card; the case file comes last
    possible: frozenset[Card]  # the cards that may be in the case file
    posterior: Posterior | None = None  # the probabilities, for players that use them


def _draw(
    hands: counting.Hands,
    splits_after: counting.Integers,
    left: counting.Integers,
    draws: NDArray[np.float64],
) -> counting.Integers:
    """Return for each deal a hand out of the cards that are ``left``, as sets, shape (deals,).

    ``splits_after`` has the weight of the splits of each set of cards between the later holders;
    ``draws`` are random numbers from [0, 1), shape (deals,).
    """
    chosen = np.zeros_like(left)
    for cards_left in np.unique(left):
        inside = np.flatnonzero(hands.sets & ~cards_left == 0)
        weights = hands.weights[inside] * splits_after[cards_left & ~hands.sets[inside]]
        sets = hands.sets[inside[weights > 0]]
        sums = np.cumsum(weights[weights > 0].astype(np.float64))
        of_these = left == cards_left
        # A draw that is rounded up to the last sum still takes the last hand.
        places = np.searchsorted(sums[:-1], draws[of_these] * sums[-1], side="right")
        chosen[of_these] = sets[places]
    return chosen
