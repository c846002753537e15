"""Intervals by deals cover what they promise, also where games of a deal go together."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from planner_clue.match.intervals import difference_by_deals, rate_by_deals, wilson

SIX = 6
MATCHES = 1500
Counts = NDArray[np.int64]
deals = st.lists(
    st.integers(1, 6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2
)


@given(deals)
@settings(derandomize=True)
def test_intervals_have_a_width_around_the_rate_and_mirror_losses(
    counts: list[tuple[int, int]],
) -> None:
    """The order of deals does not matter, and no deal tells less than one game."""
    wins, games = zip(*counts, strict=True)
    low, high = rate_by_deals(wins, games)
    assert 0.0 <= low <= sum(wins) / sum(games) <= high <= 1.0
    assert high - low > 0
    losses = [count - won for won, count in counts]
    assert rate_by_deals(losses, games) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert rate_by_deals(wins[::-1], games[::-1]) == pytest.approx((low, high), abs=1e-9)
    widest = wilson(sum(wins) * len(games) / sum(games), len(games))
    assert high - low <= widest[1] - widest[0]


def alike(rate: float, correlation: float) -> Callable[[np.random.Generator, int], Counts]:
    """Return how wins of a deal are drawn whose games correlate: a beta-binomial."""

    def draw(rng: np.random.Generator, count: int) -> Counts:
        if correlation == 0:
            return rng.binomial(SIX, rate, (MATCHES, count))
        if correlation == 1:
            return SIX * rng.binomial(1, rate, (MATCHES, count))
        weight = 1 / correlation - 1
        chances = rng.beta(rate * weight, (1 - rate) * weight, (MATCHES, count))
        return rng.binomial(SIX, chances)

    return draw


def seats_lucky(rng: np.random.Generator, count: int) -> Counts:
    """Return wins of one of three equal agents where a deal favours some seat, whoever sits there.

    All six seatings are played, so its games of a deal correlate negatively; the rate is a third.
    """
    luck = np.exp(rng.normal(0, 2, (MATCHES, count, 3)))
    chances = luck / luck.sum(-1, keepdims=True)
    won = np.zeros((MATCHES, count), dtype=np.int64)
    for order in permutations(range(3)):
        won += rng.random((MATCHES, count)) < chances[:, :, order.index(0)]
    return won


COVERAGES = [(5, 0.92, 1.0), (10, 0.93, 0.99), (30, 0.93, 0.98), (100, 0.93, 0.97)]
"""For numbers of deals, the least and the greatest rate at which intervals cover the true one."""


@pytest.mark.parametrize(
    ("rate", "draw"),
    [
        (0.33, alike(0.33, 0)),
        (0.33, alike(0.33, 0.3)),
        (0.8, alike(0.8, 0.1)),
        (0.8, alike(0.8, 0.6)),
        (0.5, alike(0.5, 1)),
        (1 / 3, seats_lucky),
    ],
    ids=["independent", "correlated", "strong", "strong-correlated", "all-or-nothing", "seats"],
)
def test_intervals_cover_the_true_rate_in_95_of_100_matches(
    rate: float, draw: Callable[[np.random.Generator, int], Counts]
) -> None:
    for count, least, most in COVERAGES:
        rng = np.random.default_rng(20261122 + count)
        covered = 0
        for wins in draw(rng, count).tolist():
            low, high = rate_by_deals(wins, [SIX] * count)
            covered += low <= rate <= high
        assert least <= covered / MATCHES <= most


@pytest.mark.parametrize(("better", "shared"), [(0.0, 0.5), (0.2, 0.5), (0.2, 0.9)])
def test_differences_cover_the_true_one(better: float, shared: float) -> None:
    """Two agents win the same games with probability ``shared``; the first also some it lost."""
    rng = np.random.default_rng(7)
    count, covered = 100, 0
    chances = rng.beta(1, 1, (MATCHES, count, 1))
    won = rng.random((MATCHES, count, SIX)) < chances
    other_won = rng.random((MATCHES, count, SIX)) < chances
    second = np.where(rng.random(won.shape) < shared, won, other_won)
    first = won | (rng.random(won.shape) < better)
    ahead = (first.astype(int) - second).sum(-1)
    for of_deals in ahead.tolist():
        low, high = difference_by_deals(of_deals, [SIX] * count)
        covered += low <= better / 2 <= high
    assert 0.935 <= covered / MATCHES <= 0.985
