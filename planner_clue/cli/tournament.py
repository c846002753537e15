"""``planner-clue export-cpsc415``."""

from pathlib import Path
from typing import Annotated

import typer


def export_cpsc415(
    folder: Annotated[
        Path, typer.Argument(help="Where to; made if it is not there.", metavar="DIR")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite player files that differ.")
    ] = False,
) -> None:
    """Write our agents as players of the CPSC 415 tournament.

    Writes planner_CluePlayer.py, exact_CluePlayer.py, ladder_1_CluePlayer.py and
    ladder_2_CluePlayer.py. They run in the tournament's own clue.py, unmodified, in the folder
    where it is: 'python clue.py planner exact ladder_2'. planner-clue has to be installed in
    the Python that runs it.
    """
    from planner_clue.agents.cpsc415.export import write_players

    for path in write_players(folder, force=force):
        typer.echo(str(path))
