"""Decisions are plain data both ways, and say what became of every step."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.board import load_board
from planner_clue.cards import Accusation, Card
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import Became, Decision, Failure, read_decisions
from planner_clue.deliberation.domains import domain_of
from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.move_policy import FirstStepPlans, MovePolicy
from planner_clue.deliberation.triggers import Firing, Trigger
from planner_clue.planning.engines import DEFAULT_ENGINE
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.table.decisions import Opening, TurnOptions
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.rules import default_rules
from tests.deliberation.watched import DEAL, Watched, about, held_by

CLASSIC = load_board("classic")


def through_json(decisions: list[Decision]) -> list[Decision]:
    return read_decisions(json.loads(json.dumps([d.to_json() for d in decisions])))


def test_decisions_are_the_same_after_json() -> None:
    watched = Watched()
    watched.loop.played(1)
    watched.plan(4)
    failed = watched.plan(5, PlanningResult(Status.TIME_OUT, None, "no plan in 5 s"))
    assert watched.loop.next_step is None
    watched.loop.fall_back(5, "roll")
    watched.loop.claim(Assumption(DEAL.case_file, 0.75))
    watched.loop.observe(Accused(6, 0, Accusation(*DEAL.case_file), correct=True))
    record = watched.loop.decisions
    assert len(record) == 4
    assert through_json(record) == record
    assert failed.failure == Failure("time-out", "no plan in 5 s")
    assert record[-2].fallbacks[0].reason == "time-out"


def test_every_step_says_what_became_of_it() -> None:
    watched = Watched()
    instead = about(held_by(1))
    watched.loop.played(2)
    watched.plan(4)
    first, latest = watched.loop.decisions
    assert [step.became.value for step in first.steps] == [
        "played", "dropped", "reckoning", "not-reached"
    ]  # fmt: skip
    assert (first.steps[0].turn, first.steps[1].turn) == (2, 4)
    assert first.steps[1].dropped_for is Trigger.MOVED
    assert latest.steps[0].became is Became.NOT_REACHED
    watched.loop.played(5, 1, instead)
    decision = watched.loop.decisions[-1]
    assert decision.steps[1].instead == instead
    assert decision.asked_in(5) == decision.steps[1]
    assert decision.asked_in(6) is None


def conditional(way: str = "(travel hall study answer-hall-1)", *branch: str) -> Watched:
    """Watch with a plan that has a branch for a card of seat 1, and one for nobody."""
    asked, further = " ".join(about(held_by(1), held_by(2, -1))), " ".join(DEAL.case_file)
    last = f"(suggest-and-replan {further} after-hall-1-study answer-hall-1 answer-hall-2)"
    return Watched(
        "(travel-from-hallway hall)",
        f"(suggest {asked} suggestion-hall now answer-hall-1)",
        f"(if-shown player-mustard {held_by(1)} answer-hall-1)",
        way,
        *(branch or [last]),
        "(if-nobody-shows answer-hall-2)",
        f"(gamble {further} answer-hall-2 no-more)",
    )


def asked_and_answered(watched: Watched, *answer: Event) -> None:
    """Play up to the suggestion of the plan, and its answer."""
    loop = watched.loop
    loop.played(4)
    asked = loop.next_suggestion
    assert asked is not None
    loop.played(4)
    loop.expect(asked, 4)
    for event in (Suggested(4, 0, asked.suggestion), *answer):
        loop.observe(event)
    loop.suggestion_is_over()


def test_a_conditional_plan_waits_for_its_answer_and_goes_on_in_its_branch() -> None:
    watched = conditional()
    loop = watched.loop
    assert [loop.step(n).action for n in loop.trunk_left] == ["travel-from-hallway", "suggest"]
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    assert not loop.must_replan
    loop.replan(7, lambda: pytest.fail("it has a branch"))
    first, second = loop.decisions
    assert second.triggers == (Firing(Trigger.BRANCH_TAKEN, 4, f"mustard shows {held_by(1)}"),)
    assert second.planned_in == 1
    assert str(loop.next_step) == "(travel hall study answer-hall-1)"
    assert [step.became.value for step in first.steps] == [
        *("played", "played", "played", "not-reached", "not-reached", "left-out", "not-reached")
    ]
    loop.played(7)
    asked = loop.next_suggestion
    assert asked is not None
    assert asked.is_last
    loop.played(8)
    assert watched.fired()[0][0] == "plan-finished"
    assert through_json(loop.decisions) == loop.decisions


@pytest.mark.parametrize(
    ("way", "opening"),
    [
        ("(travel hall study answer-hall-1)", Opening.ROLL),
        ("(take-passage hall study answer-hall-1)", Opening.PASSAGE),
        ("(travel hall hall answer-hall-1)", Opening.STAY),
    ],
)
def test_in_a_branch_a_turn_begins_as_the_branch_does(way: str, opening: Opening) -> None:
    watched = conditional(way)
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    loop = watched.loop
    loop.replan(7, lambda: pytest.fail("it has a branch"))
    loop.rest_costs = {Card("study"): 100.0, Card("hall"): 150.0}
    plans = FirstStepPlans(load_engine(DEFAULT_ENGINE), domain_of(None, None), 2)
    options = TurnOptions(7, tuple(Opening), Card("hall"), Card("study"), {})
    turns = default_rules(CLASSIC).turns(CLASSIC)
    assert MovePolicy(loop, plans, turns).opening(options) is opening
    assert (loop.next_step == Step.parse(way)) is (opening is Opening.ROLL)


def test_an_answer_without_a_branch_is_unexpected() -> None:
    watched = conditional()
    asked_and_answered(watched, Passed(4, 1), Showed(4, 2, 0, held_by(2, -1)))
    (fired,) = [one for one in watched.fired() if one[0] == "unexpected-answer"]
    assert fired[2] == f"white showed {held_by(2, -1)}; {held_by(1)} was expected"


def test_a_branch_may_have_branches_of_its_own() -> None:
    shown = held_by(2, -1)
    watched = conditional(
        "(travel hall study answer-hall-1)",
        f"(suggest {' '.join(about(shown))} study-1 answer-hall-1 answer-hall-1-study-1)",
        f"(if-shown player-white {shown} answer-hall-1-study-1)",
        "(travel study lounge answer-hall-1-study-1)",
    )
    loop = watched.loop
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    loop.replan(7, lambda: pytest.fail("it has a branch"))
    asked_and_answered(watched, Passed(4, 1), Showed(4, 2, 0, shown))
    loop.replan(10, lambda: pytest.fail("that has a branch, too"))
    assert str(loop.next_step) == "(travel study lounge answer-hall-1-study-1)"


def test_news_of_others_breaks_the_branch() -> None:
    watched = conditional()
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    card = held_by(2)
    fired = watched.see(Suggested(5, 1, about(card)), Passed(5, 2))
    assert fired
    assert fired[0][0] == "new-fact"
    step = watched.loop.decisions[0].steps[3]
    assert (step.became, step.turn, step.dropped_for) == (Became.DROPPED, 99, Trigger.NEW_FACT)


@pytest.mark.parametrize("chance", [0.7, 1.0])
def test_an_accusation_is_a_gamble_only_if_it_is_not_certain(chance: float) -> None:
    watched = Watched()
    accusation = watched.loop.claim(Assumption(DEAL.case_file, chance))
    assert accusation == Accusation(*DEAL.case_file)
    watched.loop.observe(Accused(6, 0, Accusation(*DEAL.case_file), correct=True))
    gambles = [decision for decision in watched.loop.decisions if decision.gamble]
    assert [gamble.chance for gamble in gambles] == ([chance] if chance < 1 else [])


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.data())
def test_whatever_agents_note_is_read_without_trouble(data: st.DataObject) -> None:
    """A decision with any of its fields replaced is a decision, or left out; nothing breaks."""
    note = Watched().loop.log[0].decision.to_json()
    for name in data.draw(st.lists(st.sampled_from(sorted(note)), max_size=4)):
        note[name] = data.draw(json_values)
    notes = [note, data.draw(json_values)]
    read = read_decisions(notes)
    assert len(read) <= 1
    for decision in read:
        assert json.dumps(decision.to_json())
        assert through_json([decision]) == [decision]
