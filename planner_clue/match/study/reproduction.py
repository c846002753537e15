"""The published comparison of planning and Bayesian networks: its tables, and playing them again.

Source: "Solving Cluedo: Planning and Bayesian Networks Approach", with 200 games a table and no
intervals. It does not say who sat where; the published figures come out with the network first, so
these seats are taken as the published ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from planner_clue.match.config import MatchConfig
from planner_clue.match.intervals import difference, independent_difference, wilson
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.store import begin_series, check_series, saved_summary
from planner_clue.support.errors import InputError, nearest

PUBLISHED_GAMES = 200
PUBLISHED_PLANNER = "planner-huji"  # the agent that plays as the published planner did
OUR_PLANNER = "planner"  # the agent that plays in its place for comparison
FILLER = "random"  # the agent in the seats for which a table names nobody
BOARDS = ("huji", "classic")  # the published board, and one with doors and passages
SEATS = 3
FIXED = ".fixed"  # ends the name of a table that is also played with rotated seats
FIXED_BY_RULES = "huji-bn1"  # the rules by which nobody changes seats

PUBLISHED: tuple[dict[str, int], ...] = (
    {PUBLISHED_PLANNER: 58},
    {"bn1": 72},
    {"bn2": 76},
    {"bn1": 58, PUBLISHED_PLANNER: 36},
    {"bn2": 61, PUBLISHED_PLANNER: 26},
    {"bn1": 40, "bn2": 43, PUBLISHED_PLANNER: 17},
)
"""The published tables: percent of games won, in the order of the seats.

The random agents in the seats that are left won the rest.
"""


@dataclass(frozen=True)
class StudyTable:
    """One table of the comparison, as it is to be played."""

    board: str
    agents: tuple[str, ...]  # the compared agents; random ones take the other seats
    published: Mapping[str, int]  # percentage of games won that is published per agent
    stand_in: bool = False  # whether another agent sits in the published planner's place
    fixed: bool = False  # whether all keep their seats although the rules would let them change

    @property
    def name(self) -> str:
        """The name of the table and of its folder, such as ``huji.bn1+planner``."""
        return f"{self.board}.{self.company}"

    @property
    def company(self) -> str:
        """The name without the board."""
        return "+".join(self.agents) + (FIXED if self.fixed else "")

    @property
    def seats(self) -> tuple[str, ...]:
        """All agents, in the order of the match's slots."""
        return (*self.agents, *[FILLER] * (SEATS - len(self.agents)))

    @property
    def rules(self) -> str:
        """The rules; on the published board, the rules with which the table was published."""
        if self.board != BOARDS[0]:
            return "standard"
        return FIXED_BY_RULES if "bn1" in self.agents else "huji"

    @property
    def rotates(self) -> bool:
        """Whether every agent plays each seat in the same number of games."""
        return not self.fixed and self.rules != FIXED_BY_RULES

    @property
    def is_published(self) -> bool:
        """Whether the published agents play on the published board."""
        return self.board == BOARDS[0] and not self.stand_in

    @property
    def in_published_seats(self) -> bool:
        """Whether the published agents play on the published board in the published seats."""
        return self.is_published and not self.rotates

    def config(self, games: int, seed: int) -> MatchConfig:
        """Return the match to play; ``games`` are rounded up to whole deals."""
        seats: Literal["fixed", "rotated"] = "fixed" if self.fixed else "rotated"
        return MatchConfig(self.seats, games, seed, board=self.board, rules=self.rules, seats=seats)


def study_tables(
    planner: str = PUBLISHED_PLANNER, ours: str = OUR_PLANNER
) -> tuple[StudyTable, ...]:
    """Return the tables on both boards, with either planner; published ones also ``.fixed``."""
    found: dict[str, StudyTable] = {}
    for board in BOARDS:
        for name in (planner, ours):
            for shares in PUBLISHED:
                published = {
                    name if who == PUBLISHED_PLANNER else who: won for who, won in shares.items()
                }
                stand_in = name == ours and PUBLISHED_PLANNER in shares
                table = StudyTable(board, tuple(published), published, stand_in)
                found.setdefault(table.name, table)
    rotating = [table for table in found.values() if table.is_published and table.rotates]
    return (*found.values(), *(replace(table, fixed=True) for table in rotating))


def tables_named(text: str, among: Sequence[StudyTable]) -> tuple[StudyTable, ...]:
    """Return the tables that ``text`` names, or all for ``""``; a board means all of its own.

    >>> [table.name for table in tables_named("huji.bn2,huji.bn1", study_tables())]
    ['huji.bn1', 'huji.bn2']
    """
    if not text.strip():
        return tuple(among)
    wanted = {name.strip().lower() for name in text.split(",")}
    known = {table.name for table in among} | {table.board for table in among}
    for name in sorted(wanted - known):
        raise InputError(f"--tables: no table '{name}'; {nearest(name, known)}")
    return tuple(table for table in among if {table.name, table.board} & wanted)


@dataclass(frozen=True)
class Share:
    """Games of a table won by an agent, or by its random agents together."""

    agent: str
    wins: int
    games: int
    published: int  # the published percentage of games won; for random agents what the others left
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
    shares: tuple[Share, ...]  # per agent of the table; then of its random agents together
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
        named.append(_share(fillers, FILLER, games, {FILLER: 100 - sum(table.published.values())}))
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
        self.out = out
        self.games = games
        self.seed = seed
        self.tables = tuple(tables)
        if games < 1:
            raise InputError(f"--games {games}; expected 1 or more")
        matches = {table.name: table.config(games, seed) for table in tables}
        self._series = {"schema": 1, "games": games, "seed": seed}
        check_series(out, _ABOUT, self._series, matches, "comparison")

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
