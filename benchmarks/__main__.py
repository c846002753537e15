"""``python -m benchmarks``: games per second, and what a planner game costs.

Processor time, of this process and its children, on one core. Absolute figures depend on
the machine; the ratios beside them less so.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from planner_clue.board import load_board
from planner_clue.board.turns import ExpectedTurns
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one

PUBLISHED_SECONDS = 12.0
"""Processor time of the published planner for one game, three players."""


def cpu_seconds() -> float:
    """Return the processor time used so far, children included."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def seconds_each(play: Callable[[int], object], times: int) -> float:
    """Return the processor time of one call, after a warm-up call."""
    play(0)
    before = cpu_seconds()
    for number in range(times):
        play(number)
    return (cpu_seconds() - before) / times


def games(board: str, agents: tuple[str, ...], times: int, engine: str = "fast-downward") -> float:
    """Return the processor time of one game."""
    config = MatchConfig(agents, games=times, board=board, engine=engine)
    return seconds_each(lambda game: play_one(config, game), times)


def main() -> None:
    """Print the table."""
    bare = games("none", ("random",) * 3, 600)
    print(f"{'random x3, no board':34} {1 / bare:8.0f} games/s")
    for board in ("classic", "huji"):
        each = games(board, ("random",) * 3, 600)
        print(f"{f'random x3, {board}':34} {1 / each:8.0f} games/s  {each / bare:5.1f} x no board")
    each = games("classic", ("random",) * 6, 300)
    print(f"{'random x6, classic':34} {1 / each:8.0f} games/s  {each / bare:5.1f} x no board")
    for board in ("classic", "huji"):
        each = games(board, ("planner", "random", "random"), 30)
        print(
            f"{f'planner, random x2, {board}':34} {each:8.2f} s/game   "
            f"{PUBLISHED_SECONDS / each:5.0f} x faster than the published {PUBLISHED_SECONDS:.0f} s"
        )
    stock = games("classic", ("planner", "random", "random"), 6, "fast-downward-up")
    fast = games("classic", ("planner", "random", "random"), 6)
    print(
        f"{'planner by fast-downward-up':34} {stock:8.2f} s/game   "
        f"{stock / fast:5.1f} x planner by default"
    )
    for board in ("classic", "huji"):
        loaded = load_board(board)
        each = seconds_each(lambda _, loaded=loaded: ExpectedTurns(loaded), 3)  # type: ignore[misc]
        print(f"{f'expected turns, {board}':34} {each:8.3f} s, once a board")
    program = [sys.executable, "-m", "planner_clue", "--help"]
    started = time.perf_counter()
    for _ in range(5):
        subprocess.run(program, check=True, capture_output=True)
    help_seconds = (time.perf_counter() - started) / 5
    print(f"{'planner-clue --help':34} {help_seconds:8.3f} s of wall-clock time")


if __name__ == "__main__":
    main()
