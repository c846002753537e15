"""Execution monitoring: how far a plan is played, and which answer came.

An :class:`Execution` is a value; each function returns the next one, and some a trigger that fires.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import structs

from planner_clue.game.cards import Accusation
from planner_clue.planner import plan_tree, triggers
from planner_clue.planner.triggers import Firing


@dataclass(frozen=True)
class Execution:
    """A plan, and how far it is played."""

    plan: plan_tree.Plan = ()
    """The steps with their fates so far."""
    left: tuple[plan_tree.Path, ...] = ()
    """The steps before the next answer that are still to be played."""
    pending: tuple[plan_tree.Path, int] | None = None
    """The suggestion that waits for its answer, and its turn."""
    answered: tuple[plan_tree.PlanBranch, int] | None = None
    """The branch of the latest answer, and the turn of that answer."""

    @property
    def steps(self) -> list[plan_tree.PlanStep]:
        """The steps at :attr:`left`."""
        return [plan_tree.step_at(self.plan, path) for path in self.left]

    @property
    def is_finished(self) -> bool:
        """Whether no suggestion is left before the next answer."""
        return not any(step.asks for step in self.steps)

    def step(self, path: plan_tree.Path) -> plan_tree.PlanStep:
        """Return the step at a path."""
        return plan_tree.step_at(self.plan, path)

    def before(self, path: plan_tree.Path) -> plan_tree.Path | None:
        """Return the path of the step before this one in its sequence; None for the first."""
        *branch, place = path
        return (*branch, place - 1) if place else None


def begin(plan: plan_tree.Plan, plays: Callable[[plan_tree.PlanStep], object]) -> Execution:
    """Begin a plan; ``plays`` says which of its steps are to be played."""
    return Execution(plan, tuple((place,) for place, step in enumerate(plan) if plays(step)))


def with_status(
    state: Execution,
    path: plan_tree.Path,
    status: plan_tree.StepStatus,
    turn: int,
    why: str | None = None,
) -> Execution:
    """Note the fate of a step; of one that is dropped, ``why``."""

    def marked(step: plan_tree.PlanStep) -> plan_tree.PlanStep:
        return structs.replace(step, status=status, turn=turn, dropped_for=why)

    left = tuple(other for other in state.left if other != path)
    return replace(state, plan=plan_tree.with_step(state.plan, path, marked), left=left)


def played(state: Execution, path: plan_tree.Path, turn: int) -> tuple[Execution, Firing | None]:
    """Note that a step is played: a suggestion waits for its answer; fires if none is left."""
    state = with_status(state, path, plan_tree.StepStatus.PLAYED, turn)
    step = state.step(path)
    if step.expects:
        state = replace(state, pending=(path, turn))
    is_over = not step.branches and state.is_finished
    return state, triggers.plan_finished(turn) if is_over else None


def accused(state: Execution, cards: Accusation, turn: int) -> Execution:
    """Note an accusation of this seat, if the plan has it."""
    for path in state.left:
        if state.step(path).accuses == tuple(cards):
            state = with_status(state, path, plan_tree.StepStatus.PLAYED, turn)
    return state


def after_answer(
    state: Execution, answer: plan_tree.Answer, plays: Callable[[plan_tree.PlanStep], object]
) -> tuple[Execution, Firing | None]:
    """Note the answer to the pending suggestion, if there is one; fires if it is unexpected.

    If the plan has a branch for the answer, the steps of that branch are to be played next.
    """
    if state.pending is None:
        return state, None
    (path, turn), state = state.pending, replace(state, pending=None)
    step = state.step(path)
    firing = triggers.unexpected_answer(step, answer, turn)
    if not step.branches:
        return state, firing

    def fate(branch: plan_tree.PlanBranch) -> plan_tree.PlanBranch:
        came = branch.answer == answer
        status = plan_tree.StepStatus.PLAYED if came else plan_tree.StepStatus.LEFT_OUT
        return structs.replace(branch, status=status, turn=turn)

    branches = tuple(map(fate, step.branches))
    plan = plan_tree.with_step(state.plan, path, lambda s: structs.replace(s, branches=branches))
    state = replace(state, plan=plan, left=())
    for number, branch in enumerate(branches):
        if branch.answer == answer:
            own = tuple((*path, number, n) for n, each in enumerate(branch.steps) if plays(each))
            state = replace(state, left=own, answered=(branch, turn))
    return state, firing


def dropped(state: Execution, turn: int, why: str) -> Execution:
    """Note that a new plan replaces this one, before the next of its steps is played."""
    if not state.left:
        return state
    return with_status(state, state.left[0], plan_tree.StepStatus.DROPPED, turn, why)
