"""The table as a machine that cannot be led astray: every illegal answer is refused.

Refused means :class:`IllegalDecision` that repeats the bad value, and a table as before:
the same request, the same events, the same places.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.cards import ROOMS, Accusation, Card, Deck
from planner_clue.errors import IllegalDecision, RulesError
from planner_clue.table.decisions import Opening, Seat
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    DrawShownCard,
    RollDice,
)
from planner_clue.table.standing import Result
from planner_clue.table.table import Table
from tests.table.helpers import (
    CLASSIC,
    GREEN,
    HALL,
    KITCHEN,
    KNIFE,
    MUSTARD,
    SCARLETT,
    STUDY,
    accusation,
    accuse,
    asked,
    begin,
    make_deal,
    make_table,
    move_options,
    roll,
    suggest,
    suggestion,
    walk,
)

Bad = Any
"""An answer of any type at all, as agents may give."""


def state_of(table: Table) -> list[object]:
    """Return everything the table may not change when it refuses an answer."""
    return [
        list(table.events),
        dict(table.places),
        list(table.standing),
        table.result,
        table.turn,
        table.seat,
        table.seat_view(0, seed=0),
    ]


def assert_refused(table: Table, bad: Bad) -> str:
    """Assert that the answer is refused and the table unchanged; return the message."""
    request, before = table.request, state_of(table)
    with pytest.raises(IllegalDecision) as refusal:
        table.submit(bad)
    assert table.request is request
    assert state_of(table) == before
    message = str(refusal.value)
    assert "\n" not in message
    return message


# -- a table at each of its requests ------------------------------------------------------


def at_accuse() -> Table:
    """Scarlett's turn begins."""
    return make_table()


