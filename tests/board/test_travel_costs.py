"""Costs of getting to rooms at different prices, over the dice."""

from fractions import Fraction

import pytest

from planner_clue.board import ExpectedTurns, Place, board_from_toml, load_board
from planner_clue.cards import Card
from tests.board.reference import dice_totals, read_sheet, steps_to
from tests.board.test_turns import SMALL

BATH, CELLAR = Card("bath"), Card("cellar")
TURN = 100.0


@pytest.mark.parametrize(("name", "is_open"), [("classic", False), ("huji", True)])
def test_one_free_end_is_as_far_as_its_expected_turns(name: str, is_open: bool) -> None:
    turns = ExpectedTurns(load_board(name), open_rooms=is_open)
    for room in (Card("kitchen"), Card("study")):
        journeys = turns.travel_costs({room: 0.0}, 1.0)
        for place, away in turns.to_room(room).items():
            assert journeys.cost(place) == pytest.approx(away, abs=0.01)


def test_more_ends_never_cost_more_and_two_may_be_better_than_either() -> None:
    turns = ExpectedTurns(load_board("classic"))
    ends = {Card("kitchen"): 0.0, Card("dining-room"): 20.0}
    both = turns.travel_costs(ends, TURN)
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
    journeys = turns.travel_costs({room: float(price) for room, price in ends.items()}, TURN)
    sheet = read_sheet(SMALL)
    for place, cost in exact_costs(ends, dice=1).items():
        if place not in sheet.cells:
            assert journeys.cost(place) == pytest.approx(float(cost), abs=0.5)


def test_a_roll_leaves_the_room_it_starts_from() -> None:
    turns = ExpectedTurns(load_board("classic"))
    kitchen = Card("kitchen")
    journeys = turns.travel_costs({kitchen: 0.0}, TURN)
    assert journeys.cost(kitchen) == 0
    assert journeys.cost_of_rolling(kitchen) == pytest.approx(
        TURN * turns.walking(kitchen, kitchen), abs=0.5
    )
    square = (19, 17)
    assert journeys.cost_of_rolling(square) == pytest.approx(journeys.cost(square), abs=0.5)
