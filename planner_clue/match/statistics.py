"""Counting a match: wins with intervals, how the agents behaved, and each distinct failure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import astuple

from planner_clue.game.events import Number
from planner_clue.match import intervals, play
from planner_clue.match.game import Fault

_MOST_DISTINCT, _MOST_REPORTED, _LONGEST_PRINT = 200, 20, 500


class FirstFailure(Struct):
    """The first occurrence of a failure."""

    game: Number
    turn: Number
    decision: str
    """A method of :class:`planner_clue.agents.Agent`."""


class FailureRow(Struct):
    """A distinct failure, and the first game with it."""

    kind: str
    detail: str
    games: Number
    first: FirstFailure
    trace: list[str]
    """The places in the author's files that led there, the failing one and the error last."""
    aside: list[str]
    """Further output; it may differ from run to run."""


class FirstPrint(Struct):
    """The first game in which an agent printed something."""

    game: Number
    text: str


class Printed(Struct):
    """The output of an agent, and the number of games with output."""

    games: Number
    first: FirstPrint


def first_failure(row: Mapping[str, Any]) -> str | None:
    """Return the first failure in an agent's row of a summary in words, or None without one."""
    for failure in row["failures"]:
        return f"game {failure['first']['game']}: {failure['kind']}: {failure['detail']}"
    return None


@dataclass
class Failures:
    """The failures and the output of one slot."""

    printed: Printed | None = None
    _distinct: dict[tuple[str, str, tuple[str, ...]], FailureRow] = field(default_factory=dict)

    def add(self, game: int, fault: Fault) -> None:
        """Count a failure, by the lines where it failed, or else by its words."""
        *places, _ = fault.trace or [""]
        same = fault.kind, fault.decision, tuple(places or [fault.detail])
        known = self._distinct.get(same)
        games = known.games + 1 if known else 1
        if known and game >= known.first.game:
            known.games = games
        elif known or len(self._distinct) < _MOST_DISTINCT:
            first = FirstFailure(game, fault.turn, fault.decision)
            aside = fault.aside.splitlines()
            row = FailureRow(fault.kind, fault.detail, games, first, list(fault.trace), aside)
            self._distinct[same] = row

    def add_printed(self, game: int, text: str) -> None:
        """Count what the agent printed in a game."""
        if text:
            known, first = self.printed, FirstPrint(game, text[:_LONGEST_PRINT])
            if known and known.first.game < game:
                first = known.first
            self.printed = Printed(known.games + 1 if known else 1, first)

    def rows(self) -> list[FailureRow]:
        """Return the distinct failures by their first games."""
        return sorted(self._distinct.values(), key=lambda row: astuple(row.first))[:_MOST_REPORTED]


NonNegative: TypeAlias = Annotated[float, Meta(ge=0)]
Rate: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the nearest-rank percentile of non-empty ``values``."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def _at_rank(counts: Counter[int], rank: int) -> int:
    """Return the value in place ``rank``, from 1 on, of all counted values in order."""
    values = sorted(counts)
    up_to = accumulate(counts[value] for value in values)
    return next(value for value, place in zip(values, up_to, strict=True) if place >= rank)


def counted_percentile(counts: Counter[int], percent: float) -> int:
    """Return the :func:`percentile` of all counted values."""
    return _at_rank(counts, max(1, ceil(counts.total() * percent / 100)))


def counted_median(counts: Counter[int]) -> float | None:
    """Return the median of all counted values, None if there are none."""
    half, odd = divmod(counts.total(), 2)
    if odd:
        return _at_rank(counts, half + 1)
    return (_at_rank(counts, half) + _at_rank(counts, half + 1)) / 2 if half else None


class PlanTimes(Struct):
    """Percentiles of the times of planning runs, in milliseconds."""

    p50: NonNegative
    p95: NonNegative


