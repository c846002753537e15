"""How far a roll goes (rule 5): exact counts, and a slow search that must agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.board import Place, Square, load_board
from planner_clue.cards import Card
from tests.board.reference import beside, reach, read_sheet
from tests.shared import examples

BOARDS = {name: load_board(name) for name in ("classic", "huji")}
SHEETS = {name: read_sheet(board.map.toml) for name, board in BOARDS.items()}
ROLLS = (1, 2, 3, 6, 7, 12)

# (rooms, squares) within each of ROLLS, all six tokens on their starts; where rooms are open
# tokens do not block. A half diamond on an open edge has (n + 1) squared squares.
PERFT: dict[tuple[str, bool], dict[Place, list[tuple[int, int]]]] = {
    ("classic", False): {
        (16, 0): [(0, 2), (0, 4), (0, 6), (0, 12), (0, 15), (3, 42)],
        Card("ballroom"): [(0, 4), (0, 16), (0, 34), (2, 76), (4, 87), (5, 125)],
        Card("study"): [(0, 1), (0, 4), (0, 10), (1, 28), (2, 32), (2, 53)],
    },
    ("huji", False): {
        (16, 0): [(0, 4), (0, 9), (0, 16), (0, 49), (0, 64), (2, 151)],
        Card("ballroom"): [(0, 1), (0, 4), (0, 11), (0, 56), (0, 74), (1, 181)],
        Card("study"): [(0, 1), (0, 3), (0, 7), (0, 25), (0, 33), (0, 85)],
    },
    ("huji", True): {
        (16, 0): [(0, 4), (0, 9), (0, 16), (0, 49), (0, 64), (2, 151)],
        Card("hall"): [(0, 4), (0, 11), (0, 20), (0, 61), (0, 82), (2, 220)],
        Card("study"): [(0, 2), (0, 5), (0, 9), (0, 27), (0, 35), (0, 90)],
    },
}
CASES = [
    pytest.param(name, is_open, origin, counts, id=f"{name}-{is_open}-{origin}")
    for (name, is_open), positions in PERFT.items()
    for origin, counts in positions.items()
]


@pytest.mark.parametrize(("name", "is_open", "origin", "counts"), CASES)
def test_a_roll_reaches_exactly_so_many_rooms_and_squares(
    name: str, is_open: bool, origin: Place, counts: list[tuple[int, int]]
) -> None:
    board, sheet = BOARDS[name], SHEETS[name]
    occupied = set() if is_open else set(sheet.starts.values()) - {origin}
    for roll, expected in zip(ROLLS, counts, strict=True):
        slow = reach(sheet, origin, roll, occupied, open_rooms=is_open)
        assert (len(slow[0]), len(slow[1])) == expected
        quick = board.reach(origin, roll, board.bitboard(occupied), open_rooms=is_open)
        assert (set(quick.rooms), set(board.squares_in(quick.squares))) == slow


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Place, int, set[Square], bool]:
    name = draw(st.sampled_from(sorted(BOARDS)))
    sheet = SHEETS[name]
    origin = draw(st.sampled_from(sheet.places))
    near = [*sheet.fronts[origin]] if isinstance(origin, str) else beside(origin)
    blockers = st.sampled_from([*sorted(sheet.hallway), *(s for s in near if s in sheet.hallway)])
    occupied = draw(st.sets(blockers, max_size=8)) - {origin}
    return name, origin, draw(st.integers(1, 12)), occupied, draw(st.booleans())


@examples(thorough=300, quick=60)
@given(positions())
def test_bitboard_and_search_agree(position: tuple[str, Place, int, set[Square], bool]) -> None:
    name, origin, roll, occupied, is_open = position
    board = BOARDS[name]
    quick = board.reach(origin, roll, board.bitboard(occupied), open_rooms=is_open)
    slow = reach(SHEETS[name], origin, roll, occupied, open_rooms=is_open)
    assert (set(quick.rooms), set(board.squares_in(quick.squares))) == slow
