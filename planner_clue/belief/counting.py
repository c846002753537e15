"""Counting in how many ways cards can be split between holders.

Cards are numbered from 0, and a set of cards is an integer in which bit *c* stands for card *c*.
Every holder comes with the hands it may have. They have one size, and each has a whole number
as its weight. The sizes of all holders add up to the number of cards, ``n``. A *split* gives
every holder one of its hands, no two with a card in common; its weight is the product of their
weights.

The splits are never listed. Let ``inside(S)`` be the sum of the weights of a holder's hands
that are subsets of the set ``S``. Then the weight of all splits together is the sum over all
sets ``S`` of cards of

    (-1) ** (n - |S|) * product over holders of inside(S)

This is inclusion and exclusion: it keeps those choices of hands that cover all cards, and since
their sizes add up to ``n``, these are the choices without a card in common (fast subset
convolution: Björklund, Husfeldt, Kaski and Koivisto 2007). If one holder is left out of the
product, the same sum over the supersets ``S`` of one of its hands is the weight of the splits
that go with this hand; that is done for all hands at once. It takes about ``n * 2 ** n``
additions for each holder.

All numbers are integers. They are computed modulo ``2 ** 64``, which is exact as long as the
result is smaller. Where it might not be, Python's own integers are used, which is slower.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.game.cards import Card, Deck

Integers: TypeAlias = NDArray[np.int64]  # of dtype object where 64 bits are not enough

_SHORT_RUNS = 3  # first cards, whose runs of 2 ** card numbers are slow to loop over
_IN_CACHE = 1 << 17  # numbers of 8 bytes that are summed together


class Hands(NamedTuple):
    """The hands that one holder may have."""

    size: int
    sets: Integers  # each hand as a set of cards, shape (hands,)
    weights: Integers  # the weight of each hand, at least 1, shape (hands,)


def count_ways(cards: int, holders: Sequence[Hands]) -> tuple[int, list[Integers]]:
    """Return the weight of all splits of ``cards`` cards, and the weights with each hand.

    The latter per holder, of shape (hands,).

    Two cards and two holders with one card each, the first of whom rather has card 1:

    >>> first = Hands(1, np.array([0b01, 0b10]), np.array([2, 3]))
    >>> second = Hands(1, np.array([0b01, 0b10]), np.array([1, 1]))
    >>> total, by_hand = count_ways(2, [first, second])
    >>> total, [of_hands.tolist() for of_hands in by_hand]
    (5, [[2, 3], [3, 2]])
    """
    inside = _inside(cards, holders)
    others = _products_without_one(inside)
    others *= _signs(cards)
    for without, having in _halves(others, cards):
        np.add(without, having, out=without)  # sums over all supersets
    by_hand = [row[hands.sets] * hands.weights for row, hands in zip(others, holders, strict=True)]
    return int(by_hand[0].sum()) if by_hand else 1, by_hand


def count_all(cards: int, holders: Sequence[Hands]) -> int:
    """Return the weight of all splits only: half the work of :func:`count_ways`."""
    inside = _inside(cards, holders)
    return int((inside.prod(axis=0) * _signs(cards)).sum())


def ways_from(cards: int, holders: Sequence[Hands]) -> Integers:
    """Return the weights of the splits of every set of cards between the last holders.

    Shape (holders + 1, 2 ** cards). Entry (*h*, *S*) is for the holders from *h* on, and for sets
    *S* of as many cards as they take together. The last row, for no holders, is 1 throughout.
    """
    products = _inside(cards, holders)
    for holder in reversed(range(len(products) - 1)):
        products[holder] *= products[holder + 1]
    products *= _signs(cards)
    _sum_over_subsets(products, cards)
    # With the signs above: (-1) ** (|T| - |S|) for each set T and the subsets S in its sum.
    products *= _signs(cards)
    return np.concatenate([products, np.ones((1, 1 << cards), products.dtype)])


@lru_cache(maxsize=128)
def sets_of_size(cards: int, size: int) -> Integers:
    """Return every set of ``size`` of the cards, as an array that cannot be changed.

    >>> sets_of_size(3, 2).tolist() == [0b011, 0b101, 0b110]
    True
    """
    sets = [sum(1 << card for card in chosen) for chosen in combinations(range(cards), size)]
    array = np.array(sets, dtype=np.int64)
    array.setflags(write=False)
    return array


def most_splits(cards: int, holders: Sequence[Hands]) -> int:
    """Return an upper bound of the weight of all splits: every hand with the largest weight."""
    bound = 1
    for hands in holders:
        bound *= comb(cards, hands.size) * int(hands.weights.max(initial=0))
        cards -= hands.size
    return bound


def _inside(cards: int, holders: Sequence[Hands]) -> Integers:
    """Return ``inside(S)`` of every holder for every set, shape (holders, 2 ** cards)."""
    exact = most_splits(cards, holders) < 1 << 63
    inside = np.zeros((len(holders), 1 << cards), np.int64 if exact else object)
    for row, hands in zip(inside, holders, strict=True):
        row[hands.sets] = hands.weights
    _sum_over_subsets(inside, cards)
    return inside


def _products_without_one(factors: Integers) -> Integers:
    """Return for each row the product of all other rows, entry by entry."""
    products = np.ones_like(factors)
    for row in range(1, len(factors)):
        np.multiply(products[row - 1], factors[row - 1], out=products[row])
    after = np.ones_like(factors[0]) if len(factors) else factors
    for row in reversed(range(len(factors) - 1)):
        after *= factors[row + 1]
        products[row] *= after
    return products


@lru_cache(maxsize=32)
def _signs(cards: int) -> Integers:
    """Return ``(-1) ** (cards - |S|)`` for every set ``S``, shape (2 ** cards,)."""
    signs = np.array([(-1) ** cards], dtype=np.int64)
    for _ in range(cards):
        signs = np.concatenate([signs, -signs])
    signs.setflags(write=False)
    return signs


def _sum_over_subsets(tables: Integers, cards: int) -> None:
    """Replace in every row the value of each set by the sum over its subsets."""
    for without, having in _halves(tables, cards):
        np.add(having, without, out=having)


def _halves(tables: Integers, cards: int) -> list[tuple[Integers, Integers]]:
    """Return for each card the entries of the sets without it, and of the same sets with it.

    Both are views of ``tables``, shape (rows, 2 ** cards). Adding one to the other for card
    after card sums over all subsets, or over all supersets. As many rows are together as fit into
    a processor's cache. With two cards, one row, and the columns in the order of the sets {}, {0},
    {1}, {0, 1}::

                              {}   {0}    {1}   {0, 1}
        before                 5     2      3       1
        card 0: += without     5   2+5      3     1+3
        card 1: += without     5     7    3+5     4+7   each the sum over its subsets
    """
    halves = []
    rows = max(1, _IN_CACHE >> cards)
    for start, card in product(range(0, len(tables), rows), range(cards)):
        split = tables[start : start + rows].reshape(-1, 1 << cards - card - 1, 2, 1 << card)
        if card < _SHORT_RUNS:
            columns = range(1 << card)
            halves += [(split[:, :, 0, column], split[:, :, 1, column]) for column in columns]
        else:
            halves.append((split[:, :, 0], split[:, :, 1]))
    return halves


class Numbering:
    """Numbers some cards of a deck, in the order given, so that a set of them is a small integer.

    A *mask* has bit *p* set for the card at position *p* of the deck; a *set* has bit *n* set for
    card number *n*.

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
        """Return the set of all ``cards`` that have a number."""
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
