"""The deliberation loop of a planner: assume, plan, execute, monitor, and replan.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012). It assumes the unknown case file and the
answers of the other players, has a classical planner solve the resulting deterministic
problem, and carries out the plan until an observation contradicts it.

Each planner supplies the parts in which planners differ: its knowledge of the cards
(:class:`CardKnowledge`), how it makes and solves a problem (:class:`PlanningRun`), and which steps
of a plan it plays in which order.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from planner_clue.belief.posterior import Snapshot
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.deliberation import monitor, planning_run, triggers
from planner_clue.deliberation.assumption import Assumption, CardKnowledge
from planner_clue.deliberation.decision import (
    ACTIONS,
    DIGITS,
    THOUSANDTHS_OF_A_TURN,
    Alternative,
    Decision,
    Failure,
    Fallback,
    LoggedDecision,
    reasons,
)
from planner_clue.deliberation.model import PosedProblem
from planner_clue.deliberation.monitor import Execution
from planner_clue.deliberation.plan_tree import Answer, Path, Plan, PlanStep, StepStatus
from planner_clue.deliberation.race import Race, stated
from planner_clue.deliberation.triggers import Firing, News, Trigger, weightiest_first
from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines import Branch
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Showed, Suggested


class FollowUp(NamedTuple):
    """What a planner needs to go on with a follow-up of its plan."""

    assumption: Assumption
    prices: Mapping[Card, float]
    """The cost after entering each room that is worth it."""


FollowUpCheck: TypeAlias = Callable[[Suggestion], FollowUp | None]
"""Takes the follow-up of a plan; returns None if another suggestion is better by now."""


@dataclass(frozen=True)
class _Mark:
    """What was known, and how much had been seen, when the seat last decided."""

    known: Snapshot
    evidence: int = 0
    telling: int = 0
    shifting: int = 0


class Deliberation:
    """The plans and decisions of one seat in a game, and the events that change them."""

    def __init__(
        self,
        seat: Seat,
        known: CardKnowledge,
        *,
        plays: Callable[[PlanStep], object] = lambda step: step.is_played,
        watches: Collection[Trigger] = triggers.ORDER,
        unit: str = THOUSANDTHS_OF_A_TURN,
        race: Callable[[float], Race] | None = None,
    ) -> None:
        """Begin a game.

        ``plays`` says which steps of a plan are to be played; ``watches`` are the triggers by which
        the seat plans again; ``unit`` is the unit of costs; ``race`` returns the race that
        forecasts plans.
        """
        self.known = known
        self.log: list[LoggedDecision] = []
        """Every decision of this game except gambles, in order."""
        self.execution = Execution()
        """The current plan, and how far it is played."""
        self.prices: Mapping[Card, float] = {}
        """In a follow-up of the plan, the cost after entering each room that is worth it."""
        self._me, self._names = seat.index, seat.tokens
        self._has_board = seat.board is not None
        self._plays, self._watches, self._unit = plays, watches, unit
        self._race = race
        self._gambles: list[Decision] = []
        self._fired: list[Firing] = [triggers.first_plan()]
        self._failures = 0
        """Failed requests to the engine in a row."""
        self._failed_in = 0
        """The turn of the last failure to plan; the next attempt waits for another turn."""
        self._claim: Assumption | None = None
        """The accusation that this seat is making without a proof."""
        self._mark = _Mark(known.snapshot())
        self._answered: set[Card] = set()
        """The cards that this seat was shown since it last decided."""

    def observe(self, event: Event) -> None:
        """Take in one event, and compare it with what the plan expects."""
        place = self.known.transcript.here
        self.known.observe(event)
        if isinstance(event, Suggested):
            brought = event.seat != self._me and event.cards.suspect == self._names[self._me]
            if brought and self._has_board:
                self._fire(triggers.brought_away(place, event, self._names))
        elif isinstance(event, Showed) and event.to == self._me and event.card:
            self._answered.add(event.card)
            self._hear(Answer(self._names[event.seat], event.card))
        elif isinstance(event, Accused) and event.seat == self._me:
            self._accuse(event)

    def suggestion_is_over(self) -> None:
        """Note that nobody showed a card for the pending suggestion, if there is one."""
        self._hear(Answer())

    def claim(self, claim: Assumption | None) -> Accusation | None:
        """Return the accusation to make; an uncertain one will be noted as a gamble."""
        self._claim = claim if claim and claim.chance < 1 else None
        return Accusation(*claim.case_file) if claim else None

    def look(self) -> None:
        """Fire the triggers for what was learned about the cards since the last decision.

        Answers to this seat's suggestions fire at once. What all events together say about the
        cards is computed only here, when the seat is about to decide.
        """
        known, mark = self.known, self._mark
        fresh = known.transcript.evidence[mark.evidence :]
        if not fresh:
            return
        telling = known.telling[mark.telling :]
        after = known.snapshot()
        news = News(
            self._names,
            tuple(piece for piece in fresh if piece.asker != self._me),
            tuple(piece for piece in telling if piece.asker != self._me),
            tuple(known.shifting[mark.shifting :]),
            frozenset(self._answered),
            lambda card, holder: known.settled_by(card, holder, telling),
            lambda case_file: known.refuted_by(case_file, telling),
            known.transcript.turn,
        )
        fact = triggers.new_fact(mark.known, after, news)
        self._fire(fact or triggers.new_evidence(mark.known, after, news))
        assumed = self.log[-1].decision.assumption if self.log else None
        allowed = assumed is None or known.chance(assumed) > 0
        self._fire(triggers.assumption_refuted(assumed, allowed=allowed, after=after, news=news))
        self._answered = set()
        evidence = len(known.transcript.evidence)
        self._mark = _Mark(after, evidence, len(known.telling), len(known.shifting))

    def _hear(self, answer: Answer) -> None:
        """Take in the answer to the pending suggestion of the plan."""
        pending = self.execution.pending
        state, step = monitor.heard(self.execution, answer, self._plays)
        if pending and step:
            self._execute(state)
            self._fire(triggers.unexpected_answer(step, answer, pending[1]))

    def _accuse(self, event: Accused) -> None:
        """Note an accusation of this seat: a step of the plan, a gamble, or both."""
        if self._claim:
            case_file, chance = self._claim.case_file, round(self._claim.chance, DIGITS)
            gamble = Decision(turn=event.turn, assumption=case_file, chance=chance, gamble=True)
            self._gambles.append(gamble)
        for path in self.execution.left:
            if self.execution.step(path).accuses == tuple(event.cards):
                self.settle(path, StepStatus.PLAYED, event.turn)

    def _fire(self, firing: Firing | None) -> None:
        """Remember why to plan again; the same assumption is refuted only once."""
        if firing is None or firing.trigger not in self._watches:
            return
        refuted = firing.trigger is Trigger.ASSUMPTION_REFUTED
        if not (refuted and any(f.trigger is firing.trigger for f in self._fired)):
            self._fired.append(firing)

    @property
    def must_replan(self) -> bool:
        """Whether a trigger has fired since the last plan."""
        return bool(self._fired)

    @property
    def has_given_up(self) -> bool:
        """Whether the engine failed too often to be used any more."""
        return self._failures >= planning_run.MOST_FAILURES

    def replan(
        self,
        turn: int,
        think: Callable[[], planning_run.PlanningRun],
        check: FollowUpCheck = lambda follow_up: None,
    ) -> None:
        """Plan again if a trigger has fired, and none has failed in this turn.

        ``think`` assumes a case file, writes the problem and has an engine search it. If that
        gives no plan, there is nothing to play, and the triggers stay, so that the seat plans
        again in its next turn; unless the engine is given up. Where nothing fired since the answer
        to the latest suggestion, ``check`` decides whether the plan's follow-up is played.
        """
        self.look()
        if all(firing.trigger in triggers.NEWS for firing in self._fired):
            self._go_on(turn, check)
        if self.must_replan and self.has_given_up:
            self._drop_plan(turn, weightiest_first(self._fired)[0].trigger)
        elif self.must_replan and turn != self._failed_in:
            self._decide(turn, think())

    def _go_on(self, turn: int, check: FollowUpCheck) -> None:
        """Go on with what the plan has for the latest answer: nothing else has happened since."""
        if self.execution.answered is None:
            return
        branch, since = self.execution.answered
        step = branch.plays
        if step is None or step.asks is None:  # the plan accuses, and this seat did not
            self._fire(triggers.plan_finished(since))
            return
        going_on = check(step.asks)
        if going_on is None:
            self._fire(triggers.outdated_follow_up(branch.answer, since))
            return
        news, self._fired = self._fired, []
        latest = self.log[-1]
        decision = replace(
            latest.decision,
            turn=turn,
            number=len(self.log),
            assumption=going_on.assumption.case_file,
            chance=round(going_on.assumption.chance, DIGITS),
            planned_in=latest.decision.planned_in or latest.decision.turn,
            cost=branch.cost,
            alternatives=(),
            expansions=None,
            **reasons([triggers.follow_up(branch.answer, since), *weightiest_first(news)]),
        )
        self._log(decision, branch.steps, latest.problem, latest.plan)
        self.prices = going_on.prices

    def _decide(self, turn: int, run: planning_run.PlanningRun) -> None:
        """Make a decision from the result of an engine, and clear the triggers."""
        assumption, problem, result, alternatives = run
        fired = weightiest_first(self._fired)
        if result.plan:
            self._fired = []
        else:
            self._failed_in = turn
        self._drop_plan(turn, fired[0].trigger)
        decision = Decision(
            turn=turn,
            number=len(self.log),
            assumption=assumption.case_file,
            chance=round(assumption.chance, DIGITS),
            **reasons(fired),
            problem=problem.digest,
            cost=result.plan.cost if result.plan else None,
            alternatives=alternatives if result.plan else (),
            expansions=result.expansions,
            unit=self._unit if problem.pddl.has_costs else ACTIONS,
            failed=None if result.plan else result.status.value,
            detail=None if result.plan else result.detail,
        )
        steps = planning_run.tree_of(result.plan, problem) if result.plan else ()
        text = result.plan.to_text() if result.plan else ""
        self._log(decision, steps, problem, text, result.seconds)
        self._count_failures([decision.failure] if decision.failure else [])

    def adopt(
        self, branch: Branch, alternatives: Iterable[Alternative], turn: int, why: str
    ) -> None:
        """Continue with the plan of ``branch``, if the current plan begins in another way.

        ``alternatives`` are all first steps so far, ``why`` is the reason in words.
        """
        step = self.next_step
        if step and step.action == str(branch.first):
            return
        firing = triggers.another_way(turn, why)
        latest = self.log[-1]
        earlier = latest.decision.planned_in or latest.decision.turn
        self._drop_plan(turn, firing.trigger)
        decision = replace(
            latest.decision,
            turn=turn,
            number=len(self.log),
            chance=round(self.known.chance(latest.decision.assumption), DIGITS),
            planned_in=None if earlier == turn else earlier,
            **reasons([firing]),
            cost=branch.plan.cost,
            alternatives=alternatives,
            expansions=branch.result.expansions,
        )
        steps = planning_run.tree_of(branch.plan, latest.problem)
        self._log(decision, steps, latest.problem, branch.plan.to_text())

    def _log(
        self,
        decision: Decision,
        steps: Plan,
        problem: PosedProblem,
        text: str,
        seconds: Mapping[str, float] | None = None,
    ) -> None:
        """Begin the plan of a decision, and state its forecast."""
        if self._race:
            decision = stated(decision, self._race)
        self.log.append(LoggedDecision(decision, problem, text, Counter(seconds or {})))
        self._execute(monitor.begin(steps, self._plays))

    def _execute(self, state: Execution) -> None:
        """Keep the state of the current plan, also in the decision that made it."""
        self.execution = state
        if self.log:
            self.log[-1].note(steps=state.plan)

    def looked_further(
        self, seconds: Counter[str], failures: Iterable[PlanningFailure] = ()
    ) -> None:
        """Note times and failures of the searches for other first steps."""
        logged = self.log[-1]
        logged.seconds.update(seconds)
        failed = [Failure(str(f.reason), f.detail) for f in failures]
        logged.note(search_failures=(*logged.decision.search_failures, *failed))
        if seconds or failed:
            self._count_failures(failed)

    def _count_failures(self, failures: Sequence[Failure]) -> None:
        """Count one request as failed if anything of it failed, else as answered."""
        failed = any(failure.status in planning_run.COSTLY_FAILURES for failure in failures)
        self._failures = self._failures + 1 if failed else 0
        self.log[-1].note(gave_up=self.has_given_up)

    def nothing_to_ask(self, room: Card, turn: int) -> None:
        """Note that the plan, if there is one, makes no suggestion in the room of the token."""
        if self.execution.left or not self._fired:
            self._fire(triggers.no_suggestion_here(room, turn))

    def _drop_plan(self, turn: int, why: Trigger) -> None:
        if self.log:
            self._execute(monitor.dropped(self.execution, turn, why.value))
        self.execution, self.prices = Execution(), {}

    @property
    def next_step(self) -> PlanStep | None:
        """The next step to play, or None without a plan."""
        left = self.execution.left
        return self.execution.step(left[0]) if left else None

    def played(
        self, turn: int, path: Path | None = None, instead: Suggestion | None = None
    ) -> None:
        """Note that a step was played: the next one, or that at a path.

        A suggestion then waits for its answer. ``instead`` is the one that was made in place of the
        planned one.
        """
        path = self.execution.left[0] if path is None else path
        self.settle(path, StepStatus.PLAYED, turn, instead=instead)
        step = self.execution.step(path)
        if step.expects:
            self.execution = monitor.asked(self.execution, path, turn)
        if not step.branches and self.execution.is_finished:
            self._fire(triggers.plan_finished(turn))

    def settle(self, path: Path, status: StepStatus, turn: int, **more: Any) -> None:
        """Note the fate of a step of the latest plan."""
        self._execute(monitor.settled(self.execution, path, status, turn, **more))

    def fall_back(self, turn: int, action: str) -> None:
        """Note a simple decision that was made because there was no plan."""
        if self.log:
            logged, failure = self.log[-1], self.log[-1].decision.failure
            used_up = "the engine is given up" if logged.decision.gave_up else "the plan is used up"
            reason = failure.status if failure else used_up
            fallback = Fallback(turn, action, reason)
            logged.note(fallbacks=(*logged.decision.fallbacks, fallback))

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game with its outcome, by turn."""
        made = [logged.decision for logged in self.log]
        return sorted([*made, *self._gambles], key=lambda decision: decision.turn)
