"""The options that several commands have, each as a type with its help."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer


def _parsed_integer(text: str | int) -> int:
    """Return the integer in ``text``; typer passes default values through here too."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


def _parsed_real(text: str | float) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def argument(about: str, metavar: str | None = None, **more: Any) -> Any:
    """Return an argument; ``about`` is its help."""
    return typer.Argument(help=about, metavar=metavar, **more)


def option(about: str, *names: str, metavar: str | None = None, **more: Any) -> Any:
    """Return an option; ``about`` is its help."""
    return typer.Option(*names, help=about, metavar=metavar, **more)


def integer(about: str, *names: str, metavar: str = "N") -> Any:
    """Return an option that takes an integer; ``about`` is its help."""
    return option(about, *names, metavar=metavar, parser=_parsed_integer)


def real(about: str, *names: str, metavar: str = "X") -> Any:
    """Return an option that takes a number."""
    return option(about, *names, metavar=metavar, parser=_parsed_real)


JsonFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--json", help="Write the result as JSON to a file; - for stdout.", metavar="FILE|-"
    ),
]
Seed: TypeAlias = Annotated[int, integer("The same seed gives the same games.", metavar="S")]
Jobs: TypeAlias = Annotated[
    int | None, integer("Number of processes; default: one per core.", metavar="J")
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Play on the Dask cluster with this scheduler, such as tcp://host:8786, instead of in "
        "local processes. Needs pip install '.[cluster]'; see docs/scale.md.",
        metavar="ADDRESS",
    ),
]
BoardName: TypeAlias = Annotated[
    str,
    typer.Option(
        help="A board's name, a .toml file, or none for no board.", metavar="NAME|FILE|none"
    ),
]
Rules: TypeAlias = Annotated[
    str,
    option(
        "standard, huji, huji-bn1 or cpsc415, with options after commas: dice=1, "
        "last_wins=yes, suggest_or_accuse=yes, secret_accusations=yes, turn_limit=N. "
        "Default: huji on the board huji, else standard."
    ),
]
Seats: TypeAlias = Annotated[
    str,
    option(
        "rotated: every agent gets each seat equally often. fixed: the agents sit in the "
        "given order in every game, the first begins, and every game has a deal of its own.",
        metavar="rotated|fixed",
    ),
]
RequireConfinement: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--require-confinement",
        help="Refuse to play if this system cannot confine the code of others; 'planner-clue "
        "agents --isolation' lists what it can.",
    ),
]
Port: TypeAlias = Annotated[
    int | None, integer("Port of the local server; default: the first free one from 8421 on.")
]
Asking: TypeAlias = Annotated[
    int,
    typer.Option(
        help="Use suggestions as evidence: an honest player is ODDS times less likely to name a "
        "card whose place it knows. How each player chooses cards and rooms is learned from its "
        "suggestions. The planner uses 32; with 1, suggestions are not evidence.",
        metavar="ODDS",
        show_default=True,
    ),
]
RECORD_HELP = "The folder of a match, a games.jsonl file, or a file with one record."
Record: TypeAlias = Annotated[Path, typer.Argument(help=RECORD_HELP, metavar="RECORD")]
SEAT_HELP = "a number from 0, a token such as mustard, or the name of an agent with one seat"
SeatName: TypeAlias = Annotated[
    str | None,
    typer.Option("--seat", help=f"Seat: {SEAT_HELP}; default: the first planner.", metavar="SEAT"),
]
GameNumber: TypeAlias = Annotated[
    int | None, integer("Number of the game; default: the first in the file.", "--game")
]
