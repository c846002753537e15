"""Options that several commands share, each as a type with its help; checks of arguments.

Each error is one line that names the wrong value.
"""

import os
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any, TypeAlias

import typer

from planner_clue.game.board import edition_names
from planner_clue.game.record_files import seat_named
from planner_clue.game.rules import OPTIONS, RULES
from planner_clue.planner.decision import read_replans
from planner_clue.support import atomic_writes, data
from planner_clue.support.errors import InputError


def _parser(number: type[int | float], expected: str) -> Callable[[Any], Any]:
    def parsed(text: Any) -> Any:
        """Return the number in ``text``; typer passes default values through here too."""
        try:
            return number(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r}; expected {expected}") from None

    return parsed


def argument(metavar: str, about: str, *, default: Any = ..., **more: Any) -> Any:
    """Return an argument, required unless it has a default; ``about`` is its help."""
    return typer.Argument(default, help=about, metavar=metavar, **more)


def option(metavar: str | None, about: str, *names: str, default: Any = None, **more: Any) -> Any:
    """Return an option that takes a value; ``...`` as its default requires it."""
    return typer.Option(default, *names, help=about, metavar=metavar, **more)


def flag(name: str, about: str) -> Any:
    """Return an option that takes no value."""
    return typer.Option(False, name, help=about)


def integer(
    default: Any,
    about: str,
    *names: str,
    metavar: str = "N",
    least: int | None = None,
    most: int | None = None,
    **more: Any,
) -> Any:
    """Return an option that takes an integer, from ``least`` to ``most``; ``about`` is its help."""

    def within(param: typer.CallbackParam, value: int | None) -> int | None:
        if value is not None and least is not None and not least <= value <= (most or value):
            expected = f"{least} or more" if most is None else f"{least} to {most}"
            raise InputError(f"{param.opts[0]} {value}; expected {expected}")
        return value

    more |= {"parser": _parser(int, "a whole number"), "callback": within}
    return option(metavar, about, *names, default=default, **more)


def real(default: Any, about: str, *names: str, metavar: str = "X") -> Any:
    """Return an option that takes a number."""
    return option(metavar, about, *names, default=default, parser=_parser(float, "a number"))


_shared = partial(option, default=...)  # its default stands at the parameter

JsonFile = Annotated[str | None, _shared("FILE|-", "Write JSON; - for stdout.", "--json")]
Seed: TypeAlias = Annotated[int, integer(..., "The same seed gives the same games.", metavar="S")]
DrawnSeed: TypeAlias = Annotated[
    int | None,
    integer(
        ...,
        "The same seed gives the same games. Default: 1; random if third-party code plays, so that "
        "it cannot guess the deal. A random seed is printed and kept in --out.",
        metavar="S",
    ),
]
Jobs = Annotated[
    int | None, integer(..., "Worker processes; default: one per core.", metavar="J", least=1)
]
Cluster: TypeAlias = Annotated[
    str | None,
    _shared(
        "ADDRESS",
        "Play on the Dask cluster with this scheduler, such as tcp://host:8786, instead of in "
        "local processes. Needs pip install -e '.[cluster]'; see docs/match.md.",
    ),
]
Edition: TypeAlias = Annotated[
    str | None,
    _shared(
        "NAME|FILE",
        f"The edition of the game: classic, {', '.join(edition_names())}, or a file with the "
        "names of the cards; docs/editions.md.",
    ),
]
BoardName = Annotated[str, _shared("NAME|FILE|none", "A board, a .toml file, or none.")]
Rules: TypeAlias = Annotated[
    str,
    _shared(
        None,
        f"{', '.join(RULES)}; with options after commas: {', '.join(OPTIONS)}. "
        "Default: huji on the board huji, else standard.",
    ),
]
Seats: TypeAlias = Annotated[
    str,
    _shared(
        "rotated|fixed",
        "rotated: every agent plays each seat in the same number of games. fixed: the agents sit "
        "in the given order in every game, the first begins, and every game has its own deal.",
    ),
]
RequireConfinement: TypeAlias = Annotated[
    bool,
    _shared(
        None,
        "Refuse to play if this system cannot confine third-party code; 'planner-clue agents "
        "--isolation' lists what this system guarantees.",
        "--require-confinement",
    ),
]
Port = Annotated[
    int | None, integer(..., "Port of the server; default: the first free one from 8421.")
]
Host: TypeAlias = Annotated[
    str | None,
    _shared(
        "ADDRESS",
        "Let other machines in a network that you trust reach the page: the IPv4 address of this "
        "machine, or 0.0.0.0 for all its networks; default: this machine only.",
    ),
]
Asking: TypeAlias = Annotated[
    int,
    integer(
        ...,
        "Treat suggestions as evidence: a player who wants to learn something is ODDS times less "
        "likely to name a card that it holds or was shown. The style in which each player chooses "
        "cards and rooms is learned from its suggestions. The planner uses 256; with 1, "
        "suggestions are no evidence.",
        metavar="ODDS",
        least=1,
        most=1000,
        show_default=True,
    ),
]
RECORD_HELP = "The folder of a match, a games.jsonl file, or a file with one record."
Record: TypeAlias = Annotated[Path, argument("RECORD", RECORD_HELP)]
SEAT_HELP = "a number from 0, a token such as mustard, or the name of an agent with one seat"
SeatName: TypeAlias = Annotated[
    str | None, _shared("SEAT", f"Seat: {SEAT_HELP}; default: the first planner.", "--seat")
]
GameNumber = Annotated[int | None, integer(..., "Game; default: the first in the file.", "--game")]


