"""What many games cost: measured with few of them, told for a million."""

import resource
import tempfile
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from planner_clue.bench.figures import cpu_seconds_each
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.match.runner import run_match

LINE_UPS = (
    ("random", "random", "random"),
    ("planner", "random", "random"),
    ("planner", "exact", "bn2"),
)
MANY = 1_000_000
_LEAST_SECONDS = 5.0
"""Cheap games are played for so long, to see more than the beginning."""


@dataclass(frozen=True)
class ScaleCost:
    """What games of one line-up cost."""

    agents: tuple[str, ...]
    games: int
    """How many games were played over the executor."""
    playing: float
    """Processor seconds of a game where it is played, engines included."""
    keeping: float
    """Processor seconds of a game in the program that hands it out, counts it and writes it."""
    wall: float
    """Seconds from the beginning of the match to its end, divided by the games."""
    record: float
    """Bytes of a record."""

    @property
    def core_hours(self) -> float:
        """Processor hours of a million games."""
        return MANY * (self.playing + self.keeping) / 3600

    @property
    def gigabytes(self) -> float:
        """Size of a million records."""
        return MANY * self.record / 1e9


def scale_cost(config: MatchConfig, executor: Executor | None, places: int) -> ScaleCost:
    """Measure the games of a match over an executor that plays ``places`` at a time.

    At least ``config.games`` are played here, then again over the executor, their records kept in a
    folder that is removed.
    """
    playing = cpu_seconds_each(lambda game: play_one(config, game), config.total)
    games = max(config.games, min(10_000, int(_LEAST_SECONDS / playing)))
    match = MatchConfig(config.agents, games, config.seed, board=config.board)
    with tempfile.TemporaryDirectory() as folder:
        out, before, started = Path(folder) / "out", time.process_time(), time.perf_counter()
        run_match(match, jobs=places, out=out, executor=executor)
        keeping, wall = time.process_time() - before, time.perf_counter() - started
        size = (out / "games.jsonl").stat().st_size
    if executor is None:
        keeping -= playing * match.total  # it was the same process
    total = match.total
    return ScaleCost(
        config.agents, total, playing, max(0.0, keeping) / total, wall / total, size / total
    )


def peak_megabytes() -> float:
    """Return the most memory that this process has had, without its children."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
