"""The 95 % interval of a rate over games that were played deal by deal.

Deals are independent; games of one deal are not, because they share the cards and the dice. So the
spread of the rate comes from whole deals: that of the jackknife that leaves out one deal at a time,
which for a rate is the cluster-robust variance. From it follows how many independent games the
games are worth, and with that number the score interval (Wilson 1927) is taken, with Student's
t for the few deals that the spread is known from (Korn and Graubard 1998).

Seats that rotate within a deal share out its luck, so the games may be worth more than their
number. Few deals can show that by accident. So the spread counts as if one more deal had shown that
of independent games, or a larger one if it is larger; and no interval is without a width.

A deal is worth one game at least: no games of a deal tell less than that. Where the spread is not
known, or the interval is narrower so, each deal counts as one game.
"""

from collections.abc import Sequence

from planner_clue.match.intervals import score_interval, wilson

_PRIOR_DEALS = 1
"""How many deals the supposed spread of independent games counts as."""
_UPPER_TAIL = 0.975


def rate_by_deals(points: Sequence[float], games: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % interval of the points per game, which is between 0 and 1.

    ``points`` and ``games`` are those of each deal, in any order; a game brings at most one point.

    >>> [round(bound, 3) for bound in rate_by_deals([5, 6, 3, 4, 4], [6, 6, 6, 6, 6])]
    [0.467, 0.896]
    """
    deals, total, points_in_all = len(games), sum(games), sum(points)
    if not deals:
        return 0.0, 1.0
    one_game_each = wilson(points_in_all * deals / total, deals)
    if all(count == 1 for count in games) or not 0 < points_in_all < total or deals == 1:
        return one_game_each
    worth = _independent_games(points, games)
    by_spread = score_interval(points_in_all / total, worth, _students_t(deals - 1))
    return min(by_spread, one_game_each, key=lambda interval: interval[1] - interval[0])


def difference_by_deals(ahead: Sequence[int], games: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % interval of a difference of two win rates in the same games.

    ``ahead`` says for each deal how many more games the first has won than the second. A game is
    half a point for both where neither wins it or both do, as in chess: the difference is that
    of the points.

    >>> [round(bound, 3) for bound in difference_by_deals([3, 1, 2, 4, 0], [6, 6, 6, 6, 6])]
    [-0.051, 0.631]
    """
    points = [(count + more) / 2 for count, more in zip(games, ahead, strict=True)]
    low, high = rate_by_deals(points, games)
    return 2 * low - 1, 2 * high - 1


def _independent_games(points: Sequence[float], games: Sequence[int]) -> float:
    """Return how many independent games would tell the rate as exactly."""
    deals, total = len(games), sum(games)
    rate = sum(points) / total
    spread = sum((won - rate * count) ** 2 for won, count in zip(points, games, strict=True))
    effect = deals / (deals - 1) * spread / total / (rate * (1 - rate))
    seen = deals - 1
    return total * (seen + _PRIOR_DEALS) / (seen * effect + _PRIOR_DEALS * max(1.0, effect))


def _students_t(freedom: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, _UPPER_TAIL))
