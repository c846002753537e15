"""Boards: maps that a person can draw, with their graphs, distances and expected turns."""

from functools import cache
from pathlib import Path

from planner_clue.game.board.board import (
    Bitboard,
    Board,
    Position,
    Reach,
    board_from_toml,
    place_in_words,
)
from planner_clue.game.board.map import Door, Place, Room, Square
from planner_clue.game.board.turns import ExpectedTurns, expected_turns, roll_chances
from planner_clue.support.data import data_folder, listed
from planner_clue.support.errors import BoardError, nearest
from planner_clue.support.json_text import read_file

__all__ = [
    "NO_BOARD", "Bitboard", "Board", "Door", "ExpectedTurns", "Place", "Position", "Reach", "Room",
    "Square", "board_from_toml", "board_names", "board_or_none", "expected_turns", "load_board",
    "place_in_words", "roll_chances",
]  # fmt: skip

NO_BOARD = "none"
_LARGEST_FILE = 100_000


@cache
def board_names() -> list[str]:
    """Return the names of the boards that come with the program: ``classic`` and ``huji``."""
    return [path.stem for path in listed(data_folder("board"), "*.toml")]


def load_board(name: str) -> Board:
    """Return a board by name or ``.toml`` file; raises :class:`BoardError`, with its place."""
    if name.lower() in board_names():
        path = data_folder("board") / f"{name.lower()}.toml"
    else:
        path = Path(name)
        if path.suffix != ".toml" and not path.is_file():
            raise BoardError(f"no board '{name}'; {nearest(name, board_names())}, or a .toml file")
    return board_from_toml(read_file(path, BoardError, name, _LARGEST_FILE), name)


def board_or_none(name: str) -> Board | None:
    """Return what :func:`load_board` does; None for ``none``, a table without a board."""
    return None if name.lower() == NO_BOARD else load_board(name)
