"""Which card is shown: one that tells the least."""

from planner_clue.agents.greedy import least_telling
from planner_clue.belief.transcript import Transcript
from planner_clue.cards import Card, Suggestion
from planner_clue.table.events import Showed, Suggested
from tests.belief.tables import TINY, make_seat
from tests.table.helpers import cards

GREEN, ROPE, STUDY = cards("green rope study")


def asked(transcript: Transcript, seat: int, shows: Card | None = None) -> None:
    transcript.observe(Suggested(1, seat, Suggestion(GREEN, ROPE, STUDY)))
    if shows:
        transcript.observe(Showed(1, 0, seat, shows))


def transcript() -> Transcript:
    return Transcript(make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1)))


def test_the_room_comes_first_then_the_weapon() -> None:
    seen = transcript()
    asked(seen, 1)
    assert least_telling([GREEN, ROPE, STUDY], seen) == STUDY
    assert least_telling([GREEN, ROPE], seen) == ROPE


def test_a_card_is_shown_again_also_if_it_was_shown_without_a_choice() -> None:
    seen = transcript()
    asked(seen, 1, shows=GREEN)
    asked(seen, 2)
    assert least_telling([GREEN, ROPE, STUDY], seen) == GREEN


def test_best_a_card_that_this_asker_has_seen() -> None:
    seen = transcript()
    asked(seen, 1, shows=GREEN)
    asked(seen, 2, shows=ROPE)
    for seat, card in ((1, GREEN), (2, ROPE), (3, GREEN)):
        asked(seen, seat)
        assert least_telling([GREEN, ROPE, STUDY], seen) == card


def test_what_others_show_is_none_of_its_cards() -> None:
    seen = transcript()
    asked(seen, 0)
    seen.observe(Showed(1, 2, 0, GREEN))
    asked(seen, 1)
    assert least_telling([GREEN, STUDY], seen) == STUDY
