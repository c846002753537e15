"""Matches over any executor: the same games, the same end; agents led through them again."""

import json
import os
import struct
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents import settings
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.match import MatchConfig, agent_replay, pool, run_match, runner, stopping, store
from planner_clue.match.play import Played, play_one
from planner_clue.planner import planner_agent as planner
from planner_clue.support.errors import RecordError
from planner_clue.support.json_text import plain
from tests.cli.helpers import HANG, PLANNED, Program, agent_file, command, games_of, wait_until
from tests.shared import HERE, line_of


def games_file(out: Path) -> str:
    return (out / "games.jsonl").read_text(encoding="utf-8")


def test_records_depend_on_no_processes_or_hashes(tidy_program: Program, tmp_path: Path) -> None:
    """Byte for byte, in processes of their own, against games played right here."""
    out = tmp_path / "out"
    arguments = [*command(PLANNED), "--out", out, "--jobs", 2]
    tidy_program.run(*arguments, PYTHONHASHSEED="12345", code=0)
    assert games_file(out) == games_of(PLANNED)


def test_the_summary_credits_each_slot_with_what_the_records_say(tmp_path: Path) -> None:
    """With its own wins, not its name's, in the order of the command line."""
    config = MatchConfig(("exact", "exact", "random"), 6, seed=9, board="none")
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    winners = [json.loads(line)["result"]["winner"] for line in games_of(config).splitlines()]
    won = [orders[game][seat] for game, seat in enumerate(winners) if seat is not None]
    summary = run_match(config)
    assert (summary["games"], summary["seed"], summary["board"]) == (6, 9, "none")
    assert summary["no_winner"] == winners.count(None)
    rows = [(row["name"], row["slot"], row["seats"], row["wins"]) for row in summary["agents"]]
    assert rows == [(name, slot, 6, won.count(slot)) for slot, name in enumerate(config.agents)]


@pytest.mark.parametrize(
    "body",
    [
        "def __init__(self):\n    raise ValueError('unborn')",
        "def notes(self):\n    return [{'what': object()}]",
        "def notes(self):\n    return [{'failure': []}]",
        "def notes(self):\n    return [{'chance': float('nan')}]",
        "def notes(self):\n    sys.exit(4)",
        "def plan_seconds(self):\n    return ['soon']",
        "def move(self, options):\n    raise ValueError('\\ud800')",
        "def files(self, game):\n    return {'a/b.txt': 3}",
    ],
    ids=["unborn", "object", "failure", "nan", "exits", "untimely", "surrogate", "files"],
)
def test_no_agent_takes_the_match_with_it(tmp_path: Path, body: str) -> None:
    """A fault outside the game costs that agent at most its own games."""
    agents, left = (agent_file(tmp_path, body), "random", "random"), str(tmp_path / "pddl")
    where: dict[str, Any] = {"board": "none", "seats": "fixed", "pddl_dir": left}
    summary = run_match(MatchConfig(agents, 1, **where, settings=HERE), out=tmp_path / "out")
    assert [row["forfeits"] for row in summary["agents"][1:]] == [0, 0]
    for line in games_file(tmp_path / "out").splitlines():
        assert replay(read_record(line)).result is not None


def test_rules_follow_the_board_where_none_are_named() -> None:
    for board, rules, played in [
        ("classic", "", "standard"),
        ("HUJI", "", "huji"),
        ("huji", "standard", "standard"),
        ("none", "Huji, dice=1", "huji,dice=1"),
    ]:
        config = MatchConfig(("random",) * 3, 1, board=board, rules=rules)
        assert json.loads(play_one(config, 0).line)["rules"] == played


def test_a_match_of_any_length_begins_at_once() -> None:
    """Games are handed out as they are needed: not even their numbers are kept ready."""
    reported: list[int] = []

    def on_game(count: int, played: Played) -> None:
        reported.append(played.game)
        if count == 3:
            raise KeyboardInterrupt

    for executor in (None, ThreadPoolExecutor(1)):
        reported.clear()
        with pytest.raises(KeyboardInterrupt):
            run_match(MatchConfig(("random",) * 3, 10**15), on_game=on_game, executor=executor)
        assert len(set(reported)) == 3
        assert max(reported) < 10


FIXED = MatchConfig(("random",) * 3, 40, seed=8, board="none", seats="fixed")
"""Every game is a deal."""
STOPPING = replace(FIXED, until_width=0.36)


class LastFirst(ThreadPoolExecutor):
    """Games finish in the opposite order, as far as they are in flight together."""

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        config, games = arguments

        def late() -> Any:
            batch = fn(config, games)
            time.sleep(0.02 * (config.total - games[0]))
            return batch

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
    assert max([high - low for low, high in (row["ci95"] for row in summary["agents"])]) <= 0.36


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


