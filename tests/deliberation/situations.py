"""Situations to plan from, as they come up in games."""

from random import Random

from planner_clue.belief import Belief
from planner_clue.board import Board, Place, load_board
from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.domains import domain_of
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.model import DecisionContext, FormulatedProblem
from planner_clue.deliberation.outlook import Parameters
from planner_clue.planning.problem import PddlProblem
from planner_clue.table.deal import Deal, draw_deal
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Showed, Suggested
from planner_clue.table.rules import default_rules
from planner_clue.table.table import Table

PLANNED = domain_of(None)
"""The planner's own domain."""
DOMAIN = PLANNED.text


def sit_down(board: Board | None, players: int, seed: int) -> tuple[Seat, Deal]:
    """Deal a game and return what seat 0 is told, and the deal."""
    rules = default_rules(board)
    deal = draw_deal(rules.deck(board), players, rules, Random(seed))
    return Table(board, rules, deal).seat_view(0, seed), deal


def show(belief: Belief, holder: int, card: Card) -> None:
    """Let the seat be shown a card, on asking about it and cards of its own category's first."""
    three = [card if card in cards else cards[0] for cards in belief.deck.categories]
    belief.observe(Suggested(1, belief.me, Suggestion(*three)))
    belief.observe(Showed(1, holder, belief.me, card))


def position(board: Board | None, players: int, seed: int, shown: int) -> DecisionContext:
    seat, deal = sit_down(board, players, seed)
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
) -> tuple[FollowUpModel, DecisionContext, FormulatedProblem]:
    """Return the planner's model, a situation, and its problem for the planner's own domain."""
    board = None if board_name == "none" else load_board(board_name)
    model = FollowUpModel(board, default_rules(board), parameters)
    at = position(board, players, seed, shown)
    return model, at, model.formulate(at).restricted_to(PLANNED)


def problem(
    board_name: str = "classic", players: int = 3, seed: int = 0, shown: int = 0
) -> PddlProblem:
    return posed(board_name, players, seed, shown)[2].pddl
