"""Rule 8 as the CPSC 415 tournament has it: suggest or accuse, and accuse in secret."""

import pytest

from planner_clue.cards import Card
from planner_clue.errors import IllegalDecision, RulesError
from planner_clue.table.events import Accused, Eliminated, Event, Forfeited, Passed, Showed
from planner_clue.table.record import replay, write_record
from planner_clue.table.requests import AskAccuse, AskShow
from planner_clue.table.rules import RULES, parse_rules
from planner_clue.table.standing import Standing
from planner_clue.table.table import Table
from tests.table.helpers import (
    BOARDS,
    CLASSIC,
    STUDY,
    accusation,
    accuse,
    asked,
    make_table,
    stay_put,
    suggest,
    suggestion,
)

WRONG = "green rope study"
RIGHT = "plum rope study"


def cpsc415(hands: dict[int, str] | None = None) -> Table:
    return make_table(hands, board="none", rules="cpsc415")


def ask_in_study(table: Table) -> None:
    """Suggest what nobody can show."""
    table.submit(None)
    table.submit(STUDY)
    suggest(table, RIGHT)


def passed(table: Table) -> list[int]:
    return [event.seat for event in table.events if isinstance(event, Passed)]


def seen(table: Table, seat: int) -> list[Event]:
    """Return everything this seat noticed."""
    return [heard for event in table.events if (heard := table.seen_by(event, seat)) is not None]


def test_who_has_suggested_may_not_accuse_in_that_turn() -> None:
    table = cpsc415()
    ask_in_study(table)
    assert (asked(table), table.turn) == (AskAccuse(1), 2)


def test_it_may_accuse_in_its_next_turn() -> None:
    table = cpsc415()
    ask_in_study(table)
    stay_put(table)
    stay_put(table)
    accuse(table, RIGHT)
    assert table.result == (0, "accusation")


def test_an_accuser_does_not_suggest_in_that_turn() -> None:
    table = cpsc415()
    accuse(table, WRONG)
    assert asked(table) == AskAccuse(1)


def test_under_the_official_rules_an_accusation_may_follow_a_suggestion() -> None:
    table = make_table(board="none")
    ask_in_study(table)
    assert asked(table) == AskAccuse(0)


def test_nobody_else_notices_an_accusation() -> None:
    table = cpsc415()
    accuse(table, WRONG)
    ask_in_study(table)
    own: list[Event] = [Accused(1, 0, accusation(WRONG), False), Eliminated(1, 0)]
    assert seen(table, 0)[:2] == own
    for seat in (1, 2):
        assert not [event for event in seen(table, seat) if isinstance(event, Accused | Eliminated)]
        assert len(seen(table, seat)) == len(table.events) - len(own)


def test_a_forfeit_is_announced_all_the_same() -> None:
    table = cpsc415()
    table.forfeit(0, "crash: my own words")
    assert seen(table, 1) == [Forfeited(1, 0, "crash")]


def test_who_is_out_goes_on_answering_and_takes_no_turns() -> None:
    table = cpsc415({0: "green wrench"})
    accuse(table, WRONG)
    table.submit(None)
    table.submit(STUDY)
    suggest(table, "green wrench study")
    assert passed(table) == [2]
    cards = (Card("green"), Card("wrench"))
    assert asked(table) == AskShow(0, suggestion("green wrench study"), cards)
    table.submit(Card("wrench"))
    assert [event.card for event in table.events if isinstance(event, Showed)] == ["wrench"]
    stay_put(table)
    assert table.seat == 1
    assert table.standing[0] is Standing.ELIMINATED


def test_when_all_three_are_out_nobody_wins() -> None:
    table = cpsc415()
    for _ in range(3):
        accuse(table, WRONG)
    assert table.result == (None, "all-out")


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
    assert replay(record).result == (1, "accusation")
    assert replay(record).events == table.events


@pytest.mark.parametrize(
    "text",
    [
        "cpsc415",
        "cpsc415,turn_limit=60",
        "cpsc415,secret_accusations=no",
        "standard,suggest_or_accuse=yes",
        "standard,suggest_or_accuse=yes,secret_accusations=yes",
    ],
)
def test_the_options_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_rules(text)) == text


def test_the_rule_set_is_made_of_options_that_others_have_too() -> None:
    rules = parse_rules("standard,suggest_or_accuse=yes,secret_accusations=yes")
    assert rules.suggest_or_accuse
    assert rules.secret_accusations
    rules.check(CLASSIC, 6)


def test_a_table_with_a_board_is_refused() -> None:
    with pytest.raises(RulesError, match=r"board huji under --rules cpsc415.*--board none"):
        RULES["cpsc415"].check(BOARDS["huji"], 3)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_other_than_three_players_are_refused(players: int) -> None:
    with pytest.raises(RulesError, match=f"{players} players under --rules cpsc415; expected 3"):
        RULES["cpsc415"].check(None, players)


def test_a_wrong_accusation_is_as_illegal_as_ever() -> None:
    table = cpsc415()
    with pytest.raises(IllegalDecision, match="expected a suspect, a weapon and a room"):
        table.submit(accusation("rope plum study"))
