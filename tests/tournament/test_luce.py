"""Strengths: those of a library that fits the same model, and finite in every case."""

from itertools import combinations
from math import log

import choix
import numpy as np
import pytest

from planner_clue.tournament.standings import PRIOR_DEVIATION, log_strengths

TABLES = np.array(list(combinations(range(5), 3)))


def drawn_wins(seed: int, games: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return wins at each table as some strengths would bring them about."""
    rng = np.random.default_rng(seed)
    strengths = np.exp(rng.normal(0, 1.5, 5))
    shares = strengths[TABLES] / strengths[TABLES].sum(axis=1, keepdims=True)
    return np.array([rng.multinomial(games, share) for share in shares], dtype=float)


@pytest.mark.parametrize("seed", range(2))
def test_the_strengths_are_those_of_choix(seed: int) -> None:
    """Its penalty is a factor of the sum of squares; ours is a normal prior."""
    wins = drawn_wins(seed, games=30)
    games = [
        (table[place], np.delete(table, place).tolist())
        for table, row in zip(TABLES, wins, strict=True)
        for place, count in enumerate(row)
        for _ in range(int(count))
    ]
    expected = choix.opt_top1(5, games, alpha=1 / (2 * PRIOR_DEVIATION**2), tol=1e-10)
    ours = log_strengths(TABLES, wins[None], np.zeros((1, 5)))[0]
    assert ours == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("games", [1, 100, 1_000_000])
@pytest.mark.parametrize("first", [0, 1])
def test_agents_that_never_win_or_always_are_finite(games: int, first: int) -> None:
    """Agent 0 always wins, or never does, against equals."""
    wins = np.zeros((1, len(TABLES), 3))
    for number, table in enumerate(TABLES):
        others = [place for place in range(3) if table[place] != 0]
        winners = [0] if first and table[0] == 0 else others
        wins[0, number, winners] = games / len(winners)
    logs = log_strengths(TABLES, wins, np.zeros((1, 5)))[0]
    assert np.isfinite(logs).all()
    assert np.abs(logs).max() < 15
    assert (logs[0] == logs.max()) == bool(first)
    assert logs[1:] == pytest.approx(logs[1], abs=1e-6)


def test_many_games_show_the_strengths_themselves() -> None:
    """Strengths 1, 2, 4, 8 and 16, in the shares that the model gives them."""
    strengths = 2.0 ** np.arange(5)
    shares = strengths[TABLES] / strengths[TABLES].sum(axis=1, keepdims=True)
    logs = log_strengths(TABLES, 1e6 * shares[None], np.zeros((1, 5)))[0]
    assert np.diff(logs) == pytest.approx([log(2)] * 4, abs=1e-4)
