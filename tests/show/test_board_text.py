"""Boards as text."""

import pytest

from planner_clue.board import Board, board_from_toml, load_board
from planner_clue.cards import SUSPECTS, Card
from planner_clue.show.board_text import Cells, draw_board, notes_of, numbered_lines, table_of_turns
from planner_clue.table.rules import default_rules
from tests.cli.helpers import SMALL_BOARD

BOARDS = [load_board("classic"), load_board("huji"), board_from_toml(SMALL_BOARD)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_squares_doors_rooms_and_starts_are_drawn_where_they_are(board: Board) -> None:
    """Beside its y; a room has its name on the map, or its letter and the name in the legend."""
    drawing, legend = draw_board(board).split("\n\n")
    lines = [line.ljust(4 + 2 * board.map.width) for line in drawing.splitlines()[1:]]
    assert [line[:4] for line in lines] == [f"{y:3} " for y in range(board.map.height)]

    def drawn(square: tuple[int, int]) -> str:
        return lines[square[1]][4 + 2 * square[0] : 6 + 2 * square[0]]

    starts = {square: suspect[:2].capitalize() for suspect, square in board.starts.items()}
    for square in board.map.squares("."):
        assert drawn(square) == starts.get(square, "· ")
    assert {drawn(square) for square in board.map.squares("#")} <= {"  "}
    for room in board.rooms.values():
        assert all("+" in drawn(door.cell) for door in room.doors)
        if f"{room.letter} {room.name}" in " ".join(legend.split()):
            assert room.letter in "".join(map(drawn, room.cells))
        else:
            assert all(word in drawing for word in room.name.split("-"))


def test_tokens_that_do_not_fit_into_a_room_are_named_under_the_map() -> None:
    crowd = dict.fromkeys(SUSPECTS, Card("hall"))
    notes = " ".join(" ".join(notes_of(Cells(load_board("huji"), crowd))).split())
    assert f"in hall: {', '.join(SUSPECTS)}" in notes
    cells = Cells(load_board("classic"), crowd)
    assert list(notes_of(cells)) == []
    assert all(suspect[:2].capitalize() in "".join(numbered_lines(cells)) for suspect in SUSPECTS)


def test_the_table_of_turns_gives_steps_and_expected_turns() -> None:
    board = load_board("classic")
    turns = default_rules(board).turns(board)
    rows = table_of_turns(board, turns).splitlines()[1:]
    for origin, row in zip(board.rooms, rows, strict=True):
        for room, cell in zip(board.rooms, row.split()[1:], strict=True):
            steps = f"{board.pips[origin].get(room, '-')}/{turns.to_room(room)[origin]:.2f}"
            assert cell == ("-" if room == origin else steps)
