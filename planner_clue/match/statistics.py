"""Counting a match: wins with their intervals, and how the agents behaved."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil
from typing import Any

from planner_clue.match.by_deals import rate_by_deals
from planner_clue.match.seat_game import seat_game


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
    _deal_wins: bytearray = field(default_factory=bytearray)
    """How many games of each deal were won."""
    _deal_games: bytearray = field(default_factory=bytearray)
    """How many games of each deal were played."""

    def add(
        self,
        seat: int,
        record: Mapping[str, Any],
        plan_seconds: Sequence[float],
        *,
        deal: int | None = None,
    ) -> None:
        """Count one game in which the agent sat at ``seat``.

        Games with the same number as their ``deal``, counted from 0, share cards and dice; None
        is a deal of its own.
        """
        game = seat_game(record, seat)
        self.seats += 1
        self.wins += game.won
        self._add_to_deal(len(self._deal_games) if deal is None else deal, game.won)
        self.wrong_accusations += game.wrong_accusations
        self.gambles += game.gambles
        self.replans += len(game.triggers)
        self.plans += game.plans
        self.gave_up += game.gave_up
        self.failures.update(game.failures)
        if game.forfeit_kind is not None:
            self.forfeits += 1
            self.forfeit_kinds[game.forfeit_kind] += 1
        if game.won:
            self.turns_to_win[game.own_turns] += 1
        self._add_normalised(record["notes"][seat])
        self.plan_times.update(round(10_000 * seconds) for seconds in plan_seconds)

    def _add_to_deal(self, deal: int, won: bool) -> None:
        missing = bytes(max(0, deal + 1 - len(self._deal_games)))
        self._deal_wins += missing
        self._deal_games += missing
        self._deal_wins[deal] += won
        self._deal_games[deal] += 1

    def _add_normalised(self, notes: Sequence[Mapping[str, Any]]) -> None:
        for note in notes:
            times = note.get("times", 1)
            if "normalised" in note and type(times) is int:
                self.normalised[f"{note.get('method', '?')}: {note['normalised']}"] += times

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the win rate, by deals."""
        played = [deal for deal, games in enumerate(self._deal_games) if games]
        wins, games = [self._deal_wins[deal] for deal in played], self._deal_games
        return rate_by_deals(wins, [games[deal] for deal in played])

    def to_json(self) -> dict[str, Any]:
        """Return the agent's row of the summary."""
        low, high = self.ci95
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
            "normalised": dict(sorted(self.normalised.items())),
            "median_turns_to_win": _counted_median(self.turns_to_win),
            "replans_per_game": round(self.replans / self.seats, 2) if self.seats else 0.0,
            "gave_up": self.gave_up,
            "never_planned": bool(self.replans and not self.plans),
            "planner_failures": dict(sorted(self.failures.items())),
            "plan_ms": plan_ms,
        }
