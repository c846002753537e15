"""Situations to plan from, and a seat that watches a game with a plan, without any engine."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from planner_clue.belief import Belief
from planner_clue.game.board import Board, Place, load_board
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.deal import Deal, draw_deal
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Showed, Suggested
from planner_clue.game.requests import PlayerRequest
from planner_clue.game.rules import default_rules
from planner_clue.game.table import Table
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.decision import Replan
from planner_clue.planner.domains import domain_of
from planner_clue.planner.engines import load_engine
from planner_clue.planner.first_steps import FirstSteps
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.mind import Mind, observed
from planner_clue.planner.model import DecisionContext, FormulatedProblem
from planner_clue.planner.monitor import Execution
from planner_clue.planner.outlook import Beginning, ForeseenAnswer, Parameters
from planner_clue.planner.plan_tree import NOBODY, Answer, PlanStep
from planner_clue.planner.planner import FollowUp, Planner, Standing
from planner_clue.planning.plan import Plan, PlanningResult, Status, Step
from planner_clue.planning.problem import PddlProblem

PLANNED = domain_of(None)
"""The planner's own domain."""
DOMAIN = PLANNED.text


def sit_down(board: Board | None, players: int, seed: int, pile: int = 0) -> tuple[Seat, Deal]:
    """Deal a game and return what seat 0 knows, and the deal."""
    rules = replace(default_rules(board), pile=pile)
    deal = draw_deal(rules.deck(board), players, rules, Random(seed))
    return Table(board, rules, deal).seat_view(0, seed), deal


def show(belief: Belief, holder: int, card: Card) -> None:
    """Let the seat be shown a card, on asking about it and cards of its own category's first."""
    three = [card if card in cards else cards[0] for cards in belief.deck.categories]
    belief.observe(Suggested(1, belief.me, Suggestion(*three)))
    belief.observe(Showed(1, holder, belief.me, card))


def position(
    board: Board | None, players: int, seed: int, shown: int, pile: int = 0
) -> DecisionContext:
    seat, deal = sit_down(board, players, seed, pile)
    rng = Random(seed)
    belief = Belief(seat)
    others = [(holder, card) for holder in range(1, players) for card in deal.hands[holder]]
    for holder, card in rng.sample(others, shown):
        show(belief, holder, card)
    places: list[Place] = [*board.starts.values(), *board.rooms] if board else []
    here = rng.choice(places) if board else None
    assumed = CaseFile(*(rng.choice(cards) for cards in belief.candidates()))
    return DecisionContext(
        belief,
        assumed,
        here,
        may_stay=isinstance(here, str) and rng.random() < 0.3,
        asked={card: rng.randrange(3) for card in belief.deck.cards},
    )


def posed(
    board_name: str = "classic",
    players: int = 3,
    seed: int = 0,
    shown: int = 0,
    parameters: Parameters | None = None,
    pile: int = 0,
) -> tuple[FollowUpModel, DecisionContext, FormulatedProblem]:
    """Return the planner's model, a situation, and its problem for the planner's own domain."""
    board = None if board_name == "none" else load_board(board_name)
    model = FollowUpModel(board, default_rules(board), parameters)
    at = position(board, players, seed, shown, pile)
    return model, at, model.formulate(at).restricted_to(PLANNED)


def problem(
    board_name: str = "classic", players: int = 3, seed: int = 0, shown: int = 0
) -> PddlProblem:
    return posed(board_name, players, seed, shown)[2].pddl


# Seat 0 of this deal is our planner; the cards are looked up, so that no test depends on them.
SEAT, DEAL = sit_down(load_board("classic"), 3, seed=2)
NAMES = SEAT.tokens


def held_by(seat: int, position: int = 0) -> Card:
    return DEAL.hands[seat][position]


def about(*wanted: Card) -> Suggestion:
    """Return a suggestion of these cards, filled up with cards of our own seat."""
    three = []
    for cards in DEAL.deck.categories:
        own = [card for card in cards if card in DEAL.hands[0]]
        three.append(next((card for card in wanted if card in cards), own[0]))
    return Suggestion(*three)


