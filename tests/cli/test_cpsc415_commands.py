"""The tournament on the command line: matches with its players, and players written for it."""

import json
from pathlib import Path

import pytest

from tests.agents.cpsc415.players import method, write_player
from tests.cli.helpers import Program

TABLE = ["--board", "none", "--rules", "cpsc415"]
OTHERS = ["exact", "ladder-2"]
EXPORTED = ["planner", "exact", "ladder_1", "ladder_2"]
SHORT = ["--games", 2, "--seats", "fixed", "--jobs", 1]
pytestmark = pytest.mark.usefixtures("tidy_program")


def test_other_rules_are_warned_of(program: Program, tmp_path: Path) -> None:
    agent = write_player(tmp_path)
    done = program.call("match", agent, *OTHERS, "--board", "none", *SHORT, code=0)
    assert "rules standard" in done.stdout
    (warning,) = [line for line in done.stderr.splitlines() if "warning" in line]
    assert warning.startswith(f"planner-clue: warning: {agent} accuses only at the start of its")
    assert "--rules cpsc415" in warning


@pytest.mark.slow
def test_games_are_the_same_for_any_jobs_and_hash_seed(program: Program, tmp_path: Path) -> None:
    """Also for a player that picks from sets by their order, and draws from ``random``."""
    body = method("get_suggestion", "return {random.choice(list(set(c))) for c in self.left}")
    agents = [write_player(tmp_path, body), *OTHERS]
    command = ["match", *agents, *TABLE, "--games", 12, "--seed", 1]
    games = []
    for number, jobs in enumerate((1, 2)):
        out = tmp_path / f"out-{number}"
        program.run(*command, "--jobs", jobs, "--out", out, PYTHONHASHSEED=str(number), code=0)
        games.append((out / "games.jsonl").read_bytes())
    assert games[0] == games[1]


def test_forfeits_and_what_was_overlooked_are_told(program: Program, tmp_path: Path) -> None:
    good = write_player(tmp_path, method("get_suggestion", "return [c[0] for c in self.left]"))
    body = method("get_suggestion", "raise KeyError('my own words')")
    bad = write_player(tmp_path, body, name="bad_CluePlayer")
    command = ["match", good, bad, "random", *TABLE, *SHORT]
    done = program.call(*command, "--json", tmp_path / "summary.json", code=3)
    words = f"{bad}: forfeits: crash 2; the first failure, game 0: crash: get_suggestion: "
    assert f"{words}KeyError: 'my own words', at bad_CluePlayer.py:" in done.stdout
    assert f"{good}: normalised: get_suggestion: list for tuple " in done.stdout
    summary = json.loads((tmp_path / "summary.json").read_text())
    rows = {agent["name"]: agent for agent in summary["agents"]}
    assert rows[bad]["forfeit_kinds"] == {"crash": 2}
    assert rows[bad]["failures"][0]["first"]["game"] == 0
    assert list(rows[good]["normalised"]) == ["get_suggestion: list for tuple"]
    assert (rows["random"]["forfeit_kinds"], rows["random"]["failures"]) == ({}, [])


def test_export_writes_players_and_names_them(program: Program, tmp_path: Path) -> None:
    done = program.call("export-cpsc415", tmp_path / "new", code=0)
    files = [f"{tmp_path}/new/{name}_CluePlayer.py" for name in EXPORTED]
    assert done.stdout.splitlines() == files
    assert sorted(map(str, (tmp_path / "new").iterdir())) == sorted(files)
