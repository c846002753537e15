"""Situations to plan from, as they come up in games."""

from random import Random

from planner_clue.belief import Belief
from planner_clue.board import Board, Place, load_board
from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.domains import domain_of
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import Model, Situation
from planner_clue.deliberation.priced import FAR_SIGHTED, PricedModel
from planner_clue.planning.problem import PddlProblem
from planner_clue.table.deal import Deal, draw_deal
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Showed, Suggested
from planner_clue.table.rules import default_rules
from planner_clue.table.table import Table

DOMAIN = domain_of("identification", None).text


def sit_down(board: Board, players: int, seed: int) -> tuple[Seat, Deal]:
    """Deal a game and return what seat 0 is told, and the deal."""
    rules = default_rules(board)
    deal = draw_deal(rules.deck(board), players, rules, Random(seed))
    return Table(board, rules, deal).seat_view(0, seed), deal


def show(belief: Belief, holder: int, card: Card) -> None:
    """Let the seat be shown a card, on asking about it and cards of its own category's first."""
    three = [card if card in cards else cards[0] for _, cards in belief.deck.by_category()]
    belief.observe(Suggested(1, belief.me, Suggestion(*three)))
    belief.observe(Showed(1, holder, belief.me, card))


def situation(
    board_name: str = "classic", players: int = 3, seed: int = 0, shown: int = 0
) -> tuple[IdentificationModel, Situation]:
    """Return the planner's model and a situation in which ``shown`` cards of others are known."""
    board = load_board(board_name)
    model = IdentificationModel(board, default_rules(board))
    return model, position(board, players, seed, shown)


def priced_situation(
    board_name: str = "classic", players: int = 3, seed: int = 0, shown: int = 0
) -> tuple[PricedModel, Situation]:
    """Return the same for the model ``priced``, which looks three visits ahead here."""
    board = load_board(board_name)
    model = PricedModel(board, default_rules(board), FAR_SIGHTED)
    return model, position(board, players, seed, shown)


def position(board: Board, players: int, seed: int, shown: int) -> Situation:
    """Return a situation in which ``shown`` cards of others are already known."""
    seat, deal = sit_down(board, players, seed)
    rng = Random(seed)
    belief = Belief(seat)
    others = [(holder, card) for holder in range(1, players) for card in deal.hands[holder]]
    for holder, card in rng.sample(others, shown):
        show(belief, holder, card)
    places: list[Place] = [*board.starts.values(), *board.rooms]
    here = rng.choice(places)
    assumed = CaseFile(*(rng.choice(cards) for cards in belief.candidates()))
    return Situation(
        belief,
        assumed,
        here,
        may_stay=isinstance(here, str) and rng.random() < 0.3,
        asked={card: rng.randrange(3) for card in belief.deck.cards},
    )


def posed(model: Model, at: Situation, formulation: str = "identification") -> PddlProblem:
    """Return the problem that a model makes of a situation, as its domain has it."""
    return domain_of(formulation, None).restrict(model.pose(at).pddl)


def problem(
    board_name: str = "classic", players: int = 3, seed: int = 0, shown: int = 0
) -> PddlProblem:
    """Return the problem of such a situation, for the agent's own domain."""
    return posed(*situation(board_name, players, seed, shown))
