"""``planner-clue export``: agents and positions, for other programs."""

from itertools import count as counter
from pathlib import Path

import typer

from planner_clue.adapters.cpsc415.exported import write_players
from planner_clue.adapters.problem_set.set_folder import problem_set
from planner_clue.cli import options
from planner_clue.cli.options import argument, flag, integer
from planner_clue.cli.output import progress
from planner_clue.support import atomic_writes

export = typer.Typer(
    help="Write agents or positions for other programs.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@export.command()
def benchmark(
    folder: Path = argument("DIR", "Folder to write to; created if missing."),
    count: int = integer(30, "Number of positions.", least=1, most=1000),
    seed: options.Seed = 1,
    jobs: options.Jobs = None,
) -> None:
    """Write positions of games as a benchmark set.

    Writes three domains (with costs, STRIPS only, and with sensing), and for each position a
    problem in each domain. The positions come from all stages of games with three to six players,
    and are sorted by difficulty. instances.csv lists the best known costs. The same count and seed
    write the same files.
    """
    options.check_new_folder("folder", folder)
    jobs = options.checked_jobs(jobs)
    made = counter(1)
    with progress("instances", count) as update:
        files = problem_set(count, seed, jobs, lambda: update(next(made)))
    atomic_writes.write_files(folder, files)
    instances = sum("/instances/" in name for name in files)
    typer.echo(f"{folder}: {count} positions, {instances} problems in 3 domains")


@export.command()
def cpsc415(
    folder: Path = argument("DIR", "Folder to write to; created if missing."),
    force: bool = flag("--force", "Overwrite files that differ."),
) -> None:
    """Write agents as players for the CPSC 415 tournament.

    Writes planner_CluePlayer.py, exact_CluePlayer.py, ladder_1_CluePlayer.py and
    ladder_2_CluePlayer.py. In the folder of the tournament's own clue.py, run
    'python clue.py planner exact ladder_2'. planner-clue must be installed in that Python.
    """
    for path in write_players(folder, force=force):
        typer.echo(str(path))
