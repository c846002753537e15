"""Playing the published comparison again: a folder with a match for every table.

A run that was stopped loses the games in flight and nothing else; one that finds a table
played to its end does not play it again.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from planner_clue.errors import InputError
from planner_clue.match.play import Played
from planner_clue.match.runner import run_match
from planner_clue.match.store import (
    check_folder,
    check_place,
    check_unused,
    saved_summary,
    write_whole,
)
from planner_clue.study.published import Table
from planner_clue.study.win_rates import Result, result_of

_ABOUT = "reproduce.json"


class Reproduction:
    """The comparison as played with so many games and a seed, kept in a folder."""

    def __init__(self, out: Path, games: int, seed: int, tables: Sequence[Table]) -> None:
        """Refuse what cannot be gone on with, before anything is written.

        ``tables`` are all that may ever be played there; ``games`` are asked for of each.
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
            found = json.loads(about.read_text(encoding="utf-8"))
            games, seed = found["games"], found["seed"]
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"--out {self.out}: {_ABOUT} is damaged: {error!r}") from error
        if (games, seed) != (self.games, self.seed):
            raise InputError(
                f"--out {self.out} holds --games {games} --seed {seed}; "
                f"expected the same, or a new folder for --games {self.games} --seed {self.seed}"
            )

    def total(self, table: Table) -> int:
        """Return how many games of ``table`` there will be: whole deals."""
        return table.config(self.games, self.seed).total

    def play(
        self,
        table: Table,
        jobs: int = 1,
        on_game: Callable[[int, Played], None] = lambda count, played: None,
    ) -> Result:
        """Play a table to its end, or go on with it; ``on_game`` is as for a match."""
        if (kept := self.result(table)) is not None:
            return kept
        self._begin()
        config = table.config(self.games, self.seed)
        summary = run_match(config, jobs=jobs, out=self.out / table.name, on_game=on_game)
        return result_of(table, config.total, summary)

    def _begin(self) -> None:
        about = {"schema": 1, "games": self.games, "seed": self.seed}
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            write_whole(self.out / _ABOUT, json.dumps(about, indent=2) + "\n")
        except OSError as error:
            raise InputError(f"--out {self.out}: {error.strerror}; expected a folder") from error

    def result(self, table: Table) -> Result | None:
        """Return what came out of a table, if it was played to its end."""
        summary = saved_summary(self.out / table.name)
        try:
            return result_of(table, self.total(table), summary) if summary else None
        except (KeyError, TypeError, ValueError, AttributeError):
            return None  # its games are still there, and are counted anew

    def results(self) -> list[Result]:
        """Return what came out of every table that was played to its end."""
        return [result for table in self.tables if (result := self.result(table))]
