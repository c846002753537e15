"""Tables and long lines on stdout, so that nothing in them is cut."""

import os
import sys
from collections.abc import Sequence
from textwrap import wrap

_PADDING = 3
"""Characters around the text of a cell."""
_UNBROKEN = 100_000


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[str]) -> None:
    """Print a table; the columns named in ``left`` are aligned there, the others to the right."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE)
    for column in columns:
        table.add_column(column, justify="left" if column in left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    widest = sum(max(map(len, cells)) + _PADDING for cells in zip(columns, *rows, strict=True))
    Console(width=max(Console().width, widest + _PADDING)).print(table)


def line_width() -> int:
    """Return after how many characters lines are broken: not at all where no terminal is."""
    from rich.console import Console

    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Console().width if known else _UNBROKEN


def wrapped(line: str, width: int) -> list[str]:
    """Return a line in lines of at most ``width`` characters, those after the first set in.

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
