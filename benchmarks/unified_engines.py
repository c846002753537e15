"""Our engines as unified-planning's, beside its own: ``python -m benchmarks.unified_engines``.

The problems come from the planner's replans in recorded games. Every problem is given to each
engine in turn, as a problem of unified-planning, so that writing it as PDDL and reading the plan
back are timed too. All of them search by A* with hmax.
"""

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from unified_planning.engines import SequentialPlanValidator
from unified_planning.environment import get_environment

from benchmarks.game_costs import Figure
from benchmarks.replans import Timed, replans_of_games
from planner_clue import register_engines
from planner_clue.planning.engines.unified_task import to_unified

STOCK, OURS = "fast-downward", "clue-fast-downward"
_SEARCH = "astar(hmax())"
ENGINES = {
    STOCK: {"fast_downward_search_config": _SEARCH},
    OURS: {"search": _SEARCH},
    "clue-astar": {"heuristic": "hmax"},
}


def main(arguments: Sequence[str]) -> None:
    """Print the times of one plan by each engine, and the ratio of the first two."""
    parser = ArgumentParser(prog="python -m benchmarks.unified_engines", description=__doc__)
    parser.add_argument("--problems", type=int, default=40)
    parser.add_argument("--games", type=int, default=6)
    wanted = parser.parse_args(arguments)
    register_engines()
    get_environment().credits_stream = None
    replans = list(replans_of_games(wanted.games))
    chosen = replans[:: max(1, len(replans) // wanted.problems)][: wanted.problems]
    with TemporaryDirectory() as folder:
        os.chdir(folder)  # the stock engine writes a file where it is
        times = _times(chosen)
        os.chdir("/")
    print("| engine | median ms | half of them | p95 | n |\n|---|---:|---|---:|---:|")
    for name, spent in times.items():
        row = Figure.of(name, spent)
        half = f"{row.low:.1f} - {row.high:.1f}"
        print(f"| `{name}` | {row.median:.1f} | {half} | {row.p95:.1f} | {row.count} |")
    ratio = median(times[STOCK]) / median(times[OURS])
    print(f"\n{STOCK} takes {ratio:.1f} x the time of {OURS}")


def _times(chosen: Sequence[Timed]) -> dict[str, list[float]]:
    """Return the milliseconds of each engine for each problem, of the same cost."""
    times: dict[str, list[float]] = {name: [] for name in ENGINES}
    for name in ENGINES:
        _plan(name, chosen[0])  # imports are not timed
    for made in chosen:
        costs = set()
        for name, spent in times.items():
            milliseconds, cost = _plan(name, made)
            spent.append(milliseconds)
            costs.add(cost)
        assert len(costs) == 1, f"costs {costs} for one problem"
    return times


def _plan(name: str, made: Timed) -> tuple[float, int]:
    """Return the milliseconds that one plan takes, and its cost."""
    task: Any = to_unified(made.domain, made.problem).problem
    factory = get_environment().factory
    with factory.OneshotPlanner(name=name, params=ENGINES[name]) as planner:
        before = time.perf_counter()
        plan = planner.solve(task).plan
        spent = 1000 * (time.perf_counter() - before)
    verdict = SequentialPlanValidator().validate(task, plan)
    (cost,) = verdict.metric_evaluations.values()
    return spent, int(cost)


if __name__ == "__main__":
    main(sys.argv[1:])
