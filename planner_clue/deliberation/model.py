"""The planner's PDDL problem, made from belief, board and assumption.

Costs are hundredths of a turn. ``travel-cost`` is the expected number of turns under the dice;
:mod:`planner_clue.deliberation.costs` computes the costs of questions.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations, product

from planner_clue.board import Board
from planner_clue.cards import Card, Deck
from planner_clue.deliberation.costs import Costs, Prices, price
from planner_clue.deliberation.situation import Situation
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.table.rules import Rules

TURN = 100
"""The cost of one turn."""


def question_costs(deck: Deck, *functions: str) -> frozenset[Atom]:
    """Return the given cost functions for every question the deck allows."""
    triples = product(deck.suspects, deck.weapons, deck.rooms)
    return frozenset((function, *triple) for triple in triples for function in functions)


def check_order(rivals: Iterable[Card], last: Card) -> set[Atom]:
    """Return the facts that put the rivals in a fixed order, before the ``last`` card.

    >>> sorted(check_order([Card("rope")], Card("green")))
    [('CHECK-ORDER', 'rope', 'green'), ('checking', 'rope')]
    """
    order = [*rivals, last]
    pairs = pairwise(order)
    return {("checking", order[0]), *(("CHECK-ORDER", a, b) for a, b in pairs)}


class Model:
    """Writes the problems of one game."""

    def __init__(self, board: Board | None, rules: Rules, costs: Costs) -> None:
        self.board = board
        self.rules = rules
        self.costs = costs
        self._turns = rules.turns(board) if board else None
        self.ways = self._room_to_room()
        """The cost from room to room, by passage or on foot, whichever is quicker."""

    def problem(self, situation: Situation) -> PddlProblem:
        """Return the problem of proving the assumption from this situation."""
        deck = situation.belief.deck
        prices = price(situation, self.costs, TURN, self.ways)
        visits = tuple(f"visit-{number}" for number in range(1, prices.visits + 1))
        facts = (
            _assumption(situation),
            _cards(situation),
            _visits(visits),
            _questions(prices),
            self._token(situation),
        )
        values = (
            self._travel(situation, deck.rooms),
            _question_prices(prices),
            self._for_heuristics(situation),
        )
        known = {atom: value for group in values for atom, value in group.items()}
        return PddlProblem(
            name="clue-problem",
            domain="clue",
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

    def _room_to_room(self) -> dict[Card, dict[Card, float]]:
        rooms = self.rules.deck(self.board).rooms
        passages = self.board.passages if self.board else {}
        return {
            start: {
                room: TURN if passages.get(start) == room else TURN * self._walking(start, room)
                for room in rooms
            }
            for start in rooms
        }

    def _walking(self, start: Card, room: Card) -> float:
        """Return the expected turns from room to room; 1 without a board."""
        return self._turns.walking(start, room) if self._turns else 1.0

    def _token(self, situation: Situation) -> set[Atom]:
        atoms: set[Atom] = set()
        if isinstance(situation.here, str):
            atoms.add(("at", situation.here))
        else:
            atoms.add(("in-hallway",))
        if situation.may_suggest:
            atoms.add(("may-suggest",))
        if situation.may_stay:
            atoms.add(("may-stay",))
        if self.board:
            rooms = situation.belief.deck.rooms
            atoms |= {
                ("PASSAGE", a, b) for a, b in self.board.passages.items() if {a, b} <= set(rooms)
            }
        return atoms

    def _travel(self, situation: Situation, rooms: Iterable[Card]) -> dict[Atom, int]:
        costs: dict[Atom, int] = {}
        rooms = list(rooms)
        for start in rooms:
            for room in rooms:
                costs["travel-cost", start, room] = round(TURN * self._walking(start, room))
        if not isinstance(situation.here, str):
            for room in rooms:
                turns = 1.0
                if self._turns and situation.here is not None:
                    turns = self._turns.to_room(room)[situation.here]
                costs["hallway-travel-cost", room] = round(TURN * turns)
        return costs

    def _for_heuristics(self, situation: Situation) -> dict[Atom, int]:
        """Return the steps from room to room, and how often each card was asked about."""
        deck, asked = situation.belief.deck, situation.asked or {}
        values: dict[Atom, int] = {("times-asked", card): asked.get(card, 0) for card in deck.cards}
        if self.board:
            values |= {("distance", room, room): 0 for room in deck.rooms}
            values |= {
                ("distance", start, room): self.board.pips[start][room]
                for start, room in permutations(deck.rooms, 2)
                if room in self.board.pips[start]
            }
        return values


def _assumption(situation: Situation) -> set[Atom]:
    """Return the assumed case file, its rivals, and their order."""
    atoms: set[Atom] = {("ASSUMED", card) for card in situation.assumption}
    atoms |= {("RIVAL", card) for card in situation.rivals}
    return atoms | check_order(situation.rivals, situation.assumption.suspect)


def _cards(situation: Situation) -> set[Atom]:
    """Return what is known about each card, and which cards can still be asked about."""
    belief, atoms = situation.belief, set[Atom]()
    for card in belief.deck.cards:
        holder = belief.holder(card)
        state = "held"
        if holder == belief.case:
            state = "murder"
        elif holder is None:
            state = "unlocated"
        atoms.add((state, card))
        silent = holder in (belief.me, belief.case)
        if silent or state == "unlocated":
            atoms.add(("askable", card))
        if silent and card in belief.deck.rooms:
            atoms.add(("SILENT", card))
    return atoms


def _visits(visits: Sequence[str]) -> set[Atom]:
    """Return the visits that a plan may make, with their order."""
    atoms: set[Atom] = {("NEXT-VISIT", a, b) for a, b in pairwise(visits)}
    return atoms | {("HORIZON", visits[-1]), ("visit-to-come", visits[0]), ("investigating",)}


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
