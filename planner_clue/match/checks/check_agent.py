"""Check of an agent against the contract of :class:`planner_clue.agents.Agent`."""

import itertools
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import IsolationSettings
from planner_clue.errors import RulesError
from planner_clue.match.checks import checked_game, contract
from planner_clue.match.checks.determinism import again_checks

_GAMES_AGAIN = 3
"""For each game that is played again, the games it takes: another and itself come before it."""
_MOST_LATE = 3
"""After how many games with no answer in time no more are played: each takes the whole limit."""


@dataclass(frozen=True)
class AgentReport:
    """The report of checking an agent."""

    agent: str
    seed: int
    games: int
    """Number of games, without those that were repeated."""
    wins: int
    tables: tuple[checked_game.CheckedTable, ...]
    checks: tuple[contract.Check, ...]

    @property
    def passed(self) -> bool:
        """Whether no check failed; warnings do not matter."""
        return not self.of(contract.Finding.FAILED)

    def of(self, finding: contract.Finding) -> tuple[contract.Check, ...]:
        """Return the checks with this finding."""
        return tuple(check for check in self.checks if check.finding is finding)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "agent": self.agent,
            "passed": self.passed,
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins,
            "tables": [table.to_json() for table in self.tables],
            "checks": [check.to_json() for check in self.checks],
        }


def check_agent(
    agent: str,
    *,
    seed: int = 1,
    games: int = 1,
    limits: IsolationSettings | None = None,
    tables: Sequence[checked_game.CheckedTable] | None = None,
    on_game: Callable[[int, int], None] = lambda played, expected: None,
) -> AgentReport:
    """Play games with an agent, named as for a match, in a process of its own, and judge it.

    ``tables`` are by default all; some games are played again to see whether they are the same.
    After three games without an answer in time it ends. ``on_game`` gets the games so far and those
    expected. Raises :class:`~planner_clue.errors.AgentNameError` if the agent cannot be loaded, and
    :class:`~planner_clue.errors.RulesError` if there is nothing to play.
    """
    if games < 1:
        raise RulesError(f"--games {games}; expected 1 or more")
    entrant = checked_game.Entrant(agent, limits or IsolationSettings(isolate="all"))
    tables = tuple(checked_game.tables_for(agent) if tables is None else tables)
    kinds = {_kind(entrant, table) for table in tables}
    expected = games * (len(tables) + _GAMES_AGAIN * len(kinds))
    count = itertools.count(1)

    def progress() -> None:  # more than expected are played only to find out what is wrong
        played = next(count)
        on_game(played, max(played, expected))

    trials = [  # each table has a seed of its own, so that cards are dealt otherwise
        checked_game.Trial(table, seed + number, game, (number + game) % table.players)
        for number, table in enumerate(tables)
        for game in range(games)
    ]
    played = _played(entrant, trials, progress)
    if entrant.of_tournament:
        checks = contract.tournament_checks(played)
    else:
        checks = [*contract.answer_checks(played), *contract.after_checks(played)]
    checks += again_checks(entrant, _some_of_each_kind(entrant, played, games), progress)
    checks += contract.limit_checks(played, entrant.limits)
    judged = contract.judged(checks, played, of_tournament=entrant.of_tournament)
    wins = sum(game.record["result"]["winner"] == game.trial.seat for game in played)
    return AgentReport(agent, seed, len(played), wins, tables, judged)


def _played(
    entrant: checked_game.Entrant, trials: Sequence[checked_game.Trial], on_game: Callable[[], None]
) -> list[checked_game.CheckedGame]:
    """Play all games, or as many as an agent that does not answer in time is given."""
    played: list[checked_game.CheckedGame] = []
    late = 0
    with closing(load_isolated(entrant.agent, entrant.settings)) as factory:
        for trial in trials:
            played.append(checked_game.play_checked(entrant, factory(), trial))
            on_game()
            late += any(fault.failure.kind == "timeout" for fault in played[-1].faults)
            if late == _MOST_LATE:
                break
    return played


def _kind(
    entrant: checked_game.Entrant, table: checked_game.CheckedTable
) -> checked_game.CheckedTable | str:
    """Return the board, at one table of each of which games are played again."""
    return table if entrant.of_tournament else table.board


def _some_of_each_kind(
    entrant: checked_game.Entrant, played: Sequence[checked_game.CheckedGame], count: int
) -> list[checked_game.CheckedGame]:
    """Return the first ``count`` games of each kind in which the agent did nothing wrong."""
    whole: dict[checked_game.CheckedTable | str, list[checked_game.CheckedGame]] = {}
    for game in played:
        if not game.faults:
            whole.setdefault(_kind(entrant, game.trial.table), []).append(game)
    return [game for games in whole.values() for game in games[:count]]
