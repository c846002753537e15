"""``planner``: assumes a case file, plans how to prove it, watches, and plans again.

:class:`PlanningAgent` is the common part of all agents that plan: notes and files about decisions.
"""

import json
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.greedy import least_informative
from planner_clue.belief import Belief
from planner_clue.board import Place, place_in_words
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.assumption import (
    ACCEPTANCE_THRESHOLD,
    Assumption,
    most_probable,
    worth_accusing,
)
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.domains import domain_of, model_for
from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.loop import Deliberation
from planner_clue.deliberation.model import TURN, DecisionContext, FormulatedProblem, Model
from planner_clue.deliberation.move_policy import FirstStepPlans, MovePolicy
from planner_clue.deliberation.outlook import Parameters
from planner_clue.deliberation.planning_run import FollowUp, PlanningRun
from planner_clue.deliberation.race import Race
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event
from planner_clue.table.observations import SeatObservations
from planner_clue.table.requests import AskMove, AskStart, AskSuggest


class PlanningAgent(Agent):
    """An agent that plans; a subclass sets :attr:`seat` and :attr:`deliberation` per game."""

    seat: Seat
    deliberation: Deliberation
    engine: Engine
    domain: Domain

    @abstractmethod
    def problem_for(
        self, request: AskStart | AskMove | AskSuggest, assumed: CaseFile
    ) -> FormulatedProblem:
        """Return the problem for a decision and an assumption, without a search."""

    def notes(self) -> list[dict[str, Any]]:
        """Return every decision as plain data."""
        return [decision.to_json() for decision in self.decisions]

    def plan_seconds(self) -> list[float]:
        """Return the wall-clock seconds of every plan found."""
        planned = (made for made in self.deliberation.log if made.decision.steps and made.seconds)
        return [sum(made.seconds.values()) for made in planned]

    @property
    def decisions(self) -> list[Decision]:
        """Every decision of this game, in order, with its outcomes."""
        return self.deliberation.decisions

    def files(self, game: int) -> dict[str, str]:
        """Return the files of every replan, by path: domain, problem, plan and reason."""
        return {
            f"t{decision.turn}-s{self.seat.index}-r{decision.number}/{name}": text
            for decision in self.decisions
            if decision.number is not None
            for name, text in self.files_of(decision, f"Game {game}").items()
        }

    def files_of(self, decision: Decision, where: str) -> dict[str, str]:
        """Return the four files of one replan, by name; ``where`` names the game."""
        assert decision.number is not None
        logged = self.deliberation.log[decision.number]
        about = f"{where}, seat {self.seat.index} ({self.seat.tokens[self.seat.index]})"
        header = (
            f"Written by planner-clue for the domain {self.domain.name}.",
            f"{about}, turn {decision.turn}, replan {decision.number}: "
            f"{decision.triggers[0].trigger.value}.",
            f"{decision.triggers[0]}.",
            *([f"Forecast of the plan: {decision.forecast}."] if decision.forecast else []),
        )
        why = decision.to_json() | {
            "engine": self.engine.name,
            "configuration": self.engine.configuration,
            "seconds": {part: round(spent, 4) for part, spent in logged.seconds.items()},
        }
        return {
            "domain.pddl": self.domain.text,
            "problem.pddl": logged.problem.pddl.to_text(header),
            "plan": logged.plan or "; no plan\n",
            "why.json": json.dumps(why, indent=2) + "\n",
        }


