"""The interface of models, which write the planner's PDDL problems, and their common parts.

Costs are hundredths of a turn. The cost of a way is the expected number of turns under the dice.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise, permutations, product
from statistics import fmean

from planner_clue.belief import Belief
from planner_clue.board import Board, Place
from planner_clue.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.planning.domain import Domain
from planner_clue.planning.plan import Plan
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import Atom, PddlProblem
from planner_clue.table.rules import Rules


@dataclass(frozen=True)
class Situation:
    """The belief, assumption and position from which a problem is made."""

    belief: Belief
    assumption: CaseFile
    here: Place | None
    """Place of the token; None at a table without a board."""
    may_suggest: bool = False
    may_stay: bool = False
    asked: Mapping[Card, int] | None = None
    """Number of this seat's suggestions per card."""
    seed: int = 0
    """The seed of the drawn deals."""

    @property
    def rivals(self) -> list[Card]:
        """The cards that could be in the case file in place of an assumed one, in deck order."""
        return [
            card
            for cards in self.belief.candidates()
            for card in cards
            if card not in self.assumption
        ]


TURN = 100
"""The cost of one turn."""
_NEAREST = 3
"""The number of rooms that count as near a room."""


@dataclass(frozen=True)
class Valuation:
    """The constants by which suggestions are valued."""

    guess: float = 0.6
    """Time of a guess at the suspect or weapon, in turns."""
    room_guess: float = 1.4
    """Time of a guess at the room, in journeys from a room to a near one."""
    drawn: int = 1000
    """The number of deals drawn from the belief."""


@dataclass(frozen=True)
class PosedProblem:
    """A planning problem, with the case files that its suggestions would rule out."""

    pddl: PddlProblem
    rules_out: Mapping[Suggestion, tuple[CaseFile, ...]] = field(default_factory=dict)
    """The rivals among the drawn case files that the expected answer to a suggestion rules out;
    empty if the model does not tell."""

    domain: Domain | None = None
    """The domain to plan in, once it is chosen."""

    def restricted_to(self, domain: Domain) -> "PosedProblem":
        """Return the problem without the atoms that ``domain`` does not declare."""
        return replace(self, pddl=domain.restrict(self.pddl), domain=domain)

    def costs(self, plan: Plan) -> list[int]:
        """Return the cost of each step of a plan in the domain; all 0 without action costs."""
        if self.domain is None or not self.pddl.has_costs:
            return [0] * len(plan.steps)
        return list(map(PlanCheck(self.domain, self.pddl).cost, plan.steps))

    @cached_property
    def text(self) -> str:
        """The problem in PDDL without comments, as an engine reads it."""
        return self.pddl.to_text(brief=True)

    @property
    def digest(self) -> str:
        """The SHA-256 checksum of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class Model(ABC):
    """Makes the problems of one game."""

    folder: str
    """The folder in ``pddl/`` with the domain that its problems are for."""
    ways_before_the_dice: int = 2
    """For how many of the most promising rooms to plan before the dice are rolled."""

    def __init__(self, board: Board | None, rules: Rules) -> None:
        self.board = board
        self.rules = rules
        self._turns = rules.turns(board) if board else None
        self.ways = self._room_to_room()
        """The cost from room to room, by passage or on foot, whichever is quicker."""

    @abstractmethod
    def pose(self, situation: Situation) -> PosedProblem:
        """Return the problem of this situation."""

    def time_of_guesses(self, by: Valuation) -> tuple[float, float, float]:
        """Return the time of a guess in each category, in hundredths of a turn."""
        room_guess = by.room_guess * journey_to_a_near_room(self.ways)
        return by.guess * TURN, by.guess * TURN, room_guess

    def write(
        self,
        domain: str,
        situation: Situation,
        objects: Mapping[str, tuple[str, ...]],
        facts: Iterable[Iterable[Atom]],
        values: Iterable[Mapping[Atom, int]],
        *,
        goal: Atom = ("case-file-proved",),
    ) -> PddlProblem:
        """Return a problem of ``domain``, with what every model says of a situation."""
        deck = situation.belief.deck
        every = (*values, self.from_the_hallway(situation), self.for_heuristics(situation))
        known = {atom: value for group in every for atom, value in group.items()}
        assumed = {("ASSUMED", card) for card in situation.assumption}
        states = card_states(situation.belief)
        return PddlProblem(
            name="clue-problem",
            domain=domain,
            objects={
                "suspect": deck.suspects,
                "weapon": deck.weapons,
                "room": deck.rooms,
                **objects,
            },
            init=frozenset().union(assumed, states, self.token(situation), *facts),
            values=known,
            goal=frozenset({goal}),
            unused=frozenset(("hallway-travel-cost", room) for room in deck.rooms) - known.keys(),
        )

    def _room_to_room(self) -> dict[Card, dict[Card, float]]:
        rooms = self.rules.deck(self.board).rooms
        passages = self.board.passages if self.board else {}
        return {
            start: {
                room: TURN if passages.get(start) == room else TURN * self.walking(start, room)
                for room in rooms
            }
            for start in rooms
        }

    def walking(self, start: Card, room: Card) -> float:
        """Return the expected turns from room to room on foot; 1 without a board."""
        return self._turns.walking(start, room) if self._turns else 1.0

    def token(self, situation: Situation) -> set[Atom]:
        """Return the facts about the token's place and options, and the passages."""
        atoms: set[Atom] = {("investigating",)}
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

    def from_the_hallway(self, situation: Situation) -> dict[Atom, int]:
        """Return the costs of the ways from the hallway square the token is on, if it is on one."""
        if isinstance(situation.here, str):
            return {}
        costs: dict[Atom, int] = {}
        for room in situation.belief.deck.rooms:
            turns = 1.0
            if self._turns and situation.here is not None:
                turns = self._turns.to_room(room)[situation.here]
            costs["hallway-travel-cost", room] = round(TURN * turns)
        return costs

    def for_heuristics(self, situation: Situation) -> dict[Atom, int]:
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


def journey_to_a_near_room(ways: Mapping[Card, Mapping[Card, float]]) -> float:
    """Return the average cost of the way from a room to one of the nearest others."""
    near = [
        sorted(cost for room, cost in out.items() if room != start)[:_NEAREST]
        for start, out in ways.items()
    ]
    costs = [cost for nearest in near for cost in nearest]
    return fmean(costs) if costs else 0.0


def suggestion_atoms(deck: Deck, *functions: str) -> frozenset[Atom]:
    """Return the atoms of some functions of a suggestion, for every suggestion of the deck."""
    triples = product(deck.suspects, deck.weapons, deck.rooms)
    return frozenset((function, *triple) for triple in triples for function in functions)


def card_states(belief: Belief) -> set[Atom]:
    """Return for each card whether it is unlocated, held or murder."""
    names = {None: "unlocated", belief.case: "murder"}
    return {(names.get(belief.holder(card), "held"), card) for card in belief.deck.cards}


def check_order(rivals: Iterable[Card], last: Card) -> set[Atom]:
    """Return the facts that put the rivals in a fixed order, before the ``last`` card.

    >>> sorted(check_order([Card("rope")], Card("green")))
    [('CHECK-ORDER', 'rope', 'green'), ('checking', 'rope')]
    """
    order = [*rivals, last]
    pairs = pairwise(order)
    return {("checking", order[0]), *(("CHECK-ORDER", a, b) for a, b in pairs)}
