"""The table as a machine that cannot be led astray: every illegal answer is refused.

Refused means :class:`IllegalDecision` that repeats the bad value, and a table as before:
the same request, the same events, the same places.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.errors import IllegalDecision, shown
from planner_clue.table.decisions import Opening
from planner_clue.table.requests import (
    RollDice,
)
from planner_clue.table.table import Table
from tests.shared import examples
from tests.table.helpers import (
    CLASSIC,
    GREEN,
    HALL,
    KNIFE,
    SCARLETT,
    STUDY,
    accusation,
    accuse,
    begin,
    make_table,
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
        list(table.status),
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


EVERY_REQUEST: list[Callable[[], Table]] = [
    at_accuse,
    at_accuse_again,
    at_start,
    at_start_in_hall,
    at_roll,
    at_move,
    at_move_in_room,
    at_move_without_board,
    at_suggest,
    at_show,
    at_show_any,
    at_end,
]
every_request = pytest.mark.parametrize("table_at", EVERY_REQUEST, ids=lambda at: at.__name__)


# -- what no request takes ------------------------------------------------------------------


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
@examples(thorough=40, quick=20, deadline=None)
def test_any_junk_is_refused(table_at: Callable[[], Table], bad: Bad) -> None:
    table = table_at()
    legal_roll = isinstance(bad, tuple) and all(type(die) is int and 1 <= die <= 6 for die in bad)
    if not (isinstance(table.request, RollDice) and legal_roll):
        assert shown(bad) in assert_refused(table, bad)


# -- accusing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("table_at", [at_accuse, at_accuse_again])
@pytest.mark.parametrize(
    "bad",
    [
        ["plum", "rope", "study"],
        ("rope", "plum", "study"),
        ("plum", "rope", "study", "study"),
        ("plum", "rope", "cellar"),
        ("Plum", "rope", "study"),
        ("plum", "rope", ["study"]),
    ],
    ids=repr,
)
def test_an_accusation_is_three_cards_of_the_deck(table_at: Callable[[], Table], bad: Bad) -> None:
    assert repr(bad) in assert_refused(table_at(), bad)


# -- beginning ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table_at", "bad"),
    [
        (at_start, Opening.STAY),
        (at_start, "ROLL"),
        (at_start, ["roll"]),
        (at_start_in_hall, Opening.PASSAGE),
        (at_start_in_hall, HALL),
        (at_roll, (3,)),
        (at_roll, (3, 4, 5)),
        (at_roll, (0, 4)),
        (at_roll, (7, 4)),
        (at_roll, (3.0, 4.0)),
        (at_roll, (True, 4)),
    ],
)
def test_a_turn_begins_by_what_was_offered(table_at: Callable[[], Table], bad: Bad) -> None:
    """Unsummoned in the study, summoned to the hall, or by two dice from 1 to 6."""
    assert repr(bad) in assert_refused(table_at(), bad)


# -- moving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        (8, 11),
        (8, 6),
        (34, 3),
        (8.0, 5.0),
        (True, 5),
        ("8", "5"),
        (8,),
        [8, 5],
        ([8], [5]),
        "kitchen",
        "Hall",
        "cellar",
        "green",
        ("hall",),
    ],
    ids=repr,
)
def test_a_move_ends_within_reach(bad: Bad) -> None:
    assert repr(bad) in assert_refused(at_move(), bad)


def test_without_a_board_a_room_out_of_the_deck_cannot_be_named() -> None:
    table = make_table(board="none", rules="huji-bn1")
    begin(table)
    assert "library" in assert_refused(table, "library")


# -- suggesting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        ["green", "knife", "hall"],
        ("green", "knife", "study"),
        ("knife", "green", "hall"),
        ("green", "knife"),
        ("green", "dagger", "hall"),
        ("green", None, "hall"),
        (["green"], "knife", "hall"),
        "hall",
    ],
    ids=repr,
)
def test_a_suggestion_is_three_cards_in_this_room(bad: Bad) -> None:
    assert repr(bad) in assert_refused(at_suggest(), bad)


# -- showing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("table_at", [at_show, at_show_any])
@pytest.mark.parametrize("bad", ["hall", "mustard", "Green", None, ("green",), ("green", "knife")])
def test_a_shown_card_is_one_that_was_asked_for_and_is_held(
    table_at: Callable[[], Table], bad: Bad
) -> None:
    assert repr(bad) in assert_refused(table_at(), bad)


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
    table, other = table_at(), table_at()
    assert_refused(table, "nonsense")
    table.submit(good)
    other.submit(good)
    assert table.events == other.events
    assert state_of(table) == state_of(other)


@pytest.mark.parametrize("answer", [None, accusation("plum rope study"), HALL, (1, 1), "roll"])
def test_a_finished_table_takes_no_answer(answer: Any) -> None:
    assert repr(answer) in assert_refused(at_end(), answer)


# -- sitting down ---------------------------------------------------------------------------------


def test_a_seat_is_told_its_own_hand_and_what_all_may_know() -> None:
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
