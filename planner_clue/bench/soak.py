"""Many plans in parallel, to see that nothing breaks and no file is left behind."""

import os
import resource
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.examples import EXAMPLES
from planner_clue.deliberation.formulations import domain_text
from planner_clue.errors import PlanningFailure

_BATCH = 200


@dataclass(frozen=True)
class Soaked:
    """The result of many solves."""

    solves: int
    failures: int
    wrong: int
    """Plans that differ from the one found without parallel work."""
    left_behind: int
    """Files left in the working and temporary folder."""
    growth: float
    """The most megabytes by which a process grew after its first batch."""


def soak(
    solves: int, threads: int, processes: int, engine: str, on_batch: Callable[[int], None]
) -> Soaked:
    """Solve the example problems ``solves`` times, with ``threads`` in each of ``processes``.

    ``on_batch`` is called with the number done so far.
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chdir(folder)
            batches = [_BATCH] * (solves // _BATCH) + [solves % _BATCH] * bool(solves % _BATCH)
            work = partial(_batch, threads=threads, engine=engine, folder=folder)
            totals, done = [0, 0], 0
            memory: dict[int, list[float]] = {}
            with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                for failures, wrong, process, megabytes in pool.map(work, batches):
                    totals = [totals[0] + failures, totals[1] + wrong]
                    memory.setdefault(process, []).append(megabytes)
                    done = min(solves, done + _BATCH)
                    on_batch(done)
            left = sum(path.is_file() for path in Path(folder).rglob("*"))
        finally:
            os.chdir(before)
    growth = max(sizes[-1] - sizes[0] for sizes in memory.values())
    return Soaked(solves, totals[0], totals[1], left, growth)


def _batch(solves: int, threads: int, engine: str, folder: str) -> tuple[int, int, int, float]:
    """Return failures, wrong plans, this process's id, and its peak memory in megabytes."""
    tempfile.tempdir = folder
    planner = load_engine(engine)
    domain = domain_text("clue")
    tasks = [(domain, example.problem("clue").to_text(brief=True)) for example in EXAMPLES]
    alone = [planner.solve(*task).checked().steps for task in tasks]
    failures = wrong = 0
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(planner.solve, *tasks[n % len(tasks)]) for n in range(solves)]
        for number, future in enumerate(futures):
            try:
                wrong += future.result().checked().steps != alone[number % len(tasks)]
            except PlanningFailure:
                failures += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return failures, wrong, os.getpid(), peak
