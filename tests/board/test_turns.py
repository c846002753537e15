"""Expected turns under the dice: exact on small boards, consistent on the shipped ones."""

import pytest

from planner_clue.board import ExpectedTurns, board_from_toml, load_board
from planner_clue.cards import Card
from tests.board.reference import dice_totals, exact_turns, read_sheet, steps_to

# Three rooms around a corridor; a and c are joined by a passage, b is walked through.
SMALL = """
name = "small"
map = '''
AA.....BB
AA.###.BB
...#####.
.......CC
'''
[rooms.A]
name = "attic"
doors = [[[1, 0], [2, 0]]]
passage = "cellar"
[rooms.B]
name = "bath"
doors = [[[7, 0], [6, 0]], [[8, 1], [8, 2]]]
[rooms.C]
name = "cellar"
doors = [[[8, 3], [8, 2]]]
passage = "attic"
[starts]
scarlett = [2, 0]
mustard = [3, 0]
white = [4, 0]
green = [0, 3]
peacock = [1, 3]
plum = [2, 3]
"""


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("dice", [1, 2])
def test_turns_on_a_small_board_are_exact(dice: int, is_open: bool) -> None:
    board, sheet = board_from_toml(SMALL), read_sheet(SMALL)
    turns = ExpectedTurns(board, dice, open_rooms=is_open)
    for room in board.rooms:
        exact = exact_turns(sheet, room, dice, open_rooms=is_open)
        for place in sheet.places:
            assert turns.to_room(room)[place] == pytest.approx(float(exact[place]), abs=1e-9)


@pytest.mark.parametrize(("name", "is_open"), [("classic", False), ("huji", True)])
def test_turns_on_the_shipped_boards_satisfy_their_equation(name: str, is_open: bool) -> None:
    board = load_board(name)
    sheet = read_sheet(board.map.toml)
    turns = ExpectedTurns(board, open_rooms=is_open)
    places = [*sheet.places[:: len(sheet.places) // 12], *sheet.cells]
    for place in places:
        steps = steps_to(sheet, place, open_rooms=is_open)
        for room in (Card("kitchen"), Card("hall")):
            if place == room:
                assert turns.to_room(room)[place] == 0
                continue
            worth = turns.to_room(room)
            expected = 1 + sum(
                float(chance) * min(worth[end] for end, count in steps.items() if count <= total)
                for total, chance in dice_totals(2)
            )
            if isinstance(place, str) and place in sheet.passages:
                expected = min(expected, 1 + worth[sheet.passages[place]])
            assert worth[place] == pytest.approx(expected, abs=1e-9)


def test_a_passage_takes_one_turn_and_walking_the_same_way_more() -> None:
    turns = ExpectedTurns(load_board("classic"))
    study, kitchen = Card("study"), Card("kitchen")
    assert turns.to_room(kitchen)[study] == 1
    assert turns.walking(study, kitchen) == pytest.approx(2)


def test_coming_back_to_a_room_takes_two_turns_or_one_where_staying_counts() -> None:
    board = load_board("classic")
    for room in board.rooms:
        assert ExpectedTurns(board).walking(room, room) == pytest.approx(2, abs=0.01)
        assert ExpectedTurns(board, may_stay=True).walking(room, room) == 1
