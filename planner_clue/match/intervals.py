"""95 % intervals of win rates and of their differences.

First come intervals in which every game is a sample; then intervals of games played deal by deal.
Deals are independent; games of one deal are not, because they share the cards and the dice. So the
spread of the rate comes from whole deals: that of the jackknife that leaves out one deal at a time,
which for a rate is the cluster-robust variance. From it follows how many independent games the
games are worth, and with that number the score interval (Wilson 1927) is taken, with Student's
t for the few deals that the spread is known from (Korn and Graubard 1998).

Seats that rotate within a deal share out its luck, so the games may be worth more than their
number. Few deals can show that by accident. So the spread counts as if one more deal had shown that
of independent games, or a larger one if it is larger; and no interval is without a width.

A deal is worth one game at least: the games of a deal never contain less information. Where the
spread is not known, or the interval is narrower so, each deal counts as one game.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import copysign, hypot, inf, sqrt
from statistics import fmean, stdev

Z95 = 1.959963984540054
"""Standard errors from the centre of a 95 % interval to its ends."""
_PRIOR_DEALS = 1
"""Weight, in deals, of the prior spread: that of independent games."""
_UPPER_TAIL = 0.975
_HALVINGS = 50
"""Enough for a bound to be as exact as a float can be."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a win rate (Wilson 1927).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    low, high = score_interval(rate, games)
    # Rounding must not push a bound of 0 or 1 past what was observed.
    return max(0.0, min(rate, low)), min(1.0, max(rate, high))


def score_interval(rate: float, games: float, quantile: float = Z95) -> tuple[float, float]:
    """Return the rates within ``quantile`` standard errors; ``games`` is the effective number."""
    squared = quantile**2
    centre = (rate + squared / (2 * games)) / (1 + squared / games)
    spread = rate * (1 - rate) / games + squared / (4 * games**2)
    half = quantile * sqrt(spread) / (1 + squared / games)
    return centre - half, centre + half


