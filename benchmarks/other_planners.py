"""Planners on an exported set: ``python -m benchmarks.other_planners SET``.

The set is one of ``planner-clue export benchmark``. The engines are listed by ``planner-clue
engines``; others of unified-planning can be installed: ``pip install up-enhsp up-symk``.
Every plan is validated. A cell is the cost, with a * where no plan costs less, or what came of it.
"""

import csv
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Limits


def main(arguments: Sequence[str]) -> None:
    """Print a row for each engine, and a column for each instance of both classical domains."""
    parser = ArgumentParser(prog="python -m benchmarks.other_planners", description=__doc__)
    parser.add_argument("set", type=Path)
    parser.add_argument("--engines", default="clue-astar,pyperplan")
    parser.add_argument("--instances", default="4,7,20")
    parser.add_argument("--seconds", type=float, default=30)
    wanted = parser.parse_args(arguments)
    numbers = wanted.instances.split(",")
    with (wanted.set / "instances.csv").open(encoding="utf-8") as file:
        known = {row["instance"]: row for row in csv.DictReader(file)}
    columns = [(folder, number) for folder in ("strips", "clue") for number in numbers]
    print(" | ".join(["| engine", *(f"{f} {n}" for f, n in columns)]), "|")
    print("|---" * (len(columns) + 1) + "|")
    best = [known[number][f"{folder}_cost"] for folder, number in columns]
    print(f"| best known | {' | '.join(best)} |")
    for name in wanted.engines.split(","):
        cells = [_cell(name, wanted.set / f, n, wanted.seconds) for f, n in columns]
        print(f"| `{name}` | {' | '.join(cells)} |", flush=True)


def _cell(name: str, folder: Path, number: str, seconds: float) -> str:
    domain = (folder / "domain.pddl").read_text(encoding="utf-8")
    problem = (folder / "instances" / f"instance-{number}.pddl").read_text(encoding="utf-8")
    found = load_engine(name).solve(domain, problem, Limits(seconds, memory_mb=16_000))
    if found.plan is None:
        return found.status.value
    return f"{found.plan.cost}{'*' if found.status.value == 'solved-optimally' else ''}"


if __name__ == "__main__":
    main(sys.argv[1:])
