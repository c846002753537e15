"""The published planner's formulation: the problem for ``pddl/huji/domain.pddl``.

The cost of a step is the published heuristic ("Solving Cluedo: Planning and Bayesian Networks
Approach"): the distance from the room of the last question to this room, the distance from here
to the assumed room, and a penalty for each time one of the question's cards was asked about
before. ``travel`` costs the first distance, the question the rest.
"""

from dataclasses import replace
from itertools import product

from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.formulations.proof_position import ProofPosition, complete_proof
from planner_clue.deliberation.model import question_costs
from planner_clue.planning.problem import Atom, PddlProblem

PENALTY = 5
"""Cost of one earlier question about a card, in squares; our choice, not a published figure."""


def huji_problem(position: ProofPosition, penalty: int = PENALTY) -> PddlProblem:
    """Return the problem of a complete proof, with costs in squares."""
    return replace(
        complete_proof(position, "clue-huji"),
        values=_journeys(position) | _questions(position, penalty),
        has_costs=True,
        unused=question_costs(position.deck, "question-cost"),
        unwritten={("times-asked", card): times for card, times in position.asked.items()},
    )


def _distance(position: ProofPosition, start: Card, room: Card) -> int:
    return 0 if start == room else position.distances.get(start, {}).get(room, 0)


def _journeys(position: ProofPosition) -> dict[Atom, int]:
    rooms = position.deck.rooms
    costs: dict[Atom, int] = {
        ("travel-cost", start, room): _distance(position, start, room)
        for start, room in product(rooms, rooms)
    }
    from_hallway = {} if position.here else position.hallway_distances
    return costs | {("hallway-travel-cost", room): from_hallway.get(room, 0) for room in rooms}


def _questions(position: ProofPosition, penalty: int) -> dict[Atom, int]:
    """Return the cost of every question that may be asked."""
    assumed, costs = position.assumed, dict[Atom, int]()
    for question in (*position.open_questions(), Suggestion(*assumed)):
        detour = _distance(position, question.room, assumed.room)
        repeated = sum(position.asked.get(card, 0) for card in question)
        costs["question-cost", *question] = detour + penalty * repeated
    return costs
