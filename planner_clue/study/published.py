"""The figures of the published comparison of planning and Bayesian networks, and its tables.

Source: "Solving Cluedo: Planning and Bayesian Networks Approach". Its authors played 200 games
a table. They give no intervals, and conclude that Clue suits probability better than planning.
They do not say who sat where. In their own program the agents keep their seats, and the published
figures come out with the network first; so the seats here are taken as the published ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from planner_clue.errors import InputError, nearest
from planner_clue.match.config import MatchConfig

PUBLISHED_GAMES = 200
PUBLISHED_PLANNER = "planner-huji"
"""The agent that plays as the published planner did."""
OUR_PLANNER = "planner"
"""The agent that plays in its place for comparison."""
FILLER = "random"
"""The agent in the seats for which a table names nobody."""
BOARDS = ("huji", "classic")
"""The published board, and one with doors and passages, played by the full rules."""
SEATS = 3
FIXED = ".fixed"
"""Ends the name of a table that is also played with rotated seats."""
FIXED_BY_RULES = "huji-bn1"
"""The rules by which nobody changes seats."""

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
    agents: tuple[str, ...]
    """The agents that the table compares; random agents take the seats that are left."""
    published: Mapping[str, int]
    """For each of ``agents``, the percentage of games won that is published for its seat."""
    stand_in: bool = False
    """Whether another agent sits in the published planner's place."""
    fixed: bool = False
    """Whether all keep their seats although the rules would let them change."""

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
        """The rules; on the published board those that the table was published with."""
        if self.board != BOARDS[0]:
            return "standard"
        return FIXED_BY_RULES if "bn1" in self.agents else "huji"

    @property
    def rotates(self) -> bool:
        """Whether every agent gets each seat equally often."""
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
        return MatchConfig(
            self.seats,
            games,
            seed,
            board=self.board,
            rules=self.rules,
            seats="fixed" if self.fixed else "rotated",
        )


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
    """Return the tables that ``text`` names, in the order of ``among``; an empty text names all.

    Names are separated by commas; a board's name stands for all of its tables. Raises
    :class:`InputError` for a name that is none.

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
