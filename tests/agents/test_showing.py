"""Which card is shown: one that tells the least."""

from planner_clue.agents.showing import Shown
from planner_clue.cards import Suggestion
from planner_clue.table.events import Showed, Suggested
from tests.table.helpers import cards

GREEN, ROPE, STUDY = cards("green rope study")


def asked(shown: Shown, seat: int) -> None:
    shown.observe(Suggested(1, seat, Suggestion(GREEN, ROPE, STUDY)))


def test_the_room_comes_first_then_the_weapon() -> None:
    shown = Shown(0)
    asked(shown, 1)
    assert shown.choose([GREEN, ROPE, STUDY]) == STUDY
    assert shown.choose([GREEN, ROPE]) == ROPE


def test_a_card_is_shown_again_also_if_it_was_shown_without_a_choice() -> None:
    shown = Shown(0)
    shown.observe(Showed(1, 0, 1, GREEN))
    asked(shown, 2)
    assert shown.choose([GREEN, ROPE, STUDY]) == GREEN


def test_best_a_card_that_this_asker_has_seen() -> None:
    shown = Shown(0)
    shown.observe(Showed(1, 0, 1, GREEN))
    shown.observe(Showed(2, 0, 2, ROPE))
    for seat, card in ((1, GREEN), (2, ROPE), (3, GREEN)):
        asked(shown, seat)
        assert shown.choose([GREEN, ROPE, STUDY]) == card


def test_what_others_show_is_none_of_its_cards() -> None:
    shown = Shown(0)
    shown.observe(Showed(1, 2, 0, GREEN))
    asked(shown, 1)
    assert shown.choose([GREEN, STUDY]) == STUDY
