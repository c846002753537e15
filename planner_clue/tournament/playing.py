"""Playing a tournament: a match for every combination, in a folder that can be gone on with.

Its outcome is who won, combination by combination and deal by deal.
"""

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner_clue.agents.settings import AgentSettings
from planner_clue.atomic_writes import write_whole
from planner_clue.errors import InputError
from planner_clue.json_text import parse_json
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.statistics import first_failure
from planner_clue.match.store import (
    check_folder,
    check_place,
    check_unused,
    saved_summary,
)
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
    check_place(out)
    about = out / ABOUT
    if about.exists():
        try:
            found = parse_json(about.read_text(encoding="utf-8"))
            kept = AgentSettings().to_json() | found["tournament"]
            other = [key for key, value in tournament.to_json().items() if kept[key] != value]
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"--out {out}: {ABOUT} is damaged: {error!r}") from error
        if other:
            raise InputError(
                f"--out {out} holds another tournament: {other[0]} {kept[other[0]]!r}, "
                f"not {tournament.to_json()[other[0]]!r}; expected a new folder, "
                "or the same tournament to go on with"
            )
    else:
        check_unused(out)
    for number, combination in enumerate(tournament.combinations):
        check_folder(out / tournament.folder(number), tournament.config(combination))


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
        _begin(out, tournament)
    outcomes: list[MatchOutcome] = []
    for number, combination in enumerate(tournament.combinations):
        folder = out / tournament.folder(number) if out else None
        match = _Match(tournament, combination, folder)
        before = number * tournament.games_each

        def count(played: int, before: int = before) -> None:
            on_game(before + played)

        outcome = match.finished() or match.play(executor, jobs, count)
        count(outcome.games)
        outcomes.append(outcome)
    return outcomes


def _begin(out: Path, tournament: Tournament) -> None:
    about = {"schema": 1, "tournament": tournament.to_json()}
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / ABOUT, json.dumps(about, indent=2) + "\n")
    except OSError as error:
        raise InputError(f"--out {out}: {error.strerror}; expected a folder") from error


class _Match:
    """The match of one combination."""

    def __init__(
        self, tournament: Tournament, combination: tuple[int, ...], folder: Path | None
    ) -> None:
        self.combination = combination
        self.config = tournament.config(combination)
        self.folder = folder

    def play(
        self, executor: Executor | None, jobs: int, on_count: Callable[[int], None]
    ) -> MatchOutcome:
        """Play it, or the rest of it."""
        counted = WinsByDeal(self.config)

        def add(count: int, played: Played) -> None:
            counted.add(played.game, played.winner)
            on_count(count)

        summary = run_match(self.config, executor=executor, jobs=jobs, out=self.folder, on_game=add)
        return MatchOutcome.of(self.combination, counted, summary)

    def finished(self) -> MatchOutcome | None:
        """Return what came out if an earlier run played it to its end."""
        if self.folder is None or (summary := saved_summary(self.folder)) is None:
            return None
        counted = WinsByDeal(self.config)
        try:
            with (self.folder / "games.jsonl").open(encoding="utf-8") as lines:
                for game, line in enumerate(lines):
                    counted.add(game, result_in(line).winner)
            outcome = MatchOutcome.of(self.combination, counted, summary)
            wins = [row["wins"] for row in summary["agents"]]
        except (OSError, InputError, LookupError, TypeError, ValueError):
            return None  # damaged: the match itself says how, or plays what is missing
        whole = (outcome.games, outcome.wins) == (self.config.total, wins)
        return outcome if whole else None
