"""Playing the published comparison again: a folder with a match for every table.

A run that was stopped loses only the games that were being played. The next run goes on from
there, and does not play a finished table again.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from planner_clue.atomic_writes import write_whole
from planner_clue.errors import InputError
from planner_clue.json_text import parse_json
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.store import (
    check_folder,
    check_place,
    check_unused,
    saved_summary,
)
from planner_clue.study.published import StudyTable
from planner_clue.study.win_rates import StudyResult, study_result

_ABOUT = "reproduce.json"


class Reproduction:
    """The comparison with a number of games a table and a seed, kept in the folder ``out``."""

    def __init__(self, out: Path, games: int, seed: int, tables: Sequence[StudyTable]) -> None:
        """Check the folder before anything is written.

        ``tables`` are all tables that may ever be played there; ``games`` are asked for of each.

        Raises :class:`InputError` if the folder holds something else, or another comparison.
        """
        self.out = out
        self.games = games
        self.seed = seed
        self.tables = tuple(tables)
        self._check()

    def _check(self) -> None:
        if self.games < 1:
            raise InputError(f"--games {self.games}; expected 1 or more")
        check_place(self.out)
        about = self.out / _ABOUT
        if about.exists():
            self._check_same(about)
        else:
            check_unused(self.out)
        for table in self.tables:
            check_folder(self.out / table.name, table.config(self.games, self.seed))

    def _check_same(self, about: Path) -> None:
        try:
            found = parse_json(about.read_text(encoding="utf-8"))
            games, seed = found["games"], found["seed"]
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"--out {self.out}: {_ABOUT} is damaged: {error!r}") from error
        if (games, seed) != (self.games, self.seed):
            raise InputError(
                f"--out {self.out} holds --games {games} --seed {seed}; "
                f"expected the same, or a new folder for --games {self.games} --seed {self.seed}"
            )

    def total(self, table: StudyTable) -> int:
        """Return how many games of ``table`` are played: those asked for, up to whole deals."""
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
        self._begin()
        config = table.config(self.games, self.seed)
        summary = run_match(config, jobs=jobs, out=self.out / table.name, on_game=on_game)
        return study_result(table, config.total, summary)

    def _begin(self) -> None:
        about = {"schema": 1, "games": self.games, "seed": self.seed}
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            write_whole(self.out / _ABOUT, json.dumps(about, indent=2) + "\n")
        except OSError as error:
            raise InputError(f"--out {self.out}: {error.strerror}; expected a folder") from error

    def result(self, table: StudyTable) -> StudyResult | None:
        """Return what came out of a table, if it was played to its end."""
        summary = saved_summary(self.out / table.name)
        try:
            return study_result(table, self.total(table), summary) if summary else None
        except (KeyError, TypeError, ValueError, AttributeError):
            return None  # damaged; the games are still there, and are counted again

    def results(self) -> list[StudyResult]:
        """Return what came out of every table that was played to its end."""
        return [result for table in self.tables if (result := self.result(table))]
