"""Decisions are plain data both ways; their plans are trees, read from PDDL, changed and played."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from planner_clue.agents.gambles import Gamble
from planner_clue.game.cards import Accusation, Suggestion
from planner_clue.game.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.planner import monitor, plan_tree
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.decision import Decision, Failure, read_decisions
from planner_clue.planner.plan_tree import BranchValue, StepStatus, branches_of, read_tree
from planner_clue.planner.planner import FollowUp
from planner_clue.planner.triggers import Firing, Trigger
from planner_clue.planning.plan import PlanningResult, Status, Step
from planner_clue.support.json_text import plain
from tests.planner.situations import DEAL, Watched, about, held_by
from tests.planner.test_follow_ups import asking, solved
from tests.shared import texts


def through_json(decisions: list[Decision]) -> list[Decision]:
    return read_decisions(json.loads(json.dumps([plain(d) for d in decisions])))


def test_decisions_are_the_same_after_json() -> None:
    watched = Watched()
    watched.mind = watched.mind.playing(1)
    watched.plan(4)
    failed = watched.plan(5, PlanningResult(Status.TIME_OUT, None, "no plan in 5 s"))
    assert watched.mind.next_step is None
    watched.mind = watched.mind.falling_back(5, "roll")
    accused(watched, 0.75)
    record = watched.mind.decisions
    assert len(record) == 4
    assert through_json(record) == record
    assert failed.failure == Failure("time-out", "no plan in 5 s")
    assert watched.replans[-1].fallbacks[0].reason == "time-out"


def test_every_step_says_what_became_of_it() -> None:
    watched = Watched()
    watched.mind = watched.mind.playing(2)
    watched.plan(4)
    first, latest = watched.replans
    assert [step.status.value for step in first.steps] == [
        "played", "dropped", "reckoning", "not-reached"
    ]  # fmt: skip
    assert (first.steps[0].turn, first.steps[1].turn) == (2, 4)
    assert first.steps[1].dropped_for == "moved"
    assert latest.steps[0].status is StepStatus.NOT_REACHED
    watched.mind = watched.mind.playing(5, (1,))
    decision = watched.replans[-1]
    assert decision.asked_in(5) == decision.steps[1]
    assert decision.asked_in(6) is None


ASKED, FURTHER = about(held_by(1), held_by(2, -1)), Suggestion(*DEAL.case_file)


def branching() -> Watched:
    """Watch with a plan that has a follow-up for a card of seat 1, and a gamble for nobody's."""
    asked, further = " ".join(ASKED), " ".join(FURTHER)
    return Watched(
        f"(travel-from-hallway {ASKED.room})",
        f"(suggest {asked} asked mustard-shows)",
        f"(if-shown player-mustard {held_by(1)} mustard-shows)",
        "(add-follow-up further asked three two)",
        f"(go-on {further} further asked mustard-shows nobody)",
        "(if-nobody-shows nobody)",
        f"(gamble {further} asked nobody no-more)",
    )


def asked_and_answered(watched: Watched, *answer: Event) -> None:
    watched.mind = watched.mind.playing(4)
    assert watched.mind.next_step
    assert watched.mind.next_step.asks == ASKED
    watched.mind = watched.mind.playing(4)
    watched.hears(Suggested(4, 0, ASKED), *answer)
    watched.mind = watched.mind.hearing(plan_tree.Answer())


def going_on(follow_up: Suggestion) -> FollowUp:
    assert follow_up == FURTHER
    return FollowUp(Assumption(DEAL.case_file, 0.25), {follow_up.room: 100.0})


UNASKED = AssertionError("the plan has a follow-up")


def test_a_plan_waits_for_its_answer_and_goes_on_with_its_follow_up() -> None:
    watched = branching()
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    assert not watched.mind.fired
    watched.planner.follows = going_on
    watched.decide(7, UNASKED)
    first, second = watched.replans
    assert second.triggers == (Firing(Trigger.FOLLOW_UP, 4, f"mustard showed {held_by(1)}"),)
    assert (second.planned_in, second.chance) == (1, 0.25)
    assert watched.mind.next_step
    assert watched.mind.next_step.asks == FURTHER
    branches = branches_of(first.steps)
    assert [branch.status for branch in branches] == [StepStatus.PLAYED, StepStatus.LEFT_OUT]
    watched.mind = watched.mind.playing(7)
    assert watched.fired()[0][0] == "plan-finished"
    assert through_json(watched.mind.decisions) == watched.mind.decisions


