"""Playing a tournament: a match for every combination, in a folder that can be gone on with.

Its outcome is who won, combination by combination and deal by deal.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner_clue.errors import InputError
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.schedule import ScheduledGame
from planner_clue.match.statistics import first_failure
from planner_clue.match.store import begin_series, check_series, saved_summary
from planner_clue.table.record import result_in
from planner_clue.tournament.entry import Tournament


@dataclass
class MatchOutcome:
    """The results of the match of one combination, counted game by game; a few bytes a deal."""

    combination: tuple[int, ...]
    """The agents by number, slot by slot."""
    games: int
    wins_by_deal: NDArray[np.int32]
    """A row for each deal, a column for each slot."""
    forfeits: tuple[int, ...] = ()
    first_failures: tuple[str | None, ...] = ()
    """The first failure of each slot: a forfeit, or notes that could not be read."""

    @classmethod
    def empty(cls, combination: tuple[int, ...], config: MatchConfig) -> "MatchOutcome":
        """Return the outcome of a match before its first game."""
        deals = config.total // config.schedule.games_per_deal
        return cls(combination, 0, np.zeros((deals, len(combination)), dtype=np.int32))

    def add(self, at: ScheduledGame, winner: int | None) -> None:
        """Count a game with this winner's seat."""
        self.games += 1
        if winner is not None:
            self.wins_by_deal[at.deal, at.slots[winner]] += 1

    def end(self, summary: dict[str, Any]) -> None:
        """Take forfeits and failures from the summary of the match."""
        self.forfeits = tuple(row["forfeits"] for row in summary["agents"])
        self.first_failures = tuple(map(first_failure, summary["agents"]))

    @property
    def wins(self) -> list[int]:
        """The games won by each slot."""
        wins: list[int] = self.wins_by_deal.sum(axis=0).tolist()
        return wins

    @property
    def no_winner(self) -> int:
        """The games that nobody won."""
        return self.games - sum(self.wins)


ABOUT = "tournament.json"
RATINGS = "ratings.json"


def check_tournament_folder(out: Path, tournament: Tournament) -> None:
    """Raise :class:`InputError` for a folder with another tournament, or something else."""
    matches = {
        tournament.folder(number): tournament.config(combination)
        for number, combination in enumerate(tournament.combinations)
    }
    check_series(out, ABOUT, _series(tournament), matches, "tournament")


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
    """Play all matches; return what came out of each, in the order of the combinations.

    Arguments are as in :func:`run_match`; with ``out``, an interrupted tournament goes on.
    """
    if out:
        check_tournament_folder(out, tournament)
        begin_series(out, ABOUT, _series(tournament))
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

    def add(count: int, played: Played) -> None:
        outcome.add(config.schedule.game(played.game), played.winner)
        on_game(before + count)

    outcome.end(run_match(config, on_game=add, **options))
    return outcome


def _finished(
    combination: tuple[int, ...], config: MatchConfig, folder: Path
) -> MatchOutcome | None:
    """Return the outcome of a match that an earlier run played to its end."""
    if (summary := saved_summary(folder)) is None:
        return None
    outcome = MatchOutcome.empty(combination, config)
    try:
        with (folder / "games.jsonl").open(encoding="utf-8") as lines:
            for game, line in enumerate(lines):
                outcome.add(config.schedule.game(game), result_in(line).winner)
        outcome.end(summary)
        wins = [row["wins"] for row in summary["agents"]]
    except (OSError, InputError, LookupError, TypeError, ValueError):
        return None  # damaged: the match itself says how, or plays what is missing
    return outcome if (outcome.games, outcome.wins) == (config.total, wins) else None
