"""Rules by which a match ends before its last game: they look at whole deals, in order.

So a match stops at the same game with any number of processes, and at the last one at the latest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from planner_clue.game.events import Number, SeatNumber
from planner_clue.match.intervals import rate_by_deals
from planner_clue.support.errors import InputError

Fraction: TypeAlias = Annotated[float, Meta(gt=0, lt=1)]

FEWEST_DEALS = 30
"""No rule ends a match before: the spread of fewer deals is not known well enough."""


Deals: TypeAlias = Sequence[tuple[int, ...]]
"""Wins per slot in each deal."""


class Stopped(Struct):
    """The decision of a stopping rule, and when it fell."""

    games: Number
    deals: Number
    verdict: str


@dataclass(frozen=True)
class UntilWidth:
    """Enough is played when no 95 % interval is wider than this (Chow and Robbins 1965)."""

    width: float
    """From 0 to 1, as win rates are."""

    def check(self) -> None:
        """Raise :class:`InputError` for a width that an interval of rates cannot have."""
        if not 0 < self.width < 1:
            raise InputError(f"--until-width {self.width:g}; expected more than 0 and less than 1")

    def verdict(self, deals: Deals, games: int) -> str | None:
        """Return that all intervals are narrow enough, with ``games`` of each deal; else None."""
        if len(deals) < FEWEST_DEALS:
            return None
        for wins in zip(*deals, strict=True):
            low, high = rate_by_deals(wins, [games] * len(deals))
            if high - low > self.width:
                return None
        return f"every interval is at most {100 * self.width:g} points wide"


@dataclass(frozen=True)
class SequentialTest:
    """Whether one agent of the match wins more games than another, by ``delta`` of all games.

    A sequential probability ratio test (Wald 1945) of a difference of the win rates of 0 or less
    against ``delta`` or more, each rejected wrongly in about 5 of 100 matches. The observations are
    whole deals, whose spread is estimated (a generalised test: Li, Liu and Ying 2014); with the
    normal approximation the logarithm of the ratio is
    deals * delta * (2 * mean - delta) / (2 * variance).
    """

    slots: tuple[SeatNumber, SeatNumber]
    """The slot of the agent that may be ahead, and that of the other."""
    delta: Fraction = 0.05
    error_rate: float = 0.05
    """The rate at which each hypothesis is rejected although it is true."""

    def check(self) -> None:
        """Raise :class:`InputError` for an agent against itself, or an impossible difference."""
        first, second = self.slots
        if first == second:
            raise InputError(f"--sprt {first},{second}; expected two different agents")
        if not 0 < self.delta < 1:
            raise InputError(f"--sprt-delta {self.delta:g}; expected more than 0 and less than 1")

    def verdict(self, deals: Deals, games: int) -> str | None:
        """Return in words which hypothesis is accepted, or None to go on."""
        if len(deals) < FEWEST_DEALS:
            return None
        ratio, bound = self.log_likelihood_ratio(deals, games), log(1 / self.error_rate - 1)
        if abs(ratio) < bound:
            return None
        first, second = self.slots
        lead, ahead = f"a lead of {100 * self.delta:g} points or more", f"ahead of slot {second}"
        if ratio > 0:
            return f"slot {first} is {ahead} (accepted: {lead}; rejected: no lead)"
        return f"slot {first} is not {ahead} (accepted: no lead; rejected: {lead})"

    def log_likelihood_ratio(self, deals: Deals, games: int) -> float:
        """Return the logarithm of the ratio, with one deal added in which one game differs."""
        first, second = self.slots
        ahead = [(wins[first] - wins[second]) / games for wins in deals]
        mean = sum(ahead) / len(ahead)
        squares = sum((value - mean) ** 2 for value in ahead) + games**-2
        return len(ahead) ** 2 * self.delta * (2 * mean - self.delta) / (2 * squares)


StoppingRule: TypeAlias = UntilWidth | SequentialTest
"""The rules that may end a match; part of what it is."""


def read_stopping(
    width: float | None, pair: str | None, delta: float | None, agents: Sequence[str]
) -> tuple[float | None, SequentialTest | None]:
    """Return ``until_width`` and ``sprt`` of a match, as the options say, at most one of them."""
    if width is not None and pair is not None:
        raise InputError(f"--until-width {width:g} and --sprt {pair}; expected one of them")
    if delta is not None and pair is None:
        raise InputError(f"--sprt-delta {delta:g}; expected only with --sprt")
    if pair is None:
        return width, None
    first, comma, second = pair.partition(",")
    if not comma:
        raise InputError(f"--sprt {pair}; expected two agents with a comma between them")
    slots = _slot(first, pair, agents), _slot(second, pair, agents)
    test = SequentialTest(slots) if delta is None else SequentialTest(slots, delta)
    return None, test


def _slot(text: str, pair: str, agents: Sequence[str]) -> int:
    """Return the place on the command line of an agent, given by that place or by its name."""
    named = [slot for slot, agent in enumerate(agents) if agent == text]
    if len(named) > 1:
        slots = " and ".join(map(str, named))
        raise InputError(f"--sprt {pair}: {text} sits in slots {slots}; expected one's number")
    if named:
        return named[0]
    if text.isdecimal() and text.isascii() and int(text) < len(agents):
        return int(text)
    what = f"--sprt {pair}: no agent {text}"
    raise InputError(f"{what}; expected 0 to {len(agents) - 1} or {', '.join(agents)}")
