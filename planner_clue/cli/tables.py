"""Tables on stdout, wide enough that nothing in them is cut."""

from collections.abc import Sequence

_PADDING = 3
"""Characters around the text of a cell."""


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
