"""How ``planner`` decides: assumption, problem, plan, follow-up, move, suggestion, accusation."""

from dataclasses import replace

from planner_clue.belief import Belief
from planner_clue.belief.asking import ASKING
from planner_clue.game import requests
from planner_clue.game.board import Board, Place, place_in_words
from planner_clue.game.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.planner.assumption import (
    BASE_THRESHOLD,
    Assumption,
    most_probable,
    worth_accusing,
)
from planner_clue.planner.decision import Replan
from planner_clue.planner.domains import NewModel
from planner_clue.planner.first_steps import FirstSteps, FirstStepSearch, searched_for
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.mind import Mind
from planner_clue.planner.model import TURN, DecisionContext, FormulatedProblem, Model
from planner_clue.planner.move_policy import WAYS, MovePolicy
from planner_clue.planner.plan_tree import Answer
from planner_clue.planner.planner import FollowUp, Planner, Standing, drawn_for
from planner_clue.planner.race import Race, stated
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Engine
from planner_clue.planning.plan import PlanningResult


class CluePlanner(Planner):
    """The planner's own way to decide.

    Every move and every suggestion is a step of a plan from the engine. Which card to show and
    when to accuse are decided without a plan.
    """

    asking = ASKING
    base_threshold = BASE_THRESHOLD
    """The least probability of a case file that is accused without a proof, before it is raised."""
    margin = 0.2
    """In turns; a follow-up of the plan is made unless another suggestion is better by more.

    Chosen by matches (*Following the plan* in ``benchmarks/strength.md``)."""

    def __init__(self, seat: Seat, engine: Engine, domain: Domain, new_model: NewModel) -> None:
        super().__init__(seat, engine, domain)
        self.board = seat.read_board() or Board.of_cards(seat.deck)
        self.rules = seat.read_rules()
        self.model = self.new_model(new_model)
        self._turns = self.rules.turns(self.board) if self.board else None
        self.moves = MovePolicy(self._turns, self.board.passages if self.board else {})
        self._search = FirstStepSearch(engine, domain)

    def new_model(self, new_model: NewModel) -> Model:
        """Return the model that makes the problems of this game."""
        return new_model(self.board, self.rules)

    def begin(self, belief: Belief | None = None) -> Mind:
        """Return the mind at the start of a game, or with a belief."""
        return Mind.at_the_start(self.seat, belief or Belief(self.seat, asking=self.asking))

    def decide(
        self, mind: Mind, request: requests.PlayerRequest
    ) -> tuple[Mind, Opening | Place | Suggestion | Card | Accusation | None]:
        """Return the next mind, and the answer to a request of the table."""
        match request:
            case requests.AskStart(options=options):
                return self.start(mind, options, self.position(mind, request))
            case requests.AskMove(options=moves):
                return self.move(mind, moves, self.position(mind, request))
            case requests.AskSuggest(room=room):
                return self.suggest(mind, room, self.position(mind, request))
            case requests.AskShow(cards=cards):
                return mind, mind.known.transcript.least_informative(cards)
            case requests.AskAccuse():
                return self.accuse(mind)

    def start(self, mind: Mind, options: TurnOptions, at: Standing) -> tuple[Mind, Opening]:
        """Begin the turn in the way whose best plan costs least."""
        mind = self.replanned(mind, at)
        if mind.next_step is None:
            simple = Opening.STAY if Opening.STAY in options.openings else Opening.ROLL
            return mind.falling_back(at.turn, simple.value), simple
        opening, room = self.moves.opening(options, prices_of(mind))
        if opening is not Opening.ROLL:
            mind = self._entering(
                mind, room, opening, at, f"{opening.value} is better than the dice"
            )
        return mind, opening

    def move(self, mind: Mind, options: MoveOptions, at: Standing) -> tuple[Mind, Place]:
        """Go to the room or square from which the rest of the plan costs least."""
        mind = self.replanned(mind, at)
        stop: Place | None = None
        if mind.next_step:
            if not mind.has_given_up:
                mind = mind.searched_further(*searched_for(mind.plans, options.rooms))
            stop = self.moves.stop(options, prices_of(mind))
        if stop is None:
            stop = self.simple_move(mind, options)
            return mind.falling_back(at.turn, f"go to {place_in_words(stop)}"), stop
        if isinstance(stop, str) and stop in options.rooms:
            rolled = f"a roll of {sum(options.dice)} reaches {stop}" if options.dice else stop
            mind = self._entering(mind, stop, Opening.ROLL, at, rolled)
        return mind, stop

    def _entering(
        self, mind: Mind, room: Card | None, opening: Opening, at: Standing, why: str
    ) -> Mind:
        """Play the step into a room, with the plan that begins so if it is another one."""
        branch = mind.plans.into(room, WAYS[opening])
        return self.switched(mind, branch, at.turn, why).playing(at.turn) if branch else mind

    def suggest(self, mind: Mind, room: Card, at: Standing) -> tuple[Mind, Suggestion | None]:
        """Make the suggestion of the plan; without a plan, a simple one."""
        asked = _next_suggestion(mind, room)
        if asked is None:
            mind = self.replanned(mind.nothing_to_ask(room, at.turn), at)
            asked = _next_suggestion(mind, room)
        if asked is not None:
            return replace(mind.playing(at.turn), plans=FirstSteps()), asked
        if mind.next_step is None:
            suspects, weapons, _ = belief_of(mind).candidates()
            simple = Suggestion(suspects[0], weapons[0], room)
            return mind.falling_back(at.turn, f"ask about {', '.join(simple)}"), simple
        return mind.nothing_to_ask(room, at.turn), None  # the best plan does not suggest here

    def accuse(self, mind: Mind) -> tuple[Mind, Accusation | None]:
        """Accuse when the case file is certain, or probable enough while others may win.

        What is only probable waits for a suggestion that can be made before: nobody else wins
        meanwhile, and if nobody can show a card of the case file, it is certain.
        """
        mind = mind.hearing(Answer())  # nobody showed a card, if a suggestion is pending
        found = self.worth_accusing(mind)
        is_gamble = found is not None and found.probability < 1
        if is_gamble and self.model.suggests_first(belief_of(mind)):
            found, is_gamble = None, False
        mind = replace(mind, claim=found if is_gamble else None)
        return mind, Accusation(*found.case_file) if found else None

    def worth_accusing(self, mind: Mind) -> Assumption | None:
        """Return the case file that is certain, or probable enough; None if there is none."""
        return worth_accusing(belief_of(mind), mind.known.transcript.opponents, self.base_threshold)

    def assume(self, mind: Mind, at: Standing) -> Assumption:
        """Assume the most probable case file; of several, the one that the plan assumes."""
        answered = mind.execution.answered
        current = (answered and answered[0].assumes) or mind.assumed
        turns = self.model.travel_costs_from(self.context(mind, at))
        return most_probable(belief_of(mind), current, turns, drawn_for(self.seat, mind))

    def formulate(self, mind: Mind, at: Standing, assumed: CaseFile) -> FormulatedProblem:
        """Return the problem of the model, without parts that the domain does not declare."""
        return self.model.formulate(self.context(mind, at, assumed)).restricted_to(self.domain)

    def context(self, mind: Mind, at: Standing, assumed: CaseFile | None = None) -> DecisionContext:
        """Return the position in the form of the model."""
        may = {"may_suggest": at.may_suggest, "may_stay": at.may_stay}
        asked, seed = mind.known.transcript.times_asked, self.seat.seed
        return DecisionContext(belief_of(mind), assumed, at.here, asked=asked, seed=seed, **may)

    def search(self, problem: FormulatedProblem, at: Standing) -> tuple[FirstSteps, PlanningResult]:
        """Return the best plan for a problem, and the best plan per other first step."""
        return self._search.search(problem, may_suggest=at.may_suggest)

    def check(self, mind: Mind, follow_up: Suggestion, at: Standing) -> FollowUp | None:
        """Go on with a follow-up unless another suggestion is better by :attr:`margin`.

        By the valuation of problems, with deals drawn from the belief of now.
        """
        if not isinstance(self.model, FollowUpModel):
            return None
        outlook = self.model.outlook(belief_of(mind), self.seat.seed)
        ways = self.model.travel_costs_from(self.context(mind, at))
        best = outlook.ranked(ways)
        if not best or follow_up.room not in ways:
            return None
        (left,) = outlook.turns_left([follow_up])
        if ways[follow_up.room] + left > best[0].turns + self.margin:
            return None
        prices = {one.suggestion.room: TURN * one.left for one in best}
        prices[follow_up.room] = TURN * left
        return FollowUp(self.assume(mind, at), prices)

    def forecast(self, mind: Mind, made: Replan) -> Replan:
        """Return a decision with the forecast of its plan, by the model of the race."""
        pace = self.model.journey_to_a_near_room()
        return stated(made, lambda turns: Race(belief_of(mind), turns, pace))

    def simple_move(self, mind: Mind, options: MoveOptions) -> Place:
        """Enter a room that may be in the case file, else any room, else go to the nearest."""
        rooms = belief_of(mind).candidates()[-1]
        entered = [room for room in options.rooms if room in rooms] or list(options.rooms)
        if entered:
            return entered[0]
        assert self._turns is not None
        assert options.here is not None
        to_room = self._turns.to_room(rooms[0])
        return min([*options.squares, options.here], key=lambda stop: to_room[stop])


def prices_of(mind: Mind) -> dict[Card, float]:
    """Return the price of entering each room, by the current plans or with a follow-up.

    If the engine returns only one plan, only the first room of that plan has a price.
    """
    prices = mind.plans.costs_to_go or dict(mind.prices)
    step = mind.next_step
    return prices or ({step.to: 0.0} if step and step.to is not None else {})


def _next_suggestion(mind: Mind, room: Card) -> Suggestion | None:
    """Return the suggestion that the plan makes next, if it makes it in this room."""
    step = None if mind.fired else mind.next_step
    return step.asks if step and step.asks and step.asks.room == room else None


def belief_of(mind: Mind) -> Belief:
    """Return the knowledge of a mind, which is a belief."""
    assert isinstance(mind.known, Belief)
    return mind.known
