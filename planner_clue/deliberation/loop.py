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
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation import triggers
from planner_clue.deliberation.assumption import Assumption, CardKnowledge
from planner_clue.deliberation.decision import (
    ACTIONS,
    DIGITS,
    HUNDREDTHS_OF_A_TURN,
    Became,
    Decision,
    Failure,
    Fallback,
    LoggedDecision,
    not_played_yet,
    reasons,
)
from planner_clue.deliberation.model import PosedProblem
from planner_clue.deliberation.plan_steps import (
    ACCUSATIONS,
    Answer,
    PlanBranch,
    PlannedSuggestion,
    branches,
    is_played,
    trunk,
)
from planner_clue.deliberation.planning_run import (
    COSTLY_FAILURES,
    MOST_FAILURES,
    PlanningRun,
    branch_choices,
    branch_values,
    rivals_ruled_out,
    suggestion_costs,
)
from planner_clue.deliberation.triggers import Firing, News, Trigger, weightiest_first
from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines import Branch
from planner_clue.planning.plan import Plan, Step
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Showed, Suggested


class Deliberation:
    """The plans and decisions of one seat in a game, and the events that change them."""

    def __init__(
        self,
        seat: Seat,
        known: CardKnowledge,
        *,
        plays: Callable[[Step], object] = is_played,
        watches: Collection[Trigger] = triggers.ORDER,
        unit: str = HUNDREDTHS_OF_A_TURN,
    ) -> None:
        """Begin a game.

        ``plays`` says which steps of a plan are to be played; ``watches`` are the triggers by which
        the seat plans again; ``unit`` is the unit of costs.
        """
        self.known = known
        self.log: list[LoggedDecision] = []
        """Every decision of this game except gambles, in order."""
        self.trunk_left: tuple[int, ...] = ()
        """The steps before the next answer that are still to be played, by position.

        Those of branches are not among them.
        """
        self._branches: tuple[PlanBranch, ...] = ()
        """The branches of the plan after these steps."""
        self._me, self._names = seat.index, seat.tokens
        self._has_board = seat.board is not None
        self._plays, self._watches, self._unit = plays, watches, unit
        self.rest_costs: Mapping[Card, float] = {}
        """In a branch of the plan, the cost after entering each room that is worth it."""
        self._gambles: list[Decision] = []
        self._fired: list[Firing] = [triggers.first_plan()]
        self._failures = 0
        """Failed requests to the engine in a row."""
        self._failed_in = 0
        """The turn of the last failure to plan; the next attempt waits for another turn."""
        self._pending: tuple[PlannedSuggestion, int] | None = None
        """The unanswered suggestion of the plan, and the turn in which it was made."""
        self._branch: tuple[PlanBranch, int] | None = None
        """The branch of the plan for the latest answer, and the turn of that answer."""
        self._claim: Assumption | None = None
        """The accusation that this seat is making without a proof."""
        self._before = known.snapshot()
        self._looked = self._told = self._shifted = 0
        """Counts of evidence, telling evidence and shifting events at the last look."""
        self._answered: set[Card] = set()

    # -- watching -------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Take in one event, and compare it with what the plan expects."""
        transcript = self.known.transcript
        place = transcript.here
        self.known.observe(event)
        if isinstance(event, Suggested):
            brought = event.seat != self._me and event.cards.suspect == self._names[self._me]
            if brought and self._has_board:
                self._fire(triggers.brought_away(place, event, self._names))
        elif isinstance(event, Showed) and event.to == self._me and event.card:
            self._answered.add(event.card)
            self._hear_answer(event)
        elif isinstance(event, Accused) and event.seat == self._me:
            self._accuse(event)

    def expect(self, asked: PlannedSuggestion, turn: int) -> None:
        """Note the suggestion of the plan that is made now, with the answer it expects."""
        self._pending = asked, turn

    def suggestion_is_over(self) -> None:
        """Note that nobody showed a card for the pending suggestion, if there is one."""
        self._hear_answer(None)

    def claim(self, claim: Assumption | None) -> Accusation | None:
        """Return the accusation to make; an uncertain one will be noted as a gamble."""
        self._claim = claim if claim and claim.chance < 1 else None
        return Accusation(*claim.case_file) if claim else None

    def look(self) -> None:
        """Fire the triggers for what was learned about the cards since the last look.

        Answers to this seat's suggestions fire at once. What all events together say about the
        cards is computed only here, when the seat is about to decide.
        """
        fresh = self.known.transcript.evidence[self._looked :]
        if not fresh:
            return
        telling = self.known.telling[self._told :]
        before, after = self._before, self.known.snapshot()
        news = News(
            self._names,
            tuple(piece for piece in fresh if not piece.concerns(self._me)),
            tuple(piece for piece in telling if not piece.concerns(self._me)),
            tuple(self.known.shifting[self._shifted :]),
            frozenset(self._answered),
            lambda card, holder: self.known.settled_by(card, holder, telling),
            lambda case_file: self.known.refuted_by(case_file, telling),
            self.known.transcript.turn,
        )
        fact = triggers.new_fact(before, after, news)
        self._fire(fact or triggers.new_evidence(before, after, news))
        assumed = self.assumption
        allowed = assumed is None or self.known.chance(assumed) > 0
        planned_for = self._branch is not None and not self._answered.isdisjoint(assumed or ())
        if not planned_for:
            refuted = triggers.assumption_refuted(assumed, allowed=allowed, after=after, news=news)
            self._fire(refuted)
        self._before, self._answered = after, set()
        self._looked = len(self.known.transcript.evidence)
        self._told, self._shifted = len(self.known.telling), len(self.known.shifting)

    def _hear_answer(self, answer: Showed | None) -> None:
        pending, self._pending = self._pending, None
        if pending is None:
            return
        asked, turn = pending
        is_conditional = bool(self._branches)
        self._take_branch(answer, turn)
        if self._branch is None:
            self._fire(triggers.unexpected_answer(asked.expected, answer, turn, self._names))
            if is_conditional and not self._fired:
                self._fire(triggers.plan_finished([], turn))

    def _take_branch(self, answer: Showed | None, turn: int) -> None:
        """Go on in the branch of an answer, if the plan has one that is likely enough."""
        came = Answer(self._names[answer.seat], answer.card) if answer else Answer(None, None)
        steps = self.log[-1].decision.steps
        before, self._branches, self._branch = self._branches, (), None
        for branch in before:
            is_this = branch.answer == came
            self.settle(branch.start, Became.PLAYED if is_this else Became.LEFT_OUT, turn)
            if is_this:
                self.trunk_left = self._steps_to_play(branch.steps)
                if triggers.is_likely(steps[branch.start].chance):
                    self._branch = branch, turn

    def _accuse(self, event: Accused) -> None:
        """Note an accusation of this seat: a step of the plan, a gamble, or both."""
        if self._claim:
            case_file, chance = self._claim.case_file, round(self._claim.chance, DIGITS)
            gamble = Decision(turn=event.turn, assumption=case_file, chance=chance, gamble=True)
            self._gambles.append(gamble)
        for position in self.trunk_left:
            step = self.step(position)
            if step.action in ACCUSATIONS and step.arguments[:3] == tuple(event.cards):
                self.settle(position, Became.PLAYED, event.turn)

    def _fire(self, firing: Firing | None) -> None:
        """Remember why to plan again; the same assumption is refuted only once."""
        if firing is None or firing.trigger not in self._watches:
            return
        refuted = firing.trigger is Trigger.ASSUMPTION_REFUTED
        if not (refuted and any(f.trigger is firing.trigger for f in self._fired)):
            self._fired.append(firing)

    # -- planning -------------------------------------------------------------------

    @property
    def must_replan(self) -> bool:
        """Whether a trigger has fired since the last plan."""
        return bool(self._fired)

    @property
    def assumption(self) -> CaseFile | None:
        """The case file that the current plan assumes."""
        return self.log[-1].decision.assumption if self.log else None

    def replan(self, turn: int, think: Callable[[], PlanningRun]) -> None:
        """Plan again if a trigger has fired, and none has failed in this turn.

        ``think`` assumes a case file, writes the problem and has an engine search it. If that
        gives no plan, there is nothing to play, and the triggers stay, so that the seat plans
        again in its next turn; unless the engine is given up.
        """
        self.look()
        if not self.must_replan:
            self._go_on(turn)
        if self.must_replan and self.has_given_up:
            self._drop_plan(turn, weightiest_first(self._fired)[0].trigger)
        elif self.must_replan and turn != self._failed_in:
            self._decide(turn, think())

    def _go_on(self, turn: int) -> None:
        """Adopt the branch of the latest answer: nothing else has happened since."""
        if self._branch is None:
            return
        (branch, answered), latest = self._branch, self.log[-1]
        self._branch = None
        self._fire(triggers.plan_finished([self.step(n) for n in self.trunk_left], answered))
        if self.must_replan:  # the branch accuses, and this seat did not
            return
        probable, self.rest_costs = branch_choices(branch.tag, latest.problem.pddl)
        assumption = probable or latest.decision.assumption
        decision = replace(
            latest.decision,
            turn=turn,
            number=len(self.log),
            assumption=assumption,
            chance=round(self.known.chance(assumption), DIGITS),
            planned_in=latest.decision.planned_in or latest.decision.turn,
            **reasons([triggers.branch_taken(branch.answer, answered)]),
        )
        self.log.append(LoggedDecision(decision, latest.problem, Counter()))

    @property
    def has_given_up(self) -> bool:
        """Whether the engine failed too often to be used any more."""
        return self._failures >= MOST_FAILURES

    def _decide(self, turn: int, run: PlanningRun) -> None:
        """Make a decision from the result of an engine, and clear the triggers."""
        assumption, problem, result, first_costs = run
        plan = result.plan
        fired = weightiest_first(self._fired)
        if plan:
            self._fired = []
        else:
            self._failed_in = turn
        decision = Decision(
            turn=turn,
            number=len(self.log),
            assumption=assumption.case_file,
            chance=round(assumption.chance, DIGITS),
            **reasons(fired),
            problem=problem.digest,
            ways=dict(first_costs) if plan else None,
            expansions=result.expansions,
            unit=self._unit if problem.pddl.has_costs else ACTIONS,
            failed=None if plan else result.status.value,
            detail=None if plan else result.detail,
        )
        self._take(decision, plan, problem, result.seconds)
        self._hear([decision.failure] if decision.failure else [])

    def adopt(self, branch: Branch, first_costs: Mapping[str, int], turn: int, why: str) -> None:
        """Continue with the plan of ``branch``, if the current plan begins in another way.

        ``first_costs`` are those of all first steps so far, ``why`` is the reason in words.
        """
        firing = triggers.better_way(self.next_step, branch.first, turn, why)
        if firing:
            latest = self.log[-1].decision
            earlier = latest.planned_in or latest.turn
            decision = replace(
                latest,
                turn=turn,
                number=len(self.log),
                chance=round(self.known.chance(latest.assumption), DIGITS),
                planned_in=None if earlier == turn else earlier,
                **reasons([firing]),
                ways=dict(first_costs),
                expansions=branch.result.expansions,
            )
            self._take(decision, branch.plan, self.log[-1].problem)

    def looked_further(self, seconds: Counter[str], failures: Iterable[PlanningFailure]) -> None:
        """Note times and failures of the searches for other first steps."""
        logged = self.log[-1]
        logged.seconds.update(seconds)
        failed = [Failure(str(f.reason), f.detail) for f in failures]
        logged.note(search_failures=(*logged.decision.search_failures, *failed))
        if seconds or failed:
            self._hear(failed)

    def _hear(self, failures: Sequence[Failure]) -> None:
        """Count one request as failed if anything of it failed, else as answered."""
        failed = any(failure.status in COSTLY_FAILURES for failure in failures)
        self._failures = self._failures + 1 if failed else 0
        self.log[-1].note(gave_up=self.has_given_up)

    def nothing_to_ask(self, room: Card, turn: int) -> None:
        """Note that the plan, if there is one, makes no suggestion in the room of the token."""
        if self.trunk_left or not self._fired:
            self._fire(triggers.no_suggestion_here(room, turn))

    def _take(
        self,
        decision: Decision,
        plan: Plan | None,
        problem: PosedProblem,
        seconds: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        """Replace the current plan."""
        self._drop_plan(decision.turn, decision.triggers[0].trigger)
        if plan:
            decision = replace(
                decision,
                steps=not_played_yet(plan, branch_values(plan, problem)),
                cost=plan.cost,
                question_costs=suggestion_costs(plan, problem),
                rules_out=rivals_ruled_out(plan, problem.rules_out),
            )
        self.log.append(LoggedDecision(decision, problem, Counter(seconds)))
        self.trunk_left = self._steps_to_play(range(len(decision.steps)))

    def _steps_to_play(self, within: range) -> tuple[int, ...]:
        """Note the branches of the part of the plan at some positions; return what comes before.

        These are the positions of the steps that are to be played.
        """
        steps = [step.action for step in self.log[-1].decision.steps]
        self._branches = tuple(branches(steps, within))
        return tuple(n for n in trunk(steps, within) if self._plays(steps[n]))

    def _drop_plan(self, turn: int, why: Trigger) -> None:
        if self.trunk_left:
            self.settle(self.trunk_left[0], Became.DROPPED, turn, dropped_for=why)
        self.trunk_left, self._branches, self._branch = (), (), None
        self.rest_costs = {}

    # -- the current plan -----------------------------------------------------------

    def step(self, position: int) -> Step:
        """Return the step at a position of the latest plan."""
        return self.log[-1].decision.steps[position].action

    @property
    def next_step(self) -> Step | None:
        """The next step to play, or None without a plan."""
        return self.step(self.trunk_left[0]) if self.trunk_left else None

    @property
    def next_suggestion(self) -> PlannedSuggestion | None:
        """The suggestion that the next step makes, if it makes one."""
        return self.log[-1].decision.steps[self.trunk_left[0]].asks if self.trunk_left else None

    def played(
        self, turn: int, position: int | None = None, instead: Suggestion | None = None
    ) -> None:
        """Note that a step was played: the next one, or that at a position.

        ``instead`` is the suggestion that was made in place of the planned one.
        """
        position = self.trunk_left[0] if position is None else position
        self.settle(position, Became.PLAYED, turn, instead=instead)
        self.trunk_left = tuple(n for n in self.trunk_left if n != position)
        if not self._branches:
            self._fire(triggers.plan_finished([self.step(n) for n in self.trunk_left], turn))

    def settle(self, position: int, became: Became, turn: int, **more: Any) -> None:
        """Note the fate of a step of the latest plan."""
        self.log[-1].settle(position, became, turn=turn, **more)

    def fall_back(self, turn: int, action: str) -> None:
        """Note a simple decision that was made because there was no plan."""
        if self.log:
            logged, failure = self.log[-1], self.log[-1].decision.failure
            used_up = "the engine is given up" if logged.decision.gave_up else "the plan is used up"
            reason = failure.status if failure else used_up
            fallback = Fallback(turn, action, reason)
            logged.note(fallbacks=(*logged.decision.fallbacks, fallback))

    # -- the record -----------------------------------------------------------------

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game with its outcome, by turn."""
        made = [logged.decision for logged in self.log]
        return sorted([*made, *self._gambles], key=lambda decision: decision.turn)
