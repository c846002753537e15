"""The published comparison of planning with Bayesian networks, as data, and its tables to play.

Source: "Solving Cluedo: Planning and Bayesian Networks Approach". Its authors played 200 games
a table, give no intervals, and conclude that Clue suits probability better than planning.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner_clue.errors import InputError, nearest
from planner_clue.match.config import MatchConfig

PUBLISHED_GAMES = 200
"""Games of each published table."""
PLANNER = "planner-huji"
"""The agent that plays as the published planner did."""
OURS = "planner"
"""The agent that takes its place."""
FILLER = "random"
"""Who sits where the tables name nobody."""
BOARDS = ("huji", "classic")
"""The published board, and the one with doors and passages, where the full rules are kept."""
SEATS = 3
"""How many sit at each table."""

PUBLISHED: tuple[dict[str, int], ...] = (
    {PLANNER: 58},
    {"bn1": 72},
    {"bn2": 76},
    {"bn1": 58, PLANNER: 36},
    {"bn2": 61, PLANNER: 26},
    {"bn1": 40, "bn2": 43, PLANNER: 17},
)
"""The published tables: percent of games won, in the order of the seats; the rest is random's."""


@dataclass(frozen=True)
class Table:
    """One table of the comparison, before it is played."""

    board: str
    agents: tuple[str, ...]
    """Those the table is about; random agents take the seats that are left."""
    published: Mapping[str, int]
    """For each of ``agents``, the published percentage of games won in the same place."""
    stand_in: bool = False
    """Whether somebody else sits in the published planner's place."""

    @property
    def name(self) -> str:
        """Return how ``--tables`` names it, and its folder: ``huji.bn1+planner``."""
        return f"{self.board}.{'+'.join(self.agents)}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Return all agents in the order of the match's slots."""
        return (*self.agents, *[FILLER] * (SEATS - len(self.agents)))

    @property
    def rules(self) -> str:
        """Return the rules: on the published board those the table was published with."""
        if self.board != BOARDS[0]:
            return "standard"
        return "huji-bn1" if "bn1" in self.agents else "huji"

    def config(self, games: int, seed: int) -> MatchConfig:
        """Return the match that plays it; ``games`` are rounded up to whole deals."""
        return MatchConfig(self.seats, games, seed, board=self.board, rules=self.rules)


def tables(planner: str = PLANNER, ours: str = OURS) -> tuple[Table, ...]:
    """Return all tables: as published, with ``ours`` in its place, and both on ``classic``.

    ``planner`` plays as the published planner. Tables without a planner stand there once.
    """
    found: dict[str, Table] = {}
    for board in BOARDS:
        for name in (planner, ours):
            for shares in PUBLISHED:
                published = {name if who == PLANNER else who: won for who, won in shares.items()}
                stand_in = name == ours and PLANNER in shares
                table = Table(board, tuple(published), published, stand_in)
                found.setdefault(table.name, table)
    return tuple(found.values())


def chosen(text: str, among: Sequence[Table]) -> tuple[Table, ...]:
    """Return the tables that ``text`` names, in their own order; empty: all.

    Names stand between commas; a board's name takes all of its tables.

    >>> [table.name for table in chosen("huji.bn2,huji.bn1", tables())]
    ['huji.bn1', 'huji.bn2']
    """
    if not text.strip():
        return tuple(among)
    wanted = {name.strip().lower() for name in text.split(",")}
    known = {table.name for table in among} | {table.board for table in among}
    for name in sorted(wanted - known):
        raise InputError(f"--tables: no table '{name}'; {nearest(name, known)}")
    return tuple(table for table in among if {table.name, table.board} & wanted)
