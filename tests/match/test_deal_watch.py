"""A match with a stopping rule ends after the same game, however it is played."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.match import MatchConfig, play, run_match, runner, stopping, store
from tests.cli.helpers import agent_file
from tests.match.test_runner import games_file
from tests.shared import line_of

FIXED = MatchConfig(("random",) * 3, 40, seed=8, board="none", seats="fixed")
"""Every game is a deal."""
STOPPING = replace(FIXED, until_width=0.36)


class LastFirst(ThreadPoolExecutor):
    """Games finish in the opposite order, as far as they are in flight together."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        config, game = arguments

        def late() -> Any:
            played = fn(config, game)
            time.sleep(0.02 * (config.total - game))
            return played

        return super().submit(late)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Return the folder and the summary of the match, played in one process."""
    out = tmp_path_factory.mktemp("stopping") / "out"
    return out, run_match(STOPPING, out=out)


def test_it_ends_early_and_says_so(played: tuple[Path, dict[str, Any]]) -> None:
    out, summary = played
    games = summary["games"]
    assert stopping.FEWEST_DEALS <= games < 40
    verdict = "every interval is at most 36 points wide"
    assert summary["stopped"] == {"games": games, "deals": games, "verdict": verdict}
    assert games_file(out) == "".join(line_of(STOPPING, game) for game in range(games))
    widths = [high - low for low, high in (row["ci95"] for row in summary["agents"])]
    assert max(widths) <= 0.36


def test_it_ends_at_the_same_game_in_whatever_order_games_finish(
    played: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    for name, executor in {"threads": ThreadPoolExecutor(3), "last-first": LastFirst(12)}.items():
        with executor:
            out = tmp_path / name
            summary = run_match(STOPPING, jobs=3, out=out, executor=executor)
        assert summary["stopped"] == played[1]["stopped"]
        assert games_file(out) == games_file(played[0])
        assert not (out / "journal.jsonl").exists()


def test_an_interrupted_match_goes_on_to_the_same_end(
    played: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    def interrupt(count: int, played: play.Played) -> None:
        if count == 29:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(3) as executor, pytest.raises(KeyboardInterrupt):
        run_match(STOPPING, jobs=3, out=tmp_path, executor=executor, on_game=interrupt)
    summary = run_match(STOPPING, out=tmp_path)
    assert summary["stopped"] == played[1]["stopped"]
    assert games_file(tmp_path) == games_file(played[0])


def test_without_a_decision_it_is_played_to_its_end(tmp_path: Path) -> None:
    summary = run_match(replace(FIXED, until_width=0.1), out=tmp_path)
    assert (summary["games"], summary["stopped"]) == (40, None)
    assert store.saved_summary(tmp_path) == summary


def test_only_whole_deals_are_judged() -> None:
    config = replace(FIXED, seats="rotated", games=12, until_width=0.1)
    watch = runner.EarlyStop(config, stopping.UntilWidth(0.1))
    games = [play.Played.read(game, line_of(config, game)) for game in reversed(range(12))]
    passed = [(game.game, len(watch.deals)) for game in watch.in_order(games)]
    assert passed == [(game, (game + 1) // 6) for game in range(12)]
    assert len(watch.deals) == 2


def test_files_of_plans_beyond_the_end_are_removed(tmp_path: Path) -> None:
    agent = agent_file(tmp_path, "def files(self, game):\n    return {'note.txt': str(game)}")
    left = tmp_path / "pddl"
    here = AgentSettings(isolation=IsolationSettings(isolate="none"))
    agents = (agent, "random", "random")
    config = replace(STOPPING, agents=agents, pddl_dir=str(left), settings=here)
    with LastFirst(12) as executor:
        games = run_match(config, jobs=3, executor=executor)["games"]
    assert games < 40
    assert sorted(int(folder.name) for folder in left.iterdir()) == list(range(games))
