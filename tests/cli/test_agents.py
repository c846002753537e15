"""``new-agent``, ``check-agent``, ``export cpsc415``, and matches with such players."""

import json
import re
import shlex
from pathlib import Path

import pytest

from planner_clue import agent_names, play_match
from planner_clue.match.checks.checked_game import EVERY_TABLE
from tests.adapters.cpsc415.players import method, write_player
from tests.cli.helpers import Program, agent_file, records


@pytest.fixture(autouse=True)
def _few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (EVERY_TABLE[0], EVERY_TABLE[5], EVERY_TABLE[10])
    monkeypatch.setattr("planner_clue.match.checks.checked_game.EVERY_TABLE", tables)


def test_a_good_agent_ends_with_0(tidy_program: Program) -> None:
    name = agent_file(tidy_program.here.parent, "pass")
    done = tidy_program.call("check-agent", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name}: 3 games" in done.stdout
    assert done.stdout.splitlines()[-1] == f"{name} keeps the contract: 17 ok"


def test_a_bad_one_ends_with_3_and_its_author_is_informed(program: Program) -> None:
    name = agent_file(program.here, "def move(self, options):\n    return options.heer\n")
    done = program.call("check-agent", name, "--json", "found.json", "--seed", 3, code=3)
    lines = [line.strip() for line in done.stdout.splitlines()]
    (at,) = (n for n, line in enumerate(lines) if line.startswith("move: FAILED: crash in "))
    failure, first, *rest = lines[at + 1 :]
    assert failure.startswith("crash: AttributeError: 'MoveOptions' object has no attribute 'heer'")
    assert failure.endswith("at agent.py:7 in move: return options.heer")
    assert "games, first: classic, standard, 3 players, seed 3, game 0, seat 0, turn" in first
    assert "| agent.py:7 in move: return options.heer" in rest
    assert lines[-1].startswith(f"{name} breaks the contract (move): ")
    found = json.loads((program.here / "found.json").read_text())
    assert found["passed"] is False

    (check,) = (check for check in found["checks"] if check["finding"] == "FAILED")
    (breach,) = check["breaches"]
    assert f"again: {breach['command']}" in rest
    program.call(*shlex.split(breach["command"])[1:], "--out", "again", code=3)
    (recorded,) = records(program.here / "again" / "games.jsonl")[0]["failures"]
    assert recorded["trace"] == breach["trace"]
    assert recorded["turn"] == breach["first"]["turn"]


@pytest.mark.slow
def test_the_agent_is_introduced_and_keeps_the_contract(program: Program) -> None:
    """Each by the commands that are printed."""
    rest = program.run("new-agent", "mine.py", code=0)
    commands = re.findall(r"^  planner-clue (.*?)  #", rest.stdout, re.MULTILINE)
    watch, match, check = (command.split() for command in commands)
    assert "Game 0: scarlett (mine.py:MyAgent)" in program.run(*watch, code=0).stdout
    program.run(*check, code=0)
    assert match[:2] == ["match", "mine.py:MyAgent"]
    assert set(match[2:4]) <= set(agent_names())


def test_the_class_has_the_name_that_was_asked_for_and_mostly_wins(program: Program) -> None:
    program.call("new-agent", "sleuth.py", "--name", "Sleuth", code=0)
    assert "MyAgent" not in (program.here / "sleuth.py").read_text()
    agents = [f"{program.here}/sleuth.py:Sleuth", "random", "random"]
    assert play_match(agents, games=6, seed=1, isolate="none")[0].wins >= 4


TABLE = ["--board", "none", "--rules", "cpsc415"]
OTHERS = ["exact", "ladder-2"]
EXPORTED = ["planner", "exact", "ladder_1", "ladder_2"]
SHORT = ["--games", 2, "--seats", "fixed", "--jobs", 1]


def test_other_rules_are_warned_of(tidy_program: Program, tmp_path: Path) -> None:
    agent = write_player(tmp_path)
    done = tidy_program.call("match", agent, *OTHERS, "--board", "none", *SHORT, code=0)
    assert "rules standard" in done.stdout
    (warning,) = [line for line in done.stderr.splitlines() if "warning" in line]
    assert warning.startswith(f"planner-clue: warning: {agent} accuses only at the start of its")
    assert "--rules cpsc415" in warning


@pytest.mark.slow
def test_games_are_the_same_for_any_jobs(tidy_program: Program, tmp_path: Path) -> None:
    """Also for a player that picks from sets by their order, and draws from ``random``."""
    body = method("get_suggestion", "return {random.choice(list(set(c))) for c in self.left}")
    agents = [write_player(tmp_path, body), *OTHERS]
    command = ["match", *agents, *TABLE, "--games", 12, "--seed", 1]
    games = []
    for number, jobs in enumerate((1, 2)):
        out = tmp_path / f"out-{number}"
        tidy_program.run(*command, "--jobs", jobs, "--out", out, PYTHONHASHSEED=str(number), code=0)
        games.append((out / "games.jsonl").read_bytes())
    assert games[0] == games[1]


def test_forfeits_and_what_was_overlooked_are_shown(tidy_program: Program, tmp_path: Path) -> None:
    good = write_player(tmp_path, method("get_suggestion", "return [c[0] for c in self.left]"))
    body = method("get_suggestion", "raise KeyError('my own words')")
    bad = write_player(tmp_path, body, name="bad_CluePlayer")
    command = ["match", good, bad, "random", *TABLE, *SHORT]
    done = tidy_program.call(*command, "--json", tmp_path / "summary.json", code=3)
    words = f"{bad}: forfeits: crash 2; the first failure, game 0: crash: get_suggestion: "
    assert f"{words}KeyError: 'my own words', at bad_CluePlayer.py:" in done.stdout
    assert f"{good}: normalised: get_suggestion: list for tuple " in done.stdout
    summary = json.loads((tmp_path / "summary.json").read_text())
    rows = {agent["name"]: agent for agent in summary["agents"]}
    assert rows[bad]["forfeit_kinds"] == {"crash": 2}
    assert rows[bad]["failures"][0]["first"]["game"] == 0
    assert list(rows[good]["normalised"]) == ["get_suggestion: list for tuple"]
    assert (rows["random"]["forfeit_kinds"], rows["random"]["failures"]) == ({}, [])


def test_export_writes_players_and_names_them(tidy_program: Program, tmp_path: Path) -> None:
    done = tidy_program.call("export", "cpsc415", tmp_path / "new", code=0)
    files = [f"{tmp_path}/new/{name}_CluePlayer.py" for name in EXPORTED]
    assert done.stdout.splitlines() == files
    assert sorted(map(str, (tmp_path / "new").iterdir())) == sorted(files)
