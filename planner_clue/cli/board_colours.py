"""The drawing of a board in the colours of a terminal, where it has any."""

from itertools import groupby
from typing import TYPE_CHECKING

from planner_clue.board import Position
from planner_clue.show.board_text import (
    CELLAR,
    DOOR,
    HALL,
    NAME,
    ROOM,
    Cells,
    notes_of,
    numbered,
    plain,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_STYLES = {
    ROOM: "grey50",
    HALL: "grey50",
    CELLAR: "grey35",
    DOOR: "bold orange3",
    NAME: "bold",
    "scarlett": "bold white on red3",
    "mustard": "bold black on gold1",
    "white": "bold black on white",
    "green": "bold white on dark_green",
    "peacock": "bold white on blue3",
    "plum": "bold white on purple4",
}
"""How each kind of character is drawn."""
ON_TEXT = {
    "scarlett": "bold bright_red",
    "mustard": "bold yellow",
    "white": "bold",
    "green": "bold green",
    "peacock": "bold bright_blue",
    "plum": "bold bright_magenta",
}
"""How the name of each suspect is written."""


def drawn(position: Position, console: "Console") -> "list[Text]":
    """Return the lines of a drawn position; in ASCII where the terminal knows nothing else."""
    from rich.text import Text

    cells = Cells(position.board, position.tokens)
    ascii_only = not console.encoding.lower().startswith("utf")
    lines = []
    for row in numbered(cells):
        line = Text()
        for kind, characters in groupby(row, key=lambda character: character.kind):
            text = "".join(character.text for character in characters)
            line.append(plain(text) if ascii_only else text, style=_STYLES.get(kind, ""))
        line.rstrip()
        lines.append(line)
    return lines + [Text(f"    {note}") for note in notes_of(cells)]
