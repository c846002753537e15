"""What a game costs, agent by agent and board by board, in processor time on one core."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from planner_clue.agents.registry import BUILT_IN
from planner_clue.bench.figures import cpu_seconds_each
from planner_clue.board import load_board
from planner_clue.board.turns import ExpectedTurns
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one

PUBLISHED_SECONDS = 12.0
"""Processor time of the published planner for one game, three players."""
_RANDOM_GAMES = 600


@dataclass(frozen=True)
class Cost:
    """One row: what something costs, in processor seconds, and what to compare it with."""

    what: str
    seconds: float
    ratio: str = ""


def seconds_a_game(
    board: str, agents: tuple[str, ...], times: int, engine: str = "fast-downward"
) -> float:
    """Return the processor time of one game."""
    config = MatchConfig(agents, games=times, board=board, engine=engine)
    return cpu_seconds_each(lambda game: play_one(config, game), times)


def game_costs(games: int) -> Iterator[Cost]:
    """Yield what a game costs at different tables; ``games`` of each with a thinking agent."""
    bare = seconds_a_game("none", ("random",) * 3, _RANDOM_GAMES)
    yield Cost("random x 3, no board", bare, f"{1 / bare:.0f} games/s")
    for board in ("classic", "huji"):
        each = seconds_a_game(board, ("random",) * 3, _RANDOM_GAMES)
        yield Cost(f"random x 3, {board}", each, f"{1 / each:.0f} games/s")
    for agent in BUILT_IN:
        for board in ("classic", "huji"):
            if agent != "random":
                each = seconds_a_game(board, (agent, "random", "random"), games)
                yield Cost(f"{agent}, random x 2, {board}", each, _against_published(agent, each))
    stock = seconds_a_game("classic", ("planner", "random", "random"), 3, "fast-downward-up")
    fast = seconds_a_game("classic", ("planner", "random", "random"), 3)
    yield Cost("planner by fast-downward-up", stock, f"{stock / fast:.1f} x planner by default")


def _against_published(agent: str, seconds: float) -> str:
    if agent != "planner":
        return f"{1 / seconds:.1f} games/s"
    return f"{PUBLISHED_SECONDS / seconds:.0f} x faster than the published {PUBLISHED_SECONDS:g} s"


def other_costs() -> Iterator[Cost]:
    """Yield what is worked out once: expected turns, and the program's own start."""
    for board in ("classic", "huji"):
        loaded = load_board(board)
        each = cpu_seconds_each(lambda _, loaded=loaded: ExpectedTurns(loaded), 3)  # type: ignore[misc]
        yield Cost(f"expected turns, {board}", each, "once a board")
    program = [sys.executable, "-m", "planner_clue", "--help"]
    started = time.perf_counter()
    for _ in range(5):
        subprocess.run(program, check=True, capture_output=True)
    yield Cost("planner-clue --help", (time.perf_counter() - started) / 5, "wall-clock time")
