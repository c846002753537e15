"""Greedy moves, and the card that tells least."""

from collections.abc import Sequence

import pytest

from planner_clue.agents.greedy import greedy_move, greedy_opening, least_informative, nearest_first
from planner_clue.belief.transcript import Transcript
from planner_clue.board import Place, expected_turns, load_board
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Showed, Suggested
from tests.belief.tables import TINY, make_seat
from tests.table.helpers import cards

BOARD = load_board("classic")
TURNS = expected_turns(BOARD)
STUDY, HALL, LOUNGE, KITCHEN = map(Card, ("study", "hall", "lounge", "kitchen"))


def after_roll(here: Place, pips: int) -> MoveOptions:
    reach = BOARD.reach(here, pips)
    return MoveOptions(1, BOARD, (pips,), here, rooms=reach.rooms, reach=reach.squares, tokens={})


def test_the_first_wanted_room_in_reach_is_entered() -> None:
    options = after_roll((8, 4), 8)
    assert {HALL, STUDY} <= set(options.rooms)
    assert greedy_move(options, [KITCHEN, STUDY, HALL], TURNS) == STUDY
    assert greedy_move(options, [KITCHEN, HALL, STUDY], TURNS) == HALL
    assert greedy_move(options, [], TURNS) == options.rooms[0]
    no_board = MoveOptions.without_board(1, (HALL, STUDY))
    assert greedy_move(no_board, [STUDY, HALL], None) == STUDY


def test_out_of_reach_the_way_leads_to_the_first() -> None:
    options = after_roll((8, 4), 2)
    square = greedy_move(options, [KITCHEN, LOUNGE], TURNS)
    to_kitchen = TURNS.to_room(KITCHEN)
    assert to_kitchen[square] == min(to_kitchen[stop] for stop in options.squares)


def test_a_room_is_left_to_come_back_unless_one_is_shut_in() -> None:
    square = greedy_move(after_roll(HALL, 3), [HALL], TURNS)
    assert not isinstance(square, str)
    assert TURNS.to_room(HALL)[square] == 1  # no roll of two dice is too short
    shut_in = MoveOptions(1, BOARD, (6,), STUDY, rooms=(), reach=0, tokens={})
    for wanted in ([STUDY], [HALL], []):
        assert greedy_move(shut_in, wanted, TURNS) == STUDY


@pytest.mark.parametrize(
    ("wanted", "opening"),
    [
        ([STUDY, KITCHEN], Opening.STAY),
        ([KITCHEN, STUDY], Opening.PASSAGE),
        ([HALL, KITCHEN], Opening.PASSAGE),
        ([HALL], Opening.ROLL),
        ([], Opening.ROLL),
    ],
)
def test_what_needs_no_luck_goes_before_the_dice(wanted: list[Card], opening: Opening) -> None:
    options = TurnOptions(1, tuple(Opening), STUDY, KITCHEN, {})
    assert greedy_opening(options, wanted) == opening
    if opening is Opening.PASSAGE:
        offered = TurnOptions(1, (Opening.ROLL,), STUDY, KITCHEN, {})
        assert greedy_opening(offered, wanted) == Opening.ROLL


def test_the_nearest_come_first() -> None:
    assert nearest_first([KITCHEN, LOUNGE, HALL], (17, 7), TURNS) == [LOUNGE, HALL, KITCHEN]
    assert nearest_first([LOUNGE, STUDY, KITCHEN], STUDY, TURNS)[0] == KITCHEN  # by the passage
    assert nearest_first([KITCHEN, LOUNGE], None, None) == [KITCHEN, LOUNGE]


GREEN, ROPE, _ = THREE = cards("green rope study")


def shown_to(asker: int, *before: Showed, held: Sequence[Card] = THREE) -> Card:
    seen = Transcript(make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1)))
    for showing in before:
        seen.observe(Suggested(1, showing.to, Suggestion(*THREE)))
        seen.observe(showing)
    seen.observe(Suggested(1, asker, Suggestion(*THREE)))
    return least_informative(held, seen)


def test_best_a_card_that_this_asker_has_seen_then_one_that_another_has_then_the_room() -> None:
    green, rope = Showed(1, 0, 1, GREEN), Showed(1, 0, 2, ROPE)
    assert shown_to(1) == STUDY
    assert shown_to(1, held=(GREEN, ROPE)) == ROPE
    assert shown_to(2, green) == GREEN
    assert [shown_to(asker, green, rope) for asker in (1, 2, 3)] == [GREEN, ROPE, GREEN]
    assert shown_to(1, Showed(1, 2, 0, GREEN)) == STUDY  # what others show is none of its cards