def test_a_follow_up_that_is_no_longer_the_best_is_outdated() -> None:
    watched = branching()
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    watched.decide(7)
    (firing,) = watched.replans[-1].triggers
    assert firing.trigger is Trigger.OUTDATED_FOLLOW_UP
    step = branches_of(watched.replans[0].steps)[0].plays
    assert step
    assert (step.status, step.dropped_for) == (StepStatus.DROPPED, "outdated-follow-up")


def test_what_was_learned_from_others_is_shown_beside_the_follow_up() -> None:
    watched = branching()
    asked_and_answered(watched, Showed(4, 1, 0, held_by(1)))
    watched.hears(Suggested(5, 1, about(held_by(2))), Passed(5, 2))
    watched.planner.follows = going_on
    watched.decide(7, UNASKED)
    fired = [firing.trigger.value for firing in watched.replans[-1].triggers]
    assert fired == ["follow-up", "new-fact"]


def test_an_answer_that_refutes_the_assumption_leaves_its_branch_to_be_checked() -> None:
    watched = branching()
    assumed, refuting = DEAL.case_file.weapon, held_by(1)
    watched.hears(Suggested(2, 2, Suggestion(*DEAL.case_file)), Passed(2, 0), Showed(2, 1, 2, None))
    assert assumed != refuting
    asked_and_answered(watched, Showed(4, 1, 0, refuting))
    watched.planner.follows = going_on
    watched.decide(7, UNASKED)
    fired = [firing.trigger.value for firing in watched.replans[-1].triggers]
    assert fired[:2] == ["follow-up", "assumption-refuted"]


def test_an_accusation_of_the_plan_that_this_seat_does_not_make_finishes_it() -> None:
    watched = branching()
    asked_and_answered(watched, Passed(4, 1), Passed(4, 2))
    watched.decide(7)
    assert "plan-finished" in {firing.trigger.value for firing in watched.replans[-1].triggers}


def test_an_answer_without_a_branch_is_unexpected() -> None:
    watched = branching()
    asked_and_answered(watched, Passed(4, 1), Showed(4, 2, 0, held_by(2, -1)))
    (fired,) = [one for one in watched.fired() if one[0] == "unexpected-answer"]
    assert fired[2] == f"white showed {held_by(2, -1)}; the plan has no branch for it"


@pytest.mark.parametrize("probability", [0.7, 1.0])
def test_an_accusation_is_a_gamble_only_if_it_is_not_certain(probability: float) -> None:
    watched = Watched()
    accused(watched, probability)
    gambles = [made for made in watched.mind.decisions if isinstance(made, Gamble)]
    assert [gamble.chance for gamble in gambles] == ([probability] if probability < 1 else [])


def accused(watched: Watched, probability: float) -> None:
    """Let it accuse the case file that it assumes."""
    claim = Assumption(DEAL.case_file, probability) if probability < 1 else None
    watched.mind = replace(watched.mind, claim=claim)
    watched.hears(Accused(6, 0, Accusation(*DEAL.case_file), correct=True))


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | texts(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts(max_size=5), inner),
)


@given(st.data())
def test_whatever_agents_note_is_read_without_trouble(data: st.DataObject) -> None:
    """A decision with any of its fields replaced is a decision, or left out; nothing breaks."""
    note = plain(Watched().replans[0])
    for name in data.draw(st.lists(st.sampled_from(sorted(note)), max_size=4)):
        note[name] = data.draw(json_values)
    read = read_decisions([note, data.draw(json_values)])
    assert len(read) <= 1
    for decision in read:
        assert json.dumps(plain(decision))
        assert through_json([decision]) == [decision]


def tree(seed: int = 2) -> plan_tree.Plan:
    return solved(seed)[3]


def plays(step: plan_tree.PlanStep) -> bool:
    return step.is_played


