"""What is not said as evidence, whatever suggestions tell: nobody answers, nobody accuses."""

from dataclasses import replace

import pytest

from planner_clue.belief import Belief, believe
from planner_clue.belief.hands import ChoiceOfCard, uniform
from planner_clue.belief.silence import SILENT
from planner_clue.cards import Accusation, CaseFile, Suggestion
from planner_clue.table.events import Accused, Event, Moved, Passed, Showed, Suggested
from tests.belief.tables import SEAT
from tests.table.helpers import cards

HEARS_NO_ACCUSATION = replace(SEAT, rules="standard,secret_accusations=yes")
THREE = CaseFile(*cards("green rope study"))
PASSES_ON: Event = Moved(3, 2, cards("lounge")[0])


def nobody_answers(turn: int, seat: int, names: str) -> list[Event]:
    asked = Suggested(turn, seat, Suggestion(*cards(names)))
    return [asked, *(Passed(turn, (seat + step) % 3) for step in (1, 2))]


UNANSWERED = nobody_answers(2, 1, "green rope study")


def odds(belief: Belief) -> float:
    return belief.chance(THREE) / (1 - belief.chance(THREE))


@pytest.mark.parametrize("asking", [1, 16])
def test_who_is_not_answered_and_does_not_accuse_probably_holds_one(asking: int) -> None:
    silent = believe(SEAT, [*UNANSWERED, PASSES_ON], asking=asking)
    unheard = believe(HEARS_NO_ACCUSATION, [*UNANSWERED, PASSES_ON], asking=asking)
    assert odds(silent) < odds(unheard) / (SILENT - 2)
    own = sum(silent.chance_at(card, 1) for card in THREE)
    assert own > sum(unheard.chance_at(card, 1) for card in THREE)
    assert silent.deals() == unheard.deals()


def test_an_accusation_explains_why_nobody_answered() -> None:
    accuses = Accused(2, 1, Accusation(*cards("white knife library")), correct=False)
    explained = believe(SEAT, [*UNANSWERED, accuses])
    assert explained.chance(THREE) > 5 * believe(SEAT, UNANSWERED).chance(THREE)
    assert explained.shifting[-1] == accuses


def test_only_an_accusation_of_the_same_seat_at_once_explains_it() -> None:
    asked: Event = Suggested(5, 1, Suggestion(*cards("mustard rope study")))
    for seat, later in ((2, []), (1, [asked, Showed(5, 2, 1, None)])):
        accuses = Accused(6, seat, Accusation(*cards("white knife library")), correct=False)
        story = [*UNANSWERED, *later, accuses]
        unheard = believe(HEARS_NO_ACCUSATION, story)
        assert odds(believe(SEAT, story)) < odds(unheard) / (SILENT - 2)


SHOWN: list[Event] = [
    Suggested(1, 0, Suggestion(*cards("green rope study"))),
    Showed(1, 1, 0, cards("study")[0]),
]
ANSWERED: list[Event] = [
    Suggested(2, 1, Suggestion(*cards("scarlett rope study"))),
    Passed(2, 2),
    Showed(2, 0, 1, cards("scarlett")[0]),
]


@pytest.mark.parametrize(
    ("rules", "choice", "story"),
    [
        pytest.param("standard", uniform, ANSWERED, id="answered in the end"),
        pytest.param("standard", uniform, [*SHOWN, *UNANSWERED], id="has one of the three"),
        pytest.param("standard", None, UNANSWERED, id="logic takes it for no evidence"),
        pytest.param("standard,suggest_or_accuse=yes", uniform, UNANSWERED, id="may not accuse"),
    ],
)
def test_where_it_is_no_silence_it_tells_nothing(
    rules: str, choice: ChoiceOfCard | None, story: list[Event]
) -> None:
    heard = believe(replace(SEAT, rules=rules), story, choice)
    assert heard.case_files() == believe(HEARS_NO_ACCUSATION, story, choice).case_files()


def test_a_player_that_may_never_accuse_is_silent_as_often_as_it_likes() -> None:
    again = believe(SEAT, [*UNANSWERED, *nobody_answers(5, 1, "green rope study")])
    assert again.case_files() == believe(SEAT, UNANSWERED).case_files()
