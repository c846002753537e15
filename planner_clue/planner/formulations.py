"""Formulations other than the agent's own: a complete proof, with or without costs.

The agent's models (:mod:`planner_clue.planner.model`) make a problem from a belief and a
board. These formulations use less: the located cards, and distances. In ``huji`` the cost of a
step is the published heuristic ("Solving Cluedo: Planning and Bayesian Networks Approach"): the
distance from the room of the last suggestion to this room, the distance from here to the assumed
room, and a penalty for each time one of the suggested cards was suggested before. ``travel`` costs
the first distance, the suggestion the rest. ``strips`` is positive STRIPS, which any planner takes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from planner_clue.game.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.planner.contract import shipped_domain
from planner_clue.planner.model import TURN, DecisionContext, FormulatedProblem, Model
from planner_clue.planning.problem import Atom, PddlProblem


@dataclass(frozen=True)
class ProofPosition:
    """The position from which a case file is to be proved completely."""

    deck: Deck
    assumed: CaseFile
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
    """Number of this seat's suggestions per card."""

    @classmethod
    def of(
        cls,
        context: DecisionContext,
        distances: Mapping[Card, Mapping[Card, int]],
        from_hallway: Mapping[Card, int],
    ) -> "ProofPosition":
        """Return the position of a decision, with distances in any unit."""
        belief, here = context.belief, context.here
        assert context.assumption is not None
        murder = {card for card in belief.deck.cards if belief.holder(card) == belief.case}
        return cls(
            belief.deck,
            context.assumption,
            held=frozenset(set(belief.deck.cards) - murder - set(belief.unlocated())),
            murder=frozenset(murder),
            here=Card(here) if isinstance(here, str) else None,
            distances=distances,
            hallway_distances=from_hallway,
            asked=context.asked or {},
        )

    @property
    def rivals(self) -> tuple[Card, ...]:
        """The unlocated cards that are not assumed, in deck order: a proof has to find them."""
        located = self.held | self.murder | set(self.assumed)
        return tuple(card for card in self.deck.cards if card not in located)

    def open_suggestions(self) -> list[Suggestion]:
        """Return all suggestions about cards not known to be in a hand."""
        asked_about = {*self.rivals, *self.assumed}
        open_cards = [[c for c in cards if c in asked_about] for cards in self.deck.categories]
        return [Suggestion(*cards) for cards in product(*open_cards)]


def complete_proof(position: ProofPosition, domain: str) -> PddlProblem:
    """Return the common problem, without costs: find every rival, then ask the assumed three."""
    deck, assumed = position.deck, position.assumed
    located = position.held | position.murder
    atoms: set[Atom] = {("held", card) for card in position.held}
    atoms |= {("murder", card) for card in position.murder}
    atoms |= {("unlocated", card) for card in deck.cards if card not in located}
    atoms |= {("ASSUMED", card) for card in assumed}
    atoms |= {("RIVAL", card) for card in position.rivals}
    atoms |= {("OPEN-QUESTION", *triple) for triple in position.open_suggestions()}
    atoms |= {("investigating",), ("at", position.here) if position.here else ("in-hallway",)}
    return PddlProblem(
        name=f"{domain}-problem",
        domain=domain,
        objects={"suspect": deck.suspects, "weapon": deck.weapons, "room": deck.rooms},
        init=frozenset(atoms | check_order(position.rivals, assumed.suspect)),
        values={},
        goal=frozenset({("case-file-proved",)}),
        has_costs=False,
    )


def check_order(rivals: Iterable[Card], last: Card) -> set[Atom]:
    """Return the facts that put the rivals in a fixed order, before the ``last`` card.

    >>> sorted(check_order([Card("rope")], Card("green")))
    [('CHECK-ORDER', 'rope', 'green'), ('checking', 'rope')]
    """
    order = [*rivals, last]
    pairs = pairwise(order)
    return {("checking", order[0]), *(("CHECK-ORDER", a, b) for a, b in pairs)}


PENALTY = 5
"""Cost per earlier suggestion of a card, in squares; our choice, not a published figure."""


def huji_problem(position: ProofPosition, penalty: int = PENALTY) -> PddlProblem:
    """Return the problem of a complete proof, with costs in squares."""
    deck, assumed = position.deck, position.assumed

    def distance(start: Card, room: Card) -> int:
        return 0 if start == room else position.distances.get(start, {}).get(room, 0)

    costs: dict[Atom, int] = {
        ("travel-cost", start, room): distance(start, room)
        for start, room in product(deck.rooms, deck.rooms)
    }
    from_hallway = {} if position.here else position.hallway_distances
    costs |= {("hallway-travel-cost", room): from_hallway.get(room, 0) for room in deck.rooms}
    for suggestion in (*position.open_suggestions(), Suggestion(*assumed)):
        repeated = sum(position.asked.get(card, 0) for card in suggestion)
        detour = distance(suggestion.room, assumed.room)
        costs["question-cost", *suggestion] = detour + penalty * repeated
    triples = product(deck.suspects, deck.weapons, deck.rooms)
    return replace(
        complete_proof(position, "clue-huji"),
        values=costs,
        has_costs=True,
        unused=frozenset(("question-cost", *triple) for triple in triples),
        unwritten={("times-asked", card): times for card, times in position.asked.items()},
    )


def strips_problem(position: ProofPosition) -> PddlProblem:
    """Return the problem of a complete proof, without costs or distances."""
    return complete_proof(position, "clue-strips")


FORMULATIONS: dict[str, Callable[[ProofPosition], PddlProblem]] = {
    "huji": huji_problem,
    "strips": strips_problem,
}
"""The functions that write problems, by the folder of their domain in ``pddl/``."""


def domain_text(formulation: str) -> str:
    """Return the text of the domain in ``pddl/<formulation>/``."""
    return shipped_domain(formulation).text


_SQUARES_A_TURN = 7
"""The expected roll of two dice."""


def _thousandths(turns: Mapping[Card, float]) -> dict[Card, int]:
    return {room: round(TURN * expected) for room, expected in turns.items()}


class ProofModel(Model):
    """Makes problems of proving the assumed case file completely."""

    def formulate(self, context: DecisionContext) -> FormulatedProblem:
        """Return the problem of this decision."""
        from_hallway = {} if isinstance(context.here, str) else self.from_the_hallway(context)
        position = ProofPosition.of(
            context,
            {start: _thousandths(out) for start, out in self.travel_costs.items()},
            _thousandths(from_hallway),
        )
        problem = huji_problem(position, penalty=round(TURN * PENALTY / _SQUARES_A_TURN))
        again: dict[Atom, int] = {
            ("travel-cost", room, room): round(TURN * out[room])
            for room, out in self.travel_costs.items()
        }
        unwritten = {**problem.unwritten, **self.for_heuristics(context)}
        init = problem.init | self.token(context)
        values = {**problem.values, **again}
        return FormulatedProblem(replace(problem, init=init, values=values, unwritten=unwritten))
