"""Playing a tournament: a match for every combination, in a folder that can be gone on with.

Its outcome is who won, combination by combination and deal by deal.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner_clue.errors import InputError
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.statistics import first_failure
from planner_clue.match.store import begin_series, check_series, saved_summary
from planner_clue.table.record import result_in
from planner_clue.tournament.entry import Tournament


class WinsByDeal:
    """Counts the wins of each slot of a match, deal by deal; a few bytes a deal."""

    def __init__(self, config: MatchConfig) -> None:
        self._schedule = config.schedule
        deals = config.total // self._schedule.games_per_deal
        self.wins: NDArray[np.int32] = np.zeros((deals, self._schedule.players), dtype=np.int32)
        """A row for each deal, a column for each slot."""
        self.games = 0

    def add(self, game: int, winner: int | None) -> None:
        """Count a game with this winner's seat."""
        self.games += 1
        if winner is not None:
            at = self._schedule.game(game)
            self.wins[at.deal, at.slots[winner]] += 1


@dataclass(frozen=True)
class MatchOutcome:
    """The results of the match of one combination."""

    combination: tuple[int, ...]
    """The agents by number, slot by slot."""
    games: int
    wins_by_deal: NDArray[np.int32]
    """A row for each deal, a column for each slot."""
    forfeits: tuple[int, ...] = field(default=())
    """Number of forfeits per slot."""
    first_failures: tuple[str | None, ...] = field(default=())
    """The first failure of each slot: a forfeit, or notes that could not be read."""

    @property
    def wins(self) -> list[int]:
        """The games won by each slot."""
        wins: list[int] = self.wins_by_deal.sum(axis=0).tolist()
        return wins

    @property
    def no_winner(self) -> int:
        """The games that nobody won."""
        return self.games - sum(self.wins)

    @classmethod
    def of(
        cls, combination: tuple[int, ...], counted: WinsByDeal, summary: dict[str, Any]
    ) -> "MatchOutcome":
        """Return the outcome of a match with this summary."""
        rows = summary["agents"]
        return cls(
            combination,
            counted.games,
            counted.wins,
            tuple(row["forfeits"] for row in rows),
            tuple(map(first_failure, rows)),
        )


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

    ``executor`` and ``jobs`` are as in :func:`run_match`; an executor serves all matches.
    ``on_game`` is called with the number of games played so far. With ``out``, the folder of each
    match is kept there, and an interrupted run of the same tournament goes on.
    """
    if out:
        check_tournament_folder(out, tournament)
        begin_series(out, ABOUT, _series(tournament))
    outcomes: list[MatchOutcome] = []
    for number, combination in enumerate(tournament.combinations):
        folder = out / tournament.folder(number) if out else None
        before = number * tournament.games_each
        outcome = folder and _finished(tournament, combination, folder)
        if not outcome:
            config = tournament.config(combination)
            counted = WinsByDeal(config)

            def add(
                count: int, played: Played, before: int = before, counted: WinsByDeal = counted
            ) -> None:
                counted.add(played.game, played.winner)
                on_game(before + count)

            summary = run_match(config, executor=executor, jobs=jobs, out=folder, on_game=add)
            outcome = MatchOutcome.of(combination, counted, summary)
        on_game(before + outcome.games)
        outcomes.append(outcome)
    return outcomes


def _finished(
    tournament: Tournament, combination: tuple[int, ...], folder: Path
) -> MatchOutcome | None:
    """Return the outcome of a match that an earlier run played to its end."""
    if (summary := saved_summary(folder)) is None:
        return None
    config = tournament.config(combination)
    counted = WinsByDeal(config)
    try:
        with (folder / "games.jsonl").open(encoding="utf-8") as lines:
            for game, line in enumerate(lines):
                counted.add(game, result_in(line).winner)
        outcome = MatchOutcome.of(combination, counted, summary)
        wins = [row["wins"] for row in summary["agents"]]
    except (OSError, InputError, LookupError, TypeError, ValueError):
        return None  # damaged: the match itself says how, or plays what is missing
    return outcome if (outcome.games, outcome.wins) == (config.total, wins) else None
