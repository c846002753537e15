"""Strengths that explain who won: Luce's choice axiom, fitted to counts of wins.

Luce 1959: each agent has a strength, and wins at a table with the probability of its strength
divided by the sum of all strengths at the table. This is the model of Plackett and Luce where only
the first place is known, and that of Bradley and Terry for tables of more than two.

Fitted are the logarithms of the strengths, with a normal prior. The prior keeps an agent that
never won, or always, at a finite strength; with a fair number of games it changes others little.
The best strengths are found by Newton's method; the function is concave, so there is one best.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

PRIOR_DEVIATION = 3.0
"""Standard deviation of the prior of a log strength: a factor of 20 is nothing unusual."""
_LONGEST_STEP = 1.0
_STEPS = 200
_EXACT = 1e-9


def log_strengths(
    tables: "NDArray[int64]",
    wins: "NDArray[float64]",
    centres: "NDArray[float64]",
    start: "NDArray[float64] | None" = None,
) -> "NDArray[float64]":
    """Return the most probable log strengths, for several samples of games at once.

    ``tables`` has a row for each table with the numbers of its agents. ``wins`` has the games each
    of them won there: samples x tables x places. ``centres`` has the means of the prior: samples x
    agents. So has what is returned. The search begins at ``start``, one number for each agent.
    """
    import numpy as np

    samples, agents = centres.shape
    rows = np.arange(len(tables))[:, None]
    games = wins.sum(axis=2, keepdims=True)
    by_agent = np.zeros((samples, len(tables), agents))
    by_agent[:, rows, tables] = wins
    won = by_agent.sum(axis=1)
    precision = PRIOR_DEVIATION**-2
    logs = np.tile(np.zeros(agents) if start is None else start, (samples, 1))
    for _ in range(_STEPS):
        at_tables = logs[:, tables]
        weights = np.exp(at_tables - at_tables.max(axis=2, keepdims=True))
        by_agent[:, rows, tables] = weights / weights.sum(axis=2, keepdims=True)
        expected_wins = games * by_agent
        expected = expected_wins.sum(axis=1)
        slope = won - expected - precision * (logs - centres)
        curve = -by_agent.transpose(0, 2, 1) @ expected_wins
        curve[:, range(agents), range(agents)] += expected + precision
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        logs += step * np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
        if longest.max() < _EXACT:
            break
    return logs
