"""The files in ``pddl/``, as tests use them."""

import re
from dataclasses import dataclass
from pathlib import Path

from planner_clue.data import data_folder
from planner_clue.planning.engines import Plan
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.problem import PddlProblem

FOLDER = data_folder("pddl")
DOMAINS = sorted(path.parent.name for path in FOLDER.glob("*/domain.pddl"))
PROBLEMS = sorted(
    str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.pddl") if path.name != "domain.pddl"
)


def domain(formulation: str) -> str:
    """Return a domain's text."""
    return (FOLDER / formulation / "domain.pddl").read_text()


@dataclass(frozen=True)
class ShippedProblem(PddlProblem):
    """A problem as its file has it."""

    text: str = ""

    def to_text(self, header: object = (), *, brief: bool = False) -> str:
        """Return the file, whatever is asked for."""
        return self.text


def solve(domain_text: str, problem_text: str, search: str = "astar(blind())") -> Plan:
    """Return Fast Downward's plan for two texts."""
    has_costs = ":metric" in problem_text
    wrote = ShippedProblem("", "", {}, frozenset(), {}, frozenset(), has_costs, text=problem_text)
    return FastDownward("test", search, "").solve(domain_text, wrote)


def best_known_cost(problem_text: str) -> int:
    """Return the cost that the header of a problem names as optimal."""
    (cost,) = re.findall(r"^; best known cost: (\d+) \(optimal\)$", problem_text, re.MULTILINE)
    return int(cost)


def leave(folder: Path, **texts: str) -> list[Path]:
    """Write each text into a file of ``folder``; return the paths."""
    paths = [folder / name for name in texts]
    for path in paths:
        path.write_text(texts[path.name])
    return paths
