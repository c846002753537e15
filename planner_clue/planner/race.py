"""The race: the expected own turns of a plan, and the probability that this seat wins with it.

Each round this seat may accuse, and after it every opponent may. The number of rounds until then
has a discrete Weibull distribution (Nakagawa and Osaki 1975) for each seat, independent of the
others: a model of competing risks in discrete time (Singer and Willett 2003). For this seat, its
*scale* follows from the cost of its plan. For an opponent, it follows from the same cost (because
a position that shortens one search shortens all), from the board, and from the way in which the
opponent seems to choose its suggestions. The few turns of a game do not show how strong an opponent
is. So the probabilities hold on average over the kinds of opponents, not for each kind.

``python -m benchmarks.race FOLDER... --fit all`` fits the constants to recorded matches. Without
``--fit``, it prints how well the forecasts hold. On 26 November 2026 they were fitted to 1,812
games of fourteen matches of version 0.8.0, with seeds 5150, 5301 and 6101; what depends on the
number of players (``--fit crowds``) on 29 November to 1,620 games of four, five and six players,
with seed 17101, against ``exact``, ``bn1`` and ``bn2``. :data:`WRONG` is the mean of this fit and
an earlier one, to 1,776 games against ``exact`` of seeds 15002 to 15004. On other games the turns
are right within 10 % against most opponents, and the probabilities within 5 points for all matches
together, but up to 15 off against one kind of opponents, and 29 off with more than three players
(``benchmarks/strength.md``).
"""

from collections.abc import Callable, Sequence
from math import exp, log
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from planner_clue.belief import Belief
from planner_clue.belief.styles import Floats
from planner_clue.planner.assumption import SLOW
from planner_clue.planner.decision import DIGITS, Replan, in_turns

SHAPE, SCALE = 1.95, (-0.02, 0.82, -0.76)
"""Of this seat, until it accuses: shape, and the logarithm of the scale: a constant, and per
logarithm of what its plan costs beyond :data:`AT_ONCE`, in turns, and of a third of the players."""
THEIR_SHAPE, THEIR_SCALE = 1.18, (1.66, 1.16, -0.04, 0.56, -0.76)
"""Of an opponent, until it wins: shape, and the logarithm of the scale: a constant, with a style
that takes long, per logarithm of the turns of a journey to a near room, of the cost of this seat's
plan, and of a third of the players."""
WRONG = {2: 0.05, 3: 0.05, 4: 0.15, 5: 0.20, 6: 0.29}
"""The probability that an accusation of this seat is wrong where its plan is long, its limit, by
the number of players; of two players that of three, not fitted."""
AT_ONCE = 0.6
"""In turns; a plan that accuses in its first turn costs little more than this."""
_LEAST = 0.1
"""In turns; what costs less counts as this."""
_MOST = 100
"""The number of rounds that are looked ahead."""


class Forecast(NamedTuple):
    """The forecast of a plan."""

    turns: float
    """The own turns that this seat is expected to need until it accuses, if nobody wins before."""
    win: float


class Race:
    """The race as one seat sees it at one moment."""

    def __init__(self, belief: Belief, turns: float, pace: float, rounds_before: int = 0) -> None:
        """Take in the opponents.

        ``turns`` is the cost of this seat's best plan, and ``pace`` the turns of a journey to a
        near room. ``rounds_before`` is the number of rounds that the opponents play before this
        seat's next turn: 0 at its beginning, 1 where this seat is about to end a turn.
        """
        self._is_over = belief.case_file() is not None
        self._players = belief.seat.players
        opponents = opponents_of(belief, turns, pace)
        self._wrong = WRONG[self._players] if opponents else 0.0
        self._open = np.ones(_MOST)
        """The probability that no opponent has won before each own turn."""
        for features in opponents:
            still = _still(THEIR_SHAPE, THEIR_SCALE, features)
            self._open *= still[rounds_before : rounds_before + _MOST]

    def forecast(self, turns: float) -> Forecast:
        """Return the forecast of a plan that costs ``turns``."""
        if self._is_over:
            return Forecast(1.0, 1.0)
        still = _still(SHAPE, SCALE, own_features(turns, self._players))
        right = 1 - self._wrong * error_weight(turns)
        win = right * float((still[:-1] - still[1:]) @ self._open)
        return Forecast(float(still.sum()), win)


def stated(decision: Replan, race: Callable[[float], Race]) -> Replan:
    """Return a decision with the forecasts of its plan and of the other beginnings.

    Only where costs are turns. ``race`` returns the race, given the cost of the best plan.
    """
    turns = None if decision.cost is None else in_turns(decision.cost, decision.unit)
    if turns is None:
        return decision
    ahead = race(turns)
    own = ahead.forecast(turns)
    others = ((way, in_turns(way.cost, decision.unit) or 0.0) for way in decision.alternatives)
    ways = tuple(replace(way, win=round(ahead.forecast(cost).win, DIGITS)) for way, cost in others)
    turns, win = round(own.turns, 2), round(own.win, DIGITS)
    return replace(decision, expected_turns=turns, win=win, alternatives=ways)


def own_features(turns: float, players: int) -> tuple[float, ...]:
    """Return the features of this seat with a plan of this cost, as :data:`SCALE` has them."""
    return 1.0, log(max(turns - AT_ONCE, _LEAST)), log(players / 3)


def error_weight(turns: float) -> float:
    """Return the factor of :data:`WRONG` for a plan of this cost, 0 where it takes one turn."""
    return 1 - exp(-max(turns - 1, 0))


def opponents_of(belief: Belief, turns: float, pace: float) -> list[tuple[float, ...]]:
    """Return the features of each opponent that may still accuse, as :data:`THEIR_SCALE` has them.

    ``turns`` and ``pace`` are as for :class:`Race`.
    """
    found = list[tuple[float, ...]]()
    journey, cost = log(max(pace, 1.0)), log(max(turns, _LEAST))
    crowd = log(belief.seat.players / 3)
    for seat in sorted(belief.transcript.opponents):
        asks = belief.asks(seat)
        slow = sum(asks[style.name] for style in SLOW)
        found.append((1.0, slow, journey, cost, crowd))
    return found


def _still(shape: float, weights: Sequence[float], features: Sequence[float]) -> Floats:
    """Return the probability that a seat is not done after 0, 1, 2, ... rounds."""
    scale = exp(sum(by * of for by, of in zip(weights, features, strict=True)))
    return np.exp(-((np.arange(_MOST + 1) / scale) ** shape))
