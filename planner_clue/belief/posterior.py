"""The posterior over all deals that are consistent with what a seat saw, exactly.

Made once from what is known; every number in it is a ratio of integers, so nothing depends
on the order of additions, and equal probabilities are equal.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.counting import Hands, Integers, count_all, count_ways, ways_from
from planner_clue.belief.hands import Numbering, without_weights
from planner_clue.cards import Card


class Posterior:
    """How the unlocated cards may lie, each way with its weight.

    Parameters
    ----------
    numbering
        The unlocated cards.
    hands
        For each holder with unknown cards (by number) the hands it may have.
    """

    def __init__(self, numbering: Numbering, hands: Mapping[int, Hands]) -> None:
        self.cards = numbering.cards
        self._numbering = numbering
        self._hands = dict(hands)
        ways = count_ways(len(self.cards), tuple(self._hands.values()))
        self.weight = ways.total
        """The weight of all deals; 0 if there is none."""
        self._ways = dict(zip(self._hands, ways.by_hand, strict=True))

    @cached_property
    def deals(self) -> int:
        """The number of deals, as logic has it."""
        if all((hands.weights == 1).all() for hands in self._hands.values()):
            return self.weight
        return count_all(len(self.cards), [without_weights(h) for h in self._hands.values()])

    @cached_property
    def card_weights(self) -> dict[int, list[int]]:
        """For each holder with unknown cards, the weight of the deals with each card there."""
        return {
            holder: [
                int((ways * (self._hands[holder].sets >> number & 1)).sum())
                for number in range(len(self.cards))
            ]
            for holder, ways in self._ways.items()
        }

    def weight_at(self, card: Card, holder: int) -> int:
        """Return the weight of the deals in which ``holder`` has this unlocated card."""
        weights = self.card_weights.get(holder)
        return weights[self.cards.index(card)] if weights else 0

    def weight_of_hand(self, holder: int, cards: tuple[Card, ...]) -> int:
        """Return the weight of the deals in which the holder's unknown cards are these."""
        if holder not in self._hands:
            return 0 if self._numbering.of(cards) else self.weight
        (found,) = np.nonzero(self._hands[holder].sets == self._numbering.of(cards))
        return int(self._ways[holder][found[0]]) if len(found) else 0

    def hand_weights(self, holder: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Yield what the holder's unknown cards may be, with the weight of the deals."""
        if holder not in self._hands:
            yield (), self.weight
            return
        for chosen, weight in zip(self._hands[holder].sets, self._ways[holder], strict=True):
            if weight:
                yield self._cards_of(int(chosen)), int(weight)

    def sample(self, count: int, rng: np.random.Generator) -> NDArray[np.int8]:
        """Draw deals: the holder of each unlocated card, shape (count, cards).

        Holder after holder draws its hand from what is left, each hand in proportion to the
        weight of the deals that go on from there. The same generator state gives the same
        deals.
        """
        holders = sorted(self._hands, key=lambda holder: len(self._hands[holder].sets))
        table = ways_from(len(self.cards), [self._hands[holder] for holder in holders])
        left = np.full(count, (1 << len(self.cards)) - 1, dtype=np.int64)
        drawn = np.full((count, len(self.cards)), -1, dtype=np.int8)
        for step, holder in enumerate(holders):
            chosen = left  # the last one takes all that is left
            if holder != holders[-1]:
                chosen = _draw(self._hands[holder], table[step + 1], left, rng.random(count))
            for number in range(len(self.cards)):
                drawn[chosen >> number & 1 == 1, number] = holder
            left = left & ~chosen
        return drawn

    def _cards_of(self, chosen: int) -> tuple[Card, ...]:
        return tuple(card for number, card in enumerate(self.cards) if chosen >> number & 1)


def _draw(
    hands: Hands, ways_after: Integers, left: Integers, draws: NDArray[np.float64]
) -> Integers:
    """Return for each deal a hand out of the cards that are left, by its draw from [0, 1)."""
    chosen = np.zeros_like(left)
    for rest in np.unique(left):
        inside = np.flatnonzero(hands.sets & ~rest == 0)
        weights = hands.weights[inside] * ways_after[rest & ~hands.sets[inside]]
        sets = hands.sets[inside[weights > 0]]
        sums = np.cumsum(weights[weights > 0].astype(np.float64))
        of_these = left == rest
        # A draw that is rounded up to the last sum still takes the last hand.
        places = np.searchsorted(sums[:-1], draws[of_these] * sums[-1], side="right")
        chosen[of_these] = sets[places]
    return chosen
