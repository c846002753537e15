"""Maps people draw: the shipped ones, and every fault with its file, line and column."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.board import board_from_toml, load_board
from planner_clue.errors import BoardError
from tests.board.test_turns import SMALL


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def refused(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        board_from_toml(text, "mine.toml")
    return str(caught.value)


def test_classic_is_the_mansion_with_seventeen_doors() -> None:
    board = load_board("classic")
    assert sum(row.count(".") for row in board.map.rows) == 188
    assert (board.map.width, board.map.height) == (25, 25)
    assert sum(len(room.doors) for room in board.rooms.values()) == 17
    assert len(board.rooms) == 9
    pairs = {("study", "kitchen"), ("conservatory", "lounge")}
    assert {*board.passages.items()} == pairs | {(b, a) for a, b in pairs}


def test_huji_is_an_open_grid_around_a_block_with_rooms_of_one_square() -> None:
    board = load_board("huji")
    assert sum(row.count("#") for row in board.map.rows) == 49
    assert {len(room.cells) for room in board.rooms.values()} == {1}
    cells = [cell for room in board.rooms.values() for cell in room.cells]
    assert sorted(cells)[:5] == [(0, 0), (0, 24), (5, 16), (6, 12), (12, 7)]
    assert sorted(cells)[5:] == [(12, 18), (18, 12), (24, 0), (24, 24)]
    assert board.passages == {}
    assert board.starts["scarlett"] == (16, 0)  # type: ignore[index]


FAULTS = [
    ("AA.....BB", "AA..Z..BB", "AA..Z..BB", 5, "unknown letter 'Z'"),
    ("AA.###.BB", "AA.###.B", "AA.###.B", 9, "ragged map: this line has 8 squares; expected 9"),
    ("[[[1, 0], [2, 0]]]", "[]", "doors = []", 1, "room attic has no door"),
    ("[[[1, 0], [2, 0]]]", "[[[1, 0], [1, -1]]]", "doors = ", 10,
     "door of attic opens on nothing: [1, -1] is 'off the map'"),
    ("[[[1, 0], [2, 0]]]", "[[[2, 0], [3, 0]]]", "doors = ", 10,
     "door of attic starts at [2, 0], which is not drawn 'A'"),
    ("[[[1, 0], [2, 0]]]", "[[[1, 0], [3, 0]]]", "doors = ", 10, "do not touch"),
    ("[[[1, 0], [2, 0]]]", "[[1, 0, 2, 0]]", "doors = ", 10, "[1, 0, 2, 0] is not a door of attic"),
    ('passage = "cellar"', 'passage = "celar"', 'passage = "celar"', 12,
     "passage of attic to unknown room 'celar'; did you mean 'cellar'?"),
    ('passage = "cellar"', 'passage = "attic"', 'passage = "attic"', 12, "passage of attic"),
    ("scarlett = [2, 0]", "scarlett = [0, 0]", "scarlett = ", 12,
     "start of scarlett at [0, 0] is 'A'; expected a hallway square"),
    ("scarlett = [2, 0]", "scarlett = [99, 0]", "scarlett = ", 12,
     "start of scarlett at [99, 0] is 'off the map'"),
    ("scarlett = [2, 0]", "scarlett = 3", "scarlett = ", 1, "no start for scarlett"),
    ("mustard = [3, 0]", "mustard = [2, 0]", "mustard = ", 11, "two tokens start at [2, 0]"),
    ("plum = [2, 3]", "", "[starts]", 1, "no start for plum"),
    ("plum = [2, 3]", "plumm = [2, 3]", "plumm", 1, "'plumm' is not a suspect; did you mean"),
    ('name = "bath"', 'name = "attic"', 'name = "attic"\ndoors = [[[7', 1, "two rooms are named"),
    ('name = "bath"', 'name = "rope"', 'name = "rope"', 9, "'rope' is not a room name"),
    ('name = "bath"', "", "[rooms.B]", 1, "'name' is missing"),
    ("[rooms.C]", "[rooms.CC]", "AA.....BB", 0, ""),
    ('name = "small"', "", "", 0, "'name' is missing"),
    ('name = "small"', 'name = "small"\nsize = 3', "size", 1, "unknown key 'size'"),
    ('name = "small"', "name = small", "name = small", 8, "not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "at", "column", "message"),
    [pytest.param(*fault, id=f"{fault[1][:20]}-{number}") for number, fault in enumerate(FAULTS)],
)
def test_a_wrong_map_is_refused(old: str, new: str, at: str, column: int, message: str) -> None:
    assert SMALL.count(old) >= 1
    broken = SMALL.replace(old, new, 1)
    said = refused(broken)
    assert message in said
    if column:
        assert said.startswith(f"mine.toml:{line_of(broken, at)}:{column}: ")
    else:
        assert said.startswith("mine.toml:")


def test_a_room_nobody_can_get_to_is_refused() -> None:
    alone = SMALL.replace('passage = "cellar"\n', "").replace('passage = "attic"\n', "")
    alone = alone.replace(", [[8, 1], [8, 2]]", "")
    said = refused(alone)
    assert said.startswith(f"mine.toml:{line_of(alone, '.......CC')}:8: unreachable room cellar")
    assert "from the start of scarlett at [2, 0]" in said


@given(st.integers(0, len(SMALL)), st.text(alphabet=".#xA[]=,'\" \n2Z\0é", max_size=3))
def test_a_slip_of_the_pen_ends_in_a_board_or_a_refusal(at: int, slip: str) -> None:
    refusal = ""
    try:
        board_from_toml(SMALL[:at] + slip + SMALL[at + len(slip) :], "x")
    except BoardError as error:
        refusal = str(error)
    assert not refusal or re.match(r"x:\d+:\d+: ", refusal)


def test_a_file_is_read_by_its_path_and_a_missing_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert load_board(str(path)).name == "small"
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(str(tmp_path / "other.toml"))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match=r"mine\.toml:1:1: not UTF-8"):
        load_board(str(path))
    with pytest.raises(BoardError, match="no board 'clasic'; did you mean 'classic'"):
        load_board("clasic")
