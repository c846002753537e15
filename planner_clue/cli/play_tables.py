"""The person's notebook as a table for the terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from planner_clue.belief.probability import Probability
from planner_clue.table.decisions import Seat

if TYPE_CHECKING:
    from rich.table import Table


def notebook_table(book: Mapping[str, Any], seat: Seat) -> "Table":
    """Return a table of all cards and holders, with chances in percent."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE)
    table.add_column("card", no_wrap=True)
    for number, name in enumerate(seat.tokens):
        table.add_column(f"{name} (you)" if number == seat.index else name, justify="right")
    table.add_column("case file", justify="right")
    for _, cards in seat.deck.by_category():
        for card in cards:
            row = book["cards"][card]
            table.add_row(card, *_cells(row), end_section=card == cards[-1])
    return table


def _cells(row: Sequence[int]) -> list[str]:
    return [Probability.from_thousandths(chance).in_cell() for chance in row]
