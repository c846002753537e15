"""Plans as trees: read from PDDL and back, changed at a path, and played step by step."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from planner_clue.deliberation import monitor, plan_tree
from planner_clue.deliberation.plan_tree import BranchValue, read_tree
from planner_clue.deliberation.triggers import Trigger
from planner_clue.planning.plan import Step
from tests.deliberation.test_follow_ups import asking, solved


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
    answer = plan_tree.branches_of(plan)[number].answer
    return monitor.after_answer(state, answer, plays)[0]


@pytest.mark.parametrize("seed", [2, 7])
def test_the_actions_of_a_tree_are_read_as_the_same_tree(seed: int) -> None:
    plan = tree(seed)
    values = [BranchValue(b.answer, b.chance, b.cost) for b in plan_tree.branches_of(plan)]
    left = iter(values)
    steps = [Step.parse(action) for action in plan_tree.actions_of(plan)]
    assert read_tree(steps, lambda name, branch: next(left)) == plan
    assert [step.action for _, step in plan_tree.walk(plan)] == [
        action for action in plan_tree.actions_of(plan) if not action.startswith("(if-")
    ]


def test_a_change_at_a_path_changes_that_step_only() -> None:
    plan = tree()
    paths = [path for path, _ in plan_tree.walk(plan)]
    assert len(set(paths)) == len(paths) > 10
    for path in paths:
        mark = plan_tree.with_step(plan, path, lambda step: changed(step, turn=9))
        marked = [other for other, step in plan_tree.walk(mark) if step.turn == 9]
        assert marked == [path]
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
    others = {b.status for b in branches if b not in came}
    assert others == {plan_tree.StepStatus.LEFT_OUT}
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
    nothing_is_pending = monitor.after_answer(after, plan_tree.Answer(), plays)
    assert nothing_is_pending == (after, None)


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
