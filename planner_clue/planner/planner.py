"""How every planner decides: notice what is new, go on with the plan or plan again.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012). A :class:`Planner` is constant during a game;
its methods are functions of a :class:`~planner_clue.planner.mind.Mind`, and return the next
one. The two planners, ``clue_planner`` and ``planner_huji``, differ in the methods of this class
that are abstract here.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from planner_clue.game.board import Place
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.decisions import Opening, Seat
from planner_clue.game.requests import AskMove, AskStart, AskSuggest, PlayerRequest
from planner_clue.planner import decision
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.first_steps import FirstSteps
from planner_clue.planner.mind import Mind
from planner_clue.planner.model import FormulatedProblem
from planner_clue.planner.triggers import MAY_KEEP_FOLLOW_UP, Firing, Trigger, plan_finished
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Branch, Engine
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import PlanningResult


@dataclass(frozen=True)
class Standing:
    """How the token stands when the seat has to decide."""

    turn: int
    here: Place | None
    """None at a table without a board."""
    may_suggest: bool = False
    """Whether the token has just come into its room."""
    may_stay: bool = False
    """Whether it may suggest in its room without rolling, because it was moved there."""


class FollowUp(NamedTuple):
    """How a planner goes on with a follow-up of its plan."""

    assumption: Assumption
    prices: Mapping[Card, float]
    """The cost after entering each room that is worth it."""


class Planner(ABC):
    """One planner in one game."""

    def __init__(self, seat: Seat, engine: Engine, domain: Domain) -> None:
        self.seat, self.engine, self.domain = seat, engine, domain

    @abstractmethod
    def begin(self) -> Mind:
        """Return the mind at the start of the game."""

    @abstractmethod
    def decide(self, mind: Mind, request: PlayerRequest) -> tuple[Mind, Any]:
        """Return the next mind, and the answer to a request of the table."""

    @abstractmethod
    def assume(self, mind: Mind, at: Standing) -> Assumption:
        """Return the case file to assume now."""

    @abstractmethod
    def formulate(self, mind: Mind, at: Standing, assumed: CaseFile) -> FormulatedProblem:
        """Return the problem to plan for."""

    @abstractmethod
    def search(self, problem: FormulatedProblem, at: Standing) -> tuple[FirstSteps, PlanningResult]:
        """Return the best plan for a problem, and the best plan per other first step."""

    def position(self, mind: Mind, request: AskStart | AskMove | AskSuggest) -> Standing:
        """Return the position of the token at a request."""
        match request:
            case AskSuggest(room=room):
                return Standing(max(mind.turn, mind.known.transcript.turn), room, may_suggest=True)
            case AskStart(options=options):
                stays = Opening.STAY in options.openings and not self.seat.read_rules().may_stay
                return Standing(options.turn, options.here, may_stay=stays)
            case AskMove(options=moves):
                return Standing(moves.turn, moves.here)

    def check(self, mind: Mind, follow_up: Suggestion, at: Standing) -> FollowUp | None:
        """Return how to go on with a follow-up of the plan; None if another plan is better."""
        del mind, follow_up, at
        return None

    def forecast(self, mind: Mind, made: decision.Replan) -> decision.Replan:
        """Return a decision with the forecast of its plan, if this planner makes forecasts."""
        del mind
        return made

    def replanned(self, mind: Mind, at: Standing) -> Mind:
        """Return the mind with a plan for ``at``: the current one, if nothing speaks against it.

        If the engine finds none, there is nothing to play, and the triggers stay, so that the seat
        plans again in its next turn; unless the engine is given up.
        """
        mind = replace(mind, turn=at.turn).noticing()
        if all(firing.trigger in MAY_KEEP_FOLLOW_UP for firing in mind.fired):
            mind = self._follow(mind, at)
        if not mind.fired or (at.turn == mind.failed_in and not mind.has_given_up):
            return mind
        why = mind.reasons
        mind = mind.dropping(at.turn, why[0].trigger)
        return mind if mind.has_given_up else self._plan(mind, at, why)

    def _follow(self, mind: Mind, at: Standing) -> Mind:
        """Go on with what the plan contains for the latest answer, unless something is better."""
        if mind.execution.answered is None:
            return mind
        branch, since = mind.execution.answered
        step = branch.plays
        if step is None or step.asks is None:  # the plan accuses, and this seat did not
            return mind.firing(plan_finished(since))
        answer = branch.answer.in_the_past
        going_on = self.check(mind, step.asks, at)
        if going_on is None:
            return mind.firing(Firing(Trigger.OUTDATED_FOLLOW_UP, since, answer))
        fired = [Firing(Trigger.FOLLOW_UP, since, answer), *mind.reasons]
        made = mind.log[-1].continued(
            at.turn, len(mind.log), fired, going_on.assumption, steps=branch.steps, cost=branch.cost
        )
        made = replace(made, decision=self.forecast(mind, made.decision))
        return replace(mind.adopting(made), fired=(), prices=going_on.prices)

    def _plan(self, mind: Mind, at: Standing, why: tuple[Firing, ...]) -> Mind:
        """Assume a case file, write the problem, search for the best plan, and adopt it."""
        clock = Stopwatch()
        assumption = self.assume(mind, at)
        problem = self.formulate(mind, at, assumption.case_file)
        clock.lap("model")
        _ = problem.text  # written now, to be timed
        clock.lap("write")
        plans, result = self.search(problem, at)
        plan = result.plan
        made = decision.Replan(
            turn=at.turn,
            number=len(mind.log),
            assumption=assumption.case_file,
            chance=round(assumption.probability, decision.DIGITS),
            **decision.reasons(why),
            problem=problem.digest,
            steps=problem.tree_of(plan) if plan else (),
            cost=plan.cost if plan else None,
            alternatives=plans.alternatives if plan else (),
            expansions=result.expansions,
            unit=mind.traits.unit if problem.pddl.has_costs else decision.ACTIONS,
            failed=None if plan else result.status.value,
            detail=None if plan else result.detail,
        )
        seconds = Counter(clock.laps) + Counter(result.seconds)
        text = plan.to_text() if plan else ""
        logged = decision.LoggedReplan(self.forecast(mind, made), problem, text, seconds)
        mind = replace(mind, plans=plans).adopting(logged)
        mind = replace(mind, fired=()) if plan else replace(mind, failed_in=at.turn)
        return mind.counting([made.failure] if made.failure else [])

    def switched(self, mind: Mind, branch: Branch, turn: int, why: str) -> Mind:
        """Continue with the plan of ``branch``, if the current plan begins in another way."""
        step, latest = mind.next_step, mind.log[-1]
        if step and step.action == str(branch.first):
            return mind
        assumed = latest.decision.assumption
        made = latest.continued(
            turn,
            len(mind.log),
            [Firing(Trigger.MOVED, turn, why)],
            Assumption(assumed, mind.known.chance(assumed)),
            steps=latest.problem.tree_of(branch.plan),
            cost=branch.plan.cost,
            alternatives=mind.plans.alternatives,
            expansions=branch.result.expansions,
        )
        made = replace(
            made, decision=self.forecast(mind, made.decision), plan=branch.plan.to_text()
        )
        return mind.dropping(turn, Trigger.MOVED).adopting(made)


def drawn_for(seat: Seat, mind: Mind) -> Random:
    """Return the generator for the next decision of a seat, derived from its seed."""
    return Random(f"{seat.seed} {len(mind.log)} {mind.known.transcript.observations}")