class PlannerAgent(PlanningAgent):
    """A classical planner that plays Clue.

    Every move and every suggestion is a step of a plan from the engine. Which card to show and
    when to accuse are decided without a plan.
    """

    asking = 256
    """Factor by which an honest player is less likely to name a card whose place it knows."""
    acceptance = ACCEPTANCE_THRESHOLD
    """The least probability of a case file that is accused without a proof, before it is raised."""

    def __init__(
        self,
        *,
        engine: str = DEFAULT_ENGINE,
        search: str | None = None,
        heuristic: str | None = None,
        domain: str | None = None,
        follow_ups: int = Parameters.follow_ups,
    ) -> None:
        """Plan with ``engine`` in a PDDL ``domain``, given as text; default: the agent's own.

        ``follow_ups`` is the number of different follow-ups that a plan may have.
        """
        self.engine = load_engine(engine, search, heuristic)
        self.domain = domain_of(domain)
        self._new_model = model_for(self.domain, follow_ups)

    def begin(self, seat: Seat) -> None:
        """Set up the belief, the model and the loop for a game."""
        self._begin_with(Belief(seat, asking=self.asking))

    def _begin_with(self, belief: Belief) -> None:
        self.seat = seat = belief.seat
        self._rng = Random(seat.seed)
        self._belief = belief
        self._board, self._rules = seat.read_board(), seat.read_rules()
        self._turns = self._rules.turns(self._board) if self._board else None
        self._turn = 0
        self._model = self.new_model()
        self.deliberation = Deliberation(seat, self._belief, race=self._race)
        self._plans = FirstStepPlans(self.engine, self.domain)
        passages = self._board.passages if self._board else {}
        self._moves = MovePolicy(self.deliberation, self._plans, self._turns, passages)

    def new_model(self) -> Model:
        """Return the model that makes the problems of this game."""
        return self._new_model(self._board, self._rules)

    def observe(self, event: Event) -> None:
        """Update the belief, and compare what happened with what the plan expects."""
        self.deliberation.observe(event)

    def _race(self, turns: float) -> Race:
        return Race(self._belief, turns, self._model.journey_to_a_near_room())

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn in the way whose best plan costs least."""
        self._turn = options.turn
        self._plan(options.here, may_stay=self._stays_by_a_call(options))
        if self.deliberation.next_step is None:
            simple = Opening.STAY if Opening.STAY in options.openings else Opening.ROLL
            self.deliberation.fall_back(self._turn, simple.value)
            return simple
        return self._moves.opening(options)

    def move(self, options: MoveOptions) -> Place:
        """Go to the room or square from which the rest of the plan costs least."""
        self._turn = options.turn
        self._plan(options.here)
        stop = self._moves.stop(options) if self.deliberation.next_step else None
        if stop is None:
            stop = self._simple_move(options)
            self.deliberation.fall_back(self._turn, f"go to {place_in_words(stop)}")
        return stop

    def suggest(self, room: Card) -> Suggestion | None:
        """Make the suggestion of the plan; without a plan, a simple one."""
        self._turn = max(self._turn, self._belief.transcript.turn)
        asked = self._next_suggestion(room)
        if asked is None:
            self.deliberation.nothing_to_ask(room, self._turn)
            self._plan(room, may_suggest=True)
            asked = self._next_suggestion(room)
        if asked is not None:
            self.deliberation.played(self._turn)
            self._plans.forget()
        elif self.deliberation.next_step is None:
            suspects, weapons, _ = self._belief.candidates()
            asked = Suggestion(suspects[0], weapons[0], room)
            self.deliberation.fall_back(self._turn, f"ask about {', '.join(asked)}")
        else:  # the best plan goes on without a suggestion here
            self.deliberation.nothing_to_ask(room, self._turn)
        return asked

    def _next_suggestion(self, room: Card) -> Suggestion | None:
        step = None if self.deliberation.must_replan else self.deliberation.next_step
        return step.asks if step and step.asks and step.asks.room == room else None

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show a card already seen by the asker, or by others; else the room, else the weapon."""
        return least_informative(cards, self._belief.transcript)

    def accuse(self) -> Accusation | None:
        """Accuse when the case file is certain, or probable enough while others may win.

        What is only probable waits for a suggestion that can be made before: nobody else wins
        meanwhile, and if nobody can show a card of the case file, it is certain.
        """
        self.deliberation.suggestion_is_over()
        claim = self.claim()
        if claim and claim.chance < 1 and self.suggests_first():
            claim = None
        return self.deliberation.claim(claim)

    def claim(self) -> Assumption | None:
        """Return the case file that is certain, or probable enough; None if there is none."""
        return worth_accusing(self._belief, self.acceptance, self._belief.transcript.opponents)

    def suggests_first(self) -> bool:
        """Return whether it can expect to suggest in this turn, and then to be asked again."""
        return self._model.suggests_first(self._belief)

    def _plan(
        self, here: Place | None, *, may_suggest: bool = False, may_stay: bool = False
    ) -> None:
        """Plan again if something was learned that calls for it."""

        def think() -> PlanningRun:
            clock = Stopwatch()
            assumption = self.assume()
            problem = self._formulate(
                assumption.case_file, here, may_suggest=may_suggest, may_stay=may_stay
            )
            clock.lap("model")
            _ = problem.text  # written now, to be timed
            clock.lap("write")
            found = self._plans.search(problem, in_a_room_to_ask=may_suggest)
            result = replace(found, seconds={**clock.laps, **found.seconds})
            return PlanningRun(assumption, problem, result, self._plans.alternatives)

        def check(follow_up: Suggestion) -> FollowUp | None:
            return self._go_on(follow_up, here, may_stay)

        self.deliberation.replan(self._turn, think, check)

    def _go_on(self, follow_up: Suggestion, here: Place | None, may_stay: bool) -> FollowUp | None:
        """Return the assumption and prices with which to go on; None if ``follow_up`` is not best.

        By the valuation of problems, with deals drawn from the belief of now.
        """
        model = self._model
        if not isinstance(model, FollowUpModel):
            return None
        outlook = model.outlook(self._belief, self.seat.seed)
        best = outlook.ranked(model.travel_costs_from(self._context(None, here, may_stay=may_stay)))
        if not best or best[0].suggestion != follow_up:
            return None
        return FollowUp(self.assume(), {one.suggestion.room: TURN * one.left for one in best})

    def _context(
        self, assumed: CaseFile | None, here: Place | None, **may: bool
    ) -> DecisionContext:
        """Return the position to plan from; ``may`` says what the token may do there."""
        asked = self._belief.transcript.times_asked
        return DecisionContext(self._belief, assumed, here, asked=asked, seed=self.seat.seed, **may)

    def _formulate(self, assumed: CaseFile, here: Place | None, **may: bool) -> FormulatedProblem:
        context = self._context(assumed, here, **may)
        return self._model.formulate(context).restricted_to(self.domain)

    def problem_for(
        self, request: AskStart | AskMove | AskSuggest, assumed: CaseFile
    ) -> FormulatedProblem:
        """See :meth:`PlanningAgent.problem_for`."""
        match request:
            case AskSuggest(room=room):
                return self._formulate(assumed, room, may_suggest=True)
            case AskStart(options=options):
                stays = self._stays_by_a_call(options)
                return self._formulate(assumed, options.here, may_stay=stays)
            case AskMove(options=moves):
                return self._formulate(assumed, moves.here)

    def _stays_by_a_call(self, options: TurnOptions) -> bool:
        """Return whether it may suggest here without rolling because its token was called here."""
        return Opening.STAY in options.openings and not self._rules.may_stay

    def assume(self) -> Assumption:
        """Assume the most probable case file; of several, the one assumed before, or else any."""
        log = self.deliberation.log
        current = log[-1].decision.assumption if log else None
        return most_probable(self._belief, current, self._rng)

    def _simple_move(self, options: MoveOptions) -> Place:
        """Enter a room that may be in the case file, else any room, else go to the nearest."""
        rooms = self._belief.candidates()[-1]
        entered = [room for room in options.rooms if room in rooms] or list(options.rooms)
        if entered:
            return entered[0]
        assert self._turns is not None
        assert options.here is not None
        to_room = self._turns.to_room(rooms[0])
        return min([*options.squares, options.here], key=lambda stop: to_room[stop])

    def plan_for(self, seen: SeatObservations) -> Decision:
        """Plan for what was seen at a table; may raise :class:`ContradictionError`."""
        self.begin(seen.seat)
        for event in seen.events:
            self.observe(event)
        self._turn = len(seen.observations) + 1
        self._plan(seen.here, may_stay=seen.may_suggest_here and isinstance(seen.here, str))
        return self.decisions[-1]

    def plan_from(
        self, belief: Belief, here: Place | None, *, may_suggest: bool = False
    ) -> Decision:
        """Plan for a belief, the token at ``here``; as :meth:`plan_for`."""
        self._begin_with(belief)
        self._turn = belief.transcript.turn + (not may_suggest)
        self._plan(here, may_suggest=may_suggest and isinstance(here, str))
        return self.decisions[-1]
