"""Expected turns, and the costs of getting to rooms at different prices, over the dice."""

from fractions import Fraction

import pytest

from planner_clue.board import ExpectedTurns, Place, board_from_toml, load_board
from planner_clue.board.turns import TravelCosts
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


BATH, CELLAR = Card("bath"), Card("cellar")
TURN = 100.0


@pytest.mark.parametrize(("name", "is_open"), [("classic", False), ("huji", True)])
def test_one_free_end_is_as_far_as_its_expected_turns(name: str, is_open: bool) -> None:
    turns = ExpectedTurns(load_board(name), open_rooms=is_open)
    for room in (Card("kitchen"), Card("study")):
        journeys = TravelCosts(turns, {room: 0.0}, 1.0)
        for place, away in turns.to_room(room).items():
            assert journeys.cost(place) == pytest.approx(away, abs=0.01)


def test_more_ends_never_cost_more_and_two_may_be_better_than_either() -> None:
    turns = ExpectedTurns(load_board("classic"))
    ends = {Card("kitchen"): 0.0, Card("dining-room"): 20.0}
    both = TravelCosts(turns, ends, TURN)
    better = 0
    for place in turns.to_room(Card("kitchen")):
        single = [TURN * turns.to_room(room)[place] + price for room, price in ends.items()]
        assert both.cost(place) <= min(single) + 0.2 or place in ends
        better += both.cost(place) < min(single) - 1
    assert better > 10


def exact_costs(ends: dict[Card, int], dice: int) -> dict[Place, Fraction]:
    """Return what every place of the small board costs, by exact value iteration."""
    sheet = read_sheet(SMALL)
    reach = {place: steps_to(sheet, place) for place in sheet.places}
    cost: dict[Place, Fraction] = {place: Fraction(10_000) for place in sheet.places}
    cost |= {room: Fraction(price) for room, price in ends.items()}
    chances = list(dice_totals(dice))
    for _ in range(60):
        better: dict[Place, Fraction] = dict(cost)
        for place in sheet.places:
            if place not in ends:
                rolled = sum(
                    (
                        chance * min(cost[stop] for stop, n in reach[place].items() if n <= total)
                        for total, chance in chances
                    ),
                    Fraction(100),
                )
                if isinstance(place, str) and place in sheet.passages:
                    rolled = min(rolled, 100 + cost[sheet.passages[place]])
                better[place] = rolled.limit_denominator(10**9)
        cost = better
    return cost


@pytest.mark.parametrize("prices", [(0, 40), (90, 0), (60, 70)])
def test_costs_on_a_small_board_are_those_of_the_exact_equations(prices: tuple[int, int]) -> None:
    ends = dict(zip((BATH, CELLAR), prices, strict=True))
    turns = ExpectedTurns(board_from_toml(SMALL), dice=1)
    journeys = TravelCosts(turns, {room: float(price) for room, price in ends.items()}, TURN)
    sheet = read_sheet(SMALL)
    for place, cost in exact_costs(ends, dice=1).items():
        if place not in sheet.cells:
            assert journeys.cost(place) == pytest.approx(float(cost), abs=0.5)


def test_a_roll_leaves_the_room_it_starts_from() -> None:
    turns = ExpectedTurns(load_board("classic"))
    kitchen = Card("kitchen")
    journeys = TravelCosts(turns, {kitchen: 0.0}, TURN)
    assert journeys.cost(kitchen) == 0
    assert journeys.cost_of_rolling(kitchen) == pytest.approx(
        TURN * turns.walking(kitchen, kitchen), abs=0.5
    )
    square = (19, 17)
    assert journeys.cost_of_rolling(square) == pytest.approx(journeys.cost(square), abs=0.5)
