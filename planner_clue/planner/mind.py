"""The state of a planner during a game: a value, of which each function returns the next one.

A :class:`Mind` holds what a planner keeps from one call of the table to the next: the knowledge of
its seat, its plan and how far that is played, the best plans for other first steps, the triggers
that have fired, and every decision so far. :func:`observed` takes in an event. The rest are the
changes of which :mod:`planner_clue.planner.planner` composes a decision.

The knowledge is the one part that an event updates in place, because it grows with the whole game.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner_clue.agents.gambles import Gamble
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Showed, Suggested
from planner_clue.planner import monitor, triggers
from planner_clue.planner.assumption import Assumption, CardKnowledge
from planner_clue.planner.decision import (
    DIGITS,
    THOUSANDTHS_OF_A_TURN,
    Decision,
    Failure,
    Fallback,
    LoggedReplan,
)
from planner_clue.planner.first_steps import FirstSteps
from planner_clue.planner.monitor import Execution
from planner_clue.planner.plan_tree import Answer, Path, PlanStep, StepStatus
from planner_clue.planner.triggers import Firing, Noticed, Trigger, weightiest_first
from planner_clue.planning.plan import Status
from planner_clue.support.errors import PlanningFailure

MOST_FAILURES = 3
"""Failures in a row after which the engine is not asked any more in a game."""
COSTLY_FAILURES = (
    *(Status.TIME_OUT, Status.MEMORY_OUT, Status.OUTPUT_OUT, Status.TOO_LARGE),
    *(Status.HEURISTIC_FAILED, Status.FAILED),
)
"""Failures that retrying is unlikely to fix; *unsolvable* is not one of them."""


@dataclass(frozen=True)
class PlannerTraits:
    """The constants by which planners differ."""

    watches: Collection[Trigger] = triggers.ORDER
    """The triggers by which the planner plans again."""
    plays: Callable[[PlanStep], object] = lambda step: step.is_played
    """Returns whether a step of a plan is to be played."""
    unit: str = THOUSANDTHS_OF_A_TURN
    """The unit of costs."""


@dataclass(frozen=True)
class Mind:
    """The state of a planner at one moment of a game."""

    seat: Seat
    known: CardKnowledge
    noticed: Noticed
    traits: PlannerTraits = field(default_factory=PlannerTraits)
    log: tuple[LoggedReplan, ...] = ()
    """Every replan of this game, in order."""
    gambles: tuple[Gamble, ...] = ()
    execution: Execution = field(default_factory=Execution)
    """The current plan, and how far it is played."""
    plans: FirstSteps = field(default_factory=FirstSteps)
    """The best plans for the current problem, one per first step."""
    prices: Mapping[Card, float] = field(default_factory=dict)
    """With a follow-up to be made, the cost after entering each room that is worth it."""
    fired: tuple[Firing, ...] = (Firing(Trigger.FIRST_PLAN, 0, "the game begins"),)
    """The triggers that have fired since the last plan."""
    failures: int = 0
    """Failed requests to the engine in a row."""
    failed_in: int = 0
    """The turn of the last failure to plan; the next attempt waits for another turn."""
    turn: int = 0
    """The latest turn in which the seat was asked to move."""
    claim: Assumption | None = None
    """The accusation that this seat is making without a proof: its gamble."""

    @classmethod
    def at_the_start(
        cls, seat: Seat, known: CardKnowledge, traits: PlannerTraits | None = None
    ) -> "Mind":
        """Return the mind of a seat before the first event."""
        return cls(seat, known, Noticed(known.snapshot()), traits or PlannerTraits())

    @property
    def assumed(self) -> CaseFile | None:
        """The case file that the latest plan assumes; None before the first plan."""
        return self.log[-1].decision.assumption if self.log else None

    @property
    def next_step(self) -> PlanStep | None:
        """The next step to play, or None without a plan."""
        left = self.execution.left
        return self.execution.step(left[0]) if left else None

    @property
    def has_given_up(self) -> bool:
        """Whether the engine failed too often to be asked any more."""
        return self.failures >= MOST_FAILURES

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game with its outcome, by turn."""
        made = [logged.decision for logged in self.log]
        return sorted([*made, *self.gambles], key=lambda decision: decision.turn)

    def firing(self, *firings: Firing | None) -> "Mind":
        """Fire the triggers that the planner watches; an assumption is refuted once."""
        fired = self.fired
        for each in firings:
            if each is None or each.trigger not in self.traits.watches:
                continue
            if each.trigger is not Trigger.ASSUMPTION_REFUTED or each.trigger not in {
                one.trigger for one in fired
            }:
                fired = (*fired, each)
        return replace(self, fired=fired)

    def noticing(self) -> "Mind":
        """Fire the triggers for what was learned about the cards since the last decision.

        Answers to this seat's suggestions fire at once. What all events together say about the
        cards is computed only here, when the seat is about to decide.
        """
        seat = self.seat
        news, noticed = self.noticed.news(self.known, seat.tokens, seat.index)
        if news is None:
            return self
        learned = triggers.new_fact(news) or triggers.new_evidence(news)
        refuted = triggers.assumption_refuted(self.assumed, news)
        return replace(self, noticed=noticed).firing(learned, refuted)

    def hearing(self, answer: Answer) -> "Mind":
        """Take in the answer to the pending suggestion of the plan, if there is one."""
        if not self.execution.pending:
            return self
        state, firing = monitor.after_answer(self.execution, answer, self.traits.plays)
        return self.advanced(state).firing(firing)

    def advanced(self, state: Execution) -> "Mind":
        """Keep the state of the current plan, also in the decision that adopted it."""
        log = self.log
        if log and state.plan:
            log = (*log[:-1], log[-1].noted(steps=state.plan))
        return replace(self, execution=state, log=log)

    def adopting(self, made: LoggedReplan) -> "Mind":
        """Begin the plan of a decision."""
        state = monitor.begin(made.decision.steps, self.traits.plays)
        return replace(self, log=(*self.log, made)).advanced(state)

    def dropping(self, turn: int, why: Trigger) -> "Mind":
        """Drop the current plan."""
        mind = self
        if self.log:
            mind = self.advanced(monitor.dropped(self.execution, turn, why.value))
        return replace(mind, execution=Execution(), prices={})

    def playing(self, turn: int, path: Path | None = None) -> "Mind":
        """Note that the next step was played, or that at a path."""
        path = self.execution.left[0] if path is None else path
        state, firing = monitor.played(self.execution, path, turn)
        return self.advanced(state).firing(firing)

    def with_status(self, path: Path, status: StepStatus, turn: int) -> "Mind":
        """Note the fate of a step of the latest plan."""
        return self.advanced(monitor.with_status(self.execution, path, status, turn))

    def searched_further(
        self, plans: FirstSteps, seconds: Mapping[str, float], failed: Iterable[PlanningFailure]
    ) -> "Mind":
        """Take in the plans, the times and the failures of searches for other first steps."""
        mind = replace(self, plans=plans)
        failures = [Failure(str(one.reason), one.detail) for one in failed]
        if not (seconds or failures):
            return mind
        *earlier, last = mind.log
        last = last.noted(search_failures=(*last.decision.search_failures, *failures))
        last = replace(last, seconds=Counter(last.seconds) + Counter(seconds))
        return replace(mind, log=(*earlier, last)).counting(failures)

    def counting(self, failures: Sequence[Failure]) -> "Mind":
        """Count a request to the engine as failed if anything of it failed, else as answered."""
        failed = any(failure.status in COSTLY_FAILURES for failure in failures)
        mind = replace(self, failures=self.failures + 1 if failed else 0)
        return replace(mind, log=(*mind.log[:-1], mind.log[-1].noted(gave_up=mind.has_given_up)))

    def nothing_to_ask(self, room: Card, turn: int) -> "Mind":
        """Note that the plan, if there is one, makes no suggestion in the room of the token."""
        if not self.execution.left and self.fired:
            return self
        return self.firing(Firing(Trigger.MOVED, turn, f"the plan makes no suggestion in {room}"))

    def falling_back(self, turn: int, action: str) -> "Mind":
        """Note a simple decision that was made because there was no plan."""
        if not self.log:
            return self
        *earlier, last = self.log
        failure, gave_up = last.decision.failure, last.decision.gave_up
        used_up = "the engine is given up" if gave_up else "the plan is used up"
        fallback = Fallback(turn, action, failure.status if failure else used_up)
        last = last.noted(fallbacks=(*last.decision.fallbacks, fallback))
        return replace(self, log=(*earlier, last))

    @property
    def reasons(self) -> tuple[Firing, ...]:
        """The triggers that have fired, the most important first."""
        return weightiest_first(self.fired)


def observed(mind: Mind, event: Event) -> Mind:
    """Take in one event, and compare it with what the plan expects."""
    place, names, me = mind.known.transcript.here, mind.seat.tokens, mind.seat.index
    mind.known.observe(event)
    match event:
        case Suggested(seat=seat, cards=cards):
            if seat != me and cards.suspect == names[me] and mind.seat.board is not None:
                return mind.firing(triggers.brought_away(place, event, names))
        case Showed(seat=seat, to=to, card=card) if to == me and card:
            noticed = replace(mind.noticed, answered=mind.noticed.answered | {card})
            return replace(mind, noticed=noticed).hearing(Answer(names[seat], card))
        case Accused(seat=seat, cards=cards, turn=turn) if seat == me:
            if mind.claim:
                probability = round(mind.claim.probability, DIGITS)
                gamble = Gamble(turn=turn, assumption=mind.claim.case_file, chance=probability)
                mind = replace(mind, gambles=(*mind.gambles, gamble))
            return mind.advanced(monitor.accused(mind.execution, cards, turn))
        case _:
            pass
    return mind
