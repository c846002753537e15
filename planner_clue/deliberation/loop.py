"""The loop of a planner: assume, plan, act, watch, and plan again.

An assumption-based replanner in the family of FF-Replan (Yoon, Fern and Givan 2007) and
Sample-Determinize-Replan (Brafman and Shani 2012). It assumes the unknown case file and the
answers of the other players, has a classical planner solve the resulting deterministic
problem, and carries out the plan until an observation contradicts it.

Each planner supplies the parts in which planners differ: what it knows (:class:`Known`), how it
makes and solves a problem (:class:`Found`), and which steps of a plan it plays in which order.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from planner_clue.cards import Accusation, Card, CaseFile
from planner_clue.deliberation import triggers
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.decision import (
    HUNDREDTHS_OF_A_TURN,
    Alternative,
    Became,
    Decision,
    Failure,
    Fallback,
    Outcome,
    not_played_yet,
)
from planner_clue.deliberation.known import Known
from planner_clue.deliberation.steps import Question, is_played, question
from planner_clue.deliberation.triggers import Firing, News, Trigger, weightiest_first
from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines import Branch
from planner_clue.planning.plan import Plan, Step
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.result import PlanningResult, Status
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Showed, Suggested


@dataclass(frozen=True)
class Problem:
    """A planning problem, as data and as text for an engine."""

    data: PddlProblem
    text: str
    """The problem in PDDL, as the engine reads it."""

    @classmethod
    def of(cls, data: PddlProblem) -> "Problem":
        """Return the problem with its text, which has no comments: an engine needs none."""
        return cls(data, data.to_text(brief=True))

    @property
    def digest(self) -> str:
        """The SHA-256 sum of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class Found:
    """What an engine found for a problem."""

    result: PlanningResult
    """The best plan, or why there is none."""
    alternatives: tuple[Alternative, ...] = ()
    seconds: Counter[str] = field(default_factory=Counter)
    """The wall-clock seconds of each part of the search."""

    @classmethod
    def one(cls, result: PlanningResult) -> "Found":
        """Return the result of an engine that was asked for one plan only."""
        return cls(result, (), Counter(result.seconds))

    @classmethod
    def nothing(cls, failure: PlanningFailure, seconds: Counter[str]) -> "Found":
        """Return the result of an engine that failed."""
        return cls(PlanningResult(Status(failure.reason), None, failure.detail), (), seconds)


@dataclass(frozen=True)
class Working:
    """What belongs to a decision but not into the record: the problem, and times."""

    problem: PddlProblem
    seconds: Counter[str]
    """Wall-clock seconds of each part of the planning; no decision depends on them."""