def difference(first: int, second: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two agents' win rates in the same games.

    At most one of them wins a game, so wins of the one and of the other are cells of one
    multinomial, and the rates are not independent. This is the score interval for paired
    proportions (Tango 1998): the differences which the score test does not reject.

    >>> [round(bound, 3) for bound in difference(60, 30, 100)]
    [0.116, 0.463]
    """
    if games == 0:
        return -1.0, 1.0
    observed = (first - second) / games
    low = _bisected(lambda d: _paired_score(first, second, games, d) > Z95, -1.0, observed)
    high = _bisected(lambda d: _paired_score(first, second, games, d) >= -Z95, observed, 1.0)
    return low, high


def independent_difference(
    first: int, first_games: int, second: int, second_games: int
) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two win rates in different games.

    Newcombe 1998, method 10: the two Wilson intervals, squared and added.

    >>> [round(bound, 4) for bound in independent_difference(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    if not first_games or not second_games:
        return -1.0, 1.0
    one, other = first / first_games, second / second_games
    (low, high), (other_low, other_high) = wilson(first, first_games), wilson(second, second_games)
    return (
        one - other - hypot(one - low, other_high - other),
        one - other + hypot(high - one, other - other_low),
    )


def rate_by_deals(points: Sequence[float], games: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % interval of the points per game, which is between 0 and 1.

    ``points`` and ``games`` are the numbers of each deal, in any order; a game brings at most one
    point.

    >>> [round(bound, 3) for bound in rate_by_deals([5, 6, 3, 4, 4], [6, 6, 6, 6, 6])]
    [0.467, 0.896]
    """
    sums = DealSums()
    for count, of in zip(points, games, strict=True):
        sums.add(count, of)
    return sums.ci95


@dataclass
class DealSums:
    """Sums over deals, from which the interval of their rate follows.

    >>> sums = DealSums()
    >>> for points in (5, 6, 3, 4, 4):
    ...     sums.add(points, 6)
    >>> [round(bound, 3) for bound in sums.ci95]
    [0.467, 0.896]
    """

    deals: int = 0
    points: float = 0
    games: int = 0
    points_squared: float = 0
    points_by_games: float = 0
    games_squared: int = 0

    def add(self, points: float, games: int) -> None:
        """Add a deal; one without games does not count."""
        self.deals += games > 0
        self.points += points
        self.games += games
        self.points_squared += points * points
        self.points_by_games += points * games
        self.games_squared += games * games

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the points per game, as in :func:`rate_by_deals`."""
        if not self.deals:
            return 0.0, 1.0
        one_game_each = wilson(self.points * self.deals / self.games, self.deals)
        of_one_game = self.games_squared == self.deals
        if of_one_game or not 0 < self.points < self.games or self.deals == 1:
            return one_game_each
        rate = self.points / self.games
        by_spread = score_interval(rate, self._independent_games, _students_t(self.deals - 1))
        return min(by_spread, one_game_each, key=lambda interval: interval[1] - interval[0])

    @property
    def _independent_games(self) -> float:
        """The effective sample size: games divided by the design effect."""
        total, rate, seen = self.games, self.points / self.games, self.deals - 1
        # The squared distances of all deals from the rate, times ``total`` squared: that is exact.
        of_games = self.points**2 * self.games_squared
        squares = total**2 * self.points_squared + of_games
        spread = (squares - 2 * self.points * total * self.points_by_games) / total**2
        effect = self.deals / seen * spread / total / (rate * (1 - rate))
        return total * (seen + _PRIOR_DEALS) / (seen * effect + _PRIOR_DEALS * max(1.0, effect))


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


@dataclass
class RateByDeals:
    """A count of a total, deal by deal, with the 95 % interval of the share.

    >>> gambles = RateByDeals()
    >>> gambles.add(2, 299, of=300)
    >>> gambles.add(0, 1)
    >>> gambles.count, gambles.of
    (300, 301)
    """

    counts: "array[int]" = field(default_factory=lambda: array("I"))
    """Per deal."""
    totals: "array[int]" = field(default_factory=lambda: array("I"))

    def add(self, deal: int, count: int, of: int = 1) -> None:
        """Add to a deal, numbered from 0: games of one deal share cards and dice."""
        if deal >= len(self.totals):
            missing = array("I", [0]) * (deal + 1 - len(self.totals))
            self.counts += missing
            self.totals += missing
        self.counts[deal] += count
        self.totals[deal] += of

    @property
    def count(self) -> int:
        """The count over all deals."""
        return sum(self.counts)

    @property
    def of(self) -> int:
        """The total over all deals."""
        return sum(self.totals)

    @property
    def share(self) -> float:
        """The share, from 0 to 1; 0 of none."""
        return self.count / self.of if self.of else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the share, by :func:`rate_by_deals`."""
        counts = [count for count, of in zip(self.counts, self.totals, strict=True) if of]
        return rate_by_deals(counts, [of for of in self.totals if of])

    def ahead_of(self, other: "RateByDeals") -> list[int]:
        """Return per deal how much higher this count is than the other's."""
        return [one - two for one, two in zip(self.counts, other.counts, strict=True)]


@dataclass
class RunningRate:
    """A count of a total, in memory that does not grow: whole deals are kept as sums.

    >>> wins = RunningRate(games_per_deal=2)
    >>> for deal, won in ((0, 1), (1, 1), (0, 1), (1, 0)):
    ...     wins.add(deal, won)
    >>> wins.ci95 == rate_by_deals([2, 1], [2, 2])
    True
    """

    games_per_deal: int
    count: int = 0
    of: int = 0
    _whole: DealSums = field(default_factory=DealSums)
    _begun: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """For each deal of which games are missing: count, total and games so far."""

    def add(self, deal: int, count: int, of: int = 1) -> None:
        """Add a game of a deal; each game counts once."""
        self.count += count
        self.of += of
        counted, total, games = self._begun.pop(deal, (0, 0, 0))
        if games + 1 < self.games_per_deal:
            self._begun[deal] = counted + count, total + of, games + 1
        else:
            self._whole.add(counted + count, total + of)

    @property
    def share(self) -> float:
        """The share, from 0 to 1; 0 of none."""
        return self.count / self.of if self.of else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the share, by :func:`rate_by_deals`."""
        sums = replace(self._whole)
        for counted, total, _ in self._begun.values():
            sums.add(counted, total)
        return sums.ci95


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of independent values, by Student's t distribution.

    >>> [round(bound, 3) for bound in mean_interval([0.5, 0.25, 0.75, 0.5])]
    [0.175, 0.825]
    """
    if len(values) < 2:
        return -1.0, 1.0
    half = _students_t(len(values) - 1) * stdev(values) / sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def percent(rate: float) -> str:
    """Return a rate as tables have it: ``50.0 %``."""
    return f"{100 * rate:.1f} %"


def in_percent(bounds: Sequence[float]) -> str:
    """Return an interval of rates as tables have it: ``40.4-59.6``."""
    low, high = (100 * bound for bound in bounds)
    return f"{low:.1f}-{high:.1f}"


def _paired_score(first: int, second: int, games: int, delta: float) -> float:
    """Return the difference from ``delta`` in standard errors of the most likely such rates."""
    b = (2 * games - first + second) * delta - first - second
    c = -second * delta * (1 - delta)
    rate = (sqrt(max(0.0, b * b - 8 * games * c)) - b) / (4 * games)
    variance = games * (2 * rate + delta * (1 - delta))
    above = first - second - games * delta
    if variance <= 0:
        return 0.0 if above == 0 else copysign(inf, above)
    return above / sqrt(variance)


def _bisected(below: Callable[[float], bool], low: float, high: float) -> float:
    """Return where ``below`` turns from true to false between ``low`` and ``high``."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def _students_t(freedom: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, _UPPER_TAIL))