class Hasty(ThreadPoolExecutor):
    """Has time for the first game of each batch, and says that it was no time at all."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        config, games = arguments
        self.sizes.append(len(games))
        return super().submit(lambda: fn(config, games[:1])._replace(seconds=0.0))


def test_games_for_which_a_worker_had_no_time_are_handed_out_again(tmp_path: Path) -> None:
    config = replace(FIXED, games=12)
    with Hasty() as executor:
        run_match(config, jobs=2, executor=executor, out=tmp_path)
    assert max(executor.sizes) > 6
    assert games_file(tmp_path) == games_of(config)


def test_a_worker_sends_its_games_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pool.play_in_worker(FIXED, [3, 4])
    assert [played.game for played in whole.played] == [3, 4]
    assert whole.seconds > 0
    monkeypatch.setattr(pool, "SECONDS_OF_A_BATCH", 0)
    assert [played.game for played in pool.play_in_worker(FIXED, [3, 4]).played] == [3]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="workers cannot choose; Linux can")
def test_a_worker_for_each_processor_keeps_to_its_own_with_isolated_agents() -> None:
    jobs = len(os.sched_getaffinity(0))
    cases: tuple[tuple[settings.Isolate, int], ...] = ("files", jobs), ("all", 1)
    for isolate, count in cases:
        isolation = settings.IsolationSettings(isolate=isolate)
        config = replace(FIXED, settings=settings.AgentSettings(isolation=isolation))
        with pool.local_workers(jobs) as workers:
            workers.submit(pool.play_in_worker, config, [0]).result()
            assert len(workers.submit(os.sched_getaffinity, 0).result()) == count


def send_the_beginning_of_a_message(sent: Path) -> None:
    results = sys._getframe(1).f_locals["result_queue"]
    results._writer._send(struct.pack("!i", 1000))
    sent.touch()
    time.sleep(HANG)


def test_a_worker_that_is_killed_while_it_sends_keeps_nobody_waiting(tmp_path: Path) -> None:
    before = {*threading.enumerate()}
    with suppress(KeyboardInterrupt), pool.local_workers(1) as workers:
        workers.submit(send_the_beginning_of_a_message, tmp_path / "sent")
        reading = {*threading.enumerate()} - before
        wait_until((tmp_path / "sent").exists)
        raise KeyboardInterrupt
    for thread in reading:
        thread.join(HANG)
        assert not thread.is_alive()


def test_an_interrupted_one_ends_alike(played: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    def interrupt(count: int, played: Played) -> None:
        if count == 29:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(3) as executor, pytest.raises(KeyboardInterrupt):
        run_match(STOPPING, jobs=3, out=tmp_path, executor=executor, on_game=interrupt)
    assert run_match(STOPPING, out=tmp_path)["stopped"] == played[1]["stopped"]
    assert games_file(tmp_path) == games_file(played[0])


def test_without_a_decision_it_is_played_to_its_end(tmp_path: Path) -> None:
    summary = run_match(replace(FIXED, until_width=0.1), out=tmp_path)
    assert (summary["games"], summary["stopped"]) == (40, None)
    assert store.saved_summary(tmp_path) == summary


def test_only_whole_deals_are_judged() -> None:
    config = replace(FIXED, seats="rotated", games=12, until_width=0.1)
    watch = runner.EarlyStop(config, stopping.UntilWidth(0.1))
    games = [Played.read(game, line_of(config, game)) for game in reversed(range(12))]
    passed = [(game.game, len(watch.deals)) for game in watch.in_order(games)]
    assert passed == [(game, (game + 1) // 6) for game in range(12)]
    assert len(watch.deals) == 2


def test_files_of_plans_beyond_the_end_are_removed(tmp_path: Path) -> None:
    agent = agent_file(tmp_path, "def files(self, game):\n    return {'note.txt': str(game)}")
    left = tmp_path / "pddl"
    agents = (agent, "random", "random")
    config = replace(STOPPING, agents=agents, pddl_dir=str(left), settings=HERE)
    with LastFirst(12) as executor:
        games = run_match(config, jobs=3, executor=executor)["games"]
    assert games < 40
    assert sorted(int(folder.name) for folder in left.iterdir()) == list(range(games))


def recorded(board: str = "classic", game: int = 0) -> dict[str, Any]:
    return read_record(line_of(MatchConfig(("planner", "random", "random"), board=board), game))


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_the_plans_come_back_as_they_were_noted(board: str) -> None:
    record = recorded(board)
    agent = agent_replay.replayed_agent(record, 0)
    assert isinstance(agent, planner.PlannerAgent)
    assert [plain(decision) for decision in agent.decisions] == record["notes"][0]
    assert agent_replay.replayed_agent(record, 1).notes() == []


@pytest.mark.parametrize(
    ("seat", "change", "message"),
    [
        (0, {"seed": 99}, "now answers|now notes"),
        (0, {"notes": [[], [], []]}, "now notes other decisions"),
        (3, {}, "no seat 3 in this record; expected 0 to 2"),
        (0, {"settings": 3}, "settings: 3; expected"),
        (0, {"settings": {"follow_ups": 9}}, "set up: follow_ups: 9; expected"),
        (0, {"settings": {"engine": 5}}, "set up: engine: 5; expected a string"),
        (0, {"settings": {"patience": 1}}, "unknown field patience"),
    ],
)
def test_another_record_is_refused(seat: int, change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        agent_replay.replayed_agent(recorded() | change, seat)
