"""A position of the game as sets of cards, and the problem that all formulations share.

The agent's own model (:mod:`planner_clue.deliberation.model`) makes its problem from a belief
and a board. These formulations use less: the located cards, and distances.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from planner_clue.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.deliberation.model import check_order
from planner_clue.planning.problem import Atom, PddlProblem


@dataclass(frozen=True)
class ProofPosition:
    """The position from which a case file is to be proved completely."""

    deck: Deck
    assumed: CaseFile
    """The case file the plan has to prove."""
    held: frozenset[Card]
    """Cards known to be in a hand, also in this seat's own."""
    murder: frozenset[Card] = frozenset()
    """Cards known to be in the case file."""
    here: Card | None = None
    """The room the token is in, where it asked last; None on a hallway square."""
    distances: Mapping[Card, Mapping[Card, int]] = field(default_factory=dict)
    """Squares from room to room; missing ones count as 0."""
    hallway_distances: Mapping[Card, int] = field(default_factory=dict)
    """Squares from the token's hallway square to each room; missing ones count as 0."""
    asked: Mapping[Card, int] = field(default_factory=dict)
    """How often this seat asked about each card."""

    @property
    def rivals(self) -> tuple[Card, ...]:
        """The unlocated cards that are not assumed, in deck order: a proof has to find them."""
        located = self.held | self.murder | set(self.assumed)
        return tuple(card for card in self.deck.cards if card not in located)

    def open_questions(self) -> list[Suggestion]:
        """Return all questions about cards not known to be in a hand."""
        open_cards = [
            [card for card in cards if card in self.rivals or card in self.assumed]
            for _, cards in self.deck.by_category()
        ]
        return [Suggestion(*cards) for cards in product(*open_cards)]


def complete_proof(position: ProofPosition, domain: str) -> PddlProblem:
    """Return the problem of finding every rival and then asking about the assumed three.

    It has no costs; it is what the formulations have in common.
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


def _cards(position: ProofPosition) -> set[Atom]:
    located = position.held | position.murder
    atoms: set[Atom] = {("held", card) for card in position.held}
    atoms |= {("murder", card) for card in position.murder}
    return atoms | {("unlocated", card) for card in position.deck.cards if card not in located}


def _questions(position: ProofPosition) -> set[Atom]:
    atoms: set[Atom] = {("ASSUMED", card) for card in position.assumed}
    atoms |= {("RIVAL", card) for card in position.rivals}
    atoms |= {("OPEN-QUESTION", *triple) for triple in position.open_questions()}
    return atoms | check_order(position.rivals, position.assumed.suspect)


def _token(position: ProofPosition) -> set[Atom]:
    place: Atom = ("at", position.here) if position.here else ("in-hallway",)
    return {("investigating",), place}
