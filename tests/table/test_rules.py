"""The rules of the game, one after the other, on tables set up by hand.

The numbers are those of the list of official rules that software usually gets wrong.
"""

import pytest

from planner_clue.board import Place
from planner_clue.cards import ROOMS, SUSPECTS, WEAPONS, Card
from planner_clue.errors import RulesError
from planner_clue.table.decisions import Opening
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Rolled,
    Showed,
    Suggested,
    TookPassage,
    as_seen_by,
)
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    DrawShownCard,
    RollDice,
)
from planner_clue.table.rules import RULES, Rules, parse_rules
from planner_clue.table.table import Table
from planner_clue.table.turn_order import PlayerStatus, Result
from tests.table.helpers import (
    BALLROOM,
    BILLIARD_ROOM,
    CLASSIC,
    CONSERVATORY,
    DINING_ROOM,
    GREEN,
    HALL,
    KITCHEN,
    KNIFE,
    LIBRARY,
    LOUNGE,
    MUSTARD,
    PLUM,
    ROPE,
    SCARLETT,
    STUDY,
    WHITE,
    accusation,
    accuse,
    asked,
    begin,
    cards,
    make_table,
    openings,
    roll,
    showable,
    stay_put,
    suggest,
    suggestion,
    wait_for,
    walk,
)


def finish(table: Table) -> None:
    """Answer the showing, if any is asked, and end the turn without an accusation."""
    if isinstance(asked(table), AskShow | DrawShownCard):
        table.submit(showable(table)[0])
    assert isinstance(asked(table), AskAccuse)
    table.submit(None)


def passed(table: Table) -> list[int]:
    """Return the seats that passed, in order."""
    return [event.seat for event in table.events if isinstance(event, Passed)]


def shown(table: Table) -> list[Showed]:
    """Return what was shown."""
    return [event for event in table.events if isinstance(event, Showed)]


# -- rule 1: one suggestion per entry -----------------------------------------------------


