"""Output of commands: tables, wrapped lines, progress, boards in colour, files, addresses."""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from ipaddress import AddressValueError, IPv4Address
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any, TypeVar

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from planner_clue.game.board import Position
from planner_clue.game.cards import Card, Deck
from planner_clue.match.match_checks import warnings_of
from planner_clue.match.schedule import USUAL_SEED
from planner_clue.support.atomic_writes import write_whole
from planner_clue.support.errors import InputError, printable, shown
from planner_clue.view import board_text

T = TypeVar("T")
_PADDING = 3  # characters around the text of a cell
_UNBROKEN = 100_000


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[str] = (),
    *,
    title: str = "",
    sections: Collection[int] = (),
) -> None:
    """Print an uncut table, with lines after the rows in ``sections`` and ``left`` columns."""
    rows = [[printable(cell) for cell in row] for row in rows]
    shown_title = Text(printable(title)) if title else None
    table = Table(box=SIMPLE, title=shown_title, title_justify="left", title_style="")
    for column in columns:
        table.add_column(column, justify="left" if column in left else "right", no_wrap=True)
    for number, row in enumerate(rows):
        table.add_row(*map(Text, row), end_section=number in sections)
    widest = sum(max(map(len, cells)) + _PADDING for cells in zip(columns, *rows, strict=True))
    Console(width=max(Console().width, widest + _PADDING)).print(table)


def print_notebook(cells: Mapping[Card, Sequence[str]], deck: Deck, columns: Sequence[str]) -> None:
    """Print a notebook with a row per card and a column per holder."""
    rows = [[str(card), *cells[card]] for card in deck.cards]
    ends = [deck.position(cards[-1]) for cards in deck.categories]
    print_table(["card", *columns], rows, ["card"], sections=ends)


def line_width() -> int:
    """Return the width of the terminal, or without one a width that breaks no line."""
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Console().width if known else _UNBROKEN


def wrapped(line: str, width: int) -> list[str]:
    """Return a line wrapped at ``width`` characters; continuation lines are indented.

    >>> wrapped("  (travel library hall visit-1)", 20)
    ['  (travel library', '    hall visit-1)']
    """
    start = " " * (len(line) - len(line.lstrip()))
    return wrap(
        line.strip(),
        max(width, 20),
        initial_indent=start,
        subsequent_indent=start + "  ",
        break_on_hyphens=False,
    ) or [""]


def echo_wrapped(line: str) -> None:
    """Print a line, wrapped if there is a terminal."""
    for part in wrapped(line, line_width()):
        typer.echo(part)


def warn(text: str) -> None:
    """Print a warning on stderr."""
    typer.echo(f"planner-clue: warning: {text}", err=True)


def announce(
    configs: Sequence[Any], asked: int, total: int, why: str = "", *, drawn: bool = False
) -> None:
    """Print a random seed, and warn about differences from the request."""
    if drawn and configs[0].seed != USUAL_SEED:
        seed = configs[0].seed
        typer.echo(f"seed {seed} (random): repeat or compare with --seed {seed}", err=True)
    for warning in dict.fromkeys(text for config in configs for text in warnings_of(config)):
        warn(warning)
    if total != asked:
        typer.echo(f"{asked} games rounded up to {total}: whole deals{why}", err=True)


def print_unsound(what: str, unsound: Sequence[str], json_file: str | None) -> None:
    """Print which agents' answers depend on earlier games; on stderr where stdout is JSON."""
    for finding in unsound:
        typer.echo(f"this {what} is not sound: {finding}", err=json_file == "-")


def games_bar() -> Progress:
    """Return a bar that counts games, after the task's description."""
    return Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Show a bar; yield a function that sets the number done, and optionally the total."""
    with games_bar() as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, of=None: bar.update(task, completed=done, total=of)


def counted(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield ``items`` while a bar counts them."""
    with progress(what, total) as update:
        for number, item in enumerate(items, 1):
            update(number)
            yield item


def read_line(prompt: str, prefill: str = "", *, echo: bool = False) -> str:
    """Return the next line of stdin after a prompt; raises ``EOFError`` at its end.

    In a terminal, the line begins with ``prefill`` and can be edited. A pipe is read without
    ``input``, which can lose a Ctrl-C while it prints its prompt; a program does not send it again.
    ``echo`` prints a line that came from a pipe.
    """
    if not sys.stdin.isatty():
        typer.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if echo:
            typer.echo(line.rstrip("\n"))
        return line.rstrip("\n")
    try:
        import readline
    except ImportError:  # not every Python has it
        return input(prompt)
    readline.set_startup_hook(lambda: readline.insert_text(prefill))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook()


def write_json(data: Any, target: str | None, indent: int | None = None) -> bool:
    """Write JSON to a file, stdout (``-``) or nowhere; return whether stdout is left free."""
    if target == "-":
        typer.echo(json.dumps(data, indent=indent))
    elif target is not None:
        write_file("--json", target, json.dumps(data, indent=indent) + "\n")
    return target != "-"


def write_file(option: str, file: Path | str, content: str | bytes) -> None:
    """Write a file whole or not at all; raises :class:`InputError` if it cannot be written."""
    path = Path(file)
    try:
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        else:
            write_whole(path, content)
    except OSError as error:
        raise InputError(f"{option} {file}: {error.strerror}") from error


ON_TEXT = {
    "scarlett": "bold bright_red",
    "mustard": "bold yellow",
    "white": "bold",
    "green": "bold green",
    "peacock": "bold bright_blue",
    "plum": "bold bright_magenta",
}
"""The style of each suspect's name."""


def drawn(position: Position, console: Console) -> list[Text]:
    """Return the lines of a drawn position, in ASCII if the terminal supports nothing else."""
    styles = {
        board_text.ROOM: "grey50",
        board_text.HALL: "grey50",
        board_text.CELLAR: "grey35",
        board_text.DOOR: "bold orange3",
        board_text.NAME: "bold",
        "scarlett": "bold white on red3",
        "mustard": "bold black on gold1",
        "white": "bold black on white",
        "green": "bold white on dark_green",
        "peacock": "bold white on blue3",
        "plum": "bold white on purple4",
    }
    cells = board_text.Cells(position.board, position.tokens)
    ascii_only = not console.encoding.lower().startswith("utf")
    lines = []
    for row in board_text.numbered(cells):
        line = Text()
        for kind, characters in groupby(row, key=lambda character: character.kind):
            text = "".join(character.text for character in characters)
            line.append(board_text.plain(text) if ascii_only else text, style=styles.get(kind, ""))
        line.rstrip()
        lines.append(line)
    return lines + [Text(f"    {note}") for note in board_text.remarks_on(cells)]


def checked_host(host: str | None) -> str:
    """Return the IPv4 address to listen at, from ``--host``; by default only for this machine."""
    try:
        return "127.0.0.1" if host is None else str(IPv4Address(host))
    except AddressValueError as error:
        what = f"--host {shown(host)}; expected this machine's IPv4 address"
        raise InputError(f"{what}, as in 192.168.1.20, or 0.0.0.0") from error


def print_addresses(addresses: Mapping[str, str], labels: Mapping[str, str], is_open: bool) -> None:
    """Print each page's address with its label, and for other machines its QR code."""
    for folder, address in addresses.items():
        typer.echo(printable(f"{labels[folder]}: {address}"))
        if is_open:
            import segno

            drawn = StringIO()
            segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
            typer.echo(drawn.getvalue())
    if is_open:
        risk = "Nothing is encrypted: use a network that you trust. Anyone with an address sees"
        typer.echo(f"{risk} what it shows. Press Ctrl-C to stop.")
