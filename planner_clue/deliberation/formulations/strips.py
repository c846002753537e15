"""Positive STRIPS: the problem for ``pddl/strips/domain.pddl``, which any planner takes."""

from planner_clue.deliberation.formulations.proof_position import ProofPosition, complete_proof
from planner_clue.planning.problem import PddlProblem


def strips_problem(position: ProofPosition) -> PddlProblem:
    """Return the problem of a complete proof, without costs or distances."""
    return complete_proof(position, "clue-strips")
