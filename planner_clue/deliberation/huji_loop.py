"""The published planner's loop: a plan is a list of questions, asked as rooms come into reach.

After "Solving Cluedo: Planning and Bayesian Networks Approach". The plan proves the whole case
file. It is not carried out step by step: its questions wait, in the order of the plan, until
each can be asked.
"""

from collections import Counter

from planner_clue.deliberation.formulations.huji import huji_problem
from planner_clue.deliberation.formulations.position import Position
from planner_clue.deliberation.history import History
from planner_clue.deliberation.replan import Replan, first_fates
from planner_clue.deliberation.steps import Question, destination, question
from planner_clue.deliberation.triggers import Trigger, foremost
from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import Plan

UNIT = "squares"
"""What the costs of its plans are."""


class PublishedReplanner(History):
    """Holds the questions of the current plan that have not been asked yet."""

    _waiting: tuple[int, ...] = ()
    """The steps of the plan that are questions still to be asked, in its order."""

    @property
    def questions(self) -> list[Question]:
        """The questions that wait to be asked, in the order of the plan."""
        plan = self._plan
        asked = [question(plan.steps[number]) for number in self._waiting] if plan else []
        return [asks for asks in asked if asks]

    @property
    def _plan(self) -> Plan | None:
        return self.replans[-1].plan if self.replans else None

    def done(self, asked: Question, turn: int, instead: Question | None = None) -> None:
        """Count a waiting question as asked in ``turn``, or another one ``instead`` of it."""
        number = self._waiting[self.questions.index(asked)]
        self._waiting = tuple(n for n in self._waiting if n != number)
        played = f"played in turn {turn}"
        way = f" as {', '.join(instead.suggestion)}" if instead else ""
        self.replans[-1].fates[number] = played + way
        if self._plan and number and destination(self._plan.steps[number - 1]):
            self.replans[-1].fates[number - 1] = "left out" if instead else played
        if not self._waiting:
            self.fire(Trigger.PLAN_FINISHED, "every question of the plan has been asked")

    def replan(self, turn: int, position: Position, chance: float) -> None:
        """Plan a complete proof from ``position``, for the triggers that have fired.

        ``chance`` is the probability with which the assumption was drawn. When no plan comes
        back the failure is kept in :attr:`replans`, nothing waits to be asked, and the triggers
        stay fired, so that the next turn tries again.
        """
        trigger, also = foremost(self._fired)
        clock, spent = Stopwatch(), Counter[str]()
        problem = self.domain.restrict(huji_problem(position))
        clock.lap("model")
        text = problem.to_text(brief=True)
        clock.lap("write")
        result = self.engine.solve(self.domain.text, text, self.limits, problem.unwritten)
        spent.update(clock.laps)
        plan, failure = result.plan, None
        if plan:
            spent.update(result.seconds)
        else:
            failure = PlanningFailure(result.status.value, result.detail)
        if failure:
            self._failed_in = turn
        else:
            self._fired = []
        self._drop(f"dropped in turn {turn}: {trigger.trigger.value}")
        self.replans.append(
            Replan(
                turn=turn,
                number=len(self.replans),
                trigger=trigger,
                also=also,
                assumption=position.assumed,
                problem=problem,
                chance=chance,
                plan=plan,
                failure=failure,
                expansions=result.expansions,
                branches=[],
                seconds=spent,
                fates=first_fates(plan),
                unit=UNIT,
            )
        )
        steps = plan.steps if plan else ()
        self._waiting = tuple(number for number, step in enumerate(steps) if question(step))

    def _drop(self, fate: str) -> None:
        """Write down what became of the questions that were not asked."""
        for number in self._waiting[:1]:
            self.replans[-1].fates[number] = fate
