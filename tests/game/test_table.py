"""The table as a machine that cannot be led astray: every illegal answer is refused.

Refused means :class:`IllegalDecision` that repeats the bad value, and a table as before:
the same request, the same events, the same places.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from planner_clue.game.board import Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Opening
from planner_clue.game.requests import RollDice
from planner_clue.game.table import Table
from planner_clue.support.errors import IllegalDecision, shown
from tests.game.helpers import (
    BOARDS,
    CLASSIC,
    GREEN,
    HALL,
    SCARLETT,
    STUDY,
    TABLES,
    accusation,
    accuse,
    begin,
    deal_table,
    in_hall,
    make_table,
    play_randomly,
    roll,
)
from tests.shared import examples, texts

Bad = Any
"""An answer of any type at all, as agents may give."""


def state_of(table: Table) -> list[object]:
    counted = table.result, table.turn, table.seat, table.seat_view(0, seed=0)
    return [[*table.events], {**table.places}, [*table.status], *counted]


def assert_refused(table: Table, bad: Bad) -> None:
    """Assert that the answer is refused, by its value, and the table unchanged."""
    request, before = table.request, state_of(table)
    with pytest.raises(IllegalDecision) as refusal:
        table.submit(bad)
    assert table.request is request
    assert state_of(table) == before
    message = str(refusal.value)
    assert "\n" not in message
    assert shown(bad) in message


NEARLY: dict[str, list[Bad]] = {
    "accuse": [
        ["plum", "rope", "study"], ("rope", "plum", "study"), ("plum", "rope", "study", "study"),
        ("plum", "rope", "cellar"), ("Plum", "rope", "study"), ("plum", "rope", ["study"]),
    ],
    "accuse again": [("plum", "rope", "cellar"), "roll"],
    "start in the study": [Opening.STAY, "ROLL", ["roll"]],
    "start in the hall": [Opening.PASSAGE, HALL],
    "roll": [(3,), (3, 4, 5), (0, 4), (7, 4), (3.0, 4.0), (True, 4)],
    "move": [
        *((8, 11), (8, 6), (34, 3), (8.0, 5.0), (True, 5), ("8", "5"), (8,), [8, 5], ([8], [5])),
        *("kitchen", "Hall", "cellar", "green", ("hall",)),
    ],
    "move in a room": [STUDY],
    "move without a board": ["library"],
    "suggest": [
        ["green", "knife", "hall"], ("green", "knife", "study"), ("knife", "green", "hall"),
        ("green", "knife"), ("green", "dagger", "hall"), ("green", None, "hall"),
        (["green"], "knife", "hall"), "hall",
    ],
    "show": ["hall", "mustard", "Green", None, ("green",), ("green", "knife")],
    "draw the card": ["hall", "mustard", "Green", None, ("green",), ("green", "knife")],
    "end": [None, accusation("plum rope study"), HALL, (1, 1), "roll"],
}  # fmt: skip
"""For each request, answers that are nearly legal."""


def begun(**table_as: Any) -> Table:
    table = make_table(**table_as)
    begin(table)
    return table


def rolled(here: Place, *dice: int) -> Table:
    """Return a table at which Scarlett has rolled, and green stands at (8, 6)."""
    table = make_table(places={SCARLETT: here, GREEN: (8, 6)})
    roll(table, *dice)
    return table


def summoned() -> Table:
    table = in_hall({0: "mustard knife hall"}, "mustard knife hall")
    table.submit(None)
    begin(table)
    return table


def showing(*, forfeited: bool = False) -> Table:
    """Return a table at which green or the knife is to be shown, by Mustard or the dice."""
    table = in_hall({0: "hall", 1: "green knife"})
    if forfeited:
        table.forfeit(1, "crashed")
    return table


def won() -> Table:
    table = make_table(case="plum rope study")
    accuse(table, "plum rope study")
    return table


AT_A_REQUEST: dict[str, Callable[[], Table]] = {
    "accuse": make_table,
    "accuse again": lambda: in_hall({1: "green", 0: "knife hall"}),
    "start in the study": lambda: begun(places={SCARLETT: STUDY}),
    "start in the hall": summoned,
    "roll": begun,
    "move": lambda: rolled((8, 4), 2, 4),
    "move in a room": lambda: rolled(HALL, 1, 1),
    "move without a board": lambda: begun(board="none", rules="huji-bn1"),
    "suggest": lambda: in_hall(names=""),
    "show": showing,
    "draw the card": lambda: showing(forfeited=True),
    "end": won,
}
"""A table at each of its requests."""


junk = st.recursive(
    st.booleans() | st.integers() | st.floats() | texts(max_size=8) | st.binary(max_size=4),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.tuples(parts, parts)
        | st.tuples(parts, parts, parts)
        | st.dictionaries(texts(max_size=3), parts, max_size=2)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("request_at", AT_A_REQUEST)
@given(bad=junk)
@examples(thorough=40, quick=20, deadline=None)
def test_any_junk_is_refused(request_at: str, bad: Bad) -> None:
    table = AT_A_REQUEST[request_at]()
    legal_roll = isinstance(bad, tuple) and all(type(die) is int and 1 <= die <= 6 for die in bad)
    if not (isinstance(table.request, RollDice) and legal_roll):
        assert_refused(table, bad)


@pytest.mark.parametrize("request_at", NEARLY)
def test_what_is_nearly_legal_is_refused(request_at: str) -> None:
    table = AT_A_REQUEST[request_at]()
    for bad in [*NEARLY[request_at], b"nonsense", float("nan"), {"a": [1]}, ([], [], [])]:
        assert_refused(table, bad)


def test_without_a_board_a_refused_move_names_the_rooms() -> None:
    message = "move to 'cellar'; expected a room in play: kitchen, ballroom, "
    with pytest.raises(IllegalDecision, match=message):
        begun(board="none", rules="huji-bn1").submit(Card("cellar"))


def test_a_seat_is_shown_its_own_hand_and_what_all_may_know() -> None:
    table = make_table({1: "green knife hall"}, players=4)
    seat = table.seat_view(1, seed=5)
    assert (seat.index, seat.players, seat.seed) == (1, 4, 5)
    assert seat.hand == table.deal.hands[1]
    assert seat.hand_sizes == (5, 5, 4, 4)
    assert seat.tokens == ("scarlett", "mustard", "white", "green")
    assert seat.deck.cards == CLASSIC.deck.cards
    assert seat.read_rules() == table.rules
    board = seat.read_board()
    assert board is not None
    assert board.map.rows == CLASSIC.map.rows
    hidden = [hand for other, hand in enumerate(table.deal.hands) if other != 1]
    assert not any(str(hand) in str(seat) for hand in [*hidden, table.deal.case_file])


unshrunk = (Phase.explicit, Phase.generate)
"""A smaller seed is no smaller game."""


@pytest.mark.parametrize(("board", "rules"), TABLES)
@given(
    seed=st.integers(0, 2**32 - 1),
    players=st.integers(3, 6),
    accusing=st.sampled_from([0.0, 0.02, 0.2]),
    forfeiting=st.sampled_from([0.0, 0.01, 0.05, 0.2]),
)
@examples(thorough=100, quick=12, phases=unshrunk)
def test_random_games_keep_the_rules(
    board: str, rules: str, seed: int, players: int, accusing: float, forfeiting: float
) -> None:
    """Turn order, entries, moves, asking, secrecy, places and the end: see the referee."""
    rng = Random(seed)
    table = deal_table(BOARDS[board], f"{rules},turn_limit=60", players, rng)
    play_randomly(table, rng, accusing=accusing, forfeiting=forfeiting)
    assert table.result is not None
    assert table.request is None
