"""Boards as text."""

import pytest

from planner_clue.board import Board, board_from_toml, load_board
from planner_clue.cards import SUSPECTS, Card
from planner_clue.show.board_text import Cells, draw_board, notes_of, table_of_turns
from planner_clue.table.rules import default_rules
from tests.cli.helpers import SMALL_BOARD

BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def drawn_at(board: Board, square: tuple[int, int]) -> str:
    """Return the two characters of a square in the drawing."""
    x, y = square
    line = draw_board(board).splitlines()[1 + y]
    assert line[:4] == f"{y:3} "
    return line.ljust(4 + 2 * board.map.width)[4 + 2 * x : 6 + 2 * x]


@every_board
def test_every_square_is_drawn_beside_its_y(board: Board) -> None:
    """Tokens stand on their starts, and nothing else is drawn over the hallway."""
    starts = {square: suspect[:2].capitalize() for suspect, square in board.starts.items()}
    for square in board.map.squares("."):
        assert drawn_at(board, square) == starts.get(square, "· ")
    for square in board.map.squares("#"):
        assert drawn_at(board, square) == "  "
    for room in board.rooms.values():
        for door in room.doors:
            assert "+" in drawn_at(board, door.cell)


@every_board
def test_every_room_has_its_name_or_its_letter_on_the_map(board: Board) -> None:
    drawing, legend = draw_board(board).split("\n\n")
    for room in board.rooms.values():
        drawn = "".join(drawn_at(board, cell) for cell in room.cells)
        if f"{room.letter} {room.name}" in " ".join(legend.split()):
            assert room.letter in drawn
        else:
            assert all(word in drawing for word in room.name.split("-"))


def test_tokens_that_do_not_fit_into_a_room_are_named_under_the_map() -> None:
    huji, classic = load_board("huji"), load_board("classic")
    crowd = dict.fromkeys(SUSPECTS, Card("hall"))
    notes = " ".join(" ".join(notes_of(Cells(huji, crowd))).split())
    assert f"in hall: {', '.join(SUSPECTS)}" in notes
    cells = Cells(classic, crowd)
    assert list(notes_of(cells)) == []
    assert all(
        letters in "".join(cells.lines()) for letters in ("Sc", "Mu", "Wh", "Gr", "Pe", "Pl")
    )


@every_board
def test_the_table_of_turns_gives_steps_and_expected_turns(board: Board) -> None:
    turns = default_rules(board).turns(board)
    rows = table_of_turns(board, turns).splitlines()[1:]
    for origin, row in zip(board.rooms, rows, strict=True):
        for room, cell in zip(board.rooms, row.split()[1:], strict=True):
            if room != origin:
                steps, expected = cell.split("/")
                assert steps == str(board.pips[origin].get(room, "-"))
                assert expected == f"{turns.to_room(room)[origin]:.2f}"
