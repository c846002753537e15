"""Conclusions about the published comparison, drawn from the results.

A conclusion is a claim, which holds if all its margins lie within the claim's bounds. It is settled
if the 95 % intervals say the same as the figures.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from planner_clue.match.intervals import in_percent, independent_difference, percent
from planner_clue.match.study import reproduction
from planner_clue.match.study.reproduction import OUR_PLANNER, PUBLISHED_PLANNER, Share, StudyResult

_NETWORKS = ("bn1", "bn2")
_MEETINGS = (*((name, (name,)) for name in _NETWORKS), *((name, _NETWORKS) for name in _NETWORKS))
"""Each network agent with the agents beside the planner where it meets one."""
_MORE = 1e-9  # the least lead that counts as being ahead; a single win in any match is more


@dataclass(frozen=True)
class Margin:
    """A win rate, or a difference of two, with its 95 % interval and the bounds of a claim."""

    what: str  # in words, whose win rate, or who over whom
    value: float  # from 0 to 1; a difference from -1 to 1
    low: float
    high: float  # the ends of the interval
    least: float = -inf
    most: float = inf  # the bounds of the claim, both within it
    is_difference: bool = False

    @property
    def holds(self) -> bool:
        """Return whether the figure lies within the bounds of the claim."""
        return self.least <= self.value <= self.most

    @property
    def settled(self) -> bool:
        """Return whether the whole interval lies on the same side of the bounds as the figure."""
        if self.holds:
            return self.least <= self.low and self.high <= self.most
        return self.high < self.least or self.low > self.most

    def __str__(self) -> str:
        if self.is_difference:
            bounds = f"{100 * self.low:+.1f} to {100 * self.high:+.1f}"
            return f"{self.what} {100 * self.value:+.1f} ({bounds})"
        return f"{self.what} {percent(self.value)} ({in_percent((self.low, self.high))})"


@dataclass(frozen=True)
class Conclusion:
    """A claim on one board, and its margins; without any, a table was not played."""

    board: str
    claim: str
    margins: tuple[Margin, ...]
    clear: bool = False  # whether the claim is about the whole intervals, not only the figures

    @property
    def holds(self) -> bool | None:
        """Return whether the claim is true, or None if a table was not played."""
        if not self.margins:
            return None
        return all(m.holds and (m.settled or not self.clear) for m in self.margins)

    @property
    def settled(self) -> bool:
        """Return whether the intervals say the same as the figures."""
        if self.clear or not self.margins:
            return bool(self.margins)
        if self.holds:
            return all(margin.settled for margin in self.margins)
        return any(margin.settled for margin in self.margins if not margin.holds)

    @property
    def answer(self) -> str:
        """The answer in a few words, such as ``yes, not settled``."""
        if self.holds is None:
            return "not played"
        return ("yes" if self.holds else "no") + ("" if self.settled else ", not settled")

    def to_json(self) -> dict[str, Any]:
        """Return the conclusion as ``reproduce --json`` has it."""
        return {
            "board": self.board,
            "claim": self.claim,
            "holds": self.holds,
            "settled": self.settled,
            "because": [
                {"what": m.what, "value": round(m.value, 4)}
                | {"ci95": [round(m.low, 4), round(m.high, 4)]}
                for m in self.margins
            ],
        }


def draw_conclusions(results: Sequence[StudyResult]) -> list[Conclusion]:
    """Return the conclusions about the published claims and ours, board by board."""
    found: list[Conclusion] = []
    for board in reproduction.BOARDS:
        played = _Played(board, results)
        found += _published_ones(played)
        found += _our_ones(played)
    return found


def _published_ones(played: "_Played") -> Iterator[Conclusion]:
    planner = PUBLISHED_PLANNER
    alone = [played.rate((name,), name, least=0.65) for name in _NETWORKS]
    yield played.say("bn1 and bn2 win at least 65 % against two random agents", alone)
    alone = [played.rate((planner,), planner, least=0.45, most=0.70)]
    yield played.say(f"{planner} wins 45 to 70 % against two random agents", alone)
    behind = [played.between((name,), name, (planner,), planner) for name in _NETWORKS]
    yield played.say(
        f"Against two random agents {planner} wins less than bn1 and bn2, as published", behind
    )
    meetings = [played.ahead((*at, planner), name, planner) for name, at in _MEETINGS]
    yield played.say(f"{planner} loses to bn1 and bn2, as published", meetings)


def _our_ones(played: "_Played") -> Iterator[Conclusion]:
    planner, ours = PUBLISHED_PLANNER, OUR_PLANNER
    full = (*_NETWORKS, ours)
    won = played.rate(full, ours, least=0.5)
    yield played.say(f"{ours} wins at least 50 % with bn1 and bn2", [won])
    ahead = [played.ahead(full, ours, name) for name in _NETWORKS]
    yield played.say(f"With bn1 and bn2, {ours} is clearly ahead of both", ahead, clear=True)
    lead = played.ahead(("bn2", ours), ours, "bn2", least=0.2)
    yield played.say(f"{ours} is ahead of bn2 by at least 20 points, with a random agent", [lead])
    meetings = [played.ahead((*at, ours), ours, name) for name, at in _MEETINGS]
    yield played.say(f"{ours} is ahead of bn1 and of bn2 at every table with one of them", meetings)
    places = [(), *((name,) for name in _NETWORKS), _NETWORKS]
    more = [played.between((*at, ours), ours, (*at, planner), planner) for at in places]
    yield played.say(f"At each table, {ours} wins more than {planner} in the same place", more)


class _Played:
    """The results on one board but ``.fixed`` tables; a margin may be None (not played)."""

    def __init__(self, board: str, results: Iterable[StudyResult]) -> None:
        self._board = board
        here = (r for r in results if r.table.board == board and not r.table.fixed)
        self._results = {result.table.agents: result for result in here}

    def say(
        self, claim: str, margins: Sequence[Margin | None], *, clear: bool = False
    ) -> Conclusion:
        """Return the conclusion; one without margins if any of them is missing."""
        known = tuple(margin for margin in margins if margin)
        return Conclusion(self._board, claim, known if len(known) == len(margins) else (), clear)

    def rate(
        self, agents: tuple[str, ...], agent: str, least: float = -inf, most: float = inf
    ) -> Margin | None:
        if not (result := self._results.get(agents)):
            return None
        share = result.share(agent)
        return Margin(agent, share.rate, *share.ci95, least, most)

    def ahead(
        self, agents: tuple[str, ...], first: str, second: str, least: float = _MORE
    ) -> Margin | None:
        if not (result := self._results.get(agents)):
            return None
        what = f"{first} over {second} ({_company(agents, first, second)})"
        return Margin(what, *result.ahead(first, second), least, is_difference=True)

    def between(
        self, agents: tuple[str, ...], first: str, others: tuple[str, ...], second: str
    ) -> Margin | None:
        """Return the lead of an agent at one table over an agent at another."""
        here, there = self._results.get(agents), self._results.get(others)
        if not here or not there:
            return None
        one, other = here.share(first), there.share(second)
        bounds = independent_difference(one.wins, one.games, other.wins, other.games)
        what = f"{first} over {second} ({_company(agents, first)})"
        return Margin(what, one.rate - other.rate, *bounds, _MORE, is_difference=True)


def _company(agents: tuple[str, ...], *pair: str) -> str:
    rest, filler = [name for name in agents if name not in pair], reproduction.FILLER
    fillers = {1: filler, 2: f"two {filler}"}.get(reproduction.SEATS - len(agents))
    return "with " + " and ".join([*rest, *([fillers] if fillers else [])])


@dataclass(frozen=True)
class PublishedSeats:
    """The shares of the named agents, each with its table, where they sit as published."""

    shares: tuple[tuple[str, Share], ...]

    @property
    def differing(self) -> list[tuple[str, Share]]:
        """The results whose difference from the published figures is not explained by chance."""
        return [(table, share) for table, share in self.shares if not share.agrees]

    @property
    def answer(self) -> str:
        """The answer in a few words, such as ``9 of 10 agree; not bn2 of huji.bn2.fixed``."""
        if not self.shares:
            return "not played"
        text = f"{len(self.shares) - len(self.differing)} of {len(self.shares)} agree"
        not_so = ", ".join(f"{share.agent} of {table}" for table, share in self.differing)
        return text + (f"; not {not_so}" if not_so else "")

    def to_json(self) -> dict[str, Any]:
        """Return it as ``reproduce --json`` has it."""
        differing = [{"table": table, "name": share.agent} for table, share in self.differing]
        figures = len(self.shares)
        return {"figures": figures, "agree": figures - len(differing), "differing": differing}


def in_published_seats(results: Sequence[StudyResult]) -> PublishedSeats:
    """Return the results of the agents in the published seats."""
    shares = (
        (result.table, share)
        for result in results
        if result.table.in_published_seats
        for share in result.shares
    )
    return PublishedSeats(tuple((t.name, one) for t, one in shares if one.agent in t.agents))
