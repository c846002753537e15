"""What it costs that agents sit in processes of their own: ``python -m benchmarks.isolation``.

The same games of three ``random`` agents are played in turns, in one process and with each agent in
one of its own. Starting the processes is not counted: that is done once in a match. The names of
boards may be given, and with ``--games`` how many games are played on each.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import median

from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one

_ROUNDS = 5
_PLAYERS = 3


def main(arguments: Sequence[str]) -> None:
    """Print a table for the boards that are named."""
    parser = ArgumentParser(prog="python -m benchmarks.isolation", description=__doc__)
    parser.add_argument("boards", nargs="*", default=["classic"])
    parser.add_argument("--games", type=int, default=60)
    wanted = parser.parse_args(arguments)
    print("| board | in process, ms a game | isolated | cost of an isolated agent, ms a game |")
    print("|---|---:|---:|---:|")
    for board in wanted.boards:
        near, far = _milliseconds(board, wanted.games)
        cost = (far - near) / _PLAYERS
        print(f"| {board} | {near:.2f} | {far:.2f} | {cost:.2f} |")


def _milliseconds(board: str, games: int) -> tuple[float, float]:
    """Return the median time of a game in process and isolated, measured in turns."""
    configs = [_match(board, games, isolate) for isolate in ("none", "all")]
    for config in configs:
        play_one(config, 0)
    times: list[list[float]] = [[], []]
    for _ in range(_ROUNDS):
        for config, spent in zip(configs, times, strict=True):
            play_one(config, 0)  # loads the agents, which were those of the other kind
            began = time.perf_counter()
            for game in range(games):
                play_one(config, game)
            spent.append(1000 * (time.perf_counter() - began) / games)
    return median(times[0]), median(times[1])


def _match(board: str, games: int, isolate: str) -> MatchConfig:
    settings = AgentSettings(isolation=IsolationSettings(isolate=isolate))
    return MatchConfig(("random",) * _PLAYERS, games, 1, board=board, settings=settings)


if __name__ == "__main__":
    main(sys.argv[1:])