def foreseen(answer: Answer) -> tuple[Beginning, ForeseenAnswer]:
    asked = Beginning(about(held_by(1)), 1.0, 1.0)
    return asked, ForeseenAnswer(answer, 1 / 3, (), DEAL.case_file, 0.5, None, ())


PROBLEM = FormulatedProblem(
    PddlProblem("a", "b", {}, frozenset(), {}, frozenset()),
    answers={"mustard-shows": foreseen(Answer(NAMES[1], held_by(1))), "nobody": foreseen(Answer())},
)


def steps(*lines: str) -> tuple[Step, ...]:
    return tuple(map(Step.parse, lines))


class Scripted(Planner):
    """Assumes the true case file, and finds the plan that a test says."""

    found: PlanningResult | Exception
    follows: Callable[[Suggestion], FollowUp | None] = staticmethod(lambda follow_up: None)

    def __init__(self, belief: Belief) -> None:
        super().__init__(SEAT, load_engine("fast-downward"), PLANNED)
        self.belief = belief

    def begin(self) -> Mind:
        return Mind.at_the_start(SEAT, self.belief)

    def decide(self, mind: Mind, request: PlayerRequest) -> tuple[Mind, Any]:
        raise NotImplementedError

    def assume(self, mind: Mind, at: Standing) -> Assumption:
        return Assumption(DEAL.case_file, self.belief.chance(DEAL.case_file))

    def formulate(self, mind: Mind, at: Standing, assumed: CaseFile) -> FormulatedProblem:
        return PROBLEM

    def search(self, problem: FormulatedProblem, at: Standing) -> tuple[FirstSteps, PlanningResult]:
        if isinstance(self.found, Exception):
            raise self.found
        return FirstSteps(), self.found

    def check(self, mind: Mind, follow_up: Suggestion, at: Standing) -> FollowUp | None:
        return self.follows(follow_up)


class Watched:
    """A mind that assumes the true case file and has a plan of one suggestion."""

    def __init__(self, *lines: str, asking: int = 1) -> None:
        self.belief = Belief(SEAT, asking=asking)
        self.planner = Scripted(self.belief)
        self.mind = self.planner.begin()
        case_file = " ".join(DEAL.case_file)
        self.lines = lines or (
            f"(travel-from-hallway {DEAL.case_file.room})",
            f"(suggest-none-shown {case_file})",
            "(found-all)",
            f"(accuse {case_file})",
        )
        self.plan(1)

    @property
    def replans(self) -> list[Replan]:
        return [logged.decision for logged in self.mind.log]

    def plan(self, turn: int, found: PlanningResult | Exception | None = None) -> Replan:
        """Plan for what has fired, if only that the plan asks nothing here; return it."""
        if not self.mind.fired:
            self.mind = self.mind.nothing_to_ask(DEAL.case_file.room, turn)
        self.decide(turn, found)
        return self.replans[-1]

    def decide(self, turn: int, found: PlanningResult | Exception | None = None) -> None:
        """Plan only if something calls for it; a search finds the plan, or has this result."""
        scripted = PlanningResult(Status.OPTIMAL, Plan(steps(*self.lines), 500))
        self.planner.found = found or scripted
        self.mind = self.planner.replanned(self.mind, Standing(turn, None))

    def asks(self, asked: Suggestion, expected: Card | None, turn: int) -> None:
        """Let it suggest in place of its plan, as if that expected a card, or nobody's."""
        step = PlanStep(action="(as-asked)", asks=asked, expects=expected or NOBODY)
        later = PlanStep(action="(later)", to=asked.room)
        state = Execution((step, later), left=((1,),), pending=((0,), turn))
        self.mind = replace(self.mind, execution=state)

    def hears(self, *events: Event) -> None:
        for event in events:
            self.mind = observed(self.mind, event)

    def see(self, *events: Event) -> list[tuple[str, int, str]]:
        self.hears(*events)
        return self.fired()

    def fired(self) -> list[tuple[str, int, str]]:
        self.mind = self.mind.noticing()
        if not self.mind.fired:
            return []
        return [(f.trigger.value, f.turn, f.observation) for f in self.plan(99).triggers]