def at_accuse_again() -> Table:
    """Scarlett has suggested and may accuse."""
    table = make_table({1: "green", 0: "knife hall"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    return table


def at_start() -> Table:
    """Scarlett is in the study: roll, or take the passage."""
    table = make_table(places={SCARLETT: STUDY})
    begin(table)
    return table


def at_start_in_hall() -> Table:
    """Mustard was summoned to the hall: roll, or stay."""
    table = make_table({0: "mustard knife hall"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "mustard knife hall")
    table.submit(None)
    begin(table)
    return table


def at_roll() -> Table:
    """Scarlett is about to roll."""
    table = make_table()
    begin(table)
    return table


def at_move() -> Table:
    """Scarlett is at the hall's side door with a roll of six; green stands at (8, 6)."""
    table = make_table(places={SCARLETT: (8, 4), GREEN: (8, 6)})
    roll(table, 2, 4)
    return table


def at_move_in_room() -> Table:
    """Scarlett is in the hall with a roll of two."""
    table = make_table(places={SCARLETT: HALL})
    roll(table, 1, 1)
    return table


def at_move_without_board() -> Table:
    """Scarlett may name any room."""
    table = make_table(board="none")
    begin(table)
    return table


def at_suggest() -> Table:
    """Scarlett has entered the hall."""
    table = make_table(places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    return table


def at_show() -> Table:
    """Mustard is to show green or the knife."""
    table = make_table({0: "hall", 1: "green knife"}, places={SCARLETT: (8, 4)})
    walk(table, HALL, 1, 1)
    suggest(table, "green knife hall")
    return table


def at_show_any() -> Table:
    """The table's dice are to show green or the knife."""
    table = at_show()
    table.forfeit(1, "crashed")
    return table


def at_end() -> Table:
    """Scarlett has won."""
    table = make_table(case="plum rope study")
    accuse(table, "plum rope study")
    return table


EVERY_REQUEST: list[tuple[Callable[[], Table], type]] = [
    (at_accuse, AskAccuse),
    (at_accuse_again, AskAccuse),
    (at_start, AskStart),
    (at_start_in_hall, AskStart),
    (at_roll, RollDice),
    (at_move, AskMove),
    (at_move_in_room, AskMove),
    (at_move_without_board, AskMove),
    (at_suggest, AskSuggest),
    (at_show, AskShow),
    (at_show_any, DrawShownCard),
    (at_end, type(None)),
]
every_request = pytest.mark.parametrize(
    "table_at", [at for at, _ in EVERY_REQUEST], ids=lambda at: at.__name__
)


@pytest.mark.parametrize(("table_at", "waits_for"), EVERY_REQUEST)
def test_the_tables_here_wait_for_what_they_are_named_after(
    table_at: Callable[[], Table], waits_for: type
) -> None:
    """So that the refusals below are of the right request."""
    assert type(table_at().request) is waits_for


# -- what no request takes ------------------------------------------------------------------


class Impostor:
    """Claims to be equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "Impostor()"


class Unprintable:
    """Cannot be put into a message."""

    def __repr__(self) -> str:
        raise ValueError("no repr")


WRONG_EVERYWHERE: list[Bad] = [
    True,
    0,
    -1,
    7,
    2.5,
    float("nan"),
    10**30,
    "",
    "moriarty",
    "roll over",
    b"hall",
    (),
    [],
    {},
    set(),
    object,
    ("hall",),
    ("a", "b", "c"),
    (None, None, None),
    ([], [], []),
    ((((),),),),
    ({}, set(), []),
    (10**30, 10**30),
    [["green", "knife", "hall"]],
    {"suspect": "green", "weapon": "knife", "room": "hall"},
]


@every_request
@pytest.mark.parametrize("bad", WRONG_EVERYWHERE, ids=repr)
def test_nonsense_is_refused_everywhere(table_at: Callable[[], Table], bad: Bad) -> None:
    """Whatever is asked: the message repeats the value."""
    assert repr(bad) in assert_refused(table_at(), bad)


@every_request
def test_an_object_that_equals_everything_is_refused(table_at: Callable[[], Table]) -> None:
    """Being equal to a legal answer is not being one."""
    assert_refused(table_at(), Impostor())


@every_request
@pytest.mark.parametrize("size", [2, 3])
def test_a_tuple_of_objects_that_equal_everything_is_refused(
    table_at: Callable[[], Table], size: int
) -> None:
    """The same inside a tuple."""
    assert_refused(table_at(), (Impostor(),) * size)


def nested(depth: int) -> list[Any]:
    """Return a list in a list in a list."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@every_request
@pytest.mark.parametrize(
    "bad",
    [10**5000, -(10**5000), (10**5000, 1), nested(100_000), Unprintable()],
    ids=["huge", "minus-huge", "huge-square", "deep", "unprintable"],
)
def test_what_cannot_be_printed_is_refused_all_the_same(
    table_at: Callable[[], Table], bad: Bad
) -> None:
    """Python will not print these; the agent has lost, not the match."""
    assert_refused(table_at(), bad)


junk = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=4),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.tuples(parts, parts)
        | st.tuples(parts, parts, parts)
        | st.dictionaries(st.text(max_size=3), parts, max_size=2)
    ),
    max_leaves=6,
)


@every_request
@given(bad=junk)
@settings(derandomize=True, deadline=None, max_examples=40)
def test_any_junk_is_refused(table_at: Callable[[], Table], bad: Bad) -> None:
    """Hypothesis finds no nonsense that a table takes or trips over."""
    table = table_at()
    legal_roll = isinstance(bad, tuple) and all(type(die) is int and 1 <= die <= 6 for die in bad)
    if not (isinstance(table.request, RollDice) and legal_roll):
        assert_refused(table, bad)


# -- accusing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("table_at", [at_accuse, at_accuse_again])
@pytest.mark.parametrize(
    "bad",
    [
        ["plum", "rope", "study"],
        ("rope", "plum", "study"),
        ("plum", "rope"),
        ("plum", "rope", "study", "study"),
        ("plum", "plum", "plum"),
        ("plum", "rope", "cellar"),
        ("plum", "dagger", "study"),
        ("Plum", "rope", "study"),
        ("plum", "rope", None),
        ("plum", "rope", ("study",)),
        ("plum", "rope", ["study"]),
        (("plum", "rope", "study"),),
        (0, 1, 2),
        pytest.param({"plum", "rope", "study"}, id="a set"),
        "plum rope study",
        "plum",
    ],
    ids=repr,
)
def test_an_accusation_is_three_cards_of_the_deck(table_at: Callable[[], Table], bad: Bad) -> None:
    """A suspect, a weapon and a room, in this order, as a tuple."""
    assert repr(bad) in assert_refused(table_at(), bad)


def test_a_plain_tuple_is_an_accusation() -> None:
    """Agents in other processes have no names for their tuples."""
    table = at_accuse()
    table.submit(("plum", "rope", "study"))  # type: ignore[arg-type]
    assert table.result == Result(0, "accusation")


def test_a_card_that_was_taken_out_of_the_deck_cannot_be_accused() -> None:
    """The library under huji-bn1."""
    table = make_table(board="huji", rules="huji-bn1", case="plum rope study")
    bad = accusation("plum rope library")
    assert repr(bad) in assert_refused(table, bad)


# -- beginning ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [Opening.STAY, "stay", None, "ROLL", ("roll",), ["roll"], KITCHEN])
def test_a_turn_begins_by_what_was_offered(bad: Bad) -> None:
    """In the study, unsummoned: roll or take the passage."""
    assert repr(bad) in assert_refused(at_start(), bad)


@pytest.mark.parametrize("bad", [Opening.PASSAGE, "passage", None, HALL])
def test_there_is_no_passage_to_take_from_the_hall(bad: Bad) -> None:
    """In the hall, summoned: roll or stay."""
    assert repr(bad) in assert_refused(at_start_in_hall(), bad)


def test_a_plain_word_is_an_opening() -> None:
    """As it comes from JSON."""
    table = at_start()
    table.submit("passage")  # type: ignore[arg-type]
    assert table.places[SCARLETT] == KITCHEN


# -- rolling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        None,
        7,
        "34",
        [3, 4],
        (3,),
        (3, 4, 5),
        (0, 4),
        (7, 4),
        (-1, 4),
        (10**30, 4),
        (3.0, 4.0),
        (3, 4.5),
        (True, 4),
        ("3", "4"),
        (None, 4),
        ([], 4),
        ((3,), 4),
    ],
    ids=repr,
)
def test_a_roll_is_two_dice_from_1_to_6(bad: Bad) -> None:
    """As a tuple of whole numbers."""
    assert repr(bad) in assert_refused(at_roll(), bad)