class AgentRow(Struct, kw_only=True):
    """The results of one slot of the command line."""

    name: str
    slot: Number
    seats: Number
    wins: Number
    win_rate: Rate
    ci95: Annotated[list[Rate], Meta(min_length=2, max_length=2)]
    wrong_accusations: Number
    gambles: Number
    forfeits: Number
    forfeit_kinds: dict[str, Number]
    normalised: dict[str, Number]
    median_turns_to_win: NonNegative | None
    replans_per_game: NonNegative
    gave_up: Number
    never_planned: bool
    planner_failures: dict[str, Number]
    plan_ms: PlanTimes | None
    failures: list[FailureRow]
    printed: Printed | None


@dataclass
class Tally:
    """Counts of one slot of the command line, summed up from :class:`SeatGame`."""

    name: str
    slot: int
    wins: intervals.RateByDeals | intervals.RunningRate = field(
        default_factory=intervals.RateByDeals
    )
    """Games won, of those played."""
    gambles: intervals.RateByDeals | intervals.RunningRate = field(
        default_factory=intervals.RateByDeals
    )
    wrong_accusations: int = 0
    forfeit_kinds: Counter[str] = field(default_factory=Counter)
    normalised: Counter[str] = field(default_factory=Counter)
    turns_to_win: Counter[int] = field(default_factory=Counter)
    """Number of games won after each number of turns."""
    replans: Counter[str] = field(default_factory=Counter)
    """Number of plans that an engine made, by their first triggers."""
    follow_ups: int = 0
    plans: int = 0
    gave_up: int = 0
    planner_failures: Counter[str] = field(default_factory=Counter)
    plan_times: Counter[int] = field(default_factory=Counter)
    """Histogram of the times of planning runs, in tenths of a millisecond."""
    failures: Failures = field(default_factory=Failures)

    def add(self, game: play.SeatGame, plan_seconds: Sequence[float], deal: int) -> None:
        """Count one game of the agent; games of one ``deal``, from 0, share cards and dice."""
        self.wins.add(deal, game.won)
        self.gambles.add(deal, game.gambles_right, game.gambles)
        self.wrong_accusations += game.wrong_accusations
        self.follow_ups += game.follow_ups
        self.plans += game.plans
        self.gave_up += game.gave_up
        if game.forfeit:
            self.forfeit_kinds[game.forfeit.kind] += 1
        if game.won:
            self.turns_to_win[game.own_turns] += 1
        if game.triggers:  # updates with nothing would cost more than all the rest
            self.replans.update(game.triggers)
        if game.failures:
            self.planner_failures.update(game.failures)
        if game.normalised:
            self.normalised.update(game.normalised)
        if plan_seconds:
            self.plan_times.update(round(10_000 * seconds) for seconds in plan_seconds)

    @property
    def replans_per_game(self) -> float:
        """Mean number of plans that an engine made per game."""
        return self.replans.total() / self.wins.of if self.wins.of else 0.0

    def row(self) -> AgentRow:
        """Return the agent's row of the summary."""
        times = self.plan_times
        plan_ms = [counted_percentile(times, percent) / 10 for percent in (50, 95) if times]
        return AgentRow(
            name=self.name,
            slot=self.slot,
            seats=self.wins.of,
            wins=self.wins.count,
            win_rate=round(self.wins.share, 4),
            ci95=[round(bound, 4) for bound in self.wins.ci95],
            wrong_accusations=self.wrong_accusations,
            gambles=self.gambles.of,
            forfeits=self.forfeit_kinds.total(),
            forfeit_kinds=in_order(self.forfeit_kinds),
            normalised=in_order(self.normalised),
            median_turns_to_win=counted_median(self.turns_to_win),
            replans_per_game=round(self.replans_per_game, 2),
            gave_up=self.gave_up,
            never_planned=bool(self.replans and not self.plans),
            planner_failures=in_order(self.planner_failures),
            plan_ms=PlanTimes(*plan_ms) if times else None,
            failures=self.failures.rows(),
            printed=self.failures.printed,
        )


def in_order(counts: Counter[str]) -> dict[str, int]:
    """Return counts in the order of their names."""
    return dict(sorted(counts.items()))
