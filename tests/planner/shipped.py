"""The files in ``pddl/``, as tests use them."""

import re
from pathlib import Path

from planner_clue.planner.engines import load_engine
from planner_clue.planning.engines import DEFAULT_ENGINE
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import PddlProblem
from planner_clue.support.data import data_folder

FOLDER = data_folder("pddl")
DOMAINS = sorted(path.parent.name for path in FOLDER.glob("*/domain.pddl"))
PROBLEMS = sorted(
    str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.pddl") if path.name != "domain.pddl"
)


def domain(formulation: str) -> str:
    return (FOLDER / formulation / "domain.pddl").read_text()


def texts(path: str) -> tuple[str, str]:
    return domain(Path(path).parent.name), (FOLDER / path).read_text()


def solve(domain_text: str, problem_text: str, search: str = "astar(blind())") -> Plan:
    return FastDownward("test", search, "").solve(domain_text, problem_text).checked()


def planned(domain_text: str, problem: PddlProblem) -> Plan:
    """Return the default engine's plan, for the text that the planners hand it."""
    return load_engine(DEFAULT_ENGINE).solve(domain_text, problem.to_text(brief=True)).checked()


def best_known_cost(problem_text: str) -> int:
    (cost,) = re.findall(r"^; best known cost: (\d+) \(optimal\)$", problem_text, re.MULTILINE)
    return int(cost)


def leave(folder: Path, **texts: str) -> list[Path]:
    paths = [folder / name for name in texts]
    for path in paths:
        path.write_text(texts[path.name])
    return paths