# -- moving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (None, "no place"),
        ((8, 11), "farther than six steps"),
        ((8, 6), "occupied"),
        ((9, 4), "a square of the hall"),
        ((10, 9), "the cellar"),
        ((16, 0), "another start"),
        ((0, 6), "a wall"),
        ((24, 24), "outside"),
        ((-1, 4), "off the map"),
        ((8, -4), "off the map"),
        ((60, 60), "off the map"),
        ((8, 64), "off the map"),
        ((34, 3), "off the map, though 26 squares on it would be (8, 4)"),
        ((34, 4), "off the map, though 26 squares on it would be (8, 5)"),
        ((33, 3), "off the map, though 26 squares on it would be (7, 4)"),
        ((25, 4), "off the map, in the spare column"),
        ((10**30, 4), "off the map"),
        ((8.0, 5.0), "floats"),
        ((8, 5.0), "a float"),
        ((True, 5), "a truth value"),
        (("8", "5"), "texts"),
        ((8, None), "half a square"),
        ((8,), "half a square"),
        ((8, 5, 0), "too many numbers"),
        ([8, 5], "a list"),
        (((8, 5),), "nested"),
        (([8], [5]), "nested"),
        ("8,5", "a text"),
        (0.5, "a number"),
        ("kitchen", "a room out of reach"),
        ("Hall", "not as the cards are written"),
        ("cellar", "no room"),
        ("green", "no room"),
        (["hall"], "a list"),
        (("hall",), "a tuple"),
    ],
    ids=repr,
)
def test_a_move_ends_within_reach(bad: Bad, why: str) -> None:
    """From (8, 4), six steps, with a token on (8, 6)."""
    assert repr(bad) in assert_refused(at_move(), bad), why


