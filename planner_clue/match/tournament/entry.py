"""A tournament: every combination of agents plays a match, in a folder that can be continued."""

import re
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner_clue.agents.command import is_program
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.record import result_in
from planner_clue.match import play, runner, schedule, statistics, store
from planner_clue.match.config import MatchConfig
from planner_clue.match.match_checks import check_match
from planner_clue.support import errors, plugins

_LONGEST_FOLDER = 120
"""Maximum characters of a folder's name; file systems allow 255 bytes."""


@dataclass(frozen=True)
class Tournament:
    """A tournament, checked by :meth:`check` before the first game."""

    agents: tuple[str, ...]
    size: int = 3  # number of agents at a table, 3 to 6
    games: int = 120  # games of each combination, rounded up to whole deals
    seed: int = schedule.USUAL_SEED
    _: KW_ONLY
    board: str = "classic"
    rules: str = ""
    """The rule set; empty means the default of the board, as in a match."""
    settings: AgentSettings = field(default_factory=AgentSettings)

    def check(self) -> None:
        """Raise :class:`InputError` if the tournament cannot be played."""
        if not 3 <= self.size <= 6:
            raise errors.InputError(f"--size {self.size}; expected 3 to 6")
        if len(self.agents) < self.size:
            raise errors.InputError(
                f"{len(self.agents)} agents ({', '.join(self.agents)}); "
                f"expected {self.size} or more for tables of --size {self.size}"
            )
        seen: dict[str, str] = {}
        for agent in self.agents:
            known = _identity(agent)
            if known in seen:
                also = "" if seen[known] == agent else f", also as '{seen[known]}'"
                raise errors.InputError(f"agent '{agent}' twice{also}; expected different agents")
            seen[known] = agent
        for config in self.covering:
            check_match(config)

    @cached_property
    def combinations(self) -> tuple[tuple[int, ...], ...]:
        """All combinations of agents, as ascending numbers in :attr:`agents`."""
        return tuple(combinations(range(len(self.agents)), self.size))

    def names(self, combination: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the agents of a combination."""
        return tuple(self.agents[number] for number in combination)

    def config(self, combination: tuple[int, ...]) -> MatchConfig:
        """Return the match of a combination; all matches play the same deals."""
        names = self.names(combination)
        return MatchConfig(
            names, self.games, self.seed, board=self.board, rules=self.rules, settings=self.settings
        )

    def folder(self, number: int) -> str:
        """Return the name of the folder of combination ``number``.

        >>> Tournament(("bn1", "exact", "mine.py:Me", "random")).folder(1)
        '2-bn1+exact+random'
        """
        names = "+".join(self.names(self.combinations[number]))
        plain = re.sub(r"[^\w.+-]+", "_", names, flags=re.ASCII)[:_LONGEST_FOLDER]
        digits = len(str(len(self.combinations)))
        return f"{number + 1:0{digits}}-{plain}"

    @cached_property
    def covering(self) -> tuple[MatchConfig, ...]:
        """A few matches that cover every agent; at most one agent causes a fault of a match."""
        size, most = self.size, len(self.agents) - self.size
        starts = (min(start, most) for start in range(0, len(self.agents), size))
        return tuple(self.config(tuple(range(start, start + size))) for start in starts)

    @property
    def of_others(self) -> list[str]:
        """The third-party agents and heuristic."""
        return [one for config in self.covering for one in config.of_others]

    @cached_property
    def games_each(self) -> int:
        """Number of games of each combination, in whole deals."""
        return self.config(self.combinations[0]).total

    @property
    def total(self) -> int:
        """Number of games of all combinations."""
        return self.games_each * len(self.combinations)

    def to_json(self) -> dict[str, Any]:
        """Return the fields that determine the games."""
        return {
            "agents": list(self.agents),
            "size": self.size,
            "games": self.games,
            "seed": self.seed,
            "board": self.board,
            "rules": str(self.config(self.combinations[0]).load_rules()),
            **self.settings.to_json(),
        }


def _identity(agent: str) -> str:
    """Return a key that all names of an agent share, because a file has many paths."""
    if is_program(agent) or not plugins.is_file_spec(agent):
        return agent
    before, colon, name = agent.rpartition(":")
    if name.endswith(".py"):  # cpsc415:PATH has no name of a class
        return f"{before}{colon}{Path(name).resolve()}"
    return f"{Path(before).resolve()}:{name}"


@dataclass
class MatchOutcome:
    """The results of one combination's match, counted game by game in a few bytes per deal."""

    combination: tuple[int, ...]  # the agents by number, slot by slot
    games: int
    wins_by_deal: NDArray[np.int32]  # a row for each deal, a column for each slot
    forfeits: tuple[int, ...] = ()
    first_failures: tuple[str | None, ...] = ()
    """The first failure of each slot: a forfeit, or invalid notes."""

    @classmethod
    def empty(cls, combination: tuple[int, ...], config: MatchConfig) -> "MatchOutcome":
        """Return the outcome of a match before its first game."""
        deals = config.total // config.schedule.games_per_deal
        return cls(combination, 0, np.zeros((deals, len(combination)), dtype=np.int32))

    def add(self, at: schedule.ScheduledGame, winner: int | None) -> None:
        """Count a game with this winner's seat."""
        self.games += 1
        if winner is not None:
            self.wins_by_deal[at.deal, at.slots[winner]] += 1

    def end(self, summary: dict[str, Any]) -> None:
        """Take forfeits and failures from the summary of the match."""
        self.forfeits = tuple(row["forfeits"] for row in summary["agents"])
        self.first_failures = tuple(map(statistics.first_failure, summary["agents"]))

    @property
    def wins(self) -> list[int]:
        """The games won by each slot."""
        return list(map(int, self.wins_by_deal.sum(axis=0)))

    @property
    def no_winner(self) -> int:
        """Number of games without a winner."""
        return self.games - sum(self.wins)


ABOUT = "tournament.json"
RATINGS = "ratings.json"


def check_tournament_folder(out: Path, tournament: Tournament) -> None:
    """Raise :class:`InputError` if a folder contains another tournament or other files."""
    matches = {
        tournament.folder(number): tournament.config(combination)
        for number, combination in enumerate(tournament.combinations)
    }
    store.check_series(out, ABOUT, _series(tournament), matches, "tournament")


def _series(tournament: Tournament) -> dict[str, Any]:
    return {"schema": 1, "tournament": tournament.to_json()}


def play_tournament(
    tournament: Tournament,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    out: Path | None = None,
    on_game: Callable[[int], None] = lambda count: None,
) -> list[MatchOutcome]:
    """Play all matches; return their results in the order of the combinations.

    Arguments are as in :func:`run_match`. With ``out``, an interrupted tournament is continued.
    """
    if out:
        check_tournament_folder(out, tournament)
        store.begin_series(out, ABOUT, _series(tournament))
    outcomes: list[MatchOutcome] = []
    for number, combination in enumerate(tournament.combinations):
        config, before = tournament.config(combination), number * tournament.games_each
        folder = out / tournament.folder(number) if out else None
        outcome = folder and _finished(combination, config, folder)
        if not outcome:
            options = {"executor": executor, "jobs": jobs, "out": folder}
            outcome = _played(combination, config, before, on_game, options)
        on_game(before + outcome.games)
        outcomes.append(outcome)
    return outcomes


def _played(
    combination: tuple[int, ...],
    config: MatchConfig,
    before: int,
    on_game: Callable[[int], None],
    options: dict[str, Any],
) -> MatchOutcome:
    outcome = MatchOutcome.empty(combination, config)

    def add(count: int, played: play.Played) -> None:
        outcome.add(config.schedule.game(played.game), played.winner)
        on_game(before + count)

    outcome.end(runner.run_match(config, on_game=add, **options))
    return outcome


def _finished(agents: tuple[int, ...], config: MatchConfig, folder: Path) -> MatchOutcome | None:
    """Return the outcome of a match that an earlier run finished."""
    if (summary := store.saved_summary(folder)) is None:
        return None
    outcome = MatchOutcome.empty(agents, config)
    try:
        with (folder / "games.jsonl").open(encoding="utf-8") as lines:
            for game, line in enumerate(lines):
                outcome.add(config.schedule.game(game), result_in(line).winner)
        outcome.end(summary)
        wins = [row["wins"] for row in summary["agents"]]
    except (OSError, errors.InputError, LookupError, TypeError, ValueError):
        return None  # damaged: the match itself says how, or plays what is missing
    return outcome if (outcome.games, outcome.wins) == (config.total, wins) else None
