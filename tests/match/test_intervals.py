"""Intervals cover what they promise, also by deals; stopping rules are right as often."""

from collections.abc import Callable, Iterator
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from planner_clue.match import stopping
from planner_clue.match.config import MatchConfig
from planner_clue.match.intervals import (
    difference,
    difference_by_deals,
    independent_difference,
    rate_by_deals,
    wilson,
)
from planner_clue.support.errors import InputError

counts = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_intervals_are_those_of_the_literature() -> None:
    """Newcombe 1998, table I, method 3: the score interval without continuity correction."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=6e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=6e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=6e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=6e-5)


@given(counts)
@settings(derandomize=True)
def test_bounds_are_the_rates_that_are_just_not_rejected(count: tuple[int, int]) -> None:
    """The definition: the score test of each bound gives 1.96 standard errors."""
    wins, games = count
    low, high = wilson(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0
    assert low < high
    for bound in (low, high):
        if 0.0 < bound < 1.0:
            error = sqrt(bound * (1 - bound) / games)
            assert abs(wins / games - bound) / error == pytest.approx(1.959964, rel=1e-4)


@pytest.mark.parametrize("games", [12, 60, 240])
def test_intervals_cover_the_true_rate_in_95_of_100_matches(games: int) -> None:
    """By exact counting over all outcomes, on the average of true rates."""
    intervals = [wilson(wins, games) for wins in range(games + 1)]
    rates = [step / 100 for step in range(2, 99)]
    covered = [
        sum(
            comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
            for wins, (low, high) in enumerate(intervals)
            if low <= rate <= high
        )
        for rate in rates
    ]
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.012)
    assert min(covered) > 0.83


@given(st.tuples(*[st.integers(0, 250)] * 3).filter(any))
@settings(derandomize=True)
def test_differences_are_in_their_bounds_and_turn_with_agents(counts: tuple[int, int, int]) -> None:
    first, second, games = *counts[:2], sum(counts)
    low, high = difference(first, second, games)
    assert -1 <= low <= (first - second) / games <= high <= 1
    assert difference(second, first, games) == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize("rates", [(0.5, 0.3), (0.2, 0.6), (0.05, 0.05)])
def test_differences_cover_the_true_one_in_95_of_100_matches(rates: tuple[float, float]) -> None:
    """By exact counting over all outcomes of 40 games in which at most one of them wins."""
    one, other = rates
    covered = 0.0
    for first in range(41):
        for second in range(41 - first):
            ways = comb(40, first) * comb(40 - first, second)
            low, high = difference(first, second, 40)
            if low <= one - other <= high:
                rest = (1 - one - other) ** (40 - first - second)
                covered += ways * one**first * other**second * rest
    assert covered == pytest.approx(0.95, abs=0.02)


def test_a_difference_of_different_games_is_that_of_the_literature() -> None:
    """Newcombe 1998, table II, method 10: 56 of 70 and 48 of 80; 9 of 10 and 3 of 10."""
    assert independent_difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=6e-5)
    assert independent_difference(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=6e-5)
    assert independent_difference(10, 10, 0, 10) == pytest.approx((0.6075, 1.0), abs=6e-5)


def test_without_a_game_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference(0, 0, 0) == independent_difference(0, 0, 5, 9) == (-1.0, 1.0)


SIX = 6
MATCHES = 1500
Counts = NDArray[np.int64]
of_deal = st.integers(1, 6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(st.lists(of_deal, min_size=2))
@settings(derandomize=True)
def test_intervals_lie_around_the_rate_and_mirror_losses(of_deals: list[tuple[int, int]]) -> None:
    """The order of deals does not matter, and no deal counts less than one game."""
    wins, games = zip(*of_deals, strict=True)
    low, high = rate_by_deals(wins, games)
    assert 0.0 <= low <= sum(wins) / sum(games) <= high <= 1.0
    assert high - low > 0
    losses = [count - won for won, count in of_deals]
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
        return rng.binomial(SIX, rng.beta(rate * weight, (1 - rate) * weight, (MATCHES, count)))

    return draw


def seats_lucky(rng: np.random.Generator, count: int) -> Counts:
    """Return wins of one of three equal agents if a deal favours some seat, not an agent.

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
def test_intervals_by_deals_cover_the_true_rate(
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
def test_differences_by_deals_cover_the_true_one(better: float, shared: float) -> None:
    """Two agents win the same games with probability ``shared``; the first also some it lost."""
    rng = np.random.default_rng(7)
    count, covered = 100, 0
    chances = rng.beta(1, 1, (MATCHES, count, 1))
    won = rng.random((MATCHES, count, SIX)) < chances
    other_won = rng.random((MATCHES, count, SIX)) < chances
    second = np.where(rng.random(won.shape) < shared, won, other_won)
    ahead = ((won | (rng.random(won.shape) < better)).astype(int) - second).sum(-1)
    for of_deals in ahead.tolist():
        low, high = difference_by_deals(of_deals, [SIX] * count)
        covered += low <= better / 2 <= high
    assert 0.935 <= covered / MATCHES <= 0.985


DRAWN_MATCHES = 400
AGENTS = ("planner", "random", "random")


def drawn(
    rng: np.random.Generator, rates: tuple[float, float], correlation: float
) -> Iterator[tuple[int, ...]]:
    """Yield deals of six games that two agents win so often; games of a deal correlate."""
    chances = np.array([*rates, 1 - sum(rates)])
    while True:
        in_deal = rng.dirichlet(chances * (1 / correlation - 1)) if correlation else chances
        yield tuple(rng.multinomial(SIX, in_deal).tolist())


def decided(rule: stopping.StoppingRule, deals: Iterator[tuple[int, ...]], most: int = 2000) -> str:
    seen: list[tuple[int, ...]] = []
    for deal in deals:
        seen.append(deal)
        if verdict := rule.verdict(seen, SIX):
            return verdict
        assert len(seen) < most
    raise AssertionError


@pytest.mark.parametrize("correlation", [pytest.param(0.0, marks=pytest.mark.slow), 0.2])
@pytest.mark.parametrize("rate", [0.2, pytest.param(0.4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ahead", [0.0, 0.1])
def test_a_test_is_wrong_in_5_of_100_matches(rate: float, ahead: float, correlation: float) -> None:
    rule, rng = stopping.SequentialTest((0, 1), 0.1), np.random.default_rng(20261122)
    wrong = "is not ahead" if ahead else "is ahead"
    rates = rate + ahead / 2, rate - ahead / 2
    errors = sum(
        wrong in decided(rule, drawn(rng, rates, correlation)) for _ in range(DRAWN_MATCHES)
    )
    assert errors / DRAWN_MATCHES <= 0.08


def test_a_clear_difference_is_decided_at_once() -> None:
    rule = stopping.SequentialTest((0, 1))
    deals = [(5, 1, 0), (6, 0, 0)] * stopping.FEWEST_DEALS
    assert rule.verdict(deals[: stopping.FEWEST_DEALS - 1], SIX) is None
    verdict = rule.verdict(deals[: stopping.FEWEST_DEALS], SIX)
    assert str(verdict).endswith("slot 1 (accepted: a lead of 5 points or more; rejected: no lead)")
    turned = stopping.SequentialTest((1, 0)).verdict(deals[: stopping.FEWEST_DEALS], SIX)
    assert "slot 1 is not ahead of slot 0 (accepted: no lead; " in str(turned)


def test_the_ratio_is_that_of_normal_observations() -> None:
    """Of means 0 and delta with the same variance: twice the sum over deals, worked out apart."""
    source = drawn(np.random.default_rng(3), (0.4, 0.3), 0.1)
    deals = [next(source) for _ in range(50)]
    ahead = np.array([(deal[0] - deal[1]) / SIX for deal in deals])
    variance = (((ahead - ahead.mean()) ** 2).sum() + 1 / 36) / 50
    expected = ((ahead**2 - (ahead - 0.05) ** 2) / (2 * variance)).sum()
    ratio = stopping.SequentialTest((0, 1)).log_likelihood_ratio(deals, SIX)
    assert ratio == pytest.approx(expected)


def test_a_width_is_that_of_every_agent() -> None:
    """The second wins about half of the games, and its interval is the widest."""
    even = [(0, 2 + deal % 3, 0) for deal in range(60)]
    assert stopping.UntilWidth(0.07).verdict(even, SIX) is None
    verdict = stopping.UntilWidth(0.12).verdict(even, SIX)
    assert verdict == "every interval is at most 12 points wide"
    assert stopping.UntilWidth(0.12).verdict(even[: stopping.FEWEST_DEALS - 1], SIX) is None


def test_rules_are_read_from_the_command_line() -> None:
    assert stopping.read_stopping(None, None, None, AGENTS) == (None, None)
    assert stopping.read_stopping(0.04, None, None, AGENTS) == (0.04, None)
    _, test = stopping.read_stopping(None, "planner,2", None, AGENTS)
    assert test == stopping.SequentialTest((0, 2), 0.05)
    _, test = stopping.read_stopping(None, "1,planner", 0.1, AGENTS)
    assert test == stopping.SequentialTest((1, 0), 0.1)
    with pytest.raises(InputError, match="random sits in slots 1 and 2"):
        stopping.read_stopping(None, "planner,random", None, AGENTS)


def test_rules_are_part_of_what_a_match_is() -> None:
    assert MatchConfig(AGENTS, until_width=0.04).to_json()["until_width"] == 0.04
    data = MatchConfig(AGENTS, sprt=stopping.SequentialTest((0, 2))).to_json()
    assert data["sprt"] == {"slots": [0, 2], "delta": 0.05, "error_rate": 0.05}
    assert MatchConfig.from_json(data).sprt == stopping.SequentialTest((0, 2))
