"""Rule 1 by itself; how the table keeps it is in ``test_rules.py``."""

from planner_clue.table.one_suggestion_per_entry import OneSuggestionPerEntry
from tests.table.helpers import HALL, STUDY


def entries(*, may_stay: bool = False) -> OneSuggestionPerEntry:
    return OneSuggestionPerEntry(3, may_stay=may_stay)


def test_nobody_may_suggest_before_moving_without_having_been_brought_in() -> None:
    assert not any(entries().may_suggest_before_moving(seat) for seat in range(3))


def test_having_been_brought_in_counts_for_that_seats_next_turn_only() -> None:
    rule = entries()
    rule.bring_in(1)
    assert [rule.may_suggest_before_moving(seat) for seat in (0, 1, 2, 0, 1)] == [
        False,
        True,
        False,
        False,
        False,
    ]


def test_where_players_may_stay_they_may_always_suggest_again() -> None:
    rule = entries(may_stay=True)
    assert all(rule.may_suggest_before_moving(0) for _ in range(3))


def test_only_a_move_into_another_room_is_an_entry() -> None:
    assert OneSuggestionPerEntry.is_entry((8, 4), HALL)
    assert OneSuggestionPerEntry.is_entry(STUDY, HALL)
    assert not OneSuggestionPerEntry.is_entry(HALL, HALL)
    assert not OneSuggestionPerEntry.is_entry(HALL, (8, 4))


def test_without_a_board_every_move_is_an_entry() -> None:
    assert OneSuggestionPerEntry.is_entry(None, HALL)
