"""Deals drawn from a belief, and the answers to suggestions in them.

The seats are asked in turn, and the first that holds one of the three cards shows it. Where it
holds several of them, the drawn deal also says, by chance, which one it shows.

The arrays have these axes:

- *suggestions* and *deals*: the suggestions that are made and the deals that were drawn;
- *cards*: of the whole deck or of one category, in deck order; where there are three, the cards
  of a suggestion: suspect, weapon, room;
- *answers*: first "nobody shows a card", then three for each seat, in the order in which the
  seats are asked: it shows the suspect, the weapon, the room. The seat that asks comes last in
  this order and never shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.belief import Belief
from planner_clue.game.cards import Card, Deck, Suggestion

Numbers: TypeAlias = NDArray[np.int64]
SmallNumbers: TypeAlias = NDArray[np.int16]  # per card or suggestion and deal: short is fast
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class DrawnDeals:
    """Some deals, with the card that would be shown to any suggestion in each of them."""

    deck: Deck
    me: int  # the seat that asks
    seats: int  # number of seats, which is also the number of the case file as a holder
    holders: NDArray[np.int8]  # holder of each card, shape (deals, cards)
    order: SmallNumbers  # the numbers of order_of_showing, shape (cards, deals)

    @cached_property
    def case_cards(self) -> list[Numbers]:
        """For each category, which of its cards, from 0, is in the case file of each deal."""
        in_case_file = self.holders == self.seats
        return [
            in_case_file[:, [self.deck.position(card) for card in cards]].argmax(axis=1)
            for cards in self.deck.categories
        ]

    @cached_property
    def case_files(self) -> Numbers:
        """The number of the case file of each deal; equal case files have equal numbers."""
        _, numbers = np.unique(np.stack(self.case_cards), axis=1, return_inverse=True)
        return numbers.ravel()

    def answers(self, suggestions: Sequence[Suggestion]) -> SmallNumbers:
        """Return the number of the answer to each suggestion, shape (suggestions, deals)."""
        if not suggestions:
            return np.zeros((0, self.order.shape[1]), np.int16)
        cards = np.array([[self.deck.position(card) for card in asked] for asked in suggestions])
        return self.numbers(*(self.order[column] for column in cards.T))

    def answer_if(
        self, asked: Suggestion, in_case_file: Mapping[Card, bool]
    ) -> tuple[int | None, Card | None] | None:
        """Return the most frequent answer if some cards are in the case file and others are not.

        That is the seat and the card, or twice None if nobody can show one; None if no drawn deal
        fits.
        """
        at = [self.deck.position(card) for card in in_case_file]
        wanted = np.array(list(in_case_file.values()))
        fits = ((self.holders[:, at] == self.seats) == wanted).all(axis=1)
        if not fits.any():
            return None
        return self.shown(asked, int(np.bincount(self.answers([asked])[0][fits]).argmax()))

    def shown(self, asked: Suggestion, answer: int) -> tuple[int | None, Card | None]:
        """Return the seat and the card of the number of an answer."""
        if answer == 0:
            return None, None
        before, category = divmod(answer - 1, 3)
        return (self.me + 1 + before) % self.seats, asked[category]

    def numbers(
        self, suspect: SmallNumbers, weapon: SmallNumbers, room: SmallNumbers
    ) -> SmallNumbers:
        """Return the numbers of answers, given :attr:`order` of the three cards of suggestions."""
        shown = np.minimum(np.minimum(suspect, weapon), room)
        before = shown // len(self.deck)
        category = (shown == weapon) + np.int8(2) * (shown == room)
        return np.where(before < self.seats, 1 + 3 * before + category, 0)


def draw_deals(belief: Belief, count: int, seed: int) -> DrawnDeals:
    """Draw deals from a belief; the same seed draws the same ones."""
    rng = np.random.default_rng(seed)
    holders = belief.sample(count, rng)
    order = order_of_showing(holders, seats_before(belief.me, belief.case), rng)
    return DrawnDeals(belief.deck, belief.me, belief.case, holders, order)


def seats_before(me: int, seats: int) -> Numbers:
    """Return the number of seats asked before each holder; all of them if it never shows a card.

    The last holders are the case file, and cards set aside.

    >>> print(seats_before(me=1, seats=3))
    [1 3 0 3 3]
    """
    before = np.full(seats + 2, seats)
    for place in range(seats - 1):
        before[(me + 1 + place) % seats] = place
    return before


def order_of_showing(
    holders: NDArray[np.int8], before: Numbers, rng: np.random.Generator
) -> SmallNumbers:
    """Return numbers that say which card is shown: the lowest of three; shape (cards, deals).

    The number of a card is ``before[holder] * cards + drawn``: a holder who is asked earlier shows
    first, and chance decides between the cards of one hand.
    """
    deals, cards = holders.shape
    drawn = rng.permuted(np.tile(np.arange(cards), (deals, 1)), axis=1)
    numbers = before[holders] * cards + drawn
    return np.ascontiguousarray(numbers.T, dtype=np.int16)
