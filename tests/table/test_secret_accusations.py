"""Rule 8 as the CPSC 415 tournament has it: suggest or accuse, and accuse in secret."""

import pytest

from planner_clue.errors import RulesError
from planner_clue.table.events import Accused, Eliminated, Event, Forfeited
from planner_clue.table.record import replay, write_record
from planner_clue.table.requests import AskAccuse
from planner_clue.table.rules import RULES
from planner_clue.table.table import Table
from planner_clue.table.turn_order import Result
from tests.table.helpers import (
    BOARDS,
    STUDY,
    accusation,
    accuse,
    asked,
    make_table,
    stay_put,
    suggest,
)

WRONG = "green rope study"
RIGHT = "plum rope study"


def cpsc415() -> Table:
    return make_table(board="none", rules="cpsc415")


def ask_in_study(table: Table) -> None:
    """Suggest what nobody can show."""
    table.submit(None)
    table.submit(STUDY)
    suggest(table, RIGHT)


def seen(table: Table, seat: int) -> list[Event]:
    """Return everything this seat noticed."""
    return [heard for event in table.events if (heard := table.seen_by(event, seat)) is not None]


def test_a_turn_is_either_a_suggestion_or_an_accusation() -> None:
    table = cpsc415()
    accuse(table, WRONG)
    assert asked(table) == AskAccuse(1)
    ask_in_study(table)
    assert (asked(table), table.turn) == (AskAccuse(2), 3)


def test_nobody_else_notices_an_accusation_but_a_forfeit() -> None:
    table = cpsc415()
    accuse(table, WRONG)
    ask_in_study(table)
    own: list[Event] = [Accused(1, 0, accusation(WRONG), False), Eliminated(1, 0)]
    assert seen(table, 0)[:2] == own
    for seat in (1, 2):
        assert not [event for event in seen(table, seat) if isinstance(event, Accused | Eliminated)]
        assert len(seen(table, seat)) == len(table.events) - len(own)
    table.forfeit(2, "crash", "my own words")
    assert seen(table, 1)[-1] == Forfeited(table.turn - 1, 2, "crash")


def test_a_record_of_it_replays() -> None:
    table = cpsc415()
    accuse(table, WRONG)
    ask_in_study(table)
    stay_put(table)
    accuse(table, RIGHT)
    record = write_record(
        table, game=0, seed=1, agents=["a", "b", "c"], settings={}, notes=[[], [], []]
    )
    assert record["rules"] == "cpsc415"
    assert replay(record).result == Result(1, "accusation")
    assert replay(record).events == table.events


def test_a_table_with_a_board_is_refused() -> None:
    with pytest.raises(RulesError, match=r"board huji under --rules cpsc415.*--board none"):
        RULES["cpsc415"].check(BOARDS["huji"], 3)
