"""The interface of models, which write the planner's PDDL problems, and their common parts.

Costs are thousandths of a turn. The cost of a way is the expected number of turns under the dice;
of what a suggestion leaves open, an upper estimate (:mod:`planner_clue.planner.race`).
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations, product
from statistics import fmean

from planner_clue.belief import Belief
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.rules import Rules
from planner_clue.planner import plan_tree
from planner_clue.planner.outlook import Beginning, ForeseenAnswer
from planner_clue.planning.domain import Domain
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import Atom, PddlProblem


@dataclass(frozen=True)
class DecisionContext:
    """The belief, assumption and position from which a problem is made."""

    belief: Belief
    assumption: CaseFile | None
    """None where the plan does not matter, only the ways."""
    here: Place | None
    """Place of the token; None at a table without a board."""
    may_suggest: bool = False
    may_stay: bool = False
    asked: Mapping[Card, int] | None = None
    """Number of this seat's suggestions per card."""
    seed: int = 0


TURN = 1000
"""The cost of one turn."""
THIS_TURN = 1.25
"""The most expected turns to a room in which a suggestion is expected in the same turn."""
_NEAREST = 3
"""The number of rooms that count as near a room."""


@dataclass(frozen=True)
class FormulatedProblem:
    """A planning problem, with the outlook that it was written from."""

    pddl: PddlProblem
    beginnings: tuple[Beginning, ...] = ()
    """The suggestions to begin with; empty where the model foresees no answers."""
    answers: Mapping[str, tuple[Beginning, ForeseenAnswer]] = field(default_factory=dict)
    """The answers by the objects that stand for them, each with the suggestion that it answers."""

    def restricted_to(self, domain: Domain) -> "FormulatedProblem":
        """Return the problem without the atoms that ``domain`` does not declare."""
        return replace(self, pddl=domain.restrict(self.pddl))

    def tree_of(self, plan: Plan) -> plan_tree.Plan:
        """Return a plan for this problem as a tree, with the answers and costs of the outlook."""
        return plan_tree.read_tree(plan.steps, self._value_of)

    def _value_of(self, name: str, played: plan_tree.PlanStep | None) -> plan_tree.BranchValue:
        beginning, foreseen = self.answers[name]
        turns = 0.0
        if played and played.asks in beginning.follow_ups:
            turns = foreseen.to_go[beginning.follow_ups.index(played.asks)]
        elif played and played.is_gamble:
            turns = foreseen.risk or 0.0
        return plan_tree.BranchValue(foreseen.answer, foreseen.probability, round(TURN * turns))

    @cached_property
    def text(self) -> str:
        """The problem in PDDL without comments, as an engine reads it."""
        return self.pddl.to_text(brief=True)

    @property
    def digest(self) -> str:
        """The SHA-256 checksum of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def promise(self, room: Card) -> float:
        """Return the cost that is expected after entering a room, 0 where it is not foreseen."""
        left = [each.left for each in self.beginnings if each.suggestion.room == room]
        return TURN * min(left, default=0.0)


class Model(ABC):
    """Makes the problems of one game."""

    def __init__(self, board: Board | None, rules: Rules) -> None:
        self.board = board
        self.rules = rules
        self._turns = rules.turns(board) if board else None
        rooms = rules.deck(board).rooms
        costs = {start: {room: self.walking(start, room) for room in rooms} for start in rooms}
        for start, room in (board.passages if board else {}).items():
            if start in costs and room in costs:
                costs[start][room] = 1.0
        for middle, start, room in product(rooms, repeat=3):  # Floyd 1962, Warshall 1962
            costs[start][room] = min(costs[start][room], costs[start][middle] + costs[middle][room])
        self.travel_costs = costs
        """The expected turns from room to room, by the quickest of passages and walks."""

    @abstractmethod
    def formulate(self, context: DecisionContext) -> FormulatedProblem:
        """Return the problem of this decision."""

    def token(self, context: DecisionContext) -> set[Atom]:
        """Return the facts about the token's place and options, and the passages."""
        here = context.here
        atoms: set[Atom] = {("investigating",)}
        atoms.add(("at", here) if isinstance(here, str) else ("in-hallway",))
        if context.may_suggest:
            atoms.add(("may-suggest",))
        if context.may_stay:
            atoms.add(("may-stay",))
        if self.board:
            rooms = set(context.belief.deck.rooms)
            atoms |= {("PASSAGE", a, b) for a, b in self.board.passages.items() if {a, b} <= rooms}
        return atoms

    def walking(self, start: Card, room: Card) -> float:
        """Return the expected turns from room to room on foot; 1 without a board."""
        return self._turns.walking(start, room) if self._turns else 1.0

    def travel_costs_from(self, context: DecisionContext) -> dict[Card, float]:
        """Return the expected turns until the token can suggest in each room.

        Only this room where it may suggest at once; one turn where it may stay.
        """
        here = context.here
        if not isinstance(here, str):
            return self.from_the_hallway(context)
        if context.may_suggest:
            return {here: 0.0}
        return {**self.travel_costs[here]} | ({here: 1.0} if context.may_stay else {})

    def from_the_hallway(self, context: DecisionContext) -> dict[Card, float]:
        """Return the expected turns to each room from the hallway square the token is on."""
        here, rooms = context.here, context.belief.deck.rooms
        if self._turns is None or here is None:
            return dict.fromkeys(rooms, 1.0)
        return {room: self._turns.to_room(room)[here] for room in rooms}

    def suggests_first(self, belief: Belief) -> bool:
        """Return whether a seat that is asked to accuse may expect to suggest in this turn before.

        Then it is asked again after the answer, before anybody else can win.
        """
        seen = belief.transcript
        if seen.has_just_asked or self.rules.suggest_or_accuse:
            return False
        if self.board and seen.here is None:
            return False
        ways = self.travel_costs_from(DecisionContext(belief, None, seen.here))
        return min(ways.values()) <= THIS_TURN

    def for_heuristics(self, context: DecisionContext) -> dict[Atom, int]:
        """Return steps from room to room and counts of cards asked, which no text has."""
        deck, asked = context.belief.deck, context.asked or {}
        values: dict[Atom, int] = {("times-asked", card): asked.get(card, 0) for card in deck.cards}
        if self.board:
            values |= {("distance", room, room): 0 for room in deck.rooms}
            values |= {
                ("distance", start, room): self.board.pips[start][room]
                for start, room in permutations(deck.rooms, 2)
                if room in self.board.pips[start]
            }
        return values

    def journey_to_a_near_room(self) -> float:
        """Return the average turns from a room to one of the nearest others."""
        costs = self.travel_costs
        near = [sorted(costs[a][b] for b in costs if b != a)[:_NEAREST] for a in costs]
        every = [turns for nearest in near for turns in nearest]
        return fmean(every) if every else 0.0
