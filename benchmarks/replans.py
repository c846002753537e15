"""The time of a replan, by part, and in comparison with two other ways to plan.

These are Fast Downward's translator and search without our code ("bare"), and unified-planning's
own engine for Fast Downward ("stock").
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from benchmarks.game_costs import Figure, peak_megabytes
from planner_clue.game.record import read_record
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planner.engines import load_engine
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planner.formulations import domain_text
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine
from planner_clue.planning.engines.fast_downward import FastDownward, search_binary
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.translator import sas_text, translate_here
from planner_clue.support.errors import PlanningFailure

PARTS = {
    "model": "valuing suggestions, writing the problem",
    "write": "the problem as text",
    "translate": "grounding the problem",
    "search": "Fast Downward's searches",
    "check": "checking the plans",
}


@dataclass(frozen=True)
class Timed:
    """One replan of a recorded game."""

    domain: str
    problem: PddlProblem
    unlocated: int
    searches: int
    seconds: dict[str, float]

    @property
    def milliseconds(self) -> float:
        """The time of all parts together."""
        return 1000 * sum(self.seconds.values())


def replans_of_games(
    games: int, seed: int = 1, board: str = "classic", players: int = 3
) -> Iterator[Timed]:
    """Yield the replans of the planner in recorded games against random agents."""
    agents = ("planner", *["random"] * (players - 1))
    config = MatchConfig(agents, games, seed, board=board)
    for game in range(games):
        record = read_record(play_one(config, game).line)
        seat = [entry["agent"] for entry in record["seats"]].index("planner")
        agent = replayed_agent(record, seat)
        assert isinstance(agent, PlannerAgent)
        for logged in agent.mind.log:
            if logged.decision.steps and logged.seconds:
                problem = logged.problem.pddl
                seconds: dict[str, float] = dict(logged.seconds)
                unlocated = sum(atom[0] == "unlocated" for atom in problem.init)
                searches = len(logged.decision.alternatives)
                yield Timed(agent.planner.domain.text, problem, unlocated, searches, seconds)


def by_part(replans: Sequence[Timed]) -> Iterator[Figure]:
    """Yield the time of each part of a replan, and of the whole."""
    for part, what in PARTS.items():
        yield Figure.of(what, [1000 * made.seconds.get(part, 0.0) for made in replans])
    yield Figure.of("a whole replan", [made.milliseconds for made in replans])


def by_unlocated(replans: Sequence[Timed]) -> Iterator[Figure]:
    """Yield the time of a replan by the number of unlocated cards."""
    for cards in sorted({made.unlocated for made in replans}):
        times = [made.milliseconds for made in replans if made.unlocated == cards]
        yield Figure.of(f"{cards} unlocated cards", times)


def one_plan_each(replans: Sequence[Timed], most: int) -> list[Figure]:
    """Return the times of one plan: default engine, bare Fast Downward, unified-planning's."""
    step = max(1, len(replans) // most)
    chosen = list(replans)[::step][:most]
    ours, stock = load_engine(DEFAULT_ENGINE), load_engine("fast-downward-up")
    for engine in (ours, stock):
        _timed(engine, chosen[0])  # imports are not timed
    rows = [(_timed(ours, made), _bare(made), _timed(stock, made)) for made in chosen]
    names = ours.name, "bare translator and search", stock.name
    return [Figure.of(*of) for of in zip(names, zip(*rows, strict=True), strict=True)]


def _timed(engine: Engine, made: Timed) -> float:
    before = time.perf_counter()
    engine.solve(made.domain, made.problem).checked()
    return 1000 * (time.perf_counter() - before)


def _bare(made: Timed) -> float:
    engine = load_engine(DEFAULT_ENGINE)
    assert isinstance(engine, FastDownward)
    text = made.problem.to_text()
    before = time.perf_counter()
    task = sas_text(translate_here(made.domain, text))
    command = [str(search_binary()), "--search", engine.search]
    command += ["--internal-plan-file", os.devnull]
    subprocess.run(command, input=task.encode(), capture_output=True, check=True)
    return 1000 * (time.perf_counter() - before)


_BATCH = 200


@dataclass(frozen=True)
class Soaked:
    """The result of many solves."""

    solves: int
    failures: int
    wrong: int  # plans that differ from the one found without parallel work
    left_behind: int  # files left in the working and temporary folder
    growth: float  # the most megabytes by which a process grew after its first batch


def soak(
    solves: int, threads: int, processes: int, engine: str, on_batch: Callable[[int], None]
) -> Soaked:
    """Solve the examples ``solves`` times; ``on_batch`` gets the number done so far."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chdir(folder)
            batches = [_BATCH] * (solves // _BATCH) + [solves % _BATCH] * bool(solves % _BATCH)
            work = partial(_batch, threads=threads, engine=engine, folder=folder)
            failed = differed = done = 0
            memory: dict[int, list[float]] = {}
            with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                for failures, wrong, process, megabytes in pool.map(work, batches):
                    failed, differed = failed + failures, differed + wrong
                    memory.setdefault(process, []).append(megabytes)
                    done = min(solves, done + _BATCH)
                    on_batch(done)
            left = sum(path.is_file() for path in Path(folder).rglob("*"))
        finally:
            os.chdir(before)
    growth = max(sizes[-1] - sizes[0] for sizes in memory.values())
    return Soaked(solves, failed, differed, left, growth)


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
    return failures, wrong, os.getpid(), peak_megabytes()