def test_rule_1_entering_a_room_allows_one_suggestion_there() -> None:
    """Rule 1: whoever enters a room is asked for a suggestion in that room."""
    table = make_table(places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    assert table.request == AskSuggest(0, HALL)
    suggest(table, "green knife hall")
    assert Suggested(1, 0, suggestion("green knife hall")) in table.events


def test_rule_1_no_second_suggestion_without_leaving() -> None:
    """Rule 1: who stays in the room rolls, stays, and is asked for nothing more."""
    table = make_table(places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    finish(table)
    wait_for(table, 0)
    assert openings(table) == (Opening.ROLL,)
    walk(table, HALL, 6, 6)
    assert table.request == AskAccuse(1)
    assert [event for event in table.events if event.seat == 0 and event.turn == 4] == [
        Rolled(4, 0, (6, 6)),
        Moved(4, 0, HALL),
    ]


def test_rule_1_a_suggestion_that_was_not_made_is_not_kept_for_later() -> None:
    table = make_table(places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    table.submit(None)
    assert asked(table) == AskAccuse(1)
    wait_for(table, 0)
    walk(table, HALL, 1, 1)
    assert table.seat == 1


def test_rule_1_being_suggested_into_the_room_one_is_in_is_no_new_entry() -> None:
    table = make_table(places={SCARLETT: (8, 4), MUSTARD: (11, 7)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    finish(table)
    walk(table, HALL, 1, 1)
    suggest(table, "scarlett knife hall")
    finish(table)
    wait_for(table, 0)
    assert table.places[SCARLETT] == HALL
    assert openings(table) == (Opening.ROLL,)


@pytest.mark.parametrize("rules", ["huji", "huji-bn1"])
def test_rule_1_huji_a_player_may_stay_and_suggest_again(rules: str) -> None:
    """Rule 1, as huji differs: stay in the room and suggest there turn after turn."""
    table = make_table(board="huji", rules=rules, places={SCARLETT: HALL})
    for turn in (1, 4, 7):
        assert table.turn == turn
        assert openings(table) == (Opening.ROLL, Opening.STAY)
        table.submit(Opening.STAY)
        assert asked(table) == AskSuggest(0, HALL)
        suggest(table, "green knife hall")
        finish(table)
        wait_for(table, 0)
    assert not [e for e in table.events if e.seat == 0 and isinstance(e, Rolled | Moved)]


def test_rule_1_huji_rolling_without_going_anywhere_brings_no_suggestion() -> None:
    """Rule 1, huji: who wants to suggest again says so instead of rolling."""
    table = make_table(board="huji", rules="huji", places={SCARLETT: HALL})
    walk(table, HALL, 3, 3)
    assert asked(table) == AskAccuse(1)


def test_rule_1_without_a_board_any_room_may_be_named_each_turn() -> None:
    """Rule 1, no board: all nine rooms, the same again too, and no dice."""
    table = make_table(board="none")
    for room in [*ROOMS, HALL, HALL]:
        request = begin(table)
        assert isinstance(request, AskMove)
        assert set(request.options.rooms) == set(ROOMS)
        assert (request.options.here, request.options.dice) == (None, ())
        table.submit(room)
        assert asked(table) == AskSuggest(0, room)
        suggest(table, f"green knife {room}")
        finish(table)
        wait_for(table, 0)
    assert not [event for event in table.events if isinstance(event, Rolled)]
    assert table.places == {}


# -- rule 2: summoned by somebody else ----------------------------------------------------


def summoned_to(room: Card, front: tuple[int, int], **places: Place) -> Table:
    """Return a table where Scarlett's turn is next, after Plum's player moved her here.

    Six players; the last one enters ``room`` from the square before its door.
    """
    table = make_table(players=6, places={Card(token): place for token, place in places.items()})
    for _ in range(5):
        stay_put(table)
    table.places[PLUM] = front
    walk(table, room, 1, 1)
    suggest(table, f"scarlett knife {room}")
    finish(table)
    assert table.seat == 0
    assert table.places[SCARLETT] == room
    return table


def test_rule_2_a_summoned_player_may_suggest_without_rolling() -> None:
    """Rule 2: stay where the suggestion put the token, and suggest there."""
    table = summoned_to(HALL, (8, 4))
    request = begin(table)
    assert isinstance(request, AskStart)
    assert request.options.here == HALL
    assert request.options.openings == (Opening.ROLL, Opening.STAY)
    table.submit(Opening.STAY)
    assert asked(table) == AskSuggest(0, HALL)
    suggest(table, "green knife hall")
    finish(table)
    assert not [e for e in table.events if e.turn == 7 and isinstance(e, Rolled | Moved)]


def test_rule_2_the_right_lapses_after_the_next_turn() -> None:
    table = summoned_to(HALL, (8, 4))
    stay_put(table)
    wait_for(table, 0)
    assert table.places[SCARLETT] == HALL
    assert openings(table) == (Opening.ROLL,)


def test_rule_2_a_player_summoned_back_into_its_own_room_has_entered_it() -> None:
    """Rules 1 and 2: moved out and in again by two suggestions, it may suggest."""
    table = make_table(
        players=3, places={SCARLETT: HALL, MUSTARD: (17, 6), WHITE: (8, 4)}, case="plum rope study"
    )
    stay_put(table)
    walk(table, LOUNGE, 1, 1)
    suggest(table, "scarlett knife lounge")
    finish(table)
    walk(table, HALL, 1, 1)
    suggest(table, "scarlett knife hall")
    finish(table)
    assert table.places[SCARLETT] == HALL
    assert openings(table) == (Opening.ROLL, Opening.STAY)


# -- rule 3: the suggested token moves ----------------------------------------------------


@pytest.mark.parametrize(
    ("suspect", "before"), [(MUSTARD, "the start"), (PLUM, "the start"), (GREEN, "a room")]
)
def test_rule_3_the_suggested_token_moves_into_the_room(suspect: Card, before: str) -> None:
    """Rule 3: also when nobody plays that suspect, and from another room as well."""
    table = make_table(players=3, places={SCARLETT: (8, 4)})
    if before == "a room":
        table.places[suspect] = KITCHEN
    walk(table, HALL, 1, 1)
    suggest(table, f"{suspect} knife hall")
    assert table.places[suspect] == HALL


# -- rule 4: secret passages --------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "beyond"),
    [(STUDY, KITCHEN), (KITCHEN, STUDY), (CONSERVATORY, LOUNGE), (LOUNGE, CONSERVATORY)],
)
def test_rule_4_a_passage_is_used_instead_of_rolling(room: Card, beyond: Card) -> None:
    table = make_table(places={SCARLETT: room})
    request = begin(table)
    assert isinstance(request, AskStart)
    assert request.options.openings == (Opening.ROLL, Opening.PASSAGE)
    assert request.options.passage == beyond
    table.submit(Opening.PASSAGE)
    assert table.events == [TookPassage(1, 0, beyond)]
    assert table.places[SCARLETT] == beyond
    assert asked(table) == AskSuggest(0, beyond)


@pytest.mark.parametrize(
    "place", [HALL, LIBRARY, BILLIARD_ROOM, DINING_ROOM, BALLROOM, (6, 4)], ids=str
)
def test_rule_4_there_are_no_other_passages(place: Place) -> None:
    """Rule 4: Study-Kitchen and Conservatory-Lounge; in front of the door is not in the room."""
    assert openings(make_table(places={SCARLETT: place})) == (Opening.ROLL,)


# -- rule 5: moving -----------------------------------------------------------------------


def test_rule_5_leaving_a_room_the_square_before_the_door_counts_one() -> None:
    """Rule 5: with one pip, a player leaves the hall to its three doors and no farther."""
    table = make_table(rules="standard,dice=1", places={SCARLETT: HALL})
    options = roll(table, 1)
    assert set(options.squares) == {(8, 4), (11, 7), (12, 7)}
    assert options.rooms == ()


@pytest.mark.parametrize("token", [MUSTARD, GREEN])
def test_rule_5_an_occupied_square_is_neither_entered_nor_passed(token: Card) -> None:
    """Rule 5: one token before Scarlett's start shuts her in, played or not."""
    table = make_table(players=3, places={token: (16, 1)})
    options = roll(table, 6, 6)
    assert options.squares == ((16, 0),)
    assert options.rooms == ()


def test_rule_5_entering_a_room_ends_the_move() -> None:
    """Rule 5: the hall is no short cut; from door to door it is six steps around."""
    for pips, beyond in [((1, 4), False), ((1, 5), True)]:
        table = make_table(places={SCARLETT: (8, 4)})
        options = roll(table, *pips)
        assert HALL in options.rooms
        assert ((11, 7) in options.squares) is beyond
    walk(table, HALL, 1, 5)
    assert isinstance(asked(table), AskSuggest)


def test_rule_5_huji_moves_are_manhattan_distances() -> None:
    """Rule 5, huji: up to the roll in the open, room cells included."""
    table = make_table(board="huji", rules="huji", places={SCARLETT: (20, 3)})
    options = roll(table, 3, 4)
    expected = {
        (x, y)
        for x in range(25)
        for y in range(25)
        if abs(x - 20) + abs(y - 3) <= 7 and (x, y) != (24, 0)
    }
    assert set(options.squares) == expected
    assert options.rooms == (LOUNGE,)


def test_rule_5_huji_the_block_in_the_middle_is_walked_around() -> None:
    """Rule 5, huji: from one side of the block to the other takes the way around."""
    here, beyond = (8, 9), (16, 9)
    for pips, reached in [((4, 5), False), ((4, 6), True)]:
        table = make_table(board="huji", rules="huji", places={SCARLETT: here})
        assert (beyond in roll(table, *pips).squares) is reached


def test_rule_5_huji_rooms_are_entered_from_any_side_and_walked_through() -> None:
    """Rule 5, huji: the ballroom's cell is floor on the way; under standard rules a wall."""
    for rules, through in [("huji", True), ("standard", False)]:
        for side in [(12, 17), (11, 18), (13, 18)]:
            table = make_table(board="huji", rules=rules, places={SCARLETT: side})
            assert (BALLROOM in roll(table, 1, 1).rooms) is through
        table = make_table(board="huji", rules=rules, places={SCARLETT: (11, 18)})
        assert ((13, 18) in roll(table, 1, 1).squares) is through


def test_rule_5_huji_bn1_the_library_is_no_room() -> None:
    """Rule set huji-bn1: the library is out of the deck, and nobody enters it."""
    for rules, is_room in [("huji", True), ("huji-bn1", False)]:
        table = make_table(board="huji", rules=rules, places={SCARLETT: (5, 12)})
        options = roll(table, 1, 1)
        assert (LIBRARY in options.rooms) is is_room
        assert (7, 12) in options.squares, "its square is walked over"
        assert (LIBRARY in table.deal.deck.rooms) is is_room


# -- rule 6: blocked ----------------------------------------------------------------------


def test_rule_6_who_is_blocked_in_a_room_stays() -> None:
    table = make_table(places={SCARLETT: BILLIARD_ROOM, MUSTARD: (1, 11), GREEN: (6, 15)})
    options = roll(table, 6, 6)
    assert (options.here, options.rooms, options.squares) == (BILLIARD_ROOM, (), ())
    table.submit(BILLIARD_ROOM)
    assert table.events[-1] == Moved(1, 0, BILLIARD_ROOM)
    assert asked(table) == AskAccuse(1)


# -- rule 7 is in test_deal.py, its odd hands at a table here -------------------------------


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, (6, 6, 6)), (4, (5, 5, 4, 4)), (5, (4, 4, 4, 3, 3)), (6, (3,) * 6)]
)
def test_rule_7_every_seat_is_told_how_many_cards_each_holds(
    players: int, sizes: tuple[int, ...]
) -> None:
    table = make_table(players=players)
    for seat in range(players):
        assert table.seat_view(seat, seed=0).hand_sizes == sizes


# -- rule 8: accusing ---------------------------------------------------------------------


def test_rule_8_a_right_accusation_wins() -> None:
    table = make_table(case="plum rope study")
    accuse(table, "plum rope study")
    assert table.events == [Accused(1, 0, accusation("plum rope study"), correct=True)]
    assert table.result == Result(0, "accusation")
    assert table.request is None


def test_rule_8_a_player_may_accuse_right_after_an_undisproved_suggestion() -> None:
    """Rule 8: on the same turn, and another room than the suggestion's too."""
    for named, result in [("plum rope hall", None), ("plum rope study", Result(0, "accusation"))]:
        table = make_table({0: "hall"}, case="plum rope study", places={SCARLETT: (8, 4)})
        walk(table, HALL, 1, 1)
        suggest(table, "plum rope hall")
        assert passed(table) == [1, 2]
        assert asked(table) == AskAccuse(0)
        accuse(table, named)
        assert table.turn == (1 if result else 2)
        assert table.result == result


def test_rule_8_a_wrong_accuser_takes_no_more_turns() -> None:
    """Rule 8: one accusation a game; the others play on without it."""
    table = make_table()
    accuse(table, "green rope study")
    assert table.events == [
        Accused(1, 0, accusation("green rope study"), correct=False),
        Eliminated(1, 0),
    ]
    assert table.status[0] is PlayerStatus.ELIMINATED
    seats = []
    for _ in range(6):
        seats.append(table.seat)
        stay_put(table)
    assert seats == [1, 2, 1, 2, 1, 2]


def test_rule_8_a_wrong_accuser_leaves_the_hallway_and_blocks_nobody() -> None:
    table = make_table(places={SCARLETT: (6, 4), MUSTARD: STUDY})
    accuse(table, "green rope study")
    assert SCARLETT not in table.places
    assert (6, 4) in roll(table, 1, 1).squares


def test_rule_8_a_forfeited_seats_cards_are_shown_by_chance() -> None:
    """Rule 8: nobody is asked to choose any more; the table's dice do."""
    table = make_table({0: "hall", 1: "green knife"}, places={SCARLETT: (8, 4)})
    table.forfeit(1, "crashed")
    assert Forfeited(1, 1, "crashed") in table.events
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    assert asked(table) == DrawShownCard(1, suggestion("green knife hall"), cards("green knife"))
    table.submit(KNIFE)
    assert shown(table) == [Showed(1, 1, 0, KNIFE)]
    assert asked(table) == AskAccuse(0)


def test_rule_8_huji_a_seat_that_forfeits_while_its_card_is_drawn_still_shows() -> None:
    """Rule 8, huji: the suggester is owed a card, whoever's agent has crashed."""
    table = make_table(
        {0: "hall", 1: "green knife"}, board="huji", rules="huji", places={SCARLETT: HALL}
    )
    begin(table)
    table.submit(Opening.STAY)
    suggest(table, "green knife hall")
    assert isinstance(asked(table), DrawShownCard)
    table.forfeit(1, "crashed")
    assert asked(table) == DrawShownCard(1, suggestion("green knife hall"), cards("green knife"))
    table.submit(KNIFE)
    assert shown(table) == [Showed(1, 1, 0, KNIFE)]
    assert asked(table) == AskAccuse(0)


def test_rule_8_a_forfeited_token_leaves_the_hallway() -> None:
    table = make_table(places={MUSTARD: (16, 1), WHITE: LOUNGE})
    table.forfeit(1, "crashed")
    table.forfeit(2, "crashed")
    assert MUSTARD not in table.places
    assert table.places[WHITE] == LOUNGE
    assert (16, 1) in roll(table, 1, 1).squares


def test_rule_8_who_forfeits_on_its_own_turn_ends_it() -> None:
    """Rule 8: the next player is asked, whatever the table was waiting for."""
    for steps in range(3):
        table = make_table(places={SCARLETT: (8, 4)})
        for answer in [None, (1, 1), HALL][:steps]:
            table.submit(answer)
        table.forfeit(0, "crashed")
        assert asked(table) == AskAccuse(1)
        assert table.turn == 2


# -- rule 9: own cards, and the choice to show ----------------------------------------------


def test_rule_9_own_cards_may_be_suggested() -> None:
    table = make_table({0: "green knife hall"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    assert passed(table) == [1, 2]
    assert shown(table) == []
    assert asked(table) == AskAccuse(0)


@pytest.mark.parametrize("card", ["green", "hall"])
def test_rule_9_a_responder_chooses_which_card_to_show(card: str) -> None:
    """Rule 9: any one of those it holds, and exactly one; what others hold is not offered."""
    table = make_table({1: "green hall", 2: "knife"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    assert asked(table) == AskShow(1, suggestion("green knife hall"), cards("green hall"))
    table.submit(Card(card))
    assert shown(table) == [Showed(1, 1, 0, Card(card))]


def test_rule_9_a_single_card_is_shown_without_a_choice() -> None:
    table = make_table({1: "hall", 2: "green knife"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    assert shown(table) == [Showed(1, 1, 0, HALL)]
    assert asked(table) == AskAccuse(0)


@pytest.mark.parametrize("rules", ["huji", "huji-bn1"])
def test_rule_9_huji_the_table_chooses_which_card_is_shown(rules: str) -> None:
    """Rule 9, as huji differs: the shown card is drawn by the table."""
    table = make_table({1: "green knife hall"}, board="huji", rules=rules, places={SCARLETT: HALL})
    begin(table)
    table.submit(Opening.STAY)
    suggest(table, "green knife hall")
    assert asked(table) == DrawShownCard(
        1, suggestion("green knife hall"), cards("green knife hall")
    )
    table.submit(KNIFE)
    assert shown(table) == [Showed(1, 1, 0, KNIFE)]


# -- rule 10: asking clockwise --------------------------------------------------------------


@pytest.mark.parametrize(
    ("suggester", "holder", "passing"),
    [(0, 1, []), (0, 4, [1, 2, 3]), (2, 1, [3, 4, 0]), (4, 3, [0, 1, 2])],
)
def test_rule_10_seats_are_asked_clockwise_until_one_shows(
    suggester: int, holder: int, passing: list[int]
) -> None:
    """Rule 10: from the left of the suggester, and no farther than the first who can."""
    table = make_table({holder: "hall", suggester: "green knife"}, players=5)
    table.places[SUSPECTS[suggester]] = (8, 4)
    for _ in range(suggester):
        stay_put(table)
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    assert passed(table) == passing
    assert shown(table) == [Showed(table.turn, holder, suggester, HALL)]


def test_rule_10_all_hear_who_passed_and_who_showed() -> None:
    """Rule 10: only the suggester and the shower see the card itself."""
    table = make_table({2: "hall", 0: "green knife"}, players=4, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    asking: list[Event] = [Suggested(1, 0, suggestion("green knife hall")), Passed(1, 1)]
    for seat, card in [(0, HALL), (1, None), (2, HALL), (3, None)]:
        seen = [as_seen_by(event, seat) for event in table.events]
        assert seen[2:] == [*asking, Showed(1, 2, 0, card)]


# -- rule 11: turns and the end -------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_rule_11_scarletts_player_starts_and_turns_go_clockwise(players: int) -> None:
    table = make_table(players=players)
    assert table.tokens == SUSPECTS[:players]
    seats = []
    for _ in range(2 * players):
        seats.append(table.seat)
        stay_put(table)
    assert seats == 2 * list(range(players))
    assert table.turn == 2 * players + 1


def test_rule_11_eliminated_players_are_skipped_without_stalling() -> None:
    """Rule 11: two neighbours are out; nobody is asked for a turn of theirs."""
    table = make_table(players=5)
    stay_put(table)
    accuse(table, "green rope study")
    accuse(table, "green rope study")
    seats = []
    for _ in range(6):
        seats.append(table.seat)
        stay_put(table)
    assert seats == [3, 4, 0, 3, 4, 0]


def test_rule_11_the_last_one_left_plays_on_until_it_accuses() -> None:
    table = make_table(places={WHITE: (8, 4)})
    accuse(table, "green rope study")
    accuse(table, "green rope study")
    assert table.result is None
    for turn in (3, 4, 5):
        assert asked(table) == AskAccuse(2)
        assert table.turn == turn
        stay_put(table)
    accuse(table, "plum rope study")
    assert table.result == Result(2, "accusation")


def test_rule_11_nobody_wins_when_all_have_accused_wrongly() -> None:
    table = make_table()
    for _ in range(3):
        accuse(table, "green rope study")
    assert table.result == Result(None, "all-out")
    assert table.request is None


def test_rule_11_variant_the_last_one_left_wins() -> None:
    """Rule 11, variant: as soon as the others have accused wrongly."""
    table = make_table(rules="standard,last_wins=yes")
    accuse(table, "green rope study")
    assert table.result is None
    accuse(table, "green rope study")
    assert table.result == Result(2, "last-wins")
    assert table.request is None


def test_rule_11_variant_the_last_one_left_cannot_lose_any_more() -> None:
    """Rule 11, variant: it won when the last rival went, before it could accuse wrongly."""
    table = make_table(
        {0: "hall", 1: "green knife"}, rules="standard,last_wins=yes", places={SCARLETT: (8, 4)}
    )
    table.forfeit(2, "crashed")
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    table.forfeit(1, "crashed")
    while table.request is not None:
        is_show = isinstance(asked(table), DrawShownCard)
        table.submit(GREEN if is_show else accusation("white rope study"))
    assert table.result == Result(0, "last-wins")


@pytest.mark.parametrize("limit", [1, 4, 7])
def test_a_game_ends_without_a_winner_at_the_turn_limit(limit: int) -> None:
    table = make_table(rules=f"standard,turn_limit={limit}")
    for _ in range(limit):
        assert table.result is None
        stay_put(table)
    assert table.result == Result(None, "turn-limit")
    assert table.turn == limit
    assert table.request is None


def test_a_right_accusation_on_the_last_turn_still_wins() -> None:
    table = make_table(rules="standard,turn_limit=3")
    stay_put(table)
    stay_put(table)
    accuse(table, "plum rope study")
    assert table.result == Result(2, "accusation")


def test_a_game_in_which_everybody_forfeits_has_no_winner() -> None:
    table = make_table()
    for seat in (2, 0, 1):
        assert table.result is None
        table.forfeit(seat, "crashed")
    assert table.result == Result(None, "forfeits")
    assert table.request is None


# -- rule 12: the dice ------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["standard", "huji", "huji-bn1"])
def test_rule_12_two_dice_by_default(rules: str) -> None:
    board = "classic" if rules == "standard" else "huji"
    table = make_table(board=board, rules=rules)
    assert begin(table) == RollDice(0, 2)
    assert roll(table, 6, 6).dice == (6, 6)
    assert table.events == [Rolled(1, 0, (6, 6))]


# -- rule sets by name ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "standard",
        "huji-bn1",
        "cpsc415,secret_accusations=no",
        "standard,suggest_or_accuse=yes,secret_accusations=yes",
        "huji,dice=1,last_wins=yes,turn_limit=1000000",
    ],
)
def test_rules_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_rules(text)) == text


def test_rules_are_read_forgivingly() -> None:
    assert parse_rules(" Huji , LAST-WINS=yes ") == parse_rules("huji,last_wins=yes")


def test_options_that_change_nothing_are_not_written() -> None:
    assert parse_rules("standard,dice=2,last_wins=no,turn_limit=1000") == Rules()
    assert str(Rules()) == "standard"


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("", "''"),
        ("standart", "did you mean 'standard'"),
        ("standard,die=1", "did you mean 'dice'"),
        ("standard,dice", "dice="),
        ("standard,dice=0", "dice=0"),
        ("standard,dice=3", "dice=3"),
        ("standard,dice=two", "dice=two"),
        ("standard,turn_limit=0", "turn_limit=0"),
        ("standard,turn_limit=1000001", "turn_limit=1000001"),
        ("standard,turn_limit=" + "9" * 5000, "turn_limit=999"),
        ("standard,last_wins=maybe", "last_wins=maybe"),
        ("standard,tokens_block=no", "tokens_block"),
    ],
)
def test_rules_that_do_not_exist_are_refused_by_name(text: str, bad: str) -> None:
    with pytest.raises(RulesError, match=bad):
        parse_rules(text)


@pytest.mark.parametrize(
    ("rules", "players"),
    [("standard", 2), ("standard", 7), ("huji-bn1", 4), ("cpsc415", 4)],
)
def test_each_rule_set_is_for_so_many_players(rules: str, players: int) -> None:
    """Three to six, and three where the hands or the tournament are fixed."""
    with pytest.raises(RulesError, match=f"{players} players"):
        RULES[rules].check(None, players)


def test_the_deck_of_huji_bn1_has_twenty_cards() -> None:
    deck = RULES["huji-bn1"].deck(CLASSIC)
    assert len(deck) == 20
    assert LIBRARY not in deck.rooms
    assert (deck.suspects, deck.weapons) == (SUSPECTS, WEAPONS)
    assert ROPE in deck
    assert len(RULES["huji"].deck(CLASSIC)) == len(Rules().deck(None)) == 21
