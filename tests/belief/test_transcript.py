"""What one seat saw and asked is written down once, for everybody."""

import pytest

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.transcript import Transcript
from planner_clue.cards import Suggestion
from planner_clue.table.events import Eliminated, Forfeited, Passed, Showed, Suggested
from tests.belief.tables import TINY, make_seat
from tests.table.helpers import cards

SEAT = make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1))
ASKED = Suggestion(*cards("mustard rope study"))
(ROPE,) = cards("rope")


def transcript() -> Transcript:
    return Transcript(SEAT)


def test_evidence_knows_its_question_and_who_asked_it() -> None:
    seen = transcript()
    assert seen.observe(Suggested(1, 1, ASKED)) is None
    passed = seen.observe(Passed(1, 2))
    assert passed is not None
    assert (passed.asked, passed.asker, passed.observation) == (ASKED, 1, 0)
    assert passed.concerns(1)
    assert passed.concerns(2)
    assert not passed.concerns(0)
    assert passed.in_words(("scarlett", "green", "plum")) == "plum passes on mustard, rope, study"


def test_only_the_own_questions_are_counted() -> None:
    seen = transcript()
    for turn, seat in enumerate((0, 1, 0), 1):
        seen.observe(Suggested(turn, seat, ASKED))
    assert dict(seen.times_asked) == dict.fromkeys(ASKED, 2)
    assert (seen.suggestion, seen.asker, seen.turn) == (ASKED, 0, 3)


def test_it_keeps_the_cards_that_this_seat_showed() -> None:
    seen = transcript()
    seen.observe(Suggested(1, 1, ASKED))
    seen.observe(Showed(1, 0, 1, ROPE))
    seen.observe(Suggested(2, 0, ASKED))
    seen.observe(Showed(2, 1, 0, ROPE))
    assert seen.shown == [(1, ROPE)]


def test_who_is_out_is_no_rival() -> None:
    seen = transcript()
    assert seen.rivals == {1, 2}
    seen.observe(Eliminated(1, 1))
    seen.observe(Forfeited(2, 2, "gone"))
    assert seen.rivals == set()


def test_an_answer_needs_a_question_that_it_fits() -> None:
    with pytest.raises(ContradictionError, match="Passed before any suggestion"):
        transcript().observe(Passed(1, 1))
    seen = transcript()
    seen.observe(Suggested(1, 0, ASKED))
    (knife,) = cards("knife")
    with pytest.raises(ContradictionError, match="knife was shown when asked about mustard"):
        seen.observe(Showed(1, 1, 0, knife))


def test_the_belief_says_by_what_a_fact_first_was_certain() -> None:
    """The study is located when seat 1 shows it; what comes later only repeats that."""
    belief = Belief(SEAT)
    (study,) = cards("study")
    own = Suggestion(*cards("scarlett knife study"))
    for turn in (3, 5, 7):
        belief.observe(Suggested(turn, 2, own))
        belief.observe(Showed(turn, 1, 2, None))
    pieces = belief.transcript.evidence
    assert belief.holder(study) == 1
    assert belief.settled_by(study, 1, pieces) in pieces[:1]
    assert belief.settled_by(study, 1, []) is None
