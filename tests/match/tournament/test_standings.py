"""Strengths agree with a library that has the same model; intervals contain the true ones."""

from itertools import combinations

import choix
import numpy as np
import pytest

from planner_clue.match.tournament.entry import MatchOutcome
from planner_clue.match.tournament.standings import (
    PRIOR_DEVIATION,
    cross_table,
    log_strengths,
    ratings,
)

TABLES = np.array(list(combinations(range(5), 3)))


@pytest.mark.parametrize("seed", range(2))
def test_the_strengths_are_those_of_choix(seed: int) -> None:
    """Its penalty is a factor of the sum of squares; ours is a normal prior."""
    rng = np.random.default_rng(seed)
    strengths = np.exp(rng.normal(0, 1.5, 5))[TABLES]
    shares = strengths / strengths.sum(axis=1, keepdims=True)
    wins = np.array([rng.multinomial(30, share) for share in shares], dtype=float)
    games = [
        (table[place], np.delete(table, place).tolist())
        for table, row in zip(TABLES, wins, strict=True)
        for place, count in enumerate(row)
        for _ in range(int(count))
    ]
    expected = choix.opt_top1(5, games, alpha=1 / (2 * PRIOR_DEVIATION**2), tol=1e-10)
    ours = log_strengths(TABLES, wins[None], np.zeros((1, 5)))[0]
    assert ours == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("games", [1, 1_000_000])
@pytest.mark.parametrize("always", [True, False])
def test_who_always_or_never_wins_against_equals_is_finite(games: int, *, always: bool) -> None:
    share = np.where(always, TABLES == 0, TABLES != 0) | (TABLES.min(axis=1, keepdims=True) > 0)
    wins = games * share / share.sum(axis=1, keepdims=True)
    logs = log_strengths(TABLES, wins[None], np.zeros((1, 5)))[0]
    assert np.abs(logs).max() < 15
    assert (logs[0] == logs.max()) == always
    assert logs[1:] == pytest.approx(logs[1], abs=1e-6)


def outcomes(strengths: list[float], deals: int, seed: int, games: int = 6) -> list[MatchOutcome]:
    rng = np.random.default_rng(seed)
    found = []
    for combination in combinations(range(len(strengths)), 3):
        at_table = np.array([strengths[agent] for agent in combination])
        wins = rng.multinomial(games, at_table / at_table.sum(), size=deals).astype(np.int32)
        found.append(MatchOutcome(combination, deals * games, wins))
    return found


def test_the_strongest_stands_first_and_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """40 tournaments of four agents: 160 intervals of 95 %; 137 is three deviations below."""
    truth = np.log([1.0, 1.5, 3.0, 8.0])
    held = 0
    for seed in range(40):
        rated = ratings(outcomes([1.0, 1.5, 3.0, 8.0], deals=40, seed=seed), 4, seed)
        assert rated[0].agent == 3
        assert sum(rating.log_strength for rating in rated) == pytest.approx(0)
        for rating in rated:
            low, high = rating.ci95
            held += low <= truth[rating.agent] - truth.mean() <= high
    assert 137 <= held <= 160


def test_games_of_one_deal_that_go_alike_count_as_one() -> None:
    """With six games a deal that all end the same way, intervals are wider by a factor of 2.4."""
    apart = outcomes([1, 2, 4], deals=300, seed=3, games=1)
    together = [MatchOutcome(one.combination, 6 * one.games, 6 * one.wins_by_deal) for one in apart]
    alike, once = (ratings(played, 3, seed=1)[0].ci95 for played in (together, apart))
    assert alike[1] - alike[0] == pytest.approx(once[1] - once[0], rel=0.1)


@pytest.mark.parametrize("wins", [0, 6], ids=["never", "always"])
def test_who_never_wins_or_always_has_an_interval_of_some_width(wins: int) -> None:
    """No sample of the deals can separate such agents; that of the prior does."""
    played = []
    for combination in combinations(range(4), 3):
        row = [wins, 3 - wins // 2, 3 - wins // 2] if combination[0] == 0 else [2, 2, 2]
        by_deal = np.tile(np.array(row, dtype=np.int32), (50, 1))
        played.append(MatchOutcome(combination, 300, by_deal))
    (rating,) = (rating for rating in ratings(played, 4, seed=1) if rating.agent == 0)
    assert 0.5 < rating.ci95[1] - rating.ci95[0] < 8
    assert (rating.log_strength > 0) == bool(wins)


def test_the_cross_table_counts_games_at_common_tables() -> None:
    played = [
        MatchOutcome((0, 1, 2), 10, np.array([[3, 1, 2], [2, 0, 2]], dtype=np.int32)),
        MatchOutcome((0, 1, 3), 10, np.array([[1, 1, 1], [4, 2, 1]], dtype=np.int32)),
    ]
    table = cross_table(played)
    assert (table[0, 1], table[1, 0]) == ([20, 10, 4], [20, 4, 10])
    assert table[2, 0] == [10, 4, 5]
    assert (2, 3) not in table
    assert [outcome.no_winner for outcome in played] == [0, 0]
