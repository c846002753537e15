"""A position of the game as sets of cards, and what every formulation makes of it.

The agent's own model (:mod:`planner_clue.deliberation.model`) writes its problem from a belief
and a board. The formulations here know less: which cards are located, and how far it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from planner_clue.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.deliberation.model import check_order
from planner_clue.planning.problem import Atom, PddlProblem


@dataclass(frozen=True)
class Position:
    """Everything a complete proof of a case file starts from."""

    deck: Deck
    assumed: CaseFile
    """The case file the plan has to prove."""
    held: frozenset[Card]
    """Cards known to be in somebody's hand, the own one included."""
    murder: frozenset[Card] = frozenset()
    """Cards known to be in the case file."""
    here: Card | None = None
    """The room the token is in, which is the one asked in last; None on a hallway square."""
    distances: Mapping[Card, Mapping[Card, int]] = field(default_factory=dict)
    """From room to room, in squares; what is left out is 0."""
    hallway_distances: Mapping[Card, int] = field(default_factory=dict)
    """From the token's hallway square to each room, in squares; what is left out is 0."""
    asked: Mapping[Card, int] = field(default_factory=dict)
    """How often this seat asked about each card."""

    @property
    def rivals(self) -> tuple[Card, ...]:
        """The cards that have to be found: unlocated and not assumed, in deck order."""
        located = self.held | self.murder | set(self.assumed)
        return tuple(card for card in self.deck.cards if card not in located)

    def open_questions(self) -> list[Suggestion]:
        """Return the combinations of cards that are not located in a hand."""
        open_cards = [
            [card for card in cards if card in self.rivals or card in self.assumed]
            for _, cards in self.deck.by_category()
        ]
        return [Suggestion(*cards) for cards in product(*open_cards)]


def complete_proof(position: Position, domain: str) -> PddlProblem:
    """Return the problem of finding every rival and then asking the assumed three.

    It is without costs: all that the formulations have in common.
    """
    deck = position.deck
    return PddlProblem(
        name=f"{domain}-problem",
        domain=domain,
        objects={"suspect": deck.suspects, "weapon": deck.weapons, "room": deck.rooms},
        init=frozenset(_cards(position) | _questions(position) | _token(position)),
        values={},
        goal=frozenset({("case-file-proved",)}),
        has_costs=False,
    )


def _cards(position: Position) -> set[Atom]:
    located = position.held | position.murder
    atoms: set[Atom] = {("held", card) for card in position.held}
    atoms |= {("murder", card) for card in position.murder}
    return atoms | {("unlocated", card) for card in position.deck.cards if card not in located}


def _questions(position: Position) -> set[Atom]:
    atoms: set[Atom] = {("ASSUMED", card) for card in position.assumed}
    atoms |= {("RIVAL", card) for card in position.rivals}
    atoms |= {("OPEN-QUESTION", *triple) for triple in position.open_questions()}
    return atoms | check_order(position.rivals, position.assumed.suspect)


def _token(position: Position) -> set[Atom]:
    place: Atom = ("at", position.here) if position.here else ("in-hallway",)
    return {("investigating",), place}
