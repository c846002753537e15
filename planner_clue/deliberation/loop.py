"""The deliberation loop of a planner: assume, plan, execute, monitor, and replan.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012). A plan, an event and the knowledge of the cards
give the next state of the plan (:mod:`monitor`) and :mod:`triggers`; this class keeps both, and
plans again. Each planner supplies its knowledge of the cards (:class:`CardKnowledge`), how it makes
and solves a problem (:class:`PlanningRun`), and which steps of a plan it plays.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from planner_clue.cards import Accusation, Card
from planner_clue.deliberation import monitor, planning_run, triggers
from planner_clue.deliberation.assumption import Assumption, CardKnowledge
from planner_clue.deliberation.decision import (
    DIGITS,
    THOUSANDTHS_OF_A_TURN,
    Alternative,
    Decision,
    Failure,
    LoggedDecision,
)
from planner_clue.deliberation.monitor import Execution
from planner_clue.deliberation.plan_tree import Answer, Path, PlanStep, StepStatus
from planner_clue.deliberation.race import Race, stated
from planner_clue.deliberation.triggers import Firing, KnowledgeWatch, Trigger, weightiest_first
from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines import Branch
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Showed, Suggested


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
        self._fired: list[Firing] = [Firing(Trigger.FIRST_PLAN, 0, "the game begins")]
        self._failures = 0
        """Failed requests to the engine in a row."""
        self._failed_in = 0
        """The turn of the last failure to plan; the next attempt waits for another turn."""
        self._claim: Assumption | None = None
        """The accusation that this seat is making without a proof."""
        self._watch = KnowledgeWatch(known, self._names, self._me)

    def observe(self, event: Event) -> None:
        """Take in one event, and compare it with what the plan expects."""
        place = self.known.transcript.here
        self.known.observe(event)
        if isinstance(event, Suggested):
            brought = event.seat != self._me and event.cards.suspect == self._names[self._me]
            if brought and self._has_board:
                self._fire(triggers.brought_away(place, event, self._names))
        elif isinstance(event, Showed) and event.to == self._me and event.card:
            self._watch.answered.add(event.card)
            self._hear(Answer(self._names[event.seat], event.card))
        elif isinstance(event, Accused) and event.seat == self._me:
            if self._claim:
                case_file, chance = self._claim.case_file, round(self._claim.chance, DIGITS)
                gamble = Decision(turn=event.turn, assumption=case_file, chance=chance, gamble=True)
                self._gambles.append(gamble)
            self._advance(monitor.accused(self.execution, event.cards, event.turn))

    def suggestion_is_over(self) -> None:
        """Note that nobody showed a card for the pending suggestion, if there is one."""
        self._hear(Answer())

    def claim(self, claim: Assumption | None) -> Accusation | None:
        """Return the accusation to make; an uncertain one will be noted as a gamble."""
        self._claim = claim if claim and claim.chance < 1 else None
        return Accusation(*claim.case_file) if claim else None

    def update(self) -> None:
        """Fire the triggers for what was learned about the cards since the last decision.

        Answers to this seat's suggestions fire at once. What all events together say about the
        cards is computed only here, when the seat is about to decide.
        """
        assumed = self.log[-1].decision.assumption if self.log else None
        for firing in self._watch.update(assumed):
            self._fire(firing)

    def _hear(self, answer: Answer) -> None:
        """Take in the answer to the pending suggestion of the plan."""
        if self.execution.pending:
            self._advance(*monitor.after_answer(self.execution, answer, self._plays))

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
        check: planning_run.FollowUpCheck = lambda follow_up: None,
    ) -> None:
        """Plan again if a trigger has fired, and none has failed in this turn.

        ``think`` assumes a case file, writes the problem and has an engine search it. If that
        gives no plan, there is nothing to play, and the triggers stay, so that the seat plans
        again in its next turn; unless the engine is given up. Where nothing fired since the answer
        to the latest suggestion, ``check`` decides whether the plan's follow-up is played.
        """
        self.update()
        if all(firing.trigger in triggers.NEWS for firing in self._fired):
            self._go_on(turn, check)
        if self.must_replan and self.has_given_up:
            self._drop_plan(turn, weightiest_first(self._fired)[0].trigger)
        elif self.must_replan and turn != self._failed_in:
            run, fired = think(), weightiest_first(self._fired)
            if run.result.plan:
                self._fired = []
            else:
                self._failed_in = turn
            self._drop_plan(turn, fired[0].trigger)
            self._begin(run.logged(turn, len(self.log), fired, self._unit))
            failure = self.log[-1].decision.failure
            self._count_failures([failure] if failure else [])

    def _go_on(self, turn: int, check: planning_run.FollowUpCheck) -> None:
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
            self._fire(Firing(Trigger.OUTDATED_FOLLOW_UP, since, branch.answer.in_the_past))
            return
        follow_up = Firing(Trigger.FOLLOW_UP, since, branch.answer.in_the_past)
        fired = [follow_up, *weightiest_first(self._fired)]
        self._fired = []
        known, plan = going_on.assumption, {"steps": branch.steps, "cost": branch.cost}
        self._begin(self.log[-1].continued(turn, len(self.log), fired, known, **plan))
        self.prices = going_on.prices

    def adopt(
        self, branch: Branch, alternatives: Sequence[Alternative], turn: int, why: str
    ) -> None:
        """Continue with the plan of ``branch``, if the current plan begins in another way.

        ``alternatives`` are all first steps so far, ``why`` is the reason in words.
        """
        step = self.next_step
        if step and step.action == str(branch.first):
            return
        firing, latest = Firing(Trigger.MOVED, turn, why), self.log[-1]
        self._drop_plan(turn, firing.trigger)
        assumed = latest.decision.assumption
        made = latest.continued(
            turn,
            len(self.log),
            [firing],
            Assumption(assumed, self.known.chance(assumed)),
            steps=planning_run.tree_of(branch.plan, latest.problem),
            cost=branch.plan.cost,
            alternatives=alternatives,
            expansions=branch.result.expansions,
        )
        made.plan = branch.plan.to_text()
        self._begin(made)

    def _begin(self, made: LoggedDecision) -> None:
        """Begin the plan of a decision, and state its forecast."""
        if self._race:
            made.decision = stated(made.decision, self._race)
        self.log.append(made)
        self._advance(monitor.begin(made.decision.steps, self._plays))

    def _advance(self, state: Execution, firing: Firing | None = None) -> None:
        """Keep the state of the current plan, also in the decision that made it."""
        self.execution = state
        if self.log and state.plan:
            self.log[-1].note(steps=state.plan)
        self._fire(firing)

    def searched_further(
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
            self._fire(Firing(Trigger.MOVED, turn, f"the plan makes no suggestion in {room}"))

    def _drop_plan(self, turn: int, why: Trigger) -> None:
        if self.log:
            self._advance(monitor.dropped(self.execution, turn, why.value))
        self.execution, self.prices = Execution(), {}

    @property
    def next_step(self) -> PlanStep | None:
        """The next step to play, or None without a plan."""
        left = self.execution.left
        return self.execution.step(left[0]) if left else None

    def played(self, turn: int, path: Path | None = None) -> None:
        """Note that the next step was played, or that at a path; see :func:`monitor.played`."""
        path = self.execution.left[0] if path is None else path
        self._advance(*monitor.played(self.execution, path, turn))

    def set_status(self, path: Path, status: StepStatus, turn: int) -> None:
        """Note the fate of a step of the latest plan."""
        self._advance(monitor.with_status(self.execution, path, status, turn))

    def fall_back(self, turn: int, action: str) -> None:
        """Note a simple decision that was made because there was no plan."""
        if self.log:
            self.log[-1].fall_back(turn, action)

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game with its outcome, by turn."""
        made = [logged.decision for logged in self.log]
        return sorted([*made, *self._gambles], key=lambda decision: decision.turn)
