"""Playing the published comparison again: a folder with a match per table, and the results.

The next run of a comparison that was interrupted plays only the games that are missing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner_clue.errors import InputError
from planner_clue.match.intervals import difference, independent_difference, wilson
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.store import begin_series, check_series, saved_summary
from planner_clue.study.published import FILLER, PUBLISHED_GAMES, StudyTable


@dataclass(frozen=True)
class Share:
    """Games of a table won by an agent, or by its random agents together."""

    agent: str
    wins: int
    games: int
    published: int
    """The published percentage of games won; for random agents what the others left."""
    forfeits: int = 0
    wrong_accusations: int = 0
    failures: int = 0

    @property
    def rate(self) -> float:
        """The win rate, from 0 to 1."""
        return self.wins / self.games

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def inside(self) -> bool:
        """Whether the published figure lies inside our interval."""
        low, high = self.ci95
        return low <= self.published / 100 <= high

    @property
    def agrees(self) -> bool:
        """Whether chance may explain the difference; the published games are a sample too."""
        published = self.published * PUBLISHED_GAMES // 100
        low, high = independent_difference(self.wins, self.games, published, PUBLISHED_GAMES)
        return low <= 0 <= high

    def to_json(self) -> dict[str, Any]:
        """Return the share as ``reproduce --json`` has it."""
        return {
            "name": self.agent,
            "wins": self.wins,
            "win_rate": round(self.rate, 4),
            "ci95": [round(bound, 4) for bound in self.ci95],
            "published": self.published / 100,
            "inside": self.inside,
            "agrees": self.agrees,
            "wrong_accusations": self.wrong_accusations,
            "forfeits": self.forfeits,
            "planner_failures": self.failures,
        }


@dataclass(frozen=True)
class StudyResult:
    """Result of one table."""

    table: StudyTable
    games: int
    shares: tuple[Share, ...]
    """Those of the table's agents in its order, then that of its random agents, if it has any."""
    no_winner: int

    def share(self, agent: str) -> Share:
        """Return the share of an agent of the table."""
        return next(share for share in self.shares if share.agent == agent)

    def ahead(self, first: str, second: str) -> tuple[float, float, float]:
        """Return the lead of ``first`` in win rate, and the ends of its 95 % interval."""
        one, other = self.share(first), self.share(second)
        return one.rate - other.rate, *difference(one.wins, other.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the result as ``reproduce --json`` has it."""
        table = self.table
        return {
            "table": table.name,
            "board": table.board,
            "rules": table.rules,
            "seats": list(table.seats),
            "rotated": table.rotates,
            "games": self.games,
            "no_winner": self.no_winner,
            "agents": [share.to_json() for share in self.shares],
        }


def study_result(table: StudyTable, games: int, summary: Mapping[str, Any]) -> StudyResult:
    """Return the result of a match; raises ``KeyError``, ``TypeError`` or ``ValueError``."""
    rows = summary["agents"]
    seats = tuple((row["name"], row["slot"], row["seats"]) for row in rows)
    if seats != tuple((name, slot, games) for slot, name in enumerate(table.seats)):
        raise ValueError(f"a summary of {seats}")
    shares = [_share([row], row["name"], games, table.published) for row in rows]
    named, fillers = shares[: len(table.agents)], rows[len(table.agents) :]
    if fillers:
        rest = {FILLER: 100 - sum(table.published.values())}
        named.append(_share(fillers, FILLER, games, rest))
    return StudyResult(table, games, tuple(named), int(summary["no_winner"]))


def _share(
    rows: list[Mapping[str, Any]], agent: str, games: int, published: Mapping[str, int]
) -> Share:
    """Add up the rows of one agent; only one seat wins a game, so its wins add up too."""

    def total(key: str) -> int:
        return sum(int(row[key]) for row in rows)

    failures = sum(sum(row["planner_failures"].values()) for row in rows)
    faults = total("forfeits"), total("wrong_accusations"), failures
    return Share(agent, total("wins"), games, published.get(agent, 0), *faults)


_ABOUT = "reproduce.json"


class Reproduction:
    """The comparison with a number of games a table and a seed, kept in the folder ``out``."""

    def __init__(self, out: Path, games: int, seed: int, tables: Sequence[StudyTable]) -> None:
        """Check the folder for all ``tables`` that may be played; raises :class:`InputError`."""
        self.out = out
        self.games = games
        self.seed = seed
        self.tables = tuple(tables)
        if games < 1:
            raise InputError(f"--games {games}; expected 1 or more")
        matches = {table.name: table.config(games, seed) for table in tables}
        check_series(out, _ABOUT, self._series, matches, "comparison")

    @property
    def _series(self) -> dict[str, int]:
        return {"schema": 1, "games": self.games, "seed": self.seed}

    def total(self, table: StudyTable) -> int:
        """Return the number of games of ``table``: those asked for, up to whole deals."""
        return table.config(self.games, self.seed).total

    def play(
        self,
        table: StudyTable,
        jobs: int = 1,
        on_game: Callable[[int, Played], None] = lambda count, played: None,
    ) -> StudyResult:
        """Play a table to its end, or the rest of it; ``on_game`` is as in :func:`run_match`."""
        if (kept := self.result(table)) is not None:
            return kept
        begin_series(self.out, _ABOUT, self._series)
        config = table.config(self.games, self.seed)
        summary = run_match(config, jobs=jobs, out=self.out / table.name, on_game=on_game)
        return study_result(table, config.total, summary)

    def result(self, table: StudyTable) -> StudyResult | None:
        """Return the result of a table, if it was played to its end."""
        summary = saved_summary(self.out / table.name)
        try:
            return study_result(table, self.total(table), summary) if summary else None
        except (KeyError, TypeError, ValueError, AttributeError):
            return None  # damaged; the games are still there, and are counted again

    def results(self) -> list[StudyResult]:
        """Return the results of all tables that were played to their end."""
        return [result for table in self.tables if (result := self.result(table))]
