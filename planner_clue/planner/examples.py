"""Three positions of one game on the classic board, as problems in every formulation.

They are the example problems in ``pddl/``: a start, a mid-game and an end-game.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from planner_clue.belief import Belief
from planner_clue.game.board import Board, Place, load_board
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Showed, Suggested
from planner_clue.game.rules import default_rules
from planner_clue.planner.contract import shipped_domain
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.formulations import FORMULATIONS, ProofPosition
from planner_clue.planner.model import DecisionContext
from planner_clue.planning.problem import PddlProblem

HAND = "white plum candlestick rope ballroom library"
"""The six cards of seat 0, who plays Miss Scarlett against two others."""


@dataclass(frozen=True)
class Example:
    """A position of seat 0, given by the cards it has seen."""

    name: str
    story: str
    here: Place
    assumed: CaseFile
    """One of the most probable case files."""
    seen: dict[int, str]
    """The cards shown to this seat, by the seat that showed them."""
    asked: str = ""
    """The cards this seat asked about, each as often as it was asked about."""

    @cached_property
    def belief(self) -> Belief:
        """The belief after the hand and the cards seen."""
        deck = self.board.deck
        hand, tokens, kinds = _cards(HAND), deck.suspects[:3], deck.categories
        seat = Seat(0, hand, (6, 6, 6), tokens, *kinds, "standard", board=None, seed=0)
        belief = Belief(seat)
        for holder, cards in self.seen.items():
            for card in _cards(cards):  # the other two of the suggestion are in the own hand
                named = (card, *seat.hand)
                three = (next(c for c in named if c in kind) for kind in deck.categories)
                belief.observe(Suggested(1, seat.index, Suggestion(*three)))
                belief.observe(Showed(1, holder, seat.index, card))
        return belief

    @property
    def board(self) -> Board:
        """The board of the examples."""
        return load_board("classic")

    def problem(self, formulation: str) -> PddlProblem:
        """Return this position as a problem of the domain in ``pddl/<formulation>/``."""
        if formulation in FORMULATIONS:
            return FORMULATIONS[formulation](self.position())
        model = FollowUpModel(self.board, default_rules(self.board))
        return shipped_domain(formulation).restrict(model.formulate(self.context()).pddl)

    def context(self) -> DecisionContext:
        """Return this position in the form of the agent's model."""
        asked = Counter(sorted(_cards(self.asked)))
        return DecisionContext(self.belief, self.assumed, self.here, asked=asked)

    def position(self) -> ProofPosition:
        """Return this position in the form of the other formulations."""
        here, board = self.here, self.board
        from_hallway = {} if isinstance(here, str) else board.pips_from(here)
        return ProofPosition.of(self.context(), board.pips, from_hallway)


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names.split())


def _case_file(names: str) -> CaseFile:
    return CaseFile(*_cards(names))


EXAMPLES = (
    Example("start", "the first turn, on the start of Miss Scarlett.", here=(16, 0),
            assumed=_case_file("green knife lounge"), seen={}),
    Example("mid-game", "five cards were shown; the token is in the conservatory.",
            here=Card("conservatory"), assumed=_case_file("green knife study"),
            seen={1: "mustard hall", 2: "wrench kitchen lounge"},
            asked="mustard knife hall green wrench lounge green knife lounge green knife kitchen"
            " mustard knife hall"),
    Example("end-game", "two weapons and rooms are left; the token is in the hall.",
            here=Card("hall"), assumed=_case_file("green knife study"),
            seen={1: "mustard scarlett hall dining-room",
                  2: "peacock wrench revolver kitchen lounge conservatory"},
            asked="mustard wrench hall scarlett revolver lounge peacock knife kitchen green knife"
            " conservatory green knife lounge"),
)  # fmt: skip
"""The positions whose problems are in ``pddl/``."""
