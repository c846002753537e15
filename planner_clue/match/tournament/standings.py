"""The result of a tournament: ratings with intervals, and a cross table.

Ratings follow Luce's choice axiom (Luce 1959): each agent has a strength, and wins at a table with
its share of all strengths there (Plackett and Luce with only the first place known; Bradley and
Terry for more than two). Newton's method fits their logarithms, with a normal prior, which keeps
the strength of an agent finite if it won no game or every game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp
from typing import Any

import numpy as np
from numpy import float64, int64
from numpy.typing import NDArray

from planner_clue.match.schedule import derived_seed
from planner_clue.match.tournament.entry import MatchOutcome, Tournament

PRIOR_DEVIATION = 3.0
"""Standard deviation of the prior of a log strength; a factor of 20 is not unusual."""
_LONGEST_STEP = 1.0
_STEPS = 200
_EXACT = 1e-9
FEW_DEALS = 20
"""Minimum number of deals; with fewer, intervals are too narrow."""
_SAMPLES = 1000
_AT_ONCE = 2_000_000  # maximum number of values of a batch of samples
_ENDS = (0.025, 0.975)


@dataclass(frozen=True)
class Rating:
    """The strength of one agent."""

    agent: int
    log_strength: float  # natural logarithm of the strength; the mean of all agents is 0
    ci95: tuple[float, float]


def against_average(log_strength: float, size: int) -> float:
    """Return the probability to win at a table of ``size`` if all others are average agents.

    >>> against_average(0.0, 4)
    0.25
    """
    strength = exp(log_strength)
    return strength / (strength + size - 1)


def ratings(outcomes: Sequence[MatchOutcome], agents: int, seed: int) -> list[Rating]:
    """Return the rating of every agent, the strongest first; the same for the same seed.

    Intervals come from a bootstrap over deals, which all combinations share. It draws one deal less
    than was played and rescales the weights (Rao and Wu 1988). It also draws the centre of the
    prior, so that an agent without a win gets an interval.
    """
    tables = np.array([outcome.combination for outcome in outcomes])
    by_deal = np.stack([outcome.wins_by_deal for outcome in outcomes]).astype(float)
    best = log_strengths(tables, by_deal.sum(axis=1)[None], np.zeros((1, agents)))
    middle = _centred(best)[0]
    low, high = np.quantile(_sampled(tables, by_deal, best[0], seed), _ENDS, axis=0)
    found = [
        Rating(agent, float(middle[agent]), (float(low[agent]), float(high[agent])))
        for agent in range(agents)
    ]
    return sorted(found, key=lambda rating: (-rating.log_strength, rating.agent))


def _sampled(
    tables: NDArray[int64], by_deal: NDArray[float64], best: NDArray[float64], seed: int
) -> NDArray[float64]:
    """Return the log strengths, of shape (samples, agents), searched from ``best``."""
    (count, deals, places), agents = by_deal.shape, len(best)
    rng = np.random.default_rng(derived_seed("bootstrap", seed))
    at_once = max(1, min(_SAMPLES, _AT_ONCE // max(deals, count * agents)))
    parts = []
    for start in range(0, _SAMPLES, at_once):
        samples = min(at_once, _SAMPLES - start)
        drawn = rng.multinomial(deals - 1, np.full(deals, 1 / deals), size=samples)
        centres = rng.normal(0.0, PRIOR_DEVIATION, size=(samples, agents))
        wins = np.tensordot(drawn * (deals / max(1, deals - 1)), by_deal, axes=(1, 1))
        parts.append(log_strengths(tables, wins.reshape(samples, count, places), centres, best))
    return _centred(np.concatenate(parts))


def _centred(logs: NDArray[float64]) -> NDArray[float64]:
    centred: NDArray[float64] = logs - logs.mean(axis=1, keepdims=True)
    return centred


def log_strengths(
    tables: NDArray[int64],
    wins: NDArray[float64],
    centres: NDArray[float64],
    start: NDArray[float64] | None = None,
) -> NDArray[float64]:
    """Return the most probable log strengths (samples, agents), searched from ``start``.

    ``tables`` contains a row per table with its agents' numbers, ``wins`` the games that each won
    (samples x tables x places), and ``centres`` the means of the prior (samples x agents).
    """
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


MEANING = (
    "A rating is the logarithm of a strength. In the games that somebody won, the probability that "
    "an agent wins is its share of the strengths at its table (Luce's choice axiom). The mean "
    'rating is 0, and one more means 2.7 times as strong. "Against average" is the probability of '
    "winning if all others have the rating 0. The 95 % intervals are from a bootstrap over deals. "
    f"A normal prior of standard deviation {PRIOR_DEVIATION:g} keeps ratings finite, also for "
    "agents that won all games or none."
)


def tournament_result(tournament: Tournament, outcomes: Sequence[MatchOutcome]) -> dict[str, Any]:
    """Return the result, without times: the same games give the same result."""
    agents, config = tournament.agents, tournament.config(tournament.combinations[0])
    rated = ratings(outcomes, len(agents), tournament.seed)
    meetings = cross_table(outcomes)
    return {
        "schema": 1,
        **tournament.to_json(),
        "games": sum(outcome.games for outcome in outcomes),
        "games_each": config.total,
        "deals": len(outcomes[0].wins_by_deal),
        "no_winner": sum(outcome.no_winner for outcome in outcomes),
        "meaning": MEANING,
        "ratings": [_rating_to_json(tournament, rating, outcomes) for rating in rated],
        "cross_table": [
            {
                "row": agents[row.agent],
                "column": agents[column.agent],
                **dict(zip(_MET, meetings[row.agent, column.agent], strict=True)),
            }
            for row in rated
            for column in rated
            if row is not column
        ],
        "combinations": [
            {
                "folder": tournament.folder(number),
                "agents": list(tournament.names(outcome.combination)),
                "games": outcome.games,
                "wins": outcome.wins,
                "no_winner": outcome.no_winner,
            }
            for number, outcome in enumerate(outcomes)
        ],
    }


def _rating_to_json(
    tournament: Tournament, rating: Rating, outcomes: Sequence[MatchOutcome]
) -> dict[str, Any]:
    own = [
        (number, outcome, outcome.combination.index(rating.agent))
        for number, outcome in enumerate(outcomes)
        if rating.agent in outcome.combination
    ]
    games, wins = sum(o.games for _, o, _ in own), sum(o.wins[slot] for _, o, slot in own)
    failures = ((number, o.first_failures[slot]) for number, o, slot in own)
    listed = (f"{tournament.folder(number)}, {reason}" for number, reason in failures if reason)
    ends = (rating.log_strength, *rating.ci95)
    probability, *probability_ci = (round(against_average(end, tournament.size), 4) for end in ends)
    return {
        "agent": tournament.agents[rating.agent],
        "games": games,
        "wins": wins,
        "win_rate": round(wins / games, 4),
        "forfeits": sum(o.forfeits[slot] for _, o, slot in own),
        "first_failure": next(listed, None),
        "log_strength": round(rating.log_strength, 4),
        "ci95": [round(end, 4) for end in rating.ci95],
        "against_average": probability,
        "against_average_ci95": probability_ci,
    }


_MET = ("games", "row_won", "column_won")
"""The counts of a meeting; a third agent or no agent won the rest of the games."""


def cross_table(outcomes: Sequence[MatchOutcome]) -> dict[tuple[int, int], list[int]]:
    """Return the counts of every two agents, by their numbers, at their common tables."""
    table: dict[tuple[int, int], list[int]] = {}
    for outcome in outcomes:
        seats = zip(outcome.combination, outcome.wins, strict=True)
        for (row, won), (column, lost) in permutations(seats, 2):
            old = table.get((row, column), [0, 0, 0])
            table[row, column] = list(map(sum, zip(old, (outcome.games, won, lost), strict=True)))
    return table
