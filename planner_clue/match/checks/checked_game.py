"""The games by which an agent is checked: their tables, calls, times and outputs."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from planner_clue.agents.base import RemoteAgent
from planner_clue.agents.command import SPEEDCLUE
from planner_clue.agents.isolated_agent import IsolatedAgent
from planner_clue.agents.registry import CPSC415, SPEEDCLUE_RULES, is_isolated, load_agent
from planner_clue.agents.settings import AgentSettings, IsolationSettings, options_of
from planner_clue.game import decisions, events, requests
from planner_clue.game.board import NO_BOARD, board_or_none
from planner_clue.game.record import record_line, write_record
from planner_clue.game.rules import parse_rules
from planner_clue.match import play, schedule
from planner_clue.match.game import Fault, Output, files_of, notes_of, play_game, seconds_of

_T = TypeVar("_T")
RANDOM = "random"
RASH = f"{Path(__file__).with_name('rash_opponent.py')}:RashAgent"
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

    def seated(self, agent: str, seat: int) -> list[str]:
        """Return the names of all players, with ``agent`` at ``seat``."""
        names = [RANDOM] * self.players
        names[seat - 1] = self.opponent
        names[seat] = agent
        return names

    def to_json(self) -> dict[str, Any]:
        """Return the table as the options of a match."""
        return {"board": self.board, "rules": self.rules, "players": self.players}


class TrialGame(NamedTuple):
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
"""The tables for players that were written for the CPSC 415 tournament."""


SPEEDCLUE_TABLES = (
    CheckedTable("none", SPEEDCLUE_RULES, 3),
    CheckedTable("none", SPEEDCLUE_RULES, 4, RASH),
    CheckedTable("none", SPEEDCLUE_RULES, 5),
    CheckedTable("none", SPEEDCLUE_RULES, 6, RASH),
)
"""The tables for programs that were written for the Speed Clue contest."""


def tables_for(agent: str) -> tuple[CheckedTable, ...]:
    """Return the tables at which ``agent`` has to be able to play."""
    if agent.startswith(SPEEDCLUE):
        return SPEEDCLUE_TABLES
    return TOURNAMENT_TABLES if agent.startswith(CPSC415) else EVERY_TABLE


class _TimedAgent(RemoteAgent):
    """Passes every call on to an isolated agent, each event by itself, and times it."""

    def __init__(self, agent: IsolatedAgent) -> None:
        super().__init__()
        self._agent = agent
        self._hearing = 0.0
        self.calls: Counter[str] = Counter()
        self.seconds: list[float] = []
        """Seconds of each answer, with the events before it, as limits count them."""

    def _timed(self, method: str, call: Callable[[_T], Any], about: _T) -> Any:
        self.calls[method] += 1
        began = time.monotonic()
        try:
            return call(about)
        finally:
            self.seconds.append(self._hearing + time.monotonic() - began)
            self._hearing = 0.0

    def begin(self, seat: decisions.Seat) -> None:
        self.seat = seat
        self._timed("begin", self._agent.begin, seat)

    def observe(self, event: events.Event) -> None:
        """Send it at once, so that a failure is known to be of this method."""
        self.calls["observe"] += 1
        began = time.monotonic()
        try:
            self._agent.observe(event)
            self._agent.send_events()
        finally:
            self._hearing += time.monotonic() - began

    def decide(self, request: requests.PlayerRequest) -> Any:
        return self._timed(request.decision, self._agent.decide, request)


@dataclass(frozen=True)
class Entrant:
    """An agent that is checked: its name and its limits."""

    agent: str
    limits: IsolationSettings

    @property
    def of_tournament(self) -> bool:
        """Whether it was written for the CPSC 415 tournament."""
        return self.agent.startswith(CPSC415)

    @property
    def settings(self) -> AgentSettings:
        """The settings of its games."""
        return AgentSettings(isolation=self.limits)

    def kind(self, table: CheckedTable) -> CheckedTable | str:
        """Return the board, at one table of each of which games are played again."""
        return table if self.of_tournament else table.board


@dataclass(frozen=True)
class CheckedGame:
    """A finished game."""

    trial: TrialGame
    command: tuple[str, ...]
    record: Mapping[str, Any]
    faults: tuple[Fault, ...]
    calls: Mapping[str, int]
    seconds: tuple[float, ...]
    outputs: Mapping[str, Output[Any]]
    printed: str
    most_bytes: int

    @property
    def line(self) -> str:
        """The record of the game as a line."""
        return record_line(self.record)

    @property
    def notes(self) -> list[dict[str, Any]]:
        """The agent's notes, as the record has them."""
        notes: list[dict[str, Any]] = self.record["notes"][self.trial.seat]
        return notes


def play_checked(entrant: Entrant, agent: IsolatedAgent, trial: TrialGame) -> CheckedGame:
    """Play a game with the agent at its seat, as a match plays it."""
    table, seed, game, seat = trial
    board, rules = board_or_none(table.board), parse_rules(table.rules)
    names = table.seated(entrant.agent, seat)
    settings = AgentSettings(isolation=structs.replace(entrant.limits, isolate="none"))
    watched = _TimedAgent(agent)
    agents = [
        watched if place == seat else load_agent(name, settings)()
        for place, name in enumerate(names)
    ]
    at = schedule.Schedule(table.players, rules, seed, rotate=False).game(game)
    new, seeds, chance = play.set_up(board, rules, seed, at)
    faults: list[Fault] = []
    ended = play_game(new, agents, seeds, chance, faults.append)
    outputs: dict[str, Output[Any]] = {
        "notes": notes_of(agent),
        "plan_seconds": seconds_of(agent),
        "files": files_of(agent, game),
    }
    notes = [outputs["notes"].kept if player is watched else player.notes() for player in agents]
    record = write_record(
        ended,
        game=game,
        seed=seed,
        agents=names,
        settings=entrant.settings.to_json(),
        notes=notes,
        failures=faults,
    )
    command, measured = _command(entrant, trial), (watched.calls, tuple(watched.seconds))
    used = agent.printed(), agent.most_bytes()
    agent.leave()
    return CheckedGame(trial, command, record, tuple(faults), *measured, outputs, *used)


def _command(entrant: Entrant, trial: TrialGame) -> tuple[str, ...]:
    table = trial.table
    names = table.seated(entrant.agent, trial.seat)
    options = ["--board", table.board, "--rules", table.rules, "--seats", "fixed"]
    options += ["--seed", str(trial.seed), "--games", str(trial.game + 1)]
    if not is_isolated(entrant.agent, IsolationSettings()):
        options += ["--isolate", "all"]
    for each in options_of(IsolationSettings):
        value = getattr(entrant.limits, each.field)
        if each.number and value != each.default:
            options += [f"--{each.name}", str(value)]
    return ("planner-clue", "match", *names, *options)