def test_squares_off_the_map_are_not_taken_for_squares_on_it() -> None:
    """No pair of numbers is legal but those that are listed."""
    for table in (at_move(), at_move_in_room()):
        options = move_options(table)
        listed = {*options.squares, options.here}
        pairs = {(x, y) for x in range(-70, 70) for y in range(-70, 70)}
        assert {pair for pair in pairs if options.allows(pair)} == listed & pairs


@pytest.mark.parametrize("bad", [(12, 3), (9, 4), (7, 5), (13, 6), "lounge", "study", None])
def test_a_move_out_of_a_room_ends_within_reach(bad: Bad) -> None:
    """From the hall with a roll of two."""
    assert repr(bad) in assert_refused(at_move_in_room(), bad)


@pytest.mark.parametrize("bad", [None, (8, 4), [8, 4], "cellar", "green", "", 3, ("hall",)])
def test_without_a_board_a_move_names_a_room(bad: Bad) -> None:
    """And nothing else."""
    assert repr(bad) in assert_refused(at_move_without_board(), bad)


def test_without_a_board_a_room_out_of_the_deck_cannot_be_named() -> None:
    """The library under huji-bn1."""
    table = make_table(board="none", rules="huji-bn1")
    begin(table)
    assert "library" in assert_refused(table, "library")


def test_the_library_of_huji_bn1_is_not_entered() -> None:
    """It stands on the board, but it is no room."""
    table = make_table(board="huji", rules="huji-bn1", places={SCARLETT: (5, 12)})
    roll(table, 1, 1)
    assert "library" in assert_refused(table, "library")


# -- suggesting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        ["green", "knife", "hall"],
        ("green", "knife", "study"),
        ("knife", "green", "hall"),
        ("green", "knife"),
        ("green", "knife", "hall", "hall"),
        ("hall", "hall", "hall"),
        ("moriarty", "knife", "hall"),
        ("green", "dagger", "hall"),
        ("green", "knife", "Hall"),
        ("green", None, "hall"),
        (["green"], "knife", "hall"),
        ("green", ("knife",), "hall"),
        (("green", "knife", "hall"),),
        pytest.param({"green", "knife", "hall"}, id="a set"),
        "green knife hall",
        "hall",
        3,
    ],
    ids=repr,
)
def test_a_suggestion_is_three_cards_in_this_room(bad: Bad) -> None:
    """A suspect, a weapon and the room one is in, as a tuple."""
    assert repr(bad) in assert_refused(at_suggest(), bad)


def test_without_a_board_the_suggestion_is_of_the_named_room() -> None:
    """Having named the hall, one asks about the hall."""
    table = at_move_without_board()
    table.submit(HALL)
    bad = suggestion("green knife study")
    assert repr(bad) in assert_refused(table, bad)


# -- showing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("table_at", [at_show, at_show_any])
@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("hall", "asked for, and not held"),
        ("mustard", "not asked for"),
        ("plum", "in the case file"),
        ("Green", "not as the cards are written"),
        ("gree", "half a card"),
        (None, "one who can show must"),
        (0, "no index"),
        (("green",), "a tuple"),
        (["green"], "a list"),
        (("green", "knife"), "two cards"),
        ({"green"}, "a set"),
        (b"green", "bytes"),
    ],
    ids=repr,
)
def test_a_shown_card_is_one_that_was_asked_for_and_is_held(
    table_at: Callable[[], Table], bad: Bad, why: str
) -> None:
    """Green or the knife."""
    assert repr(bad) in assert_refused(table_at(), bad), why


# -- after a refusal ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table_at", "good"),
    [
        (at_accuse, None),
        (at_start, Opening.PASSAGE),
        (at_roll, (3, 4)),
        (at_move, (8, 5)),
        (at_suggest, suggestion("green knife hall")),
        (at_show, KNIFE),
        (at_show_any, KNIFE),
    ],
)
def test_the_table_takes_a_legal_answer_after_an_illegal_one(
    table_at: Callable[[], Table], good: Any
) -> None:
    """And all is as if nothing had been said."""
    table, other = table_at(), table_at()
    assert_refused(table, "nonsense")
    table.submit(good)
    other.submit(good)
    assert table.events == other.events
    assert state_of(table) == state_of(other)


