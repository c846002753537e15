"""Agents without a plan: greedy moves, the card that tells least, the published baseline."""

from collections.abc import Sequence

import pytest

from planner_clue.agents.greedy import greedy_move, greedy_opening, least_informative, nearest_first
from planner_clue.agents.random import RandomAgent
from planner_clue.belief.transcript import Transcript
from planner_clue.board import expected_turns
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Event, Passed, Showed, Suggested
from tests.belief.tables import TINY, make_seat
from tests.table.helpers import (
    CLASSIC,
    CONSERVATORY,
    HALL,
    KITCHEN,
    LOUNGE,
    STUDY,
    accusation,
    after_roll,
    cards,
    make_table,
    suggestion,
)

TURNS = expected_turns(CLASSIC)


def test_the_first_wanted_room_in_reach_is_entered() -> None:
    options = after_roll(CLASSIC, (8, 4), 8)
    assert {HALL, STUDY} <= set(options.rooms)
    assert greedy_move(options, [KITCHEN, STUDY, HALL], TURNS) == STUDY
    assert greedy_move(options, [KITCHEN, HALL, STUDY], TURNS) == HALL
    assert greedy_move(options, [], TURNS) == options.rooms[0]
    no_board = MoveOptions.without_board(1, (HALL, STUDY))
    assert greedy_move(no_board, [STUDY, HALL], None) == STUDY


def test_out_of_reach_the_way_leads_to_the_first() -> None:
    options = after_roll(CLASSIC, (8, 4), 2)
    square = greedy_move(options, [KITCHEN, LOUNGE], TURNS)
    to_kitchen = TURNS.to_room(KITCHEN)
    assert to_kitchen[square] == min(to_kitchen[stop] for stop in options.squares)


def test_a_room_is_left_to_come_back_unless_one_is_shut_in() -> None:
    square = greedy_move(after_roll(CLASSIC, HALL, 3), [HALL], TURNS)
    assert not isinstance(square, str)
    assert TURNS.to_room(HALL)[square] == 1  # no roll of two dice is too short
    shut_in = MoveOptions(1, CLASSIC, (6,), STUDY, rooms=(), reach=0, tokens={})
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


SEEN = make_table({0: "scarlett mustard knife rope study hall"}, case="plum wrench kitchen")


def seated(seed: int = 1) -> RandomAgent:
    """Return an agent at seat 0 of three, which holds the study and the hall, say."""
    agent = RandomAgent()
    agent.begin(SEEN.seat_view(0, seed))
    return agent


def within_reach(*rooms: Card, squares: int = 0, here: Card | tuple[int, int]) -> MoveOptions:
    return MoveOptions(1, CLASSIC, (1, 1), here, rooms=rooms, reach=squares, tokens={})


def test_it_enters_any_unseen_room_in_reach_else_it_wanders_to_any_square() -> None:
    options = within_reach(LOUNGE, KITCHEN, HALL, here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == {LOUNGE, KITCHEN}
    squares = {(7, 4), (7, 5), (6, 5)}
    options = within_reach(STUDY, squares=CLASSIC.bitboard(squares), here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == squares
    assert seated().move(within_reach(here=STUDY)) == STUDY


@pytest.mark.parametrize(
    ("offered", "here", "passage", "opens"),
    [
        ([Opening.PASSAGE], STUDY, KITCHEN, Opening.PASSAGE),
        ([Opening.PASSAGE], KITCHEN, STUDY, Opening.ROLL),
        ([Opening.PASSAGE, Opening.STAY], LOUNGE, CONSERVATORY, Opening.STAY),
        ([Opening.STAY], HALL, None, Opening.ROLL),
    ],
)
def test_it_takes_passages_to_and_stays_in_unseen_rooms(
    offered: list[Opening], here: Card, passage: Card | None, opens: Opening
) -> None:
    assert seated().start(TurnOptions(1, (Opening.ROLL, *offered), here, passage, {})) is opens


def test_it_asks_about_every_unseen_suspect_and_weapon_and_shows_any_card() -> None:
    asked = [seated(seed).suggest(LOUNGE) for seed in range(200)]
    unseen = ("white green peacock plum", "candlestick lead-pipe revolver wrench", "lounge")
    assert [{*drawn} for drawn in zip(*asked, strict=True)] == [{*cards(names)} for names in unseen]
    held = cards("scarlett rope study")
    assert {seated(seed).show(Suggestion(*held), held) for seed in range(50)} == set(held)


@pytest.mark.parametrize(
    ("asker", "answers", "accuses"),
    [
        (0, [Passed(1, 1), Passed(1, 2)], True),
        (0, [Passed(1, 1), Showed(1, 2, 0, KITCHEN)], False),
        (1, [Passed(1, 2)], False),
    ],
)
def test_it_accuses_what_nobody_disproved(asker: int, answers: list[Event], accuses: bool) -> None:
    agent = seated()
    for event in (Suggested(1, asker, suggestion("plum wrench kitchen")), *answers):
        agent.observe(event)
    assert agent.accuse() == (accusation("plum wrench kitchen") if accuses else None)
