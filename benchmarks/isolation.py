"""The cost of agents in processes of their own: ``python -m benchmarks.isolation``.

The same games of three ``random`` agents are played in turns: all in one process, one of them in a
process of its own, and all three; on one processor, as by a worker of a match that uses them all.
Starting the processes is not counted: that is done once in a match. The names of boards may be
given, and with ``--games`` how many games are played in a round.

Other work on the computer takes time from all three kinds alike, and most from kinds with many
processes. So the least time of all rounds is shown, and beside the cost, in brackets, the median.
"""

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from planner_clue.agents.settings import AgentSettings, Isolate, IsolationSettings
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one

_ROUNDS = 5
_PLAYERS = 3
_AGENT = "random"
_OF_A_FILE = """\
from planner_clue.agents.random import RandomAgent


class Mine(RandomAgent):
    pass
"""


def main(arguments: Sequence[str]) -> None:
    """Print a table for the boards that are named."""
    parser = ArgumentParser(prog="python -m benchmarks.isolation", description=__doc__)
    parser.add_argument("boards", nargs="*", default=["classic"])
    parser.add_argument("--games", type=int, default=60)
    wanted = parser.parse_args(arguments)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print("| board | in process, ms a game | one isolated | costs | three isolated | costs |")
    print("|---|---:|---:|---:|---:|---:|")
    for board in wanted.boards:
        rounds = _milliseconds(board, wanted.games)
        near, one, three = (min(times) for times in rounds)
        shown = [f"{near:.2f}"]
        for times, least in ((rounds[1], one), (rounds[2], three)):
            shown += [f"{least:.2f}", f"{least - near:.2f} ({median(times) - near:.2f})"]
        print(f"| {board} | {' | '.join(shown)} |")


def _milliseconds(board: str, games: int) -> list[list[float]]:
    """Return the times of a game with no, one and all agents isolated, round by round, in turns."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.py"
        file.write_text(_OF_A_FILE, encoding="utf-8")
        kinds: tuple[tuple[tuple[str, ...], Isolate], ...] = (
            ((_AGENT,) * _PLAYERS, "none"),
            ((f"{file}:Mine", *(_AGENT,) * (_PLAYERS - 1)), "files"),
            ((_AGENT,) * _PLAYERS, "all"),
        )
        times: list[list[float]] = [[] for _ in kinds]
        for _ in range(_ROUNDS):
            for (agents, isolate), spent in zip(kinds, times, strict=True):
                config = _match(agents, board, games, isolate)
                play_one(config, 0)  # loads the agents, which were of another kind
                began = time.perf_counter()
                for game in range(games):
                    play_one(config, game)
                spent.append(1000 * (time.perf_counter() - began) / games)
    return times


def _match(agents: tuple[str, ...], board: str, games: int, isolate: Isolate) -> MatchConfig:
    settings = AgentSettings(isolation=IsolationSettings(isolate=isolate))
    return MatchConfig(agents, games, 1, board=board, settings=settings)


if __name__ == "__main__":
    main(sys.argv[1:])
