"""Assume, plan, act, watch, and plan again.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012): the unknown case file and the answers
of the others are assumed, the deterministic problem is solved by a classical planner, and
the plan is executed until an observation contradicts it.
"""

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from planner_clue.cards import Card
from planner_clue.deliberation.history import History
from planner_clue.deliberation.model import Model
from planner_clue.deliberation.replan import Replan, first_fates
from planner_clue.deliberation.situation import Situation
from planner_clue.deliberation.steps import ACCUSE, TRAVELS, destination, is_played, question
from planner_clue.deliberation.triggers import Firing, Trigger, foremost
from planner_clue.errors import PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Beginnings, Branch, Engine
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import PddlProblem


class Replanner(History):
    """Holds the current plan, and replaces it when a trigger has fired."""

    def __init__(
        self,
        model: Model,
        engine: Engine,
        domain: Domain,
    ) -> None:
        super().__init__(engine, domain)
        self.model = model
        self.branches: list[Branch] = []
        """The best plans for each way to begin, as of the last planning."""
        self._beginnings: Beginnings | None = None
        self._opened: dict[str, Beginnings] = {}
        """The ways to begin of every problem of this game, by its text."""
        self._steps: list[Step] = []

    # -- the plan in hand -----------------------------------------------------------

    @property
    def next_step(self) -> Step | None:
        """The next step to play, or None without a plan."""
        return self._steps[0] if self._steps else None

    def done(self, turn: int) -> None:
        """Count the next step as played in ``turn``."""
        self._settle(f"played in turn {turn}")
        if question(self._steps.pop(0)):
            # What the other ways were worth is past with the answer.
            self.branches, self._beginnings = [], None
        if not self._steps or self._steps[0].action == ACCUSE:
            self.fire(Trigger.PLAN_FINISHED, "every question of the plan has been asked")

    def _settle(self, fate: str) -> None:
        """Write down what became of the next step."""
        latest = self.replans[-1]
        if latest.plan and self._steps:
            played = [n for n, step in enumerate(latest.plan.steps) if is_played(step)]
            latest.fates[played[len(played) - len(self._steps)]] = fate

    # -- planning -------------------------------------------------------------------

    def replan(self, turn: int, situation: Situation) -> None:
        """Plan from ``situation``, for the triggers that have fired.

        The plan is the best of all, or of those for other ways to begin. When none comes back the
        failure is kept in :attr:`replans`, :attr:`next_step` is None, and the triggers stay
        fired, so that the next occasion tries again.
        """
        trigger, also = foremost(self._fired)
        spent, failure, best = Counter[str](), None, None
        clock = Stopwatch()
        problem = self.domain.restrict(self.model.problem(situation))
        clock.lap("model")
        text = problem.to_text(brief=True)
        clock.lap("write")
        spent.update(clock.laps)
        self.branches = []
        try:
            ways = self._beginnings = self._open(problem, text)
            firsts = [] if situation.may_suggest else self._promising(ways, problem)
            ways.expect(firsts)
            self._follow_up(ways.best(), spent)
            for first in firsts:
                self._follow_up(ways.branch(first), spent)
            best = min(self.branches, key=lambda branch: branch.plan.cost)
            self._fired = []
        except PlanningFailure as error:
            failure = error
            self._failed_in = turn
        plan = best.plan if best else None
        self._take(
            Replan(
                turn=turn,
                number=len(self.replans),
                trigger=trigger,
                also=also,
                assumption=situation.assumption,
                problem=problem,
                chance=situation.belief.chance(situation.assumption),
                plan=plan,
                failure=failure,
                branches=self.branches,
                seconds=spent,
                fates=first_fates(plan),
                expansions=best.result.expansions if best else None,
            )
        )

    def _open(self, problem: PddlProblem, text: str) -> Beginnings:
        """Return the ways to begin; what was opened before in this game is not opened again."""
        if text not in self._opened:
            self._opened[text] = self.engine.beginnings(
                self.domain.text, text, self.limits, problem.unwritten
            )
        return self._opened[text]

    def _promising(self, ways: Beginnings, problem: PddlProblem) -> list[Step]:
        """Return the ways to plan on from: passages, stays, and the best travels.

        Best by what they cost, and by the cheapest question at the end of a way. Where the
        rules let anybody stay, to stay is to travel from a room to itself.
        """
        questions: dict[str, int] = {}
        for atom, cost in problem.values.items():
            if atom[0] in ("question-cost", "proof-cost"):
                questions[atom[-1]] = min(cost, questions.get(atom[-1], cost))

        def promise(step: Step) -> int:
            return ways.steps[step] + questions.get(destination(step) or "", 0)

        ordered = sorted(filter(destination, ways.steps), key=promise)
        by_dice = [step for step in ordered if step.action in TRAVELS]
        return [step for step in ordered if step not in by_dice[self.model.costs.ways :]]

    def _follow_up(self, branch: Branch | None, spent: Counter[str]) -> None:
        """Put a branch among :attr:`branches`, and count what it took."""
        if branch and branch not in self.branches:
            self.branches.append(branch)
            spent.update(branch.result.seconds)

    def look_at(self, rooms: Collection[Card]) -> None:
        """Have the best plans that begin by travelling to ``rooms`` among :attr:`branches`."""
        if ways := self._beginnings:
            begin = [first for first in ways.steps if first.action in TRAVELS]
            firsts = [first for first in begin if destination(first) in rooms]
            ways.expect(firsts)
            for first in firsts:
                with suppress(PlanningFailure):  # then there is one way less
                    self._follow_up(ways.branch(first), self.replans[-1].seconds)

    def adopt(self, branch: Branch, turn: int, observation: str) -> None:
        """Go on with another of :attr:`branches`, for what ``observation`` says."""
        self._take(
            replace(
                self.replans[-1],
                turn=turn,
                number=len(self.replans),
                trigger=Firing(Trigger.MOVED, observation),
                also=(),
                plan=branch.plan,
                seconds=Counter(),
                fates=first_fates(branch.plan),
                expansions=branch.result.expansions,
            )
        )

    def _take(self, replan: Replan) -> None:
        """Put a plan in the place of the one in hand."""
        if self.replans:
            self._settle(f"dropped in turn {replan.turn}: {replan.trigger.trigger.value}")
        self._steps = [step for step in replan.plan.steps if is_played(step)] if replan.plan else []
        self.replans.append(replan)

    def to_go(self) -> dict[Card, float]:
        """Return what the best plans still cost once each room is entered."""
        costs: dict[Card, float] = {}
        for branch in self.branches:
            room = destination(branch.first)
            if room is not None and branch.rest_cost is not None:
                costs[room] = min(branch.rest_cost, costs.get(room, branch.rest_cost))
        return costs
