"""The planner's problem: from belief, board and assumption to PDDL.

The numbers are what a plan weighs against each other, all in hundredths of a turn:

- ``travel-cost``: expected turns under the dice, from the board's table;
- ``question-cost``: how often its cards were asked about before, and which of them tell
  nothing because they are in the own hand or located elsewhere;
- ``doubt-cost``: what it costs to take on trust that a rival of an assumed card is held,
  in proportion to the chance that it is in the case file instead.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise, permutations, product

from planner_clue.belief import Belief
from planner_clue.board import Board, Place
from planner_clue.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.table.rules import Rules

TURN = 100
"""One turn, in the unit of costs."""


@dataclass(frozen=True)
class Costs:
    """The weights of the model, in hundredths of a turn."""

    doubt: int = 600
    """Trusting that the whole of a category's rivals is held, were they all equally likely."""
    repeated: int = 8
    """Each time one of a question's cards was asked about before by this seat."""
    own: int = 25
    """Each card of a question that is in the own hand."""
    located: int = 60
    """Each card of a question that another seat is known to hold: it may be shown again."""
    visits: int = 3
    """How many rooms a plan may look ahead."""


@dataclass(frozen=True)
class Situation:
    """Everything a problem is made of."""

    belief: Belief
    hand: frozenset[Card]
    assumption: CaseFile
    here: Place | None
    """Where the token is; None at a table without a board."""
    may_suggest: bool = False
    may_stay: bool = False
    turns_from_here: Mapping[Card, float] | None = None
    """Expected turns to each room, where more is known than the place: after the roll."""
    asked: Mapping[Card, int] | None = None
    """How often this seat asked about each card."""


def _zero_for_all(deck: Deck) -> dict[Atom, int]:
    """Return 0 for every cost that no action will charge.

    Some tools refuse a problem in which a function has no value, used or not.
    """
    zero: dict[Atom, int] = {("doubt-cost", card): 0 for card in deck.cards}
    zero |= {("hallway-travel-cost", room): 0 for room in deck.rooms}
    triples = product(deck.suspects, deck.weapons, deck.rooms)
    return zero | {("question-cost", *triple): 0 for triple in triples}


def check_order(rivals: Iterable[Card], last: Card) -> set[Atom]:
    """Return the order in which rivals are gone through, up to the assumed suspect."""
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

    def problem(self, situation: Situation) -> PddlProblem:
        """Return the problem of proving the assumption from this situation."""
        deck = situation.belief.deck
        rivals = self._rivals(situation)
        init: set[Atom] = {("ASSUMED", card) for card in situation.assumption}
        init |= {("RIVAL", card) for card in rivals}
        init |= check_order(rivals, situation.assumption.suspect)
        init |= self._token(situation)
        init |= self._cards(situation)
        questions = self._questions(situation, rivals)
        init |= set(questions)
        values = _zero_for_all(deck)
        values |= {("question-cost", *triple): cost for (_, *triple), cost in questions.items()}
        values |= {("doubt-cost", card): cost for card, cost in rivals.items()}
        values |= self._travel(situation, deck.rooms)
        values |= self._for_heuristics(situation)
        return PddlProblem(
            name="clue-problem",
            domain="clue",
            objects={
                "suspect": deck.suspects,
                "weapon": deck.weapons,
                "room": deck.rooms,
                "visit": self._visits(),
            },
            init=frozenset(init),
            values=values,
            goal=frozenset({("case-file-proved",)}),
        )

    def _visits(self) -> tuple[str, ...]:
        return (*(f"visit-{n}" for n in range(1, self.costs.visits + 1)), "no-visit")

    def _rivals(self, situation: Situation) -> dict[Card, int]:
        """Return the cards that could replace an assumed one, with their doubt."""
        belief = situation.belief
        return {
            card: round(self.costs.doubt * belief.case_chance(card))
            for cards in belief.candidates()
            for card in cards
            if card not in situation.assumption
        }

    def _token(self, situation: Situation) -> set[Atom]:
        visits = self._visits()
        atoms: set[Atom] = {("investigating",), ("visit-to-come", visits[0])}
        atoms |= {("NEXT-VISIT", a, b) for a, b in pairwise(visits)}
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

    @staticmethod
    def _cards(situation: Situation) -> set[Atom]:
        belief, atoms = situation.belief, set[Atom]()
        for card in belief.deck.cards:
            holder = belief.holder(card)
            state = "held"
            if holder == belief.case:
                state = "murder"
            elif holder is None:
                state = "unlocated"
            atoms.add((state, card))
        return atoms

    def _travel(self, situation: Situation, rooms: Iterable[Card]) -> dict[Atom, int]:
        costs: dict[Atom, int] = {}
        rooms = list(rooms)
        for start in rooms:
            for room in rooms:
                turns = self._turns.walking(start, room) if self._turns else 1.0
                if start == situation.here and situation.turns_from_here is not None:
                    turns = situation.turns_from_here.get(room, turns)
                costs["travel-cost", start, room] = round(TURN * turns)
        if not isinstance(situation.here, str):
            for room in rooms:
                turns = 1.0
                if situation.turns_from_here is not None:
                    turns = situation.turns_from_here[room]
                elif self._turns and situation.here is not None:
                    turns = self._turns.to_room(room)[situation.here]
                costs["hallway-travel-cost", room] = round(TURN * turns)
        return costs

    def _for_heuristics(self, situation: Situation) -> dict[Atom, int]:
        """Return steps from room to room, and how often each card was asked about."""
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

    def _questions(self, situation: Situation, rivals: Mapping[Card, int]) -> dict[Atom, int]:
        """Return the questions offered to the planner, with their costs.

        In each room: each rival suspect beside the assumed weapon, each rival weapon beside
        the assumed suspect, and the assumed two, which also test the room.
        """
        deck, assumed = situation.belief.deck, situation.assumption
        questions: dict[Atom, int] = {}
        pairs = [(assumed.suspect, assumed.weapon)]
        pairs += [(card, assumed.weapon) for card in rivals if card in deck.suspects]
        pairs += [(assumed.suspect, card) for card in rivals if card in deck.weapons]
        for room in deck.rooms:
            for suspect, weapon in pairs:
                triple = Suggestion(suspect, weapon, room)
                questions["WORTH-ASKING", *triple] = self._question_cost(situation, triple)
        room_known = situation.belief.holder(assumed.room) == situation.belief.case
        for room in deck.rooms:
            if room == assumed.room or (room_known and room in situation.hand):
                triple = Suggestion(assumed.suspect, assumed.weapon, room)
                questions["CONCLUSIVE", *triple] = self._question_cost(situation, triple)
        return questions

    def _question_cost(self, situation: Situation, question: Suggestion) -> int:
        cost, asked = 0, situation.asked or {}
        for card in question:
            cost += self.costs.repeated * asked.get(card, 0)
            holder = situation.belief.holder(card)
            if card in situation.hand:
                cost += self.costs.own
            elif holder is not None and holder != situation.belief.case:
                cost += self.costs.located
        return cost
