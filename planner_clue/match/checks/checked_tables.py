"""The tables at which an agent is checked: every board, rule set and number of players."""

from pathlib import Path
from typing import Any, NamedTuple

from planner_clue.agents.registry import CPSC415
from planner_clue.board import Board, load_board
from planner_clue.table.record import NO_BOARD
from planner_clue.table.rules import Rules, parse_rules

RANDOM = "random"
RASH = f"{Path(__file__).with_name('rash.py')}:RashAgent"
"""An opponent that accuses wrongly, as a match names it."""


class CheckedTable(NamedTuple):
    """A kind of table."""

    board: str
    """A shipped board's name, or ``none``."""
    rules: str
    players: int
    opponent: str = RANDOM
    """The player that sits before the agent; all others are ``random``."""

    def __str__(self) -> str:
        board = "no board" if self.board == NO_BOARD else self.board
        return f"{board}, {self.rules}, {self.players} players"

    def load(self) -> tuple[Board | None, Rules]:
        """Return the board and the rules."""
        board = None if self.board == NO_BOARD else load_board(self.board)
        return board, parse_rules(self.rules)

    def seated(self, agent: str, seat: int) -> list[str]:
        """Return the names of all players, with ``agent`` at ``seat``."""
        names = [RANDOM] * self.players
        names[seat - 1] = self.opponent
        names[seat] = agent
        return names

    def to_json(self) -> dict[str, Any]:
        """Return what the options of a match say of it."""
        return {"board": self.board, "rules": self.rules, "players": self.players}


class Sitting(NamedTuple):
    """One game at such a table, and the agent's place in it."""

    table: CheckedTable
    seed: int
    """The seed of the match that the game is from; its seats are fixed."""
    game: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}, seed {self.seed}, game {self.game}, seat {self.seat}"

    def to_json(self) -> dict[str, Any]:
        """Return everything that is needed to play it."""
        return self.table.to_json() | {"seed": self.seed, "game": self.game, "seat": self.seat}


EVERY_TABLE = (
    CheckedTable("classic", "standard", 3),
    CheckedTable("classic", "huji", 4),
    CheckedTable("classic", "huji-bn1", 3),
    CheckedTable("classic", "standard,dice=1", 5),
    CheckedTable("classic", "standard,last_wins=yes", 6, RASH),
    CheckedTable("huji", "huji", 3),
    CheckedTable("huji", "standard", 5),
    CheckedTable("huji", "huji-bn1", 3),
    CheckedTable("huji", "standard,dice=1", 6),
    CheckedTable("huji", "standard,last_wins=yes", 4, RASH),
    CheckedTable("none", "standard", 4),
    CheckedTable("none", "huji", 6, RASH),
    CheckedTable("none", "huji-bn1", 3),
    CheckedTable("none", "standard,dice=1", 3),
    CheckedTable("none", "standard,last_wins=yes", 5, RASH),
    CheckedTable("none", "cpsc415", 3),
    CheckedTable("classic", "standard,suggest_or_accuse=yes,secret_accusations=yes", 4, RASH),
)
"""Every board with every rule set, and every number of players."""
TOURNAMENT_TABLES = (
    CheckedTable("none", "cpsc415", 3),
    CheckedTable("none", "cpsc415", 3, RASH),
    CheckedTable("none", "standard", 3),
    CheckedTable("none", "standard,last_wins=yes", 3, RASH),
)
"""Those of players that were written for the CPSC 415 tournament."""


def tables_for(agent: str) -> tuple[CheckedTable, ...]:
    """Return the tables at which ``agent`` has to be able to play."""
    return TOURNAMENT_TABLES if agent.startswith(CPSC415) else EVERY_TABLE
