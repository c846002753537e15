"""Greedy moves, and the card that tells least."""

import pytest

from planner_clue.agents.greedy import greedy_move, greedy_opening, least_telling, nearest_first
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
    return MoveOptions(1, BOARD, (pips,), here, rooms=reach.rooms, squares=reach.squares, tokens={})


def before_roll(here: Place, *openings: Opening, passage: Card | None = None) -> TurnOptions:
    return TurnOptions(1, openings, here, passage, {})


def test_the_first_wanted_room_in_reach_is_entered() -> None:
    options = after_roll((8, 4), 8)
    assert {HALL, STUDY} <= set(options.rooms)
    assert greedy_move(options, [KITCHEN, STUDY, HALL], TURNS) == STUDY
    assert greedy_move(options, [KITCHEN, HALL, STUDY], TURNS) == HALL


def test_out_of_reach_the_way_leads_to_the_first() -> None:
    options = after_roll((8, 4), 2)
    square = greedy_move(options, [KITCHEN, LOUNGE], TURNS)
    to_kitchen = TURNS.to_room(KITCHEN)
    assert to_kitchen[square] == min(to_kitchen[stop] for stop in options.squares)


def test_a_room_is_left_to_come_back() -> None:
    options = after_roll(HALL, 3)
    square = greedy_move(options, [HALL], TURNS)
    assert not isinstance(square, str)
    assert TURNS.to_room(HALL)[square] == 1  # no roll of two dice is too short


def test_who_is_shut_in_stays() -> None:
    shut_in = MoveOptions(1, BOARD, (6,), STUDY, rooms=(), squares=0, tokens={})
    assert greedy_move(shut_in, [STUDY], TURNS) == STUDY
    assert greedy_move(shut_in, [HALL], TURNS) == STUDY
    assert greedy_move(shut_in, [], TURNS) == STUDY


def test_without_a_wish_any_room_is_entered() -> None:
    options = after_roll((8, 4), 8)
    assert greedy_move(options, [], TURNS) == options.rooms[0]


def test_without_a_board_the_first_is_entered() -> None:
    options = MoveOptions.without_board(1, (HALL, STUDY))
    assert greedy_move(options, [STUDY, HALL], None) == STUDY


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
    options = before_roll(STUDY, Opening.ROLL, Opening.PASSAGE, Opening.STAY, passage=KITCHEN)
    assert greedy_opening(options, wanted) == opening


def test_a_passage_that_is_not_offered_is_not_taken() -> None:
    options = before_roll(STUDY, Opening.ROLL, Opening.STAY, passage=KITCHEN)
    assert greedy_opening(options, [KITCHEN]) == Opening.ROLL


def test_the_nearest_come_first() -> None:
    assert nearest_first([KITCHEN, LOUNGE, HALL], (17, 7), TURNS) == [LOUNGE, HALL, KITCHEN]
    assert nearest_first([LOUNGE, STUDY, KITCHEN], STUDY, TURNS)[0] == KITCHEN  # by the passage
    assert nearest_first([KITCHEN, LOUNGE], None, None) == [KITCHEN, LOUNGE]


GREEN, ROPE, STUDY = cards("green rope study")


def asked(transcript: Transcript, seat: int, shows: Card | None = None) -> None:
    transcript.observe(Suggested(1, seat, Suggestion(GREEN, ROPE, STUDY)))
    if shows:
        transcript.observe(Showed(1, 0, seat, shows))


def transcript() -> Transcript:
    return Transcript(make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1)))


def test_the_room_comes_first_then_the_weapon() -> None:
    seen = transcript()
    asked(seen, 1)
    assert least_telling([GREEN, ROPE, STUDY], seen) == STUDY
    assert least_telling([GREEN, ROPE], seen) == ROPE


def test_a_card_is_shown_again_also_if_it_was_shown_without_a_choice() -> None:
    seen = transcript()
    asked(seen, 1, shows=GREEN)
    asked(seen, 2)
    assert least_telling([GREEN, ROPE, STUDY], seen) == GREEN


def test_best_a_card_that_this_asker_has_seen() -> None:
    seen = transcript()
    asked(seen, 1, shows=GREEN)
    asked(seen, 2, shows=ROPE)
    for seat, card in ((1, GREEN), (2, ROPE), (3, GREEN)):
        asked(seen, seat)
        assert least_telling([GREEN, ROPE, STUDY], seen) == card


def test_what_others_show_is_none_of_its_cards() -> None:
    seen = transcript()
    asked(seen, 0)
    seen.observe(Showed(1, 2, 0, GREEN))
    asked(seen, 1)
    assert least_telling([GREEN, STUDY], seen) == STUDY
