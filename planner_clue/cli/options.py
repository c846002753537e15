"""The options that several commands have, each as a type with its help."""

from typing import Annotated, TypeAlias

import typer

from planner_clue.cli.arguments import whole_number

Seed: TypeAlias = Annotated[
    int,
    typer.Option(help="The same seed gives the same games.", metavar="S", parser=whole_number),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Number of processes; default: one per core.", metavar="J", parser=whole_number
    ),
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Play on the Dask cluster with this scheduler, instead of in processes of our own: "
        "tcp://host:8786, say. Needs pip install '.[cluster]'; docs/scale.md says more.",
        metavar="ADDRESS",
    ),
]
BoardName: TypeAlias = Annotated[
    str,
    typer.Option(
        help="A board's name, a .toml file, or none for no board.", metavar="NAME|FILE|none"
    ),
]
AgentSeconds: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Seconds an isolated agent may take for one answer; default 30.",
        metavar="S",
        parser=whole_number,
    ),
]
AgentGameSeconds: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Seconds that all answers of an isolated agent may take in a game; default 600.",
        metavar="S",
        parser=whole_number,
    ),
]
AgentMemory: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="Megabytes of memory that an isolated agent may use; default 2048.",
        metavar="MB",
        parser=whole_number,
    ),
]
