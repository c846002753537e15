"""Ratings: intervals that hold the truth, the same each time, and of a width that fits."""

from itertools import combinations

import numpy as np
import pytest

from planner_clue.tournament.playing import MatchOutcome
from planner_clue.tournament.standings import cross_table, ratings


def outcomes(
    strengths: list[float], deals: int, seed: int, size: int = 3, games: int = 6
) -> list[MatchOutcome]:
    """Return what came out of a tournament in which the model holds."""
    rng = np.random.default_rng(seed)
    found = []
    for combination in combinations(range(len(strengths)), size):
        at_table = np.array([strengths[agent] for agent in combination])
        wins = rng.multinomial(games, at_table / at_table.sum(), size=deals).astype(np.int32)
        found.append(MatchOutcome(combination, deals * games, wins))
    return found


def test_the_strongest_stands_first_and_the_mean_is_0() -> None:
    rated = ratings(outcomes([1, 4, 16, 2], deals=50, seed=1), 4, seed=1)
    assert [rating.agent for rating in rated] == [2, 1, 3, 0]
    assert sum(rating.log_strength for rating in rated) == pytest.approx(0)
    for rating in rated:
        assert rating.ci95[0] < rating.log_strength < rating.ci95[1]


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """40 tournaments of four agents: 160 intervals of 95 %; 137 is three deviations below."""
    strengths = [1.0, 1.5, 3.0, 8.0]
    truth = np.log(strengths) - np.mean(np.log(strengths))
    held = 0
    for seed in range(40):
        for rating in ratings(outcomes(strengths, deals=40, seed=seed), 4, seed):
            low, high = rating.ci95
            held += low <= truth[rating.agent] <= high
    assert 137 <= held <= 160


def test_the_same_games_have_the_same_intervals_and_another_seed_has_others() -> None:
    played = outcomes([1, 2, 4], deals=30, seed=3)
    assert ratings(played, 3, seed=5) == ratings(played, 3, seed=5)
    assert ratings(played, 3, seed=5) != ratings(played, 3, seed=6)


def test_games_of_one_deal_that_go_alike_count_as_one() -> None:
    """With six games a deal that all end the same way, intervals are wider by a factor of 2.4."""
    apart = outcomes([1, 2, 4], deals=300, seed=3, games=1)
    together = [MatchOutcome(one.combination, 6 * one.games, 6 * one.wins_by_deal) for one in apart]
    alike, once = (ratings(played, 3, seed=1)[0].ci95 for played in (together, apart))
    assert alike[1] - alike[0] == pytest.approx(once[1] - once[0], rel=0.1)


@pytest.mark.parametrize("wins", [0, 1], ids=["never", "always"])
def test_who_never_wins_or_always_has_an_interval_of_some_width(wins: int) -> None:
    """No sample of the deals can tell such agents apart; that of the prior does."""
    played = []
    for combination in combinations(range(4), 3):
        by_deal = np.zeros((50, 3), dtype=np.int32)
        if combination[0] == 0:
            by_deal[:, 0] = 6 * wins
        by_deal[:, 1:] = (6 - by_deal[:, :1]) // 2
        if combination[0] != 0:
            by_deal[:] = 2
        played.append(MatchOutcome(combination, 300, by_deal))
    (rating,) = (rating for rating in ratings(played, 4, seed=1) if rating.agent == 0)
    assert all(map(np.isfinite, rating.ci95))
    assert 0.5 < rating.ci95[1] - rating.ci95[0] < 8
    assert (rating.log_strength > 0) == bool(wins)


def test_the_cross_table_counts_games_at_common_tables() -> None:
    played = [
        MatchOutcome((0, 1, 2), 10, np.array([[3, 1, 2], [2, 0, 2]], dtype=np.int32)),
        MatchOutcome((0, 1, 3), 10, np.array([[1, 1, 1], [4, 2, 1]], dtype=np.int32)),
    ]
    table = cross_table(played)
    assert table[0, 1] == [20, 10, 4]
    assert table[1, 0] == [20, 4, 10]
    assert table[2, 0] == [10, 4, 5]
    assert (2, 3) not in table
    assert [outcome.no_winner for outcome in played] == [0, 0]
