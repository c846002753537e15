"""``planner-clue match --replay``: the page of one game of a match."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from planner_clue.cli.arguments import check_page
from planner_clue.errors import InputError, nearest

if TYPE_CHECKING:
    from planner_clue.match.play import Played

NAME = "replay.html"


class GamePage:
    """Chooses a game while a match is played, and writes its page in the end."""

    def __init__(self, choice: str, folder: Path | None) -> None:
        """Choose the ``first`` game or the most ``interesting``; refuse anything else."""
        from planner_clue.pages.replay_page import CHOICES, ChosenGame

        if choice not in CHOICES:
            raise InputError(f"--replay {choice}; {nearest(choice, CHOICES)}")
        self._file = (folder or Path()) / NAME
        if self._file.parent.is_dir():
            check_page("--replay", self._file)
        self._chosen = ChosenGame(choice)

    def add(self, played: "Played") -> None:
        """Look at a finished game."""
        self._chosen.add(played.game, played.line)

    def write(self) -> None:
        """Write the page, and say on stderr where it is."""
        from planner_clue.pages.replay_page import replay_page

        record = self._chosen.record()
        self._file.write_text(replay_page(record), encoding="utf-8")
        typer.echo(f"game {record['game']} is in {self._file}", err=True)
