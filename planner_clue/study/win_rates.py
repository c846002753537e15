"""What came out of one table of the comparison: shares of wins beside the published ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner_clue.match.statistics import difference, independent_difference, wilson
from planner_clue.study.published import FILLER, PUBLISHED_GAMES, Table


@dataclass(frozen=True)
class Share:
    """How many of a table's games an agent won, or all random agents together."""

    agent: str
    wins: int
    games: int
    published: int
    """The published percentage; for random agents what the others left."""
    forfeits: int = 0
    wrong_accusations: int = 0
    failures: int = 0
    """Planner failures."""

    @property
    def rate(self) -> float:
        """Return the share of games won, 0 to 1."""
        return self.wins / self.games

    @property
    def ci95(self) -> tuple[float, float]:
        """Return its 95 % Wilson interval."""
        return wilson(self.wins, self.games)

    @property
    def inside(self) -> bool:
        """Tell whether the published figure lies inside our interval."""
        low, high = self.ci95
        return low <= self.published / 100 <= high

    @property
    def agrees(self) -> bool:
        """Tell whether chance may explain the difference, the published games being few too."""
        published = self.published * PUBLISHED_GAMES // 100
        low, high = independent_difference(self.wins, self.games, published, PUBLISHED_GAMES)
        return low <= 0 <= high


@dataclass(frozen=True)
class Result:
    """A table that was played."""

    table: Table
    games: int
    shares: tuple[Share, ...]
    """Of the table's agents, in its order, then of the random ones together, if there are any."""
    no_winner: int

    def share(self, agent: str) -> Share:
        """Return the share of an agent of the table."""
        return next(share for share in self.shares if share.agent == agent)

    def ahead(self, first: str, second: str) -> tuple[float, float, float]:
        """Return how far ``first`` is ahead of ``second``, with the 95 % interval."""
        one, other = self.share(first), self.share(second)
        return one.rate - other.rate, *difference(one.wins, other.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the table's part of ``reproduce --json``."""
        table = self.table
        return {
            "table": table.name,
            "board": table.board,
            "rules": table.rules,
            "seats": list(table.seats),
            "games": self.games,
            "no_winner": self.no_winner,
            "agents": [_share_to_json(share) for share in self.shares],
        }


def _share_to_json(share: Share) -> dict[str, Any]:
    return {
        "name": share.agent,
        "wins": share.wins,
        "win_rate": round(share.rate, 4),
        "ci95": [round(bound, 4) for bound in share.ci95],
        "published": share.published / 100,
        "inside": share.inside,
        "agrees": share.agrees,
        "wrong_accusations": share.wrong_accusations,
        "forfeits": share.forfeits,
        "planner_failures": share.failures,
    }


def result_of(table: Table, games: int, summary: Mapping[str, Any]) -> Result:
    """Return what a match's summary says of ``table``.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is not the summary of all
    ``games`` of it.
    """
    rows = summary["agents"]
    seats = tuple((row["name"], row["slot"], row["seats"]) for row in rows)
    if seats != tuple((name, slot, games) for slot, name in enumerate(table.seats)):
        raise ValueError(f"a summary of {seats}")
    shares = [_share([row], row["name"], games, table.published) for row in rows]
    named, fillers = shares[: len(table.agents)], rows[len(table.agents) :]
    if fillers:
        rest = {FILLER: 100 - sum(table.published.values())}
        named.append(_share(fillers, FILLER, games, rest))
    return Result(table, games, tuple(named), int(summary["no_winner"]))


def _share(
    rows: list[Mapping[str, Any]], agent: str, games: int, published: Mapping[str, int]
) -> Share:
    """Count one agent's rows together; only one seat wins a game, so wins add up."""

    def total(key: str) -> int:
        return sum(int(row[key]) for row in rows)

    failures = sum(sum(row["planner_failures"].values()) for row in rows)
    return Share(
        agent,
        total("wins"),
        games,
        published.get(agent, 0),
        total("forfeits"),
        total("wrong_accusations"),
        failures,
    )
