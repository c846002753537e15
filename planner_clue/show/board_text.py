"""Boards as text: the map, and a table of distances."""

from planner_clue.board import Board, ExpectedTurns
from planner_clue.board.drawing.pieces import letters_of
from planner_clue.show.board_cells import OUTSIDE, Cells, Character, Row, notes_of

_MARGIN = 4
"""How many characters the numbers of the rows take."""


def draw_board(board: Board) -> str:
    """Return the map with the tokens on their starts, and a legend.

    Each square is two characters wide, under its x and beside its y.
    """
    cells = Cells(board, board.starts)
    lines = ["".join(character.text for character in row).rstrip() for row in numbered(cells)]
    starts = ", ".join(f"{letters_of(suspect)} {suspect}" for suspect in board.starts)
    legend = [*notes_of(cells), *_passages(board), f"starts: {starts}", "+ a door"]
    return "\n".join([*lines, "", *legend])


def numbered(cells: Cells) -> list[Row]:
    """Return the drawing with the x of every fifth square above it, and the y beside it."""
    rows = [f"{y:3} " for y in range(len(cells.rows))]
    return [
        _outside(_ruler(cells.board.map.width)),
        *(_outside(number) + row for number, row in zip(rows, cells.rows, strict=True)),
    ]


def _outside(text: str) -> Row:
    return [Character(letter, OUTSIDE) for letter in text]


def _ruler(width: int) -> str:
    return " " * _MARGIN + "".join(f"{x:<10}" for x in range(0, width, 5)).rstrip()


def _passages(board: Board) -> list[str]:
    """Return which rooms the secret passages join."""
    ways = []
    for room, end in board.passages.items():
        both = board.passages.get(end) == room
        if not both or list(board.rooms).index(room) < list(board.rooms).index(end):
            ways.append(f"{room} {'-' if both else '->'} {end}")
    return [f"passages: {', '.join(ways)}"] if ways else []


def table_of_turns(board: Board, turns: ExpectedTurns) -> str:
    """Return a table of ``steps/turns`` from each room (row) to each other one (column).

    Steps go through the hallway, ``-`` where there is no way; turns are expected ones.
    """
    rooms = list(board.rooms)
    width = max(map(len, rooms))
    short = [room[:9] for room in rooms]
    lines = [" " * width + "".join(f"{name:>10}" for name in short)]
    for origin in rooms:
        cells = (
            f"{board.pips[origin].get(room, '-')}/{turns.to_room(room)[origin]:.2f}"
            if room != origin
            else "-"
            for room in rooms
        )
        lines.append(f"{origin:>{width}}" + "".join(f"{cell:>10}" for cell in cells))
    return "\n".join(lines)
