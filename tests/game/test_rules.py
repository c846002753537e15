"""The rules of the game, one after the other, on tables set up by hand.

The numbers refer to the list of official rules that software usually gets wrong.
"""

from pathlib import Path
from random import Random

import pytest

from planner_clue.game import events, requests
from planner_clue.game.board import Place, board_from_toml
from planner_clue.game.cards import ROOMS, SUSPECTS, Card
from planner_clue.game.decisions import Opening
from planner_clue.game.rules import OPTIONS, RULES, parse_rules
from planner_clue.game.table import Table
from planner_clue.game.turn_order import PlayerStatus, Result
from planner_clue.support.errors import RulesError
from tests.game.helpers import (
    BOARDS,
    CLASSIC,
    GREEN,
    HALL,
    KNIFE,
    MUSTARD,
    SCARLETT,
    WHITE,
    accusation,
    accuse,
    asked,
    begin,
    cards,
    deal_table,
    in_hall,
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

KITCHEN, BALLROOM, CONSERVATORY, DINING_ROOM, BILLIARD_ROOM, LIBRARY, LOUNGE, _, STUDY = ROOMS
WRONG, RIGHT = "green rope study", "plum rope study"
ROLLED_OR_MOVED = events.Rolled | events.Moved
ACCUSED_WRONGLY = [events.Accused(1, 0, accusation(WRONG), correct=False), events.Eliminated(1, 0)]
BEFORE_HALL = (8, 4)
"""The square before the side door of the hall."""


def finish(table: Table) -> None:
    """Answer the showing, if any is asked, and end the turn without an accusation."""
    if isinstance(asked(table), requests.AskShow | requests.DrawShownCard):
        table.submit(showable(table)[0])
    assert isinstance(asked(table), requests.AskAccuse)
    table.submit(None)


def passed(table: Table) -> list[int]:
    return [event.seat for event in table.events if isinstance(event, events.Passed)]


def shown(table: Table) -> list[events.Showed]:
    return [event for event in table.events if isinstance(event, events.Showed)]


def staying(hands: dict[int, str], rules: str = "huji") -> Table:
    """Return a table on the huji board at which Scarlett stays in the hall and suggests so."""
    table = make_table(hands, board="huji", rules=rules, places={SCARLETT: HALL})
    begin(table)
    table.submit(Opening.STAY)
    suggest(table, "green knife hall")
    return table


def test_rule_1_entering_a_room_allows_one_suggestion_there_and_no_second() -> None:
    """Rule 1: who stays in the room rolls, stays, and is asked for nothing more."""
    table = in_hall()
    assert events.Suggested(1, 0, suggestion("green knife hall")) in table.events
    finish(table)
    wait_for(table, 0)
    assert openings(table) == (Opening.ROLL,)
    walk(table, HALL, 6, 6)
    assert table.request == requests.AskAccuse(1)
    own = [event for event in table.events if event.seat == 0 and event.turn == 4]
    assert own == [events.Rolled(4, 0, (6, 6)), events.Moved(4, 0, HALL)]


def test_rule_1_being_suggested_into_the_room_one_is_in_is_no_new_entry() -> None:
    table = in_hall()
    finish(table)
    table.places[MUSTARD] = (11, 7)
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
        suggest(table, "green knife hall")
        finish(table)
        wait_for(table, 0)
    assert not [e for e in table.events if e.seat == 0 and isinstance(e, ROLLED_OR_MOVED)]
    walk(table, HALL, 3, 3)  # who wants to suggest again says so instead of rolling
    assert asked(table) == requests.AskAccuse(1)


def test_rule_1_without_a_board_any_room_may_be_named_each_turn() -> None:
    """Rule 1, no board: all nine rooms, the same again too, and no dice."""
    table = make_table(board="none")
    for room in [*ROOMS, HALL, HALL]:
        request = begin(table)
        assert isinstance(request, requests.AskMove)
        assert set(request.options.rooms) == set(ROOMS)
        assert (request.options.here, request.options.dice) == (None, ())
        table.submit(room)
        suggest(table, f"green knife {room}")
        finish(table)
        wait_for(table, 0)
    assert not [event for event in table.events if isinstance(event, events.Rolled)]
    assert table.places == {}


def summoned_to_hall() -> Table:
    """Return a table where Scarlett's turn is next, after the last of six moved her to the hall."""
    table = make_table(players=6)
    for _ in range(5):
        stay_put(table)
    table.places[SUSPECTS[5]] = BEFORE_HALL
    walk(table, HALL, 1, 1)
    suggest(table, "scarlett knife hall")
    finish(table)
    assert table.places[SCARLETT] == HALL
    return table


def test_rule_2_a_summoned_player_may_suggest_without_rolling() -> None:
    """Rule 2: stay where the suggestion put the token, and suggest there."""
    table = summoned_to_hall()
    request = begin(table)
    assert isinstance(request, requests.AskStart)
    assert request.options.here == HALL
    assert request.options.openings == (Opening.ROLL, Opening.STAY)
    table.submit(Opening.STAY)
    assert asked(table) == requests.AskSuggest(0, HALL)
    suggest(table, "green knife hall")
    finish(table)
    assert not [e for e in table.events if e.turn == 7 and isinstance(e, ROLLED_OR_MOVED)]


def test_rule_2_the_right_lapses_after_the_next_turn() -> None:
    table = summoned_to_hall()
    wait_for(table, 0)
    assert table.places[SCARLETT] == HALL
    assert openings(table) == (Opening.ROLL,)


def test_rule_2_a_player_summoned_back_into_its_own_room_has_entered_it() -> None:
    """Rules 1 and 2: moved out and in again by two suggestions, it may suggest."""
    table = make_table(places={SCARLETT: HALL, MUSTARD: (17, 6), WHITE: BEFORE_HALL})
    stay_put(table)
    for room in (LOUNGE, HALL):
        walk(table, room, 1, 1)
        suggest(table, f"scarlett knife {room}")
        finish(table)
        assert table.places[SCARLETT] == room
    assert openings(table) == (Opening.ROLL, Opening.STAY)


@pytest.mark.parametrize("suspect", ["mustard", "plum", "green"])
def test_rule_3_the_suggested_token_moves_into_the_room(suspect: str) -> None:
    """Rule 3: also when nobody plays that suspect, and from another room as well."""
    table = make_table(places={SCARLETT: BEFORE_HALL, GREEN: STUDY})
    walk(table, HALL, 1, 1)
    suggest(table, f"{suspect} knife hall")
    assert table.places[Card(suspect)] == HALL


@pytest.mark.parametrize(
    ("room", "beyond"),
    [(STUDY, KITCHEN), (KITCHEN, STUDY), (CONSERVATORY, LOUNGE), (LOUNGE, CONSERVATORY)],
)
def test_rule_4_a_passage_is_used_instead_of_rolling(room: Card, beyond: Card) -> None:
    table = make_table(places={SCARLETT: room})
    request = begin(table)
    assert isinstance(request, requests.AskStart)
    assert request.options.openings == (Opening.ROLL, Opening.PASSAGE)
    assert request.options.passage == beyond
    table.submit(Opening.PASSAGE)
    assert table.events == [events.TookPassage(1, 0, beyond)]
    assert table.places[SCARLETT] == beyond
    assert asked(table) == requests.AskSuggest(0, beyond)


def test_rule_4_there_are_no_other_passages() -> None:
    """Rule 4: Study-Kitchen and Conservatory-Lounge; in front of the door is not in the room."""
    places: list[Place] = [HALL, LIBRARY, BILLIARD_ROOM, DINING_ROOM, BALLROOM, (6, 4)]
    for place in places:
        assert openings(make_table(places={SCARLETT: place})) == (Opening.ROLL,)


def test_rule_4_a_passage_to_a_room_that_is_out_is_not_offered() -> None:
    toml = CLASSIC.map.toml.replace('passage = "kitchen"', 'passage = "library"')
    table = deal_table(board_from_toml(toml), "huji-bn1", 3, Random(1))
    table.places[SCARLETT] = STUDY
    request = begin(table)
    assert isinstance(request, requests.AskStart)
    assert request.options.openings == (Opening.ROLL, Opening.STAY)
    assert request.options.passage is None


def test_rule_5_huji_bn1_the_library_is_no_room() -> None:
    """Rule set huji-bn1: the library is out of the deck, and nobody enters it."""
    for rules, is_room in [("huji", True), ("huji-bn1", False)]:
        table = make_table(board="huji", rules=rules, places={SCARLETT: (5, 12)})
        options = roll(table, 1, 1)
        assert (LIBRARY in options.rooms) is (LIBRARY in table.deal.deck.rooms) is is_room
        assert (7, 12) in options.squares, "its square is walked over"


def test_rule_6_who_is_blocked_in_a_room_stays() -> None:
    table = make_table(places={SCARLETT: BILLIARD_ROOM, MUSTARD: (1, 11), GREEN: (6, 15)})
    options = roll(table, 6, 6)
    assert (options.here, options.rooms, options.squares) == (BILLIARD_ROOM, (), ())
    table.submit(BILLIARD_ROOM)
    assert table.events[-1] == events.Moved(1, 0, BILLIARD_ROOM)
    assert asked(table) == requests.AskAccuse(1)


def test_rule_8_a_right_accusation_wins() -> None:
    table = make_table(case=RIGHT)
    accuse(table, RIGHT)
    assert table.events == [events.Accused(1, 0, accusation(RIGHT), correct=True)]
    assert (table.result, table.request) == (Result(0, "accusation"), None)


def test_rule_8_a_player_may_accuse_right_after_an_undisproved_suggestion() -> None:
    """Rules 8 and 9: on the same turn, and another room than its own, which it suggested."""
    for named, result in [("plum rope hall", None), (RIGHT, Result(0, "accusation"))]:
        table = make_table({0: "hall"}, case=RIGHT, places={SCARLETT: BEFORE_HALL})
        walk(table, HALL, 1, 1)
        suggest(table, "plum rope hall")
        assert passed(table) == [1, 2]
        assert asked(table) == requests.AskAccuse(0)
        accuse(table, named)
        assert table.turn == (1 if result else 2)
        assert table.result == result


def test_rule_8_a_wrong_accuser_takes_no_more_turns_and_blocks_nobody() -> None:
    """Rule 8: one accusation a game; the others play on without it."""
    table = make_table(places={SCARLETT: (6, 4), MUSTARD: STUDY})
    accuse(table, WRONG)
    assert table.events == ACCUSED_WRONGLY
    assert table.status[0] is PlayerStatus.ELIMINATED
    assert SCARLETT not in table.places
    assert (6, 4) in roll(table, 1, 1).squares
    seats = []
    for _ in range(6):
        seats.append(table.seat)
        stay_put(table)
    assert seats == [1, 2, 1, 2, 1, 2]


def test_rule_8_a_forfeited_seats_cards_are_shown_by_chance() -> None:
    """Rule 8: nobody is asked to choose any more, also who was asked, or where it is drawn."""
    hands, three = {0: "hall", 1: "green knife"}, suggestion("green knife hall")
    before = make_table(hands, places={SCARLETT: BEFORE_HALL})
    before.forfeit(1, "crashed")
    walk(before, HALL, 1, 1)
    suggest(before, "green knife hall")
    for table in (before, in_hall(hands), staying(hands)):
        table.forfeit(1, "crashed")
        assert table.events.count(events.Forfeited(1, 1, "crashed")) == 1
        assert asked(table) == requests.DrawShownCard(1, three, cards("green knife"))
        table.submit(KNIFE)
        assert shown(table) == [events.Showed(1, 1, 0, KNIFE)]
        assert asked(table) == requests.AskAccuse(0)


def test_rule_8_a_forfeited_token_leaves_the_hallway() -> None:
    table = make_table(places={MUSTARD: (16, 1), WHITE: LOUNGE})
    table.forfeit(1, "crashed")
    table.forfeit(2, "crashed")
    assert MUSTARD not in table.places
    assert table.places[WHITE] == LOUNGE
    assert (16, 1) in roll(table, 1, 1).squares


@pytest.mark.parametrize("card", ["green", "hall"])
def test_rule_9_a_responder_chooses_which_card_to_show(card: str) -> None:
    """Rule 9: any one of those it holds, and exactly one; what others hold is not offered."""
    table = in_hall({1: "green hall", 2: "knife"})
    assert asked(table) == requests.AskShow(1, suggestion("green knife hall"), cards("green hall"))
    table.submit(Card(card))
    assert shown(table) == [events.Showed(1, 1, 0, Card(card))]


@pytest.mark.parametrize("rules", ["huji", "huji-bn1"])
def test_rule_9_huji_the_table_chooses_which_card_is_shown(rules: str) -> None:
    """Rule 9, as huji differs: the shown card is drawn by the table."""
    three = suggestion("green knife hall")
    assert asked(staying({1: "green knife hall"}, rules)) == requests.DrawShownCard(
        1, three, tuple(three)
    )


@pytest.mark.parametrize(
    ("suggester", "holder", "passing"),
    [(0, 1, []), (0, 4, [1, 2, 3]), (2, 1, [3, 4, 0]), (4, 3, [0, 1, 2])],
)
def test_rule_10_clockwise_until_one_shows(suggester: int, holder: int, passing: list[int]) -> None:
    """Rule 10: from the left of the suggester, and no farther than the first who can."""
    table = in_hall({holder: "hall", suggester: "green knife"}, players=5, seat=suggester)
    assert passed(table) == passing
    assert shown(table) == [events.Showed(table.turn, holder, suggester, HALL)]


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


def test_rule_11_the_last_one_left_plays_on_until_it_accuses() -> None:
    for last, result in [(WRONG, Result(None, "all-out")), (RIGHT, Result(2, "accusation"))]:
        table = make_table()
        accuse(table, WRONG)
        accuse(table, WRONG)
        for turn in (3, 4, 5):
            assert (asked(table), table.turn) == (requests.AskAccuse(2), turn)
            stay_put(table)
        accuse(table, last)
        assert (table.result, table.request) == (result, None)


def test_rule_11_variant_the_last_one_left_wins() -> None:
    """Rule 11, variant: as soon as the others have accused wrongly."""
    table = make_table(rules="standard,last_wins=yes")
    accuse(table, WRONG)
    assert asked(table) == requests.AskAccuse(1)
    accuse(table, WRONG)
    assert (table.result, table.request) == (Result(2, "last-wins"), None)


def test_rule_11_variant_the_last_one_left_cannot_lose_any_more() -> None:
    """Rule 11, variant: it won when the last rival went, before it could accuse wrongly."""
    hands = {0: "hall", 1: "green knife"}
    table = make_table(hands, rules="standard,last_wins=yes", places={SCARLETT: BEFORE_HALL})
    table.forfeit(2, "crashed")
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    table.forfeit(1, "crashed")
    while table.request is not None:
        is_show = isinstance(asked(table), requests.DrawShownCard)
        table.submit(GREEN if is_show else accusation("white rope study"))
    assert table.result == Result(0, "last-wins")


@pytest.mark.parametrize("limit", [1, 4, 7])
def test_a_game_ends_without_a_winner_at_the_turn_limit(limit: int) -> None:
    """A right accusation on the last turn still wins."""
    table, other = (make_table(rules=f"standard,turn_limit={limit}") for _ in range(2))
    for _ in range(limit - 1):
        stay_put(table)
        stay_put(other)
    assert not table.result
    stay_put(table)
    assert (table.result, table.turn, table.request) == (Result(None, "turn-limit"), limit, None)
    accuse(other, RIGHT)
    assert other.result == Result(other.seat, "accusation")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("cpsc415,secret_accusations=no", ""),
        ("standard,suggest_or_accuse=yes,secret_accusations=yes", ""),
        ("huji,dice=1,last_wins=yes,turn_limit=1000000", ""),
        (" Huji , LAST-WINS=yes ", "huji,last_wins=yes"),
        ("standard,dice=2,last_wins=no,turn_limit=1000", "standard"),
    ],
)
def test_rules_are_read_forgivingly_and_written_by_their_changes(text: str, written: str) -> None:
    assert str(parse_rules(text)) == (written or text)
    assert parse_rules(str(parse_rules(text))) == parse_rules(text)


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("", "''"),
        ("standart", "did you mean 'standard'"),
        ("dice=1,last_wins=yes", r"before the options: standard,dice=1,last_wins=yes"),
        ("standard,dice", "dice="),
        ("standard,dice=3", "dice=3"),
        ("standard,dice=two", "dice=two"),
        ("standard,turn_limit=1000001", "turn_limit=1000001"),
        ("standard,turn_limit=" + "9" * 5000, "turn_limit=999"),
        ("standard,last_wins=maybe", "last_wins=maybe"),
        ("standard,tokens_block=no", "tokens_block"),
    ],
)
def test_rules_that_do_not_exist_are_refused_by_name(text: str, bad: str) -> None:
    with pytest.raises(RulesError, match=bad):
        parse_rules(text)


