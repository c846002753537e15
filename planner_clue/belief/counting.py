"""Counting: in how many ways cards can be split between holders.

Cards are numbered from 0 and a set of cards is an integer, card *c* being bit *c*. Every
holder comes with the hands it may have, all of one size, each with a whole number as its
weight; the sizes add up to the number of cards. A *split* gives every holder one of its
hands, all disjoint; its weight is the product of theirs.

No split is ever written down. With ``inside(S)`` the summed weight of a holder's hands
within the set ``S``, the weight of all splits is, over all sets of the ``n`` cards,

    sum of (-1) ** (n - |S|) * product over holders of inside(S)

because hands whose sizes add up to ``n`` cover all cards only if they are disjoint, and
inclusion and exclusion keeps those that cover all cards (fast subset convolution:
Björklund, Husfeldt, Kaski and Koivisto 2007). Leaving one holder out of the product and
summing over the supersets of one of its hands gives the weight of the splits with that
hand, for all its hands at once. That takes about ``n * 2 ** n`` additions a holder.

All numbers are integers. They are computed modulo 2 ** 64, which is exact where the result
is smaller; where it might not be, Python's own integers are used, slowly.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]
"""Whole numbers; of dtype ``object`` where 64 bits are not enough."""

_SMALL_BITS = 3


class Hands(NamedTuple):
    """The hands that one holder may have."""

    size: int
    sets: Integers
    """Each hand as a set of cards, shape (hands,)."""
    weights: Integers
    """The weight of each hand, at least 1, shape (hands,)."""


class Ways(NamedTuple):
    """The splits there are."""

    total: int
    """The weight of all splits together."""
    by_hand: list[Integers]
    """For each holder, for each of its hands, the weight of the splits with that hand."""


def count_ways(cards: int, holders: Sequence[Hands]) -> Ways:
    """Return the weight of all splits of ``cards`` cards, and of those with each hand."""
    inside = _inside(cards, holders)
    others = _products_without_one(inside) * _signs(cards)
    _sum_over_supersets(others, cards)
    by_hand = [row[hands.sets] * hands.weights for row, hands in zip(others, holders, strict=True)]
    return Ways(int(by_hand[0].sum()) if by_hand else 1, by_hand)


def count_all(cards: int, holders: Sequence[Hands]) -> int:
    """Return the weight of all splits; half the work of :func:`count_ways`."""
    inside = _inside(cards, holders)
    return int((inside.prod(axis=0) * _signs(cards)).sum())


def ways_from(cards: int, holders: Sequence[Hands]) -> Integers:
    """Return in how many ways the later holders can split what is left for them.

    Shape (holders + 1, 2 ** cards). Row *h* has, for a set of as many cards as the holders
    from *h* on take, the weight of the splits of that set between them; for other sets the
    numbers mean nothing. The last row is 1 throughout.
    """
    products = _inside(cards, holders)
    for holder in reversed(range(len(products) - 1)):
        products[holder] *= products[holder + 1]
    products *= _signs(cards)
    _sum_over_subsets(products, cards)
    # Each set is to be signed by its own size, not by that of the whole.
    products *= _signs(cards)
    return np.concatenate([products, np.ones((1, 1 << cards), products.dtype)])


@lru_cache(maxsize=128)
def sets_of_size(cards: int, size: int) -> Integers:
    """Return every set of ``size`` of the cards, shape (binomial,); not to be changed."""
    sets = [sum(1 << card for card in chosen) for chosen in combinations(range(cards), size)]
    array = np.array(sets, dtype=np.int64)
    array.setflags(write=False)
    return array


def most_splits(cards: int, holders: Sequence[Hands]) -> int:
    """Return an upper bound of the weight of all splits."""
    bound = 1
    for hands in holders:
        bound *= comb(cards, hands.size) * int(hands.weights.max(initial=0))
        cards -= hands.size
    return bound


def _inside(cards: int, holders: Sequence[Hands]) -> Integers:
    """Return for each holder, for each set of cards, the weight of its hands inside the set."""
    exact = most_splits(cards, holders) < 1 << 63
    inside = np.zeros((len(holders), 1 << cards), np.int64 if exact else object)
    for row, hands in zip(inside, holders, strict=True):
        row[hands.sets] = hands.weights
    _sum_over_subsets(inside, cards)
    return inside


def _products_without_one(factors: Integers) -> Integers:
    """Return for each row the product of all other rows."""
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
    """Return for each set 1 if it lacks an even number of the cards, else -1."""
    signs = np.array([(-1) ** cards], dtype=np.int64)
    for _ in range(cards):
        signs = np.concatenate([signs, -signs])
    signs.setflags(write=False)
    return signs


def _sum_over_subsets(tables: Integers, cards: int) -> None:
    """Replace in every row the value of each set by the sum over its subsets."""
    for without, having in _halves(tables, cards):
        np.add(having, without, out=having)


def _sum_over_supersets(tables: Integers, cards: int) -> None:
    """Replace in every row the value of each set by the sum over its supersets."""
    for without, having in _halves(tables, cards):
        np.add(without, having, out=without)


def _halves(tables: Integers, cards: int) -> list[tuple[Integers, Integers]]:
    """Return for each card, in turn, the sets without it and, in the same order, with it."""
    halves = []
    for card in range(cards):
        split = tables.reshape(len(tables), -1, 2, 1 << card)
        if card < _SMALL_BITS:  # long loops over few are quicker than short loops over many
            columns = range(1 << card)
            halves += [(split[:, :, 0, column], split[:, :, 1, column]) for column in columns]
        else:
            halves.append((split[:, :, 0], split[:, :, 1]))
    return halves
