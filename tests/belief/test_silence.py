"""What is not said as evidence, whatever suggestions tell: nobody answers, nobody accuses."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.silence import SILENT
from planner_clue.cards import Accusation, CaseFile, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Moved, Passed, Showed, Suggested
from tests.belief.tables import SMALL, make_seat
from tests.table.helpers import cards

SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
HEARS_NO_ACCUSATION = replace(SEAT, rules="standard,secret_accusations=yes")
THREE = CaseFile(*cards("green rope study"))
PASSES_ON: Event = Moved(3, 2, cards("lounge")[0])


def nobody_answers(turn: int, seat: int, names: str) -> list[Event]:
    asked = Suggested(turn, seat, Suggestion(*cards(names)))
    return [asked, *(Passed(turn, (seat + step) % 3) for step in (1, 2))]


UNANSWERED = nobody_answers(2, 1, "green rope study")


def believe(events: Sequence[Event], seat: Seat = SEAT, *, asking: int = 1) -> Belief:
    belief = Belief(seat, asking=asking)
    for event in events:
        belief.observe(event)
    return belief


def odds(belief: Belief) -> float:
    return belief.chance(THREE) / (1 - belief.chance(THREE))


@pytest.mark.parametrize("asking", [1, 16])
def test_who_is_not_answered_and_does_not_accuse_probably_holds_one_of_the_three(
    asking: int,
) -> None:
    silent = believe([*UNANSWERED, PASSES_ON], asking=asking)
    unheard = believe([*UNANSWERED, PASSES_ON], HEARS_NO_ACCUSATION, asking=asking)
    assert odds(silent) < odds(unheard) / (SILENT - 2)
    own = sum(silent.chance_at(card, 1) for card in THREE)
    assert own > sum(unheard.chance_at(card, 1) for card in THREE)
    assert silent.deals() == unheard.deals()


def test_a_player_that_may_never_accuse_is_silent_as_often_as_it_likes() -> None:
    again = [*UNANSWERED, *nobody_answers(5, 1, "green rope study")]
    assert believe(again).case_files() == believe(UNANSWERED).case_files()


def test_who_is_answered_in_the_end_is_not_silent() -> None:
    asked = Suggested(2, 1, Suggestion(*cards("scarlett rope study")))
    story: list[Event] = [asked, Passed(2, 2), Showed(2, 0, 1, cards("scarlett")[0])]
    assert believe(story).case_files() == believe(story, HEARS_NO_ACCUSATION).case_files()


def test_an_accusation_explains_why_nobody_answered() -> None:
    accuses = Accused(2, 1, Accusation(*cards("white knife library")), correct=False)
    explained = believe([*UNANSWERED, accuses])
    assert explained.chance(THREE) > 5 * believe(UNANSWERED).chance(THREE)
    assert explained.shifting[-1] == accuses


@pytest.mark.parametrize(
    "later",
    [
        [],
        [
            Suggested(5, 1, Suggestion(*cards("mustard rope study"))),
            Showed(5, 2, 1, None),
        ],
    ],
)
def test_only_an_accusation_of_the_same_seat_at_once_explains_it(later: list[Event]) -> None:
    seat = 1 if later else 2
    accuses = Accused(6, seat, Accusation(*cards("white knife library")), correct=False)
    story = [*UNANSWERED, *later, accuses]
    assert odds(believe(story)) < odds(believe(story, HEARS_NO_ACCUSATION)) / (SILENT - 2)


@pytest.mark.parametrize("option", ["suggest_or_accuse", "secret_accusations"])
def test_where_nobody_sees_it_accuse_at_once_silence_tells_nothing(option: str) -> None:
    seat = replace(SEAT, rules=f"standard,{option}=yes")
    heard, unheard = believe(UNANSWERED, seat), believe(UNANSWERED, HEARS_NO_ACCUSATION)
    assert heard.case_files() == unheard.case_files()


def test_one_of_the_three_that_it_surely_has_explains_the_silence() -> None:
    known: list[Event] = [
        Suggested(1, 0, Suggestion(*cards("green rope study"))),
        Showed(1, 1, 0, cards("study")[0]),
    ]
    story = [*known, *UNANSWERED]
    assert believe(story).case_files() == believe(story, HEARS_NO_ACCUSATION).case_files()


def test_logic_takes_no_silence_for_evidence() -> None:
    silent, unheard = Belief(SEAT, None), Belief(HEARS_NO_ACCUSATION, None)
    for event in UNANSWERED:
        silent.observe(event)
        unheard.observe(event)
    assert silent.case_files() == unheard.case_files()
