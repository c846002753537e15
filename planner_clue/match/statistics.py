"""Counting a match: wins with their intervals, and how the agents behaved."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, copysign, hypot, inf, sqrt
from typing import Any

from planner_clue.deliberation.decision import read_decisions

_Z95 = 1.959963984540054
_HALVINGS = 50
"""Enough for a bound to be as exact as a float can be."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a win rate (Wilson 1927).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, _Z95**2
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z95 * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    # Rounding must not push a bound of 0 or 1 past what was observed.
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


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
    low = _bisected(lambda d: _paired_score(first, second, games, d) > _Z95, -1.0, observed)
    high = _bisected(lambda d: _paired_score(first, second, games, d) >= -_Z95, observed, 1.0)
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


def _paired_score(first: int, second: int, games: int, delta: float) -> float:
    """Return how many standard errors the observed difference is above ``delta``.

    The error is that of the most likely rates whose difference is ``delta``; the second
    agent's is a root of a quadratic equation.
    """
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


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the nearest-rank percentile of non-empty ``values``."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def _at_rank(counts: Counter[int], rank: int) -> int:
    """Return the value in place ``rank``, from 1 on, of all counted values in order."""
    values = sorted(counts)
    up_to = accumulate(counts[value] for value in values)
    return next(value for value, place in zip(values, up_to, strict=True) if place >= rank)


def _counted_percentile(counts: Counter[int], percent: float) -> int:
    """Return what :func:`percentile` returns for all counted values."""
    return _at_rank(counts, max(1, ceil(counts.total() * percent / 100)))


def _counted_median(counts: Counter[int]) -> float | None:
    """Return the median of all counted values, None if there are none."""
    half, odd = divmod(counts.total(), 2)
    if odd:
        return _at_rank(counts, half + 1)
    return (_at_rank(counts, half) + _at_rank(counts, half + 1)) / 2 if half else None


@dataclass
class Tally:
    """What is counted for one slot of the command line."""

    name: str
    slot: int
    seats: int = 0
    wins: int = 0
    wrong_accusations: int = 0
    gambles: int = 0
    """Accusations that were not certain, by the agent's own notes."""
    forfeits: int = 0
    forfeit_kinds: Counter[str] = field(default_factory=Counter)
    first_forfeit: tuple[int, str] | None = None
    """The first game that was forfeited, and why, in the agent's own words."""
    normalised: Counter[str] = field(default_factory=Counter)
    """How often each slip in an agent's answers was overlooked, by its notes."""
    turns_to_win: Counter[int] = field(default_factory=Counter)
    """How many games were won after each number of turns."""
    replans: int = 0
    plans: int = 0
    """Replans that gave a plan."""
    gave_up: int = 0
    """Games in which the planner gave up on its engine."""
    failures: Counter[str] = field(default_factory=Counter)
    plan_times: Counter[int] = field(default_factory=Counter)
    """How many plannings took each time, in tenths of a millisecond."""

    def add(self, seat: int, record: Mapping[str, Any], plan_seconds: Sequence[float]) -> None:
        """Count one game in which the agent sat at ``seat``."""
        events = [event for event in record["events"] if event["seat"] == seat]
        self.seats += 1
        self.wrong_accusations += sum(e["kind"] == "accuse" and not e["correct"] for e in events)
        self._add_forfeits([e["reason"] for e in events if e["kind"] == "forfeit"], record)
        if record["result"]["winner"] == seat:
            self.wins += 1
            own = {e["turn"] for e in events if e["kind"] not in ("pass", "show")}
            self.turns_to_win[len(own)] += 1
        self._add_notes(record["notes"][seat])
        self.plan_times.update(round(10_000 * seconds) for seconds in plan_seconds)

    def _add_notes(self, notes: Sequence[Mapping[str, Any]]) -> None:
        decisions = read_decisions(notes)
        self.gave_up += any(decision.gave_up for decision in decisions)
        for decision in decisions:
            self.plans += bool(decision.steps)
            self.replans += decision.number is not None
            self.gambles += decision.gamble
            self.failures.update(failure.status for failure in decision.all_failures)
        for note in notes:
            times = note.get("times", 1)
            if "normalised" in note and type(times) is int:
                self.normalised[f"{note.get('method', '?')}: {note['normalised']}"] += times

    def _add_forfeits(self, reasons: Sequence[str], record: Mapping[str, Any]) -> None:
        for reason in reasons[:1]:
            self.forfeits += 1
            self.forfeit_kinds[reason.split(":", maxsplit=1)[0]] += 1
            forfeit = (int(record.get("game", 0)), reason)
            self.first_forfeit = min(self.first_forfeit or forfeit, forfeit)

    def to_json(self) -> dict[str, Any]:
        """Return the agent's row of the summary."""
        low, high = wilson(self.wins, self.seats)
        plan_ms = None
        if self.plan_times:
            plan_ms = {f"p{p}": _counted_percentile(self.plan_times, p) / 10 for p in (50, 95)}
        return {
            "name": self.name,
            "slot": self.slot,
            "seats": self.seats,
            "wins": self.wins,
            "win_rate": round(self.wins / self.seats, 4) if self.seats else 0.0,
            "ci95": [round(low, 4), round(high, 4)],
            "wrong_accusations": self.wrong_accusations,
            "gambles": self.gambles,
            "forfeits": self.forfeits,
            "forfeit_kinds": dict(sorted(self.forfeit_kinds.items())),
            "first_forfeit": self.first_forfeit
            and dict(zip(("game", "reason"), self.first_forfeit, strict=True)),
            "normalised": dict(sorted(self.normalised.items())),
            "median_turns_to_win": _counted_median(self.turns_to_win),
            "replans_per_game": round(self.replans / self.seats, 2) if self.seats else 0.0,
            "gave_up": self.gave_up,
            "never_planned": bool(self.replans and not self.plans),
            "planner_failures": dict(sorted(self.failures.items())),
            "plan_ms": plan_ms,
        }
