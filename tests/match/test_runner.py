"""Matches over any executor: the same games, whoever plays them and in whatever order."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.match import MatchConfig, run_match
from planner_clue.match.play import Played, play_one
from planner_clue.table.record import replay
from tests.cli.helpers import PLANNED, Program, agent_file, command, games_of, records


def games_file(out: Path) -> str:
    return (out / "games.jsonl").read_text(encoding="utf-8")


def test_records_do_not_depend_on_processes_or_hashes(
    tidy_program: Program, tmp_path: Path
) -> None:
    """Byte for byte, in processes of their own, against games played right here."""
    out = tmp_path / "out"
    arguments = [*command(PLANNED), "--out", out, "--jobs", 2]
    done = tidy_program.run(*arguments, PYTHONHASHSEED="12345")
    assert done.returncode == 0, done.stderr
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
    names = enumerate(config.agents)
    assert rows == [(name, slot, 6, won.count(slot)) for slot, name in names]


@pytest.mark.parametrize(
    "body",
    [
        "def __init__(self):\n    raise ValueError('unborn')",
        "def notes(self):\n    return [{'what': object()}]",
        "def notes(self):\n    return [{'failure': []}]",
        "def notes(self):\n    sys.exit(4)",
        "def plan_seconds(self):\n    return ['soon']",
        "def move(self, options):\n    raise ValueError('\\ud800')",
        "def files(self, game):\n    return {'a/b.txt': 3}",
    ],
    ids=["unborn", "object", "failure", "exits", "untimely", "surrogate", "files"],
)
def test_no_agent_takes_the_match_with_it(tmp_path: Path, body: str) -> None:
    """A fault outside the game costs that agent at most its own games."""
    config = MatchConfig(
        (agent_file(tmp_path, body), "random", "random"),
        1,
        board="none",
        seats="fixed",
        settings=AgentSettings(isolation=IsolationSettings(isolate="none")),
        pddl_dir=str(tmp_path / "pddl"),
    )
    summary = run_match(config, out=tmp_path / "out")
    assert [row["forfeits"] for row in summary["agents"][1:]] == [0, 0]
    for record in records(tmp_path / "out" / "games.jsonl"):
        assert replay(record).result is not None


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
    told: list[int] = []

    def on_game(count: int, played: Played) -> None:
        told.append(played.game)
        if count == 3:
            raise KeyboardInterrupt

    for executor in (None, ThreadPoolExecutor(1)):
        told.clear()
        with pytest.raises(KeyboardInterrupt):
            run_match(MatchConfig(("random",) * 3, 10**15), on_game=on_game, executor=executor)
        assert len(set(told)) == 3
        assert max(told) < 10
