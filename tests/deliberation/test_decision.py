"""Decisions are plain data both ways, and say what became of every step."""

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from planner_clue.cards import Accusation
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import Became, Decision, read_decisions
from planner_clue.deliberation.loop import Found
from planner_clue.deliberation.steps import Question
from planner_clue.planning.result import PlanningResult, Status
from planner_clue.table.events import Accused
from tests.deliberation.watched import DEAL, Watched, about, held_by


def through_json(decisions: list[Decision]) -> list[Decision]:
    return read_decisions(json.loads(json.dumps([d.to_json() for d in decisions])))


def rounded(decision: Decision) -> dict[str, object]:
    return decision.to_json()


def test_decisions_are_the_same_after_json() -> None:
    watched = Watched()
    watched.loop.played(0, 1)
    watched.plan(4)
    failed = PlanningResult(Status.TIME_OUT, None, "no plan in 5 s")
    watched.plan(5, Found.one(failed))
    watched.loop.fall_back(5, "roll")
    watched.loop.claim(Assumption(DEAL.case_file, 0.75))
    watched.loop.observe(Accused(6, 0, Accusation(*DEAL.case_file), correct=True))
    record = watched.loop.record()
    assert len(record) == 4
    assert list(map(rounded, through_json(record))) == list(map(rounded, record))
    assert through_json(record)[1:] == record[1:]


def test_a_decision_cannot_be_changed() -> None:
    decision = Watched().loop.decisions[0]
    with pytest.raises(FrozenInstanceError):
        decision.turn = 3  # type: ignore[misc]


def test_every_step_says_what_became_of_it() -> None:
    watched = Watched()
    watched.loop.played(0, 2)
    watched.plan(4)
    first, latest = watched.loop.record()
    assert [step.outcome.became for step in first.steps] == [
        Became.PLAYED,
        Became.DROPPED,
        Became.RECKONING,
        Became.NOT_REACHED,
    ]
    assert str(first.steps[0].outcome) == "played in turn 2"
    assert str(first.steps[1].outcome) == "dropped in turn 4: moved"
    assert latest.steps[0].outcome.became is Became.NOT_REACHED
    assert watched.loop.decisions[0].steps[0].outcome.became is Became.NOT_REACHED


def test_a_question_asked_in_another_way_is_said() -> None:
    watched = Watched()
    instead = Question(about(held_by(1)), held_by(1))
    watched.loop.played(1, 3, instead)
    (decision,) = watched.loop.record()
    assert decision.steps[1].outcome.detail == f"as {instead}"


def test_the_expected_answers_stand_in_order() -> None:
    (asks,) = Watched().loop.decisions[0].expected_answers
    assert tuple(asks.suggestion) == tuple(DEAL.case_file)
    assert asks.expected is None


def test_a_failure_and_what_was_done_instead_are_kept() -> None:
    watched = Watched()
    failed = PlanningResult(Status.FAILED, None, "translator: what is this?")
    decision = watched.plan(3, Found.one(failed))
    assert decision.failure is not None
    assert decision.failure.detail == "translator: what is this?"
    assert watched.loop.next_step is None
    watched.loop.fall_back(3, "roll")
    note = watched.loop.record()[-1].to_json()
    assert note["failure"] == "engine-error"
    assert note["fallbacks"] == [{"turn": 3, "action": "roll", "reason": "engine-error"}]


def test_after_a_failure_it_waits_for_another_turn() -> None:
    watched = Watched()
    watched.loop.nothing_to_ask(DEAL.case_file.room, 3)
    assert watched.loop.may_plan(3)
    watched.plan(3, Found.one(PlanningResult(Status.TIME_OUT, None)))
    assert watched.loop.must_replan
    assert not watched.loop.may_plan(3)
    assert watched.loop.may_plan(4)


@pytest.mark.parametrize("chance", [0.7, 1.0])
def test_an_accusation_is_a_gamble_only_if_it_is_not_certain(chance: float) -> None:
    watched = Watched()
    accusation = watched.loop.claim(Assumption(DEAL.case_file, chance))
    assert accusation == Accusation(*DEAL.case_file)
    watched.loop.observe(Accused(6, 0, Accusation(*DEAL.case_file), correct=True))
    gambles = [decision for decision in watched.loop.record() if decision.gamble]
    assert [gamble.chance for gamble in gambles] == ([chance] if chance < 1 else [])


def test_other_notes_of_agents_are_no_decisions() -> None:
    own = Watched().loop.decisions[0].to_json()
    others: list[dict[str, Any]] = [
        {"problem": "notes are no list"},
        {"assumption": 3, "replan": []},
        {"gamble": 1},
    ]
    assert read_decisions([*others, own]) == read_decisions([own])
    assert len(read_decisions([own])) == 1
