"""How many suspects, weapons and rooms each hand holds: what ``bn1`` has to know.

Under rules that deal by type the counts are given. Otherwise they are uncertain, and the
network is built for the most likely counts that nothing seen speaks against.
"""

from collections.abc import Sequence
from math import factorial, prod
from typing import TypeAlias

Counts: TypeAlias = tuple[tuple[int, ...], ...]
"""For each hand its number of cards of each category."""


def likely_counts(sizes: Sequence[int], totals: Sequence[int]) -> list[Counts]:
    """Return every way in which hands of these sizes can be made up, the most likely first.

    ``totals`` are the numbers of cards of each category in all these hands together. The
    number of deals with counts k is the product over categories of
    total! / (k of the first hand! * k of the second! * ...); the more deals, the more likely.

    >>> likely_counts([1, 2], [1, 2])
    [((0, 1), (1, 1)), ((1, 0), (0, 2))]
    """
    ways = _ways(tuple(sizes), tuple(totals))
    return sorted(ways, key=lambda counts: (_orders(counts), counts))


def _orders(counts: Counts) -> int:
    """Return a number that the number of deals is inversely proportional to."""
    return prod(factorial(number) for hand in counts for number in hand)


def _ways(sizes: tuple[int, ...], totals: tuple[int, ...]) -> list[Counts]:
    if not sizes:
        return [] if any(totals) else [()]
    return [
        (hand, *others)
        for hand in _hands(sizes[0], totals)
        for others in _ways(sizes[1:], tuple(t - k for t, k in zip(totals, hand, strict=True)))
    ]


def _hands(size: int, totals: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return how a hand of ``size`` cards can be made up from these totals."""
    if len(totals) == 1:
        return [(size,)] if size <= totals[0] else []
    return [
        (first, *rest)
        for first in range(min(size, totals[0]) + 1)
        for rest in _hands(size - first, totals[1:])
    ]
