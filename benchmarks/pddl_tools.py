"""``python -m benchmarks.pddl_tools PYTHON``: which tools open the example problems of ``pddl/``.

PYTHON is the interpreter of an environment with the tools::

    pip install unified-planning pddl tarski pyperplan up-symk up-enhsp

Writes the table in ``pddl/README.md``: a cost is that of a plan that the tool finds, validated by
our checker; a tool that is not installed has "not tried".
"""

import subprocess
from argparse import ArgumentParser
from pathlib import Path

from benchmarks.formulations import NAMES, with_table
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planning.plan import Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.support.atomic_writes import write_whole
from planner_clue.support.data import data_folder

_SECONDS = 60
_PARSE_UP = "from unified_planning.io import PDDLReader; PDDLReader().parse_problem(*sys.argv[1:])"
_PARSE_PDDL = "import pddl; pddl.parse_domain(sys.argv[1]); pddl.parse_problem(sys.argv[2])"
_PARSE_TARSKI = """
from tarski.io import PDDLReader
PDDLReader(raise_on_error=True).read_problem(*sys.argv[1:])
"""
_SOLVE = """
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner
get_environment().credits_stream = None
problem = PDDLReader().parse_problem(*sys.argv[1:])
with OneshotPlanner(name="{}") as planner:
    plan = planner.solve(problem).plan
for action in plan.actions:
    print("PLAN", action.action.name, *action.actual_parameters)
"""
_PYPERPLAN = """
from pyperplan.planner import HEURISTICS, SEARCHES, search_plan
for operator in search_plan(*sys.argv[1:], SEARCHES["gbf"], HEURISTICS["hff"]):
    print("PLAN", operator.name.strip("()"))
"""
TOOLS = {
    "unified-planning": ("unified_planning", _PARSE_UP),
    "pddl": ("pddl", _PARSE_PDDL),
    "tarski": ("tarski", _PARSE_TARSKI),
    "pyperplan": ("pyperplan", _PYPERPLAN),
    "symk": ("up_symk", _SOLVE.format("symk-opt")),
    "enhsp": ("up_enhsp", _SOLVE.format("enhsp-opt")),
}
"""By name, the module of each tool, and a program that takes a domain and a problem."""


def cell(python: str, tool: str, domain: Path, problem: Path) -> str:
    """Return the result of a tool for a problem."""
    module, program = TOOLS[tool]
    if _run(python, f"import {module}").returncode:
        return "not tried"
    try:
        done = _run(python, program, str(domain), str(problem))
    except subprocess.TimeoutExpired:
        return f"more than {_SECONDS} s"
    lines = (line.split() for line in done.stdout.splitlines() if line.startswith("PLAN "))
    steps = [Step(action, tuple(arguments)) for _, action, *arguments in lines]
    if steps:
        texts = domain.read_text(encoding="utf-8"), problem.read_text(encoding="utf-8")
        check = PlanCheck.of(*texts)
        flaw = check.first_flaw(steps)
        return f"wrong: {flaw}" if flaw else str(sum(map(check.cost, steps)))
    return "no" if done.returncode else "opens"


def _run(python: str, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [python, "-c", f"import sys\n{program}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)


def main() -> None:
    """Write the table."""
    parser = ArgumentParser(prog="python -m benchmarks.pddl_tools", description=__doc__)
    parser.add_argument("python")
    python, folder, rows = parser.parse_args().python, data_folder("pddl"), []
    for name in (f"{each}/{example.name}.pddl" for each in NAMES for example in EXAMPLES):
        problem = folder / name
        cells = [cell(python, tool, problem.parent / "domain.pddl", problem) for tool in TOOLS]
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    page = folder / "README.md"
    heads = " | ".join(["problem", *(f"`{tool}`" for tool in TOOLS)])
    write_whole(
        page, with_table(page.read_text(encoding="utf-8"), "tools", heads, rows, "pddl_tools")
    )


if __name__ == "__main__":
    main()
