"""Intervals of win rates and of differences, where every game counts for itself."""

from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.match.intervals import difference, independent_difference, wilson

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


two_counts = st.integers(1, 500).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda a: st.tuples(st.just(a), st.integers(0, n - a), st.just(n))
    )
)


@given(two_counts)
@settings(derandomize=True)
def test_a_difference_lies_between_its_bounds_and_turns_with_the_agents(
    counts: tuple[int, int, int],
) -> None:
    first, second, games = counts
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
