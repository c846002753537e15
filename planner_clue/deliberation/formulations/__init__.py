"""Other formulations of the game than the agent's own; each writes problems for its domain."""

from collections.abc import Callable

from planner_clue.data import data_folder
from planner_clue.deliberation.contract import load_agent_domain
from planner_clue.deliberation.formulations.huji import huji_problem
from planner_clue.deliberation.formulations.proof_position import ProofPosition
from planner_clue.deliberation.formulations.strips import strips_problem
from planner_clue.planning.problem import PddlProblem

__all__ = ["FORMULATIONS", "ProofPosition", "domain_text", "huji_problem", "strips_problem"]

FORMULATIONS: dict[str, Callable[[ProofPosition], PddlProblem]] = {
    "huji": huji_problem,
    "strips": strips_problem,
}
"""The functions that write problems, by the folder of their domain in ``pddl/``."""


def domain_text(formulation: str) -> str:
    """Return the text of the domain in ``pddl/<formulation>/``."""
    return load_agent_domain(str(data_folder("pddl") / formulation / "domain.pddl")).text
