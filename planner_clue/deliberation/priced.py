"""The model ``priced``: one visit ahead, with the uncertainty as a cost of each question.

:mod:`planner_clue.deliberation.costs` computes the costs of questions. What a plan does not prove
before its last visit it has to trust.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from planner_clue.belief import Belief
from planner_clue.board import Board
from planner_clue.cards import Card, Deck
from planner_clue.deliberation.costs import Costs, Prices, price
from planner_clue.deliberation.model import (
    TURN,
    Model,
    Posed,
    card_states,
    check_order,
    question_costs,
)
from planner_clue.deliberation.situation import Situation
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.table.rules import Rules


class PricedModel(Model):
    """Makes problems of proving the assumption, for ``pddl/priced/domain.pddl``."""

    def __init__(self, board: Board | None, rules: Rules, costs: Costs | None = None) -> None:
        """Price questions by ``costs``."""
        super().__init__(board, rules)
        self.costs = costs or Costs()
        self.ways_before_the_dice = self.costs.ways

    def pose(self, situation: Situation) -> Posed:
        """Return the problem of proving the assumption from this situation."""
        deck = situation.belief.deck
        prices = price(situation, self.costs, TURN, self.ways)
        visits = tuple(f"visit-{number}" for number in range(1, prices.visits + 1))
        facts = (
            _assumption(situation),
            card_states(situation.belief),
            _cards_to_ask_about(situation.belief),
            _visits(visits),
            _questions(prices),
            self.token(situation),
        )
        values = (
            self._travel(deck.rooms),
            self.from_the_hallway(situation),
            _question_prices(prices),
            self.for_heuristics(situation),
        )
        known = {atom: value for group in values for atom, value in group.items()}
        return Posed(
            PddlProblem(
                name="clue-problem",
                domain="clue-priced",
                objects={
                    "suspect": deck.suspects,
                    "weapon": deck.weapons,
                    "room": deck.rooms,
                    "visit": visits,
                },
                init=frozenset().union(*facts),
                values=known,
                goal=frozenset({("case-file-proved",)}),
                unused=_never_charged(deck) - known.keys(),
                comments={
                    ("question-cost", *asked): f"saves {sum(prices.told[asked].guesses):.2f}"
                    for asked in prices.worth
                },
            )
        )

    def _travel(self, rooms: Iterable[Card]) -> dict[Atom, int]:
        rooms = list(rooms)
        return {
            ("travel-cost", start, room): round(TURN * self.walking(start, room))
            for start in rooms
            for room in rooms
        }


def _assumption(situation: Situation) -> set[Atom]:
    """Return the assumed case file, its rivals, and their order."""
    atoms: set[Atom] = {("ASSUMED", card) for card in situation.assumption}
    atoms |= {("RIVAL", card) for card in situation.rivals}
    return atoms | check_order(situation.rivals, situation.assumption.suspect)


def _cards_to_ask_about(belief: Belief) -> set[Atom]:
    """Return which cards can still be asked about."""
    atoms: set[Atom] = set()
    for card in belief.deck.cards:
        holder = belief.holder(card)
        silent = holder in (belief.me, belief.case)
        if silent or holder is None:
            atoms.add(("askable", card))
        if silent and card in belief.deck.rooms:
            atoms.add(("SILENT", card))
    return atoms


def _visits(visits: Sequence[str]) -> set[Atom]:
    """Return the visits that a plan may make, with their order."""
    atoms: set[Atom] = {("NEXT-VISIT", a, b) for a, b in pairwise(visits)}
    return atoms | {("HORIZON", visits[-1]), ("visit-to-come", visits[0])}


def _questions(prices: Prices) -> set[Atom]:
    """Return the questions that may be asked, with the expected answers."""
    atoms: set[Atom] = {("OPEN-QUESTION", *asked) for asked in prices.every}
    atoms |= {(f"{shown.upper()}-EXPECTED", *asked) for asked, shown in prices.worth.items()}
    return atoms | {("CONCLUSIVE", *asked) for asked in prices.proving}


def _question_prices(prices: Prices) -> dict[Atom, int]:
    """Return the costs of questions, and of the time beyond the horizon."""
    values: dict[Atom, int] = {("doubt-cost",): prices.doubt}
    values |= {("question-cost", *asked): cost for asked, cost in prices.every.items()}
    return values | {("proof-cost", *asked): cost for asked, cost in prices.proving.items()}


def _never_charged(deck: Deck) -> frozenset[Atom]:
    """Return the cost functions whose arguments may all be missing from a problem."""
    hallway = {("hallway-travel-cost", room) for room in deck.rooms}
    return question_costs(deck, "question-cost", "proof-cost") | hallway