class Deliberation:
    """The plans and decisions of one seat in a game, and the events that change them."""

    def __init__(
        self,
        seat: Seat,
        known: Known,
        *,
        plays: Callable[[Step], object] = is_played,
        follows_token: bool = True,
        unit: str = HUNDREDTHS_OF_A_TURN,
    ) -> None:
        """Begin a game.

        ``plays`` says which steps of a plan are to be played; ``follows_token``, whether the
        seat plans again when others move its token; ``unit`` is the unit of costs.
        """
        self.known = known
        self.decisions: list[Decision] = []
        """Every decision of this game except gambles, in order, without outcomes."""
        self.workings: list[Working] = []
        """The working of each decision."""
        self.waiting: tuple[int, ...] = ()
        """The steps of the latest plan that are still to be played, by position."""
        self._me, self._names = seat.index, seat.tokens
        self._has_board = seat.board is not None
        self._plays, self._follows_token, self._unit = plays, follows_token, unit
        self._outcomes: list[dict[int, Outcome]] = []
        self._fallbacks: list[list[Fallback]] = []
        self._gambles: list[Decision] = []
        self._fired: list[Firing] = [triggers.first_plan()]
        self._failed_in = 0
        """The turn of the last failure to plan; the next attempt waits for another turn."""
        self._pending: Question | None = None
        """This seat's question that has not been answered yet."""
        self._claim: Assumption | None = None
        """The accusation that this seat is making without a proof."""
        self._before = known.snapshot()
        self._looked = self._told = 0
        """The amounts of evidence, and of telling evidence, at the last look."""
        self._answered: set[Card] = set()

    # -- watching -------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Take in one event, and compare it with what the plan expects."""
        transcript = self.known.transcript
        place = transcript.here
        self.known.observe(event)
        if isinstance(event, Suggested):
            brought = event.seat != self._me and event.cards.suspect == self._names[self._me]
            if brought and self._has_board and self._follows_token:
                self._fire(triggers.brought_away(place, event, self._names))
        elif isinstance(event, Showed) and event.to == self._me:
            self._hear_answer(event)
        elif isinstance(event, Accused) and event.seat == self._me and self._claim:
            self._note_gamble(event.turn, self._claim)

    def expect(self, asked: Question) -> None:
        """Note the question asked now, and the answer the plan expects."""
        self._pending = asked

    def question_is_over(self) -> None:
        """Note that nobody showed a card for the pending question, if there is one."""
        self._hear_answer(None)

    def claim(self, claim: Assumption | None) -> Accusation | None:
        """Return the accusation to make; an uncertain one will be noted as a gamble."""
        self._claim = claim if claim and claim.chance < 1 else None
        return Accusation(*claim.case_file) if claim else None

    def look(self) -> None:
        """Fire the triggers for what was learned about the cards since the last look.

        Answers to this seat's questions fire at once. What all events together say about the
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
            frozenset(self._answered),
            lambda card, holder: self.known.settled_by(card, holder, telling),
            self.known.transcript.turn,
        )
        fact = triggers.new_fact(before, after, news)
        self._fire(fact or triggers.new_evidence(before, after, news))
        assumed = self.assumption
        allowed = assumed is None or self.known.chance(assumed) > 0
        self._fire(triggers.assumption_refuted(assumed, allowed=allowed, after=after, news=news))
        self._before, self._answered = after, set()
        self._looked = len(self.known.transcript.evidence)
        self._told = len(self.known.telling)

    def _hear_answer(self, answer: Showed | None) -> None:
        asked, self._pending = self._pending, None
        if asked is None:
            return
        if answer and answer.card:
            self._answered.add(answer.card)
        turn = self.known.transcript.turn
        self._fire(triggers.unexpected_answer(asked.expected, answer, turn, self._names))

    def _fire(self, firing: Firing | None) -> None:
        """Remember why to plan again; the same assumption is refuted only once."""
        if firing is None:
            return
        refuted = firing.trigger is Trigger.ASSUMPTION_REFUTED
        if not (refuted and any(f.trigger is firing.trigger for f in self._fired)):
            self._fired.append(firing)

    # -- planning -------------------------------------------------------------------

    @property
    def must_replan(self) -> bool:
        """Whether a trigger has fired since the last plan."""
        return bool(self._fired)

    def may_plan(self, turn: int) -> bool:
        """Tell whether a trigger has fired and no planning has failed in this turn."""
        return self.must_replan and turn != self._failed_in

    @property
    def assumption(self) -> CaseFile | None:
        """The case file that the current plan assumes."""
        return self.decisions[-1].assumption if self.decisions else None

    def plan(self, turn: int, assumption: Assumption, problem: Problem, found: Found) -> None:
        """Make a decision from what an engine found, and clear the triggers.

        If it found no plan, there is nothing to play, and the triggers stay, so that the seat
        plans again in its next turn.
        """
        result, plan = found.result, found.result.plan
        fired = weightiest_first(self._fired)
        if plan:
            self._fired = []
        else:
            self._failed_in = turn
        decision = Decision(
            turn=turn,
            number=len(self.decisions),
            assumption=assumption.case_file,
            chance=assumption.chance,
            triggers=fired,
            problem=problem.digest,
            alternatives=found.alternatives,
            expansions=result.expansions,
            unit=self._unit,
            failure=None if plan else Failure(result.status.value, result.detail),
        )
        self._take(decision, plan, Working(problem.data, found.seconds))

    def adopt(
        self, branch: Branch, alternatives: tuple[Alternative, ...], turn: int, why: str
    ) -> None:
        """Continue with the plan of ``branch``, if the current plan begins in another way.

        ``alternatives`` are all first steps considered so far, ``why`` the reason in words.
        """
        firing = triggers.better_way(self.next_step, branch.first, turn, why)
        if firing:
            latest = self.decisions[-1]
            earlier = latest.planned_in or latest.turn
            decision = replace(
                latest,
                turn=turn,
                number=len(self.decisions),
                chance=self.known.chance(latest.assumption),
                planned_in=None if earlier == turn else earlier,
                triggers=(firing,),
                alternatives=alternatives,
                expansions=branch.result.expansions,
            )
            self._take(decision, branch.plan, Working(self.workings[-1].problem, Counter()))

    def nothing_to_ask(self, room: Card, turn: int) -> None:
        """Note that the plan asks nothing in the room the token is in."""
        self._fire(triggers.no_question_here(room, turn))

    def _take(self, decision: Decision, plan: Plan | None, working: Working) -> None:
        """Replace the current plan."""
        if self.waiting:
            dropped = Outcome(Became.DROPPED, decision.turn, decision.triggers[0].trigger.value)
            self._outcomes[-1][self.waiting[0]] = dropped
        steps = not_played_yet(plan)
        costs = question_costs(plan, working.problem)
        cost = plan.cost if plan else None
        self.decisions.append(replace(decision, steps=steps, cost=cost, question_costs=costs))
        self.workings.append(working)
        self._outcomes.append({})
        self._fallbacks.append([])
        self.waiting = tuple(n for n, step in enumerate(steps) if self._plays(step.action))

    # -- the current plan -----------------------------------------------------------

    def step(self, position: int) -> Step:
        """Return the step at a position of the latest plan."""
        return self.decisions[-1].steps[position].action

    @property
    def next_step(self) -> Step | None:
        """The next step to play, or None without a plan."""
        return self.step(self.waiting[0]) if self.waiting else None

    def played(self, position: int, turn: int, instead: Question | None = None) -> None:
        """Note that a step was played, or another question ``instead`` of it."""
        self.settle(position, Became.PLAYED, turn, f"as {instead}" if instead else "")
        self.waiting = tuple(n for n in self.waiting if n != position)
        self._fire(triggers.plan_finished([self.step(n) for n in self.waiting], turn))

    def settle(self, position: int, became: Became, turn: int, detail: str = "") -> None:
        """Note what became of a step of the latest plan."""
        self._outcomes[-1][position] = Outcome(became, turn, detail)

    def fall_back(self, turn: int, action: str) -> None:
        """Note a simple decision that was made because there was no plan."""
        if self.decisions:
            failure = self.decisions[-1].failure
            reason = str(failure.status) if failure else "the plan is used up"
            self._fallbacks[-1].append(Fallback(turn, action, reason))

    # -- the record -----------------------------------------------------------------

    def record(self) -> list[Decision]:
        """Return every decision of this game with its outcomes, by turn."""
        logs = zip(self.decisions, self._outcomes, self._fallbacks, strict=True)
        made = [decision.with_outcomes(log, simple) for decision, log, simple in logs]
        return sorted([*made, *self._gambles], key=lambda decision: decision.turn)

    def _note_gamble(self, turn: int, claim: Assumption) -> None:
        gamble = Decision(turn, None, claim.case_file, claim.chance, gamble=True)
        self._gambles.append(gamble)


def question_costs(plan: Plan | None, problem: PddlProblem) -> tuple[int, ...]:
    """Return the cost of each question of a plan; 0 if the domain has no such cost."""
    costs, found = problem.values, []
    for asks in filter(None, map(question, plan.steps if plan else ())):
        proof = ("proof-cost", *asks.suggestion)
        charged = proof if not asks.expected and proof in costs else None
        found.append(costs.get(charged or ("question-cost", *asks.suggestion), 0))
    return tuple(found)
