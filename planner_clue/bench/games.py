"""The processor time of a game, by agent and board, on one core."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.bench.figures import cpu_seconds_each
from planner_clue.board import load_board
from planner_clue.board.turns import ExpectedTurns
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one

PUBLISHED_SECONDS = 12.0
"""Processor seconds of the published planner for one game of three players."""
BENCH_BOARDS = ("classic", "huji")
"""The boards on which agents are measured, with the default rules of each."""
_RANDOM_GAMES = 600
_LEAST_SECONDS = 1.0
"""Shortest measurement of an agent, because a board's tables are computed in the first games."""


@dataclass(frozen=True)
class Cost:
    """One row of a report: a time in processor seconds, and a comparison."""

    what: str
    seconds: float
    ratio: str = ""


def seconds_a_game(
    board: str,
    agents: tuple[str, ...],
    times: int,
    engine: str = "fast-downward",
    least: float = 0.0,
) -> float:
    """Return the processor seconds of one game: an average over ``times`` games, or more."""
    settings = AgentSettings(planning=PlanningSettings(engine=engine))
    config = MatchConfig(agents, games=times, board=board, settings=settings)
    return cpu_seconds_each(lambda game: play_one(config, game), times, least)


@dataclass(frozen=True)
class AgentCost:
    """The processor time of a game of one agent against two random agents."""

    agent: str
    seconds: tuple[float, ...]
    """Processor seconds on each of ``BENCH_BOARDS``."""


def agent_costs(agents: Sequence[str], games: int) -> Iterator[AgentCost]:
    """Yield the cost of each agent; at least ``games`` games on each board."""
    for agent in agents:
        seats = (agent, "random", "random")
        seconds = [
            seconds_a_game(board, seats, games, least=_LEAST_SECONDS) for board in BENCH_BOARDS
        ]
        yield AgentCost(agent, tuple(seconds))


def game_costs(games: int) -> Iterator[Cost]:
    """Yield the cost of a game in several line-ups; ``games`` games for those with a planner."""
    bare = seconds_a_game("none", ("random",) * 3, _RANDOM_GAMES)
    yield Cost("random x 3, no board", bare, f"{1 / bare:.0f} games/s")
    for board in BENCH_BOARDS:
        each = seconds_a_game(board, ("random",) * 3, _RANDOM_GAMES)
        yield Cost(f"random x 3, {board}", each, f"{1 / each:.0f} games/s")
    for board in BENCH_BOARDS:
        each = seconds_a_game(board, ("planner", "random", "random"), games)
        ratio = (
            f"{PUBLISHED_SECONDS / each:.0f} x faster than the published {PUBLISHED_SECONDS:g} s"
        )
        yield Cost(f"planner, random x 2, {board}", each, ratio)
    stock = seconds_a_game("classic", ("planner", "random", "random"), 3, "fast-downward-up")
    fast = seconds_a_game("classic", ("planner", "random", "random"), 3)
    yield Cost("planner by fast-downward-up", stock, f"{stock / fast:.1f} x planner by default")


def other_costs() -> Iterator[Cost]:
    """Yield the cost of what is done once: computing expected turns, starting the program."""
    for board in BENCH_BOARDS:
        loaded = load_board(board)
        each = cpu_seconds_each(lambda _, loaded=loaded: ExpectedTurns(loaded), 3)  # type: ignore[misc]
        yield Cost(f"expected turns, {board}", each, "once a board")
    program = [sys.executable, "-m", "planner_clue", "--help"]
    started = time.perf_counter()
    for _ in range(5):
        subprocess.run(program, check=True, capture_output=True)
    yield Cost("planner-clue --help", (time.perf_counter() - started) / 5, "wall-clock time")
