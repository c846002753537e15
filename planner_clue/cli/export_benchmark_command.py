"""``planner-clue export-benchmark``: positions of games as a set of planning problems."""

from pathlib import Path
from typing import Annotated

import typer

from planner_clue.cli.arguments import check_new_folder, checked_jobs, whole_number
from planner_clue.cli.options import Jobs, Seed
from planner_clue.errors import InputError

_MOST = 1000


def export_benchmark(
    folder: Annotated[
        Path, typer.Argument(help="Folder to write to; made if missing.", metavar="DIR")
    ],
    count: Annotated[
        int,
        typer.Option(help="Number of positions.", metavar="N", parser=whole_number),
    ] = 30,
    seed: Seed = 1,
    jobs: Jobs = None,
) -> None:
    """Write positions of games as a benchmark set for planners.

    Three domains (with costs, STRIPS only, and with sensing), an instance of each for every
    position, from the end of games to the start and from three to six players, sorted by how hard
    they are, with best known costs in instances.csv. The same count and seed write the same bytes.
    """
    check_new_folder("folder", folder)
    if not 1 <= count <= _MOST:
        raise InputError(f"--count {count}; expected 1 to {_MOST}")
    jobs = checked_jobs(jobs)
    from planner_clue.cli.progress import games_bar
    from planner_clue.problem_set.set_folder import problem_set, write_set

    with games_bar() as bar:
        task = bar.add_task("instances", total=count)
        files = problem_set(count, seed, jobs, lambda: bar.advance(task))
    write_set(folder, files)
    instances = sum("/instances/" in name for name in files)
    typer.echo(f"{folder}: {count} positions, {instances} problems in 3 domains")
