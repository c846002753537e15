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
from planner_clue.game.board.editions import on_board
from planner_clue.game.board.map import Door, Place, Room, Square
from planner_clue.game.board.turns import ExpectedTurns, expected_turns, roll_chances
from planner_clue.support.data import data_folder, listed
from planner_clue.support.errors import BoardError, nearest
from planner_clue.support.json_text import read_file

__all__ = [
    "NO_BOARD", "Bitboard", "Board", "Door", "ExpectedTurns", "Place", "Position", "Reach", "Room",
    "Square", "board_from_toml", "board_names", "board_or_none", "edition_names", "expected_turns",
    "is_shipped", "load_board", "of_edition", "place_in_words", "roll_chances",
]  # fmt: skip

NO_BOARD = "none"
_CLASSIC = "classic"
_LARGEST_FILE = 100_000


@cache
def board_names() -> list[str]:
    """Return the names of the boards that come with the program.

    >>> clue.board_names()
    ['classic', 'huji']
    """
    return [path.stem for path in listed(data_folder("board"), "*.toml")]


@cache
def edition_names() -> list[str]:
    """Return the names of the editions that come with the program, beside the classic one."""
    return [path.stem for path in listed(data_folder("board") / "editions", "*.toml")]


def of_edition(edition: str | None, board: str | None) -> str:
    """Return the name by which :func:`load_board` finds an edition on a board.

    >>> of_edition(None, None), of_edition("2016", None), of_edition("french", "huji")
    ('classic', '2016', 'french@huji')
    """
    if edition is None or edition.lower() == _CLASSIC:
        return board or _CLASSIC
    return f"{edition}@{board}" if board else edition


def is_shipped(name: str) -> bool:
    """Return whether a board of this name comes with the program, or ``none``."""
    return {*name.split("@")} <= {NO_BOARD, *board_names(), *edition_names()}


def load_board(name: str) -> Board:
    """Return a board by name or ``.toml`` file; raises :class:`BoardError`, with its place.

    Also takes an edition, on its own board or on another: ``french``, ``french@huji``. An edition
    without a board only has a deck, and counts as false.

    >>> board = clue.load_board("classic")
    >>> board.pips["hall"]["study"], board.passages["study"]
    (4, 'kitchen')
    """
    whole, at, other = name.rpartition("@")
    if not at or Path(name).is_file():
        whole, other = name, ""
    known = [*board_names(), *edition_names()]
    if whole.lower() in known:
        folder = "editions" if whole.lower() in edition_names() else ""
        path = data_folder("board") / folder / f"{whole.lower()}.toml"
    else:
        path = Path(whole)
        if path.suffix != ".toml" and not path.is_file():
            raise BoardError(f"no board '{whole}'; {nearest(whole, known)}, or a .toml file")
    read = board_from_toml(read_file(path, BoardError, whole, _LARGEST_FILE), whole)
    on = other or read.map.base
    if read or on.lower() in ("", NO_BOARD):
        return read
    return on_board(read, load_board(on), name)


def board_or_none(name: str) -> Board | None:
    """Return what :func:`load_board` does, or None for ``none``, a table without a board."""
    return None if name.lower() == NO_BOARD else load_board(name)