def played_to_the_answer(plan: plan_tree.Plan, number: int) -> monitor.Execution:
    """Play a plan up to its first suggestion, and the answer of one of its branches."""
    state = monitor.begin(plan, plays)
    while state.left:
        state, fired = monitor.played(state, state.left[0], 4)
        assert fired is None, "an answer is to come"
    return monitor.after_answer(state, plan_tree.branches_of(plan)[number].answer, plays)[0]


@pytest.mark.parametrize("seed", [2, 7])
def test_the_actions_of_a_tree_are_read_as_the_same_tree(seed: int) -> None:
    plan = tree(seed)
    left = iter([BranchValue(b.answer, b.chance, b.cost) for b in plan_tree.branches_of(plan)])
    steps = [Step.parse(action) for action in plan_tree.actions_of(plan)]
    assert read_tree(steps, lambda name, played: next(left)) == plan
    assert [step.action for _, step in plan_tree.walk(plan)] == [
        action for action in plan_tree.actions_of(plan) if not action.startswith("(if-")
    ]


def test_a_change_at_a_path_changes_that_step_only() -> None:
    plan = tree()
    paths = [path for path, _ in plan_tree.walk(plan)]
    assert len(set(paths)) == len(paths) > 10
    for path in paths:
        mark = plan_tree.with_step(plan, path, lambda step: changed(step, turn=9))
        assert [other for other, step in plan_tree.walk(mark) if step.turn == 9] == [path]
        assert plan_tree.step_at(mark, path) == changed(plan_tree.step_at(plan, path), turn=9)
        assert plan_tree.with_step(mark, path, lambda step: changed(step, turn=None)) == plan


def test_what_remains_is_what_was_open_at_the_beginning_of_a_turn() -> None:
    plan = tree()
    assert plan_tree.remaining(plan, 1) == plan
    state = played_to_the_answer(plan, 1)
    assert plan_tree.remaining(state.plan, 4) == state.plan, "it is played in this turn"
    branch = plan_tree.branches_of(state.plan)[1]
    assert plan_tree.remaining(state.plan, 5) == branch.steps
    assert branch.plays


@pytest.mark.parametrize("number", [0, 1, -1])
def test_the_answer_chooses_the_branch_and_leaves_the_others_out(number: int) -> None:
    plan = tree()
    state = played_to_the_answer(plan, number)
    branches = plan_tree.branches_of(state.plan)
    came = [branch for branch in branches if branch.status is plan_tree.StepStatus.PLAYED]
    assert came == [branches[number]]
    assert {b.status for b in branches if b not in came} == {plan_tree.StepStatus.LEFT_OUT}
    assert state.pending is None
    assert state.answered
    assert state.answered[1] == 4
    assert [str(s.action) for s in state.steps] == [s.action for s in came[0].steps if s.is_played]
    assert all(state.step(path) in came[0].steps for path in state.left)


def test_an_answer_without_a_branch_leaves_nothing_to_play() -> None:
    step = asking(tree())
    path: plan_tree.Path = (0,)
    state = monitor.Execution((step,), pending=(path, 3))
    after, fired = monitor.after_answer(state, plan_tree.Answer("nobody-of-this-game"), plays)
    assert fired
    assert (fired.trigger, fired.turn) == (Trigger.UNEXPECTED_ANSWER, 3)
    assert after == replace(after, left=(), pending=None, answered=None)
    assert {b.status for b in plan_tree.branches_of(after.plan)} == {plan_tree.StepStatus.LEFT_OUT}
    assert monitor.after_answer(after, plan_tree.Answer(), plays) == (after, None)


def test_transitions_change_no_state() -> None:
    state = monitor.begin(tree(), plays)
    before = replace(state)
    path = state.left[0]
    settled = monitor.with_status(state, path, plan_tree.StepStatus.PLAYED, 2)
    gone = monitor.dropped(state, 2, "moved")
    assert state == before
    assert settled.left == gone.left == state.left[1:]
    assert settled.step(path).status is plan_tree.StepStatus.PLAYED
    assert (gone.step(path).status, gone.step(path).dropped_for) == (
        plan_tree.StepStatus.DROPPED,
        "moved",
    )
    assert monitor.dropped(monitor.Execution(), 2, "moved") == monitor.Execution()
    assert not state.is_finished
    assert monitor.Execution().is_finished
