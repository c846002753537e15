"""How far a roll goes (rule 5), expected turns, and costs of ways at different prices of rooms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.game.board import ExpectedTurns, Place, Square, board_from_toml, load_board
from planner_clue.game.board.turns import TravelCosts, _padded
from planner_clue.game.cards import Card
from tests.game.reference import beside, dice_totals, reach, read_sheet, steps_to
from tests.shared import examples

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


BOARDS = {"small": board_from_toml(SMALL)} | {n: load_board(n) for n in ("classic", "huji")}
SHEETS = {name: read_sheet(board.map.toml) for name, board in BOARDS.items()}
KITCHEN, BATH, CELLAR = Card("kitchen"), Card("bath"), Card("cellar")
TURN = 100.0


@pytest.mark.parametrize(
    ("name", "is_open", "dice"),
    [*(("small", o, d) for o in (False, True) for d in (1, 2)), ("classic", False, 2),
     ("huji", True, 2)],
)  # fmt: skip
def test_expected_turns_satisfy_their_equation(name: str, is_open: bool, dice: int) -> None:
    """Which has one solution: every place is one turn from the best stop, and its room is 0."""
    board, sheet = BOARDS[name], SHEETS[name]
    turns = ExpectedTurns(board, dice, open_rooms=is_open)
    for place in [*sheet.places[:: 1 + len(sheet.places) // 25], *sheet.cells]:
        steps = steps_to(sheet, place, open_rooms=is_open)
        for room in list(board.rooms)[:3]:
            worth = turns.to_room(room)
            expected = 1 + sum(
                weight * min(worth[end] for end, count in steps.items() if count <= total)
                for total, weight in dice_totals(dice)
            )
            if place in sheet.passages:
                expected = min(expected, 1 + worth[sheet.passages[Card(str(place))]])
            assert worth[place] == (0 if place == room else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize(("name", "is_open"), [("classic", False), ("huji", True)])
def test_one_free_end_is_as_far_as_its_expected_turns(name: str, is_open: bool) -> None:
    turns = ExpectedTurns(BOARDS[name], open_rooms=is_open)
    journeys = TravelCosts(turns, {KITCHEN: 0.0}, 1.0)
    for place, away in turns.to_room(KITCHEN).items():
        assert journeys.cost(place) == pytest.approx(away, abs=0.01)


def costs_by_sweeps(ends: dict[Card, float]) -> dict[Place, float]:
    """Return what every place of the small board costs with one die, by value iteration."""
    sheet = SHEETS["small"]
    reach = {place: steps_to(sheet, place) for place in sheet.places}
    cost = {place: ends.get(Card(str(place)), 10_000.0) for place in sheet.places}
    for _ in range(60):
        before = cost.copy()
        for place in set(sheet.places) - set(ends):
            stops = reach[place].items()
            cost[place] = TURN + sum(
                weight * min(before[stop] for stop, count in stops if count <= total)
                for total, weight in dice_totals(1)
            )
            if place in sheet.passages:
                by_passage = TURN + before[sheet.passages[Card(str(place))]]
                cost[place] = min(cost[place], by_passage)
    return cost


@pytest.mark.parametrize("prices", [(0.0, 40.0), (90.0, 0.0), (60.0, 70.0)])
def test_costs_on_a_small_board_are_those_of_the_equations(prices: tuple[float, float]) -> None:
    ends = dict(zip((BATH, CELLAR), prices, strict=True))
    journeys = TravelCosts(ExpectedTurns(BOARDS["small"], dice=1), ends, TURN)
    for place, cost in costs_by_sweeps(ends).items():
        if not isinstance(place, str):
            assert journeys.cost(place) == pytest.approx(cost, abs=0.5)


def test_a_roll_leaves_the_room_it_starts_from() -> None:
    turns = ExpectedTurns(BOARDS["classic"])
    journeys = TravelCosts(turns, {KITCHEN: 0.0}, TURN)
    assert journeys.cost(KITCHEN) == 0
    again = TURN * turns.walking(KITCHEN, KITCHEN)
    assert journeys.cost_of_rolling(KITCHEN) == pytest.approx(again, abs=0.5)
    square = (19, 17)
    assert journeys.cost_of_rolling(square) == pytest.approx(journeys.cost(square), abs=0.5)


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


def test_short_lists_are_filled_up_with_the_number_of_their_row() -> None:
    assert _padded([[1, 2], [0], []]).tolist() == [[1, 2], [0, 1], [2, 2]]