@pytest.mark.parametrize("answer", [None, accusation("plum rope study"), HALL, (1, 1), "roll"])
def test_a_finished_table_takes_no_answer(answer: Any) -> None:
    """Not even one that was legal before."""
    assert repr(answer) in assert_refused(at_end(), answer)


# -- sitting down ---------------------------------------------------------------------------------


def test_a_seat_is_told_its_own_hand_and_what_all_may_know() -> None:
    """Nothing of the case file or the other hands."""
    table = make_table({1: "green knife hall"}, players=4)
    seat = table.seat_view(1, seed=5)
    assert seat.index == 1
    assert set(seat.hand) >= {GREEN, KNIFE, HALL}
    assert seat.hand_sizes == (5, 5, 4, 4)
    assert seat.tokens == ("scarlett", "mustard", "white", "green")
    assert seat.deck.cards == CLASSIC.deck.cards
    assert seat.players == 4
    assert seat.seed == 5
    assert seat.read_rules() == table.rules
    board = seat.read_board()
    assert board is not None
    assert board.map.rows == CLASSIC.map.rows
    hidden = [hand for other, hand in enumerate(table.deal.hands) if other != 1]
    assert not any(str(hand) in str(seat) for hand in [*hidden, table.deal.case_file])


@pytest.mark.parametrize(("board", "rules"), [("classic", "standard"), ("none", "huji-bn1")])
def test_a_seat_goes_to_json_and_back(board: str, rules: str) -> None:
    """An agent may sit in another process."""
    seat = make_table(board=board, rules=rules).seat_view(2, seed=2**63)
    assert Seat.from_json(json.loads(json.dumps(seat.to_json()))) == seat


def test_move_options_go_to_json() -> None:
    """All that an agent in another process needs to choose."""
    options = move_options(at_move_in_room())
    assert json.loads(json.dumps(options.to_json())) == {
        "turn": 1,
        "dice": [1, 1],
        "here": "hall",
        "rooms": list(options.rooms),
        "squares": [list(square) for square in options.squares],
        "tokens": {
            "scarlett": "hall",
            "mustard": [23, 7],
            "white": [14, 24],
            "green": [9, 24],
            "peacock": [0, 18],
            "plum": [0, 5],
        },
    }


def test_the_tokens_of_the_options_are_a_copy() -> None:
    """Changing them moves nothing."""
    for table in (at_start(), at_move()):
        request = asked(table)
        assert isinstance(request, AskStart | AskMove)
        tokens: Any = request.options.tokens
        tokens.clear()
        assert table.places[MUSTARD] == (23, 7)


def test_a_game_does_not_change_the_board() -> None:
    """The next game starts from the same squares."""
    table = at_suggest()
    assert table.places[SCARLETT] == HALL
    assert CLASSIC.starts[SCARLETT] == (16, 0)
    assert make_table().places[SCARLETT] == (16, 0)


def test_a_table_for_too_few_or_too_many_is_refused() -> None:
    """Three to six."""
    with pytest.raises(RulesError, match="2 players"):
        Table(CLASSIC, make_table().rules, make_deal(players=2))


def test_the_requests_of_a_whole_turn() -> None:
    """Accuse? - roll - move - suggest - show - accuse? - the next player."""
    table = make_table({0: "hall", 1: "green knife"}, places={SCARLETT: (8, 4)})
    answers: list[tuple[type, Any]] = [
        (AskAccuse, None),
        (RollDice, (1, 1)),
        (AskMove, HALL),
        (AskSuggest, suggestion("green knife hall")),
        (AskShow, GREEN),
        (AskAccuse, None),
    ]
    for waits_for, answer in answers:
        assert type(asked(table)) is waits_for
        table.submit(answer)
    assert table.request == AskAccuse(1)


def test_a_small_deck_can_be_played_with() -> None:
    """The table takes the cards from the deal."""
    deck = Deck(rooms=ROOMS[-3:])
    deal = make_deal(case="plum rope study", deck=deck)
    table = Table(None, make_table().rules, deal)
    begin(table)
    assert move_options(table).rooms == ROOMS[-3:]
    assert_refused(table, "kitchen")
    table.submit(HALL)
    assert_refused(table, Accusation(GREEN, KNIFE, Card("kitchen")))
