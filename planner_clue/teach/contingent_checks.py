"""Checks of conditional plans: executed in every deal, and compared with the optimum."""

from planner_clue.errors import GradingError, SubmissionError, shown
from planner_clue.teach.box import open_box
from planner_clue.teach.checks import CaseData, Trial, case_check
from planner_clue.teach.contingent_plans import (
    INFINITY,
    ConditionalPlan,
    ContingentPosition,
    drawn_position,
)
from planner_clue.teach.marks import Earned, Shortfall
from planner_clue.teach.submission import Submission

PLAN, CODE, FUNCTION = "plan.txt", "contingent.py", "plan"
_ANSWER_SECONDS, _MEGABYTES = 20, 1024
_EQUAL, _TOLD = 1e-6, 3
_TEXT = "README.md says how a plan is written; indentation says what belongs to which answer."
_WRONG = (
    "Whatever the deal is, the plan has to end in the right accusation: follow its branches in "
    "this deal."
)
_LONG = (
    "Another plan takes fewer turns: a suggestion that costs more now may leave less to find out, "
    "and where it leaves you matters too."
)


def _position(data: CaseData) -> ContingentPosition:
    """Return the position of a case: that of a file, or one drawn from a seed."""
    if "seed" in data.table:
        return drawn_position(data.whole("seed"), data.whole("rooms"), data.whole("deals"))
    return ContingentPosition.read(data.file("situation"))


@case_check(
    "contingent-plan",
    "the plan ends in the right accusation in every deal, in few turns on average",
    "source situation seed rooms deals factors whole",
)
def _conditional(data: CaseData) -> tuple[Trial, str]:
    """Check a plan: one part for being right in every deal, one for each factor of the optimum.

    With ``whole``, everything or no points.
    """
    position, factors, whole = _position(data), data.numbers("factors"), data.flag("whole")
    source = data.text("source")
    if source not in (PLAN, CODE):
        data.fail("source", f"{PLAN} or {CODE}")
    if not factors:
        data.fail("factors", "a list of numbers")

    def trial(submission: Submission) -> Earned:
        text = submission.text(PLAN) if source == PLAN else _made(submission, position)
        try:
            plan = ConditionalPlan.read(text)
            found = position.execute(plan)
        except ValueError as error:
            raise SubmissionError(f"{source}: {error}", _TEXT) from None
        if found.faults:
            what = f"wrong in {len(found.faults)} of {len(position.deals)} deals"
            falls = [Shortfall(f"{what}; {fault}", _WRONG) for fault in found.faults[:_TOLD]]
            return Earned(0.0, tuple(falls))
        if (best := position.optimum) == INFINITY:
            raise GradingError("no plan tells all case files of this position apart")
        says = f"right in every deal, in {found.turns:.3f} turns on average; possible: {best:.3f}"
        reached = sum(found.turns <= factor * best + _EQUAL for factor in factors)
        if reached == len(factors):
            return Earned(1.0, (), says)
        allowed = f"all points for {min(factors) * best:.3f}"
        share = 0.0 if whole else (1 + reached) / (1 + len(factors))
        return Earned(share, (Shortfall(f"{says}; {allowed}", _LONG),), says)

    return trial, "\n".join(position.lines())


def _made(submission: Submission, position: ContingentPosition) -> str:
    """Return the plan that the submitted function makes for a position."""
    submission.text(CODE)
    box = open_box(submission, "FunctionHost", seconds=_ANSWER_SECONDS, megabytes=_MEGABYTES)
    text = box.ask("call", FUNCTION, file=CODE, function=FUNCTION, argument=position.to_json())
    if not isinstance(text, str):
        raise SubmissionError(f"{FUNCTION} returned {shown(text)}; expected a text", _TEXT)
    return text
