"""The check of exercise 7: conditional plans, executed in every deal."""

from dataclasses import replace
from math import inf
from typing import Literal

from graders.commands import printing
from graders.contingent_plans import ConditionalPlan, ContingentPosition, drawn_position

from planner_clue.support.errors import CourseworkError, GradingError, SubmissionError, shown
from planner_clue.support.json_text import plain
from planner_clue.teaching import worker
from planner_clue.teaching.checks import Case, Factors, Feedback, File, Score, Whole
from planner_clue.teaching.submission import Submission

_TOLD, _EQUAL = 3, 1e-6
PLAN, CODE, FUNCTION = "plan.txt", "contingent.py", "plan"
_ANSWER_SECONDS = 20
_TEXT = "README.md says how a plan is written; indentation says what belongs to which answer."
_WRONG = "Every branch has to end in the right accusation: follow the plan in this deal."
_LONG = "Another plan takes fewer turns: what is left to find out matters, and where you are then."


class _ContingentPlan(Case, tag="contingent-plan", kw_only=True):
    """A conditional plan: one part for being right in every deal, one for each factor.

    The factors are of the optimum. With ``whole``, everything or no points. The position is that
    of a file, or one drawn from a seed.
    """

    checks: str = "the plan ends in the right accusation in every deal, in few turns on average"
    source: Literal["plan.txt", "contingent.py"]
    situation: File | None = None
    seed: Whole = 0
    rooms: Whole = 0
    deals: Whole = 0
    seats: Literal[2, 3] = 2
    turns: tuple[float, float] | None = None
    """The turns from room to room are drawn between these; by default, those of a board."""
    factors: Factors
    whole: bool = False

    def __post_init__(self) -> None:
        if self.situation:
            self.position = ContingentPosition.read(self.situation)
        elif self.rooms and self.deals:
            drawn = self.rooms, self.deals, self.seats, self.turns
            self.position = drawn_position(self.seed, *drawn)
        else:
            raise CourseworkError("situation is missing; expected a file, or seed, rooms and deals")

    def story(self) -> str:
        return "\n".join(self.position.lines())

    def trial(self, submission: Submission) -> Score:
        position, source = self.position, self.source
        text = submission.text(PLAN) if source == PLAN else _made(submission, position)
        try:
            turns, faults = position.execute(ConditionalPlan.read(text))
        except ValueError as error:
            raise SubmissionError(f"{source}: {error}", _TEXT) from None
        if faults:
            what = f"wrong in {len(faults)} of {len(position.deals)} deals"
            falls = [Feedback(f"{what}; {fault}", _WRONG) for fault in faults[:_TOLD]]
            falls[0] = replace(falls[0], what=f"{falls[0].what}{self._printed()}")
            return Score(0.0, tuple(falls))
        if (best := position.optimum) == inf:
            raise GradingError("no plan separates all case files of this position")
        says = f"right in every deal, in {turns:.3f} turns on average; possible: {best:.3f}"
        reached = sum(turns <= factor * best + _EQUAL for factor in self.factors)
        if reached == len(self.factors):
            return Score(says=says)
        allowed = f"all points for {min(self.factors) * best:.3f}"
        share = 0.0 if self.whole else (1 + reached) / (1 + len(self.factors))
        return Score(share, (Feedback(f"{says}; {allowed}{self._printed()}", _LONG),), says)

    def _printed(self) -> str:
        """Return a command that prints the plan, its turns and wrong ends, and the optimum."""
        text = f"open('{PLAN}').read()"
        if self.source == CODE:
            text = "contingent.plan(plain(case.position))"
        names = "import contingent; from planner_clue.support.json_text import plain; "
        names += "from graders.contingent_plans import ConditionalPlan"
        run = "turns, wrong = case.position.execute(ConditionalPlan.read(text))"
        lines = "print(text, *wrong, sep=chr(10)); print(turns, case.position.optimum)"
        return printing(self, f"{names}; text = {text}; {run}; {lines}")


def _made(submission: Submission, position: ContingentPosition) -> str:
    found = worker.open_worker(submission, CODE, seconds=_ANSWER_SECONDS)
    given = plain(position)
    for deal in given["deals"]:  # only asked says in which order the seats are asked
        deal["hands"] = dict(reversed(deal["hands"].items()))
    text = found.call(CODE, FUNCTION, given)
    if not isinstance(text, str):
        raise SubmissionError(f"{FUNCTION} returned {shown(text)}; expected a text", _TEXT)
    return text
