"""Formulations of the game beside the agent's own, each the writer of one domain in ``pddl/``."""

from collections.abc import Callable

from planner_clue.data import data_folder
from planner_clue.deliberation.contract import load_agent_domain
from planner_clue.deliberation.formulations.huji import huji_problem
from planner_clue.deliberation.formulations.position import Position
from planner_clue.deliberation.formulations.strips import strips_problem
from planner_clue.planning.problem import PddlProblem

__all__ = ["FORMULATIONS", "Position", "domain_text", "huji_problem", "strips_problem"]

FORMULATIONS: dict[str, Callable[[Position], PddlProblem]] = {
    "huji": huji_problem,
    "strips": strips_problem,
}
"""The writers, by the name of their domain's folder in ``pddl/``."""


def domain_text(formulation: str) -> str:
    """Return the domain of ``pddl/<formulation>/``."""
    return load_agent_domain(str(data_folder("pddl") / formulation / "domain.pddl")).text
