"""Folders of matches, made of games that a run of the tests plays once."""

from pathlib import Path

from planner_clue.match import MatchConfig
from planner_clue.match.runs.merging import MergedRuns, merge
from planner_clue.match.runs.run_folder import read_run
from planner_clue.match.store import GameStore
from tests.shared import line_of

THREE = MatchConfig(("exact", "random", "random"), 12, seed=1, board="none")
"""Two deals."""
OTHER_SEED = MatchConfig(THREE.agents, 6, seed=2, board="none")
EXCHANGED = MatchConfig(("random", "random", "random"), 18, seed=1, board="none")
"""The deals of :data:`THREE` and one more, the first agent exchanged."""


def folder_of(folder: Path, config: MatchConfig) -> Path:
    with GameStore(folder, config) as store:
        for game in range(config.total):
            store.add([(game, line_of(config, game))])
    store.finish({})
    return folder


def merged(folder: Path, *configs: MatchConfig) -> list[MergedRuns]:
    runs = enumerate(configs)
    return merge([read_run(folder_of(folder / str(number), config)) for number, config in runs])