_OUR_PAGE = b'<meta name="generator" content="planner-clue %b">'  # at the beginning of our pages
_BEGINNING = 2000
_PAGES = {"replay": b"replay", "grade": b"marks"}  # the name of a command's page in that line


def checked_jobs(jobs: int | None) -> int:
    """Return the number of processes: ``jobs``, or one per processor core."""
    if jobs is not None:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def check_absent(expected: str, **given: object) -> None:
    """Refuse the first option that is given. An option that is not given is None."""
    for name, value in given.items():
        if value is not None:
            shown = "" if value is True else f" {value}"
            raise InputError(f"--{name.replace('_', '-')}{shown}{expected}")


def check_new_folder(option: str, folder: Path) -> None:
    """Refuse a folder that is not empty, cannot be made, or cannot be written to."""
    atomic_writes.check_place(folder, option)
    if folder.exists() and data.listed(folder):
        raise InputError(f"{option} {folder} is not empty; expected a new folder")
    existing = next(part for part in (folder, *folder.absolute().parents) if part.exists())
    try:
        with TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise InputError(f"{option} {folder} cannot be written to: {error.strerror}") from error


def check_file(
    option: str, file: Path | str | None, *read: Path | str, endings: Collection[str] = ()
) -> None:
    """Refuse a file that cannot be written, is one of ``read``, or has none of the ``endings``."""
    if file is None or str(file) == "-":
        return
    path = Path(file)
    if endings and path.suffix.lower() not in endings:
        expected = ", ".join(endings)
        raise InputError(f"{option} {file}; expected a file whose name ends in {expected}")
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{option} {file}; expected a file in a folder that exists")
    if path.exists() and any(Path(one).exists() and path.samefile(one) for one in read):
        raise InputError(f"{option} {file} is the input file; expected another file")


def check_page(option: str, file: Path, command: str = "replay") -> None:
    """Refuse the same files as :func:`check_file`, and files that are no page of a command."""
    check_file(option, file, endings=(".html", ".htm"))
    if file.exists():
        with file.open("rb") as page:
            if _OUR_PAGE % _PAGES[command] not in page.read(_BEGINNING):
                what = f"{option} {file} exists, and is not a page that {command} wrote"
                raise InputError(f"{what}; expected a new file")


def checked_seat(record: Mapping[str, Any], seat: str | None) -> int:
    """Return the number of a ``seat`` of the record. The default is the first planner's seat."""
    if seat is not None:
        seats = record["seats"]
        return seat_named(seat, [of["token"] for of in seats], [of["agent"] for of in seats])
    planner = planner_seat(record)
    if planner is None:
        raise InputError("no planner in this record; expected --seat SEAT")
    return planner


def planner_seat(record: Mapping[str, Any]) -> int | None:
    """Return the first seat that noted a plan, if any."""
    for seat, notes in enumerate(record.get("notes", ())):
        if read_replans(notes):
            return seat
    return None