def test_every_rule_set_and_option_is_on_the_page_of_the_rules() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
    for name in [*RULES, *OPTIONS]:
        assert f"`{name}`" in page


def test_each_rule_set_is_for_so_many_players_and_some_for_no_board() -> None:
    """Three to six, and three where the hands or the tournament are fixed."""
    for rules, players in [("standard", 2), ("standard", 7), ("huji-bn1", 4), ("cpsc415", 4)]:
        with pytest.raises(RulesError, match=f"{players} players"):
            RULES[rules].check(None, players)
    with pytest.raises(RulesError, match=r"board huji under --rules cpsc415.*--board none"):
        RULES["cpsc415"].check(BOARDS["huji"], 3)


def test_rule_8_cpsc415_only_the_accuser_notices_and_it_does_not_suggest() -> None:
    """Rule 8, cpsc415: a turn is either a suggestion or an accusation; all hear a forfeit."""
    table = make_table(board="none", rules="cpsc415")
    accuse(table, WRONG)
    begin(table)
    table.submit(STUDY)
    suggest(table, RIGHT)
    assert (asked(table), table.turn) == (requests.AskAccuse(2), 3)
    accused, out, *others = table.events
    assert [accused, out] == ACCUSED_WRONGLY
    for seat in range(3):
        seen = [table.seen_by(event, seat) for event in table.events]
        assert seen == [*((accused, out) if seat == 0 else (None, None)), *others]
    table.forfeit(2, "crash", "my own words")
    assert table.seen_by(table.events[-1], 1) == events.Forfeited(3, 2, "crash")
