"""The model ``priced``: one visit ahead, with the uncertainty as a cost of each question.

:mod:`planner_clue.deliberation.costs` computes the costs of questions. What a plan does not prove
before its last visit it has to trust.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from planner_clue.belief import Belief
from planner_clue.board import Board
from planner_clue.cards import Card
from planner_clue.deliberation.costs import Costs, Prices, price
from planner_clue.deliberation.model import (
    TURN,
    Model,
    Posed,
    check_order,
    question_costs,
)
from planner_clue.deliberation.situation import Situation
from planner_clue.planning.problem import Atom
from planner_clue.table.rules import Rules


class PricedModel(Model):
    """Makes problems of proving the assumption, for ``pddl/priced/domain.pddl``."""

    folder = "priced"

    def __init__(self, board: Board | None, rules: Rules, costs: Costs | None = None) -> None:
        """Price questions by ``costs``."""
        super().__init__(board, rules)
        self.costs = costs or Costs()
        self.ways_before_the_dice = self.costs.ways

    def pose(self, situation: Situation) -> Posed:
        """Return the problem of proving the assumption from this situation."""
        deck = situation.belief.deck
        per_guess = self.time_of_guesses(self.costs.guess, self.costs.room_guess)
        prices = price(situation, self.costs, per_guess, self.ways)
        visits = tuple(f"visit-{number}" for number in range(1, prices.visits + 1))
        problem = self.write(
            "clue-priced",
            situation,
            {"visit": visits},
            facts=(
                _rivals(situation),
                _cards_to_ask_about(situation.belief),
                _visits(visits),
                _questions(prices),
            ),
            values=(self._travel(deck.rooms), _question_prices(prices)),
        )
        costs = question_costs(deck, "question-cost", "proof-cost") - problem.values.keys()
        comments: dict[Atom, str] = {
            ("question-cost", *asked): f"saves {sum(prices.told[asked].guesses):.2f}"
            for asked in prices.worth
        }
        return Posed(replace(problem, unused=problem.unused | costs, comments=comments))

    def _travel(self, rooms: Iterable[Card]) -> dict[Atom, int]:
        rooms = list(rooms)
        return {
            ("travel-cost", start, room): round(TURN * self.walking(start, room))
            for start in rooms
            for room in rooms
        }


def _rivals(situation: Situation) -> set[Atom]:
    """Return the rivals of the assumed case file, and their order."""
    atoms: set[Atom] = {("RIVAL", card) for card in situation.rivals}
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
