"""``planner-clue export-cpsc415``: agents as players of that tournament."""

from pathlib import Path
from typing import Annotated

import typer


def export_cpsc415(
    folder: Annotated[
        Path, typer.Argument(help="Folder to write to; made if missing.", metavar="DIR")
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that differ.")] = False,
) -> None:
    """Write agents as players for the CPSC 415 tournament.

    Writes planner_CluePlayer.py, exact_CluePlayer.py, ladder_1_CluePlayer.py and
    ladder_2_CluePlayer.py. In the folder of the tournament's own clue.py, run
    'python clue.py planner exact ladder_2'. planner-clue must be installed in that Python.
    """
    from planner_clue.agents.cpsc415.exported import write_players

    for path in write_players(folder, force=force):
        typer.echo(str(path))
