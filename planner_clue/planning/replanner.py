"""Assume, plan, act, watch, and plan again.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012): the unknown case file and the answers
of the others are assumed, the deterministic problem is solved by a classical planner, and
the plan is executed until an observation contradicts it.
"""

import json
from dataclasses import dataclass
from typing import Any

from planner_clue.cards import CaseFile
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Engine, Plan, Step
from planner_clue.planning.model import Model, Situation
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.steps import is_played, question
from planner_clue.planning.triggers import Firing, Trigger, foremost


@dataclass(frozen=True)
class Replan:
    """One planning: why, from what, and what came of it."""

    turn: int
    number: int
    """Counts this seat's replans from 0."""
    trigger: Firing
    also: tuple[Firing, ...]
    assumption: CaseFile
    problem: PddlProblem
    chance: float
    """The probability that the assumption is the case file."""
    plan: Plan | None
    failure: PlanningFailure | None
    fates: list[str]
    """What became of each step of the plan; filled in while it is played."""

    def to_note(self) -> dict[str, Any]:
        """Return it for the game's record: everything but the problem and the times."""
        note: dict[str, Any] = {
            "turn": self.turn,
            "replan": self.number,
            "trigger": self.trigger.trigger.value,
            "observation": self.trigger.observation,
            "also": [[firing.trigger.value, firing.observation] for firing in self.also],
            "assumption": list(self.assumption),
            "chance": round(self.chance, 6),
        }
        if self.plan:
            note |= {"plan": [str(step) for step in self.plan.steps], "cost": self.plan.cost}
        if self.failure:
            note |= {"failure": self.failure.reason, "detail": str(self.failure)}
        return note

    def to_files(self, domain: Domain, engine: Engine, about: str) -> dict[str, str]:
        """Return what ``--pddl-dir`` leaves: the texts of its four files, by name.

        ``about`` says which game and seat this was.
        """
        header = (
            f"Written by planner-clue for the domain {domain.name}.",
            f"{about}, turn {self.turn}, replan {self.number}: {self.trigger.trigger.value}.",
            f"{self.trigger.observation}.",
        )
        steps = self.plan.steps if self.plan else ()
        asked = [asks for asks in map(question, steps) if asks]
        why = self.to_note() | {
            "engine": engine.name,
            "configuration": engine.configuration,
            "expected_answers": [
                {"suggestion": list(asks.suggestion), "shown": asks.expected} for asks in asked
            ],
            "steps": [
                {"action": str(step), "became": fate}
                for step, fate in zip(steps, self.fates, strict=True)
            ],
            "expansions": self.plan.expansions if self.plan else None,
            "seconds": {k: round(v, 4) for k, v in self.plan.seconds.items()} if self.plan else {},
        }
        return {
            "domain.pddl": domain.text,
            "problem.pddl": self.problem.to_text(header),
            "plan": self.plan.to_text() if self.plan else "; no plan\n",
            "why.json": json.dumps(why, indent=2) + "\n",
        }


class Replanner:
    """Holds the current plan, and replaces it when a trigger has fired."""

    def __init__(
        self,
        model: Model,
        engine: Engine,
        domain: Domain,
    ) -> None:
        self.model = model
        self.engine = engine
        self.domain = domain
        self.replans: list[Replan] = []
        self._steps: list[Step] = []
        self._failed_in = 0
        """The turn of the last failure; the next attempt waits for another turn."""
        self._fired: list[Firing] = [Firing(Trigger.FIRST_PLAN, "the game begins")]

    # -- the plan in hand -----------------------------------------------------------

    @property
    def next_step(self) -> Step | None:
        """The next step to play, or None without a plan."""
        return self._steps[0] if self._steps else None

    @property
    def assumption(self) -> CaseFile | None:
        """The case file that the current plan assumes."""
        return self.replans[-1].assumption if self.replans else None

    def done(self, turn: int) -> None:
        """Count the next step as played in ``turn``."""
        self._settle(f"played in turn {turn}")
        self._steps.pop(0)
        if not self._steps or self._steps[0].action == "accuse":
            self.fire(Trigger.PLAN_FINISHED, "every question of the plan has been asked")

    def _settle(self, fate: str) -> None:
        """Write down what became of the next step."""
        latest = self.replans[-1]
        if latest.plan and self._steps:
            played = [n for n, step in enumerate(latest.plan.steps) if is_played(step)]
            latest.fates[played[len(played) - len(self._steps)]] = fate

    def fire(self, trigger: Trigger, observation: str) -> None:
        """Say that the plan no longer fits what was observed; an assumption falls once."""
        refuted = Trigger.ASSUMPTION_REFUTED
        if trigger is not refuted or all(firing.trigger is not refuted for firing in self._fired):
            self._fired.append(Firing(trigger, observation))

    @property
    def must_replan(self) -> bool:
        """Whether a trigger has fired since the last plan."""
        return bool(self._fired)

    def may_try(self, turn: int) -> bool:
        """Tell whether no planning has failed in this turn yet."""
        return turn != self._failed_in

    # -- planning -------------------------------------------------------------------

    def replan(self, turn: int, situation: Situation) -> None:
        """Plan from ``situation``, for the triggers that have fired.

        When no plan comes back the failure is kept in :attr:`replans`, :attr:`next_step` is
        None, and the triggers stay fired, so that the next occasion tries again.
        """
        trigger, also = foremost(self._fired)
        number = len(self.replans)
        if self.replans:
            self._settle(f"dropped in turn {turn}: {trigger.trigger.value}")
        problem = self.domain.restrict(self.model.problem(situation))
        plan, failure = None, None
        try:
            plan = self.engine.solve(self.domain.text, problem)
        except PlanningFailure as error:
            failure = error
            self._failed_in = turn
        self._steps = [step for step in plan.steps if is_played(step)] if plan else []
        if plan:
            self._fired = []
        chance = situation.belief.chance(situation.assumption)
        fates = [_fate_at_first(step) for step in plan.steps] if plan else []
        self.replans.append(
            Replan(
                turn,
                number,
                trigger,
                also,
                situation.assumption,
                problem,
                chance,
                plan,
                failure,
                fates,
            )
        )


def _fate_at_first(step: Step) -> str:
    return "not reached" if is_played(step) else "reckoning"
