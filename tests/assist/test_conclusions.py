"""What follows from notes: contradictions by their lines, and the best suggestions."""

import json

import pytest

from planner_clue.agents.planner import PlannerAgent
from planner_clue.assist import conclusions
from planner_clue.assist.conclusions import best_suggestions, plan_at
from planner_clue.assist.report import accusing, next_step, steps_of, why_other_cards
from planner_clue.cards import Accusation, Card
from planner_clue.errors import SeenError
from planner_clue.table.observations import parse_seen, seen_to_json
from tests.assist.helpers import EVENING, HEAD, well_read
from tests.table.helpers import cards


def after(text: str) -> conclusions.Conclusions:
    return conclusions.conclude(well_read(text))


@pytest.mark.parametrize(
    ("lines", "against", "said"),
    [
        (
            "bob: mustard knife hall, nobody showed\nme: green knife study, ann showed knife\n",
            (3,),
            "Ann shows knife: that cannot be true, it contradicts Ann passes on mustard, knife, ",
        ),
        (
            "ann: peacock wrench lounge, nobody showed\n"
            "me: green knife study, ann passed, bob showed green\n"
            "bob: peacock candlestick conservatory, nobody showed\n"
            "bob: peacock knife study, ann showed\n",
            (4, 5),
            "in line 4",
        ),
    ],
)
def test_a_contradiction_names_its_lines(lines: str, against: tuple[int, ...], said: str) -> None:
    notes = conclusions.conclude(well_read(HEAD + lines)).notes
    (line,) = notes.problems
    assert line.problem
    assert (line.number, line.problem.against) == (len(notes.lines), against)
    assert said in str(line.problem)
    assert len(notes.observations) == len(notes.lines) - 3


def test_plan_and_advice_agree_on_who_may_still_win() -> None:
    one_left = after(EVENING)
    assert plan_at(one_left, 1).win != 1
    nobody = after(EVENING + "ann accuses green rope hall: wrong\n")
    assert nobody.belief.transcript.opponents == set()
    assert plan_at(nobody, 1).win == 1
    assert accusing(nobody) == ""


SLIPS = (
    HEAD + "ann: plum knife hall, I showed plum in Bob's place\n"
    "I saw wrench with ann\n"
    "ann: green candlestick study, nobody\n"
)


def test_a_card_seen_by_accident_is_certain_and_who_was_not_asked_has_not_passed() -> None:
    before, now = after(HEAD), after(SLIPS)
    (why,) = conclusions.newly_certain(before, now)
    assert now.sentence(why) == "Ann holds wrench: wrench was seen with Ann in line 4"
    assert conclusions.newly_certain(now, now) == []
    assert 1 in now.belief.holders(Card("knife"))
    assert 1 not in now.belief.holders(Card("study"))
    (line,) = after(SLIPS + "me: green wrench study, bob showed wrench\n").notes.problems
    assert line.problem
    assert (line.number, line.problem.against) == (6, (4,))


def test_slips_are_the_same_in_the_other_format() -> None:
    seen = after(SLIPS).seen
    assert parse_seen(json.dumps(seen_to_json(seen))).observations == seen.observations
    asked = {"suggester": 0, "cards": ["plum", "knife", "hall"], "passed": [], "shown_by": 2}
    seen_with = {"seen_with": 2, "card": "wrench"}
    refused = {"seen_with": seen_with, "not_asked": asked | {"not_asked": [0]}}
    for field, observed in refused.items():
        with pytest.raises(SeenError, match=field):
            parse_seen(json.dumps(seen_to_json(seen) | {"observations": [observed]}))


def test_the_advice_is_the_plans_and_says_why_the_table_differs() -> None:
    """Over many positions the plan differs from the first row, and both are told apart."""
    differs = 0
    for room in ("hall", "study", "lounge", "kitchen", "ballroom", "library"):
        now = after(EVENING + f"me at {room}\n")
        advice, decision = best_suggestions(now), plan_at(now, asking=1)
        step = next_step(now, decision, advice)
        assert now.seen.here == room
        assert decision.assumption in now.belief.case_files()
        assert step.suggestion == decision.suggestions[0].asks
        assert bool(step.why_not_first) == (step.suggestion != advice[0].suggestion)
        differs += bool(step.why_not_first)
        assert [each.turns for each in advice] == sorted(each.turns for each in advice)
        assert len({each.suggestion.room for each in advice}) == 9
    assert 0 < differs < 6


def test_a_room_that_one_was_brought_to_is_a_turn_away() -> None:
    brought = HEAD + "bob: white knife study, ann showed\n"
    ways, left = (
        {str(each.suggestion.room): each.travel_cost for each in best_suggestions(after(text))}
        for text in (brought, brought + "me at hall\nme at study\n")
    )
    assert ways["study"] == ways["kitchen"] == 1
    assert left["study"] > 1


def test_a_plan_calls_people_by_name_and_says_why_it_asks_about_other_cards() -> None:
    found = after(HEAD + "ann: green knife hall, bob showed\nme at library\n")
    decision = plan_at(found, 1)
    steps = " ".join(steps_of(found, decision))
    assert "if Ann shows " in steps
    assert not any(f"{suspect} shows" in steps for suspect in ("scarlett", "mustard", "white"))
    (asked,) = [one.asks for one in decision.steps if one.asks]
    other = [card for card in asked if card not in decision.assumption]
    assert other
    said = why_other_cards(found, decision)
    assert said.startswith(f"It asks about {' and '.join(other)}, because ")


TWO_THIRDS = """\
players: scarlett me, mustard Bob, white Ann
hand: green, white, candlestick, wrench, kitchen, ballroom
I saw peacock with bob
I saw plum with bob
I saw rope with bob
I saw library with bob
I saw lounge with bob
I saw lead pipe with ann
I saw revolver with ann
I saw conservatory with ann
I saw dining room with ann
I saw billiard room with ann
ann: scarlett knife hall, bob showed
ann accuses scarlett knife study: wrong
"""
"""Mustard, knife, study are the case file with 2/3: Bob showed scarlett or the hall."""


@pytest.mark.parametrize("asking", [1, PlannerAgent.asking])
def test_it_advises_to_accuse_what_the_planner_would(asking: int) -> None:
    found = conclusions.conclude(well_read(TWO_THIRDS), asking)
    agent = PlannerAgent()
    agent.asking = asking
    agent.begin(found.seen.seat)
    for event in found.seen.events:
        agent.observe(event)
    assert agent.accuse() == Accusation(*cards("mustard knife study"))
    assert accusing(found).startswith("The planner would accuse mustard, knife, study on its next")
    assert accusing(after(TWO_THIRDS.replace("hall, bob", "study, bob"))) == ""
