"""What follows from notes: contradictions by their lines, and what is newly certain."""

import json

import pytest

from planner_clue.assist.advice import best_suggestions, own_place, plan_at
from planner_clue.assist.conclusions import (
    Conclusions,
    checked_conclusions,
    conclude,
    newly_certain,
)
from planner_clue.assist.notes import Diagnostic, read_notes
from planner_clue.assist.report import next_step
from planner_clue.cards import Card
from planner_clue.errors import NotesError, SeenError
from planner_clue.table.observations import parse_seen, seen_to_json
from tests.assist.helpers import EVENING, HEAD, well_read


def after(text: str) -> Conclusions:
    return conclude(well_read(text))


def contradiction(text: str) -> tuple[int, Diagnostic]:
    """Return the one line of notes that cannot be true, and why not."""
    (line,) = conclude(well_read(text)).notes.problems
    assert line.problem
    return line.number, line.problem


def test_a_line_that_contradicts_names_itself_and_the_earlier_line() -> None:
    text = (
        HEAD + "bob: mustard knife hall, nobody showed\nme: green knife study, ann showed knife\n"
    )
    number, problem = contradiction(text)
    assert number == 4
    assert problem.against == (3,)
    assert problem.message == (
        "Ann shows knife: that cannot be true, it contradicts Ann passes on mustard, knife, hall "
        "in line 3"
    )


def test_all_lines_that_it_takes_are_named() -> None:
    text = HEAD + (
        "ann: peacock wrench lounge, nobody showed\n"
        "me: green knife study, ann passed, bob showed green\n"
        "bob: peacock candlestick conservatory, nobody showed\n"
        "bob: peacock knife study, ann showed\n"
    )
    number, problem = contradiction(text)
    assert number == 6
    assert problem.against == (4, 5)
    assert len(conclude(well_read(text)).notes.observations) == 3


def test_notes_with_a_contradiction_are_refused_where_all_has_to_be_right() -> None:
    text = EVENING + "me: green knife study, ann showed knife\n"
    with pytest.raises(NotesError, match="evening: line 9: Ann shows knife: that cannot be true"):
        checked_conclusions(read_notes(text), "evening")
    with pytest.raises(NotesError, match="evening: line 9: 'gren' is not understood here"):
        checked_conclusions(read_notes(EVENING + "gren: plum rope hall"), "evening")
    with pytest.raises(NotesError, match="evening: 'hand:' is missing"):
        checked_conclusions(read_notes("players: scarlett me, plum, green"), "evening")


def test_news_are_what_a_line_makes_certain_with_the_lines_that_force_it() -> None:
    before = after(HEAD + "bob: mustard knife hall, nobody showed\n")
    now = after(
        HEAD + "bob: mustard knife hall, nobody showed\n"
        "me: green knife study, ann passed, bob showed green\n"
    )
    assert [now.sentence(why) for why in newly_certain(before, now)] == [
        "Bob holds green: Bob shows green in line 4"
    ]
    assert newly_certain(now, now) == []


SLIPS = (
    HEAD + "ann: plum knife hall, I showed plum in Bob's place\n"
    "I saw wrench with ann\n"
    "ann: green candlestick study, nobody\n"
)


def test_a_card_seen_by_accident_is_certain_and_who_was_not_asked_has_not_passed() -> None:
    before, now = after(HEAD), after(SLIPS)
    wrench, knife, study = map(Card, ("wrench", "knife", "study"))
    assert [now.sentence(why) for why in newly_certain(before, now)] == [
        "Ann holds wrench: wrench was seen with Ann in line 4"
    ]
    assert 1 in now.belief.holders(knife)
    assert 1 not in now.belief.holders(study)
    number, problem = contradiction(SLIPS + "me: green wrench study, bob showed wrench\n")
    assert (number, problem.against) == (6, (4,))
    assert now.belief.holder(wrench) == 0
    assert plan_at(now, asking=8).steps


def test_slips_are_the_same_in_the_other_format() -> None:
    seen = after(SLIPS).seen
    again = parse_seen(json.dumps(seen_to_json(seen)))
    assert again.observations == seen.observations
    refused = {
        "seen_with": {"seen_with": 2, "card": "wrench"},
        "not_asked": {"suggester": 0, "cards": ["plum", "knife", "hall"], "not_asked": [0]},
    }
    for field, observed in refused.items():
        data = seen_to_json(seen) | {"observations": [{"passed": [], "shown_by": 2} | observed]}
        if field == "seen_with":
            data["observations"] = [observed]
        with pytest.raises(SeenError, match=field):
            parse_seen(json.dumps(data))


def test_the_advice_is_the_plans_and_says_why_the_table_differs() -> None:
    """Over many positions the plan differs from the first row, and both are told apart."""
    differs = 0
    for room in ("hall", "study", "lounge", "kitchen", "ballroom", "library"):
        now = after(EVENING + f"me at {room}\n")
        advice, decision = best_suggestions(now), plan_at(now, asking=1)
        step = next_step(now, decision, advice)
        assert step.suggestion == decision.expected_answers[0].suggestion
        assert bool(step.why_not_first) == (step.suggestion != advice[0].suggestion)
        differs += bool(step.why_not_first)
    assert 0 < differs < 6


def test_the_best_question_is_asked_where_it_takes_the_fewest_turns() -> None:
    conclusions = after(EVENING)
    advice = best_suggestions(conclusions)
    totals = [each.total for each in advice]
    assert totals == sorted(totals)
    assert len({each.suggestion.room for each in advice}) == 9
    assert own_place(conclusions).place == "hall"
    assert min(each.way for each in advice) >= 1


def test_a_room_that_one_was_brought_to_is_a_turn_away() -> None:
    conclusions = after(HEAD + "bob: white knife study, ann showed\n")
    ways = {str(each.suggestion.room): each.way for each in best_suggestions(conclusions)}
    assert ways["study"] == ways["kitchen"] == 1
    left = after(HEAD + "bob: white knife study, ann showed\nme at hall\nme at study\n")
    assert {str(each.suggestion.room): each.way for each in best_suggestions(left)}["study"] > 1


def test_the_planner_plans_from_the_notes() -> None:
    decision = plan_at(after(EVENING), asking=8)
    assert decision.steps
    assert decision.assumption in after(EVENING).belief.case_files()
