"""``planner-clue check-agent``: what it prints, and how it ends."""

import json
import shlex

import pytest

from planner_clue.match.checks.checked_game import EVERY_TABLE
from tests.cli.helpers import Program, agent_file, records


@pytest.fixture(autouse=True)
def _few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (EVERY_TABLE[0], EVERY_TABLE[5], EVERY_TABLE[10])
    monkeypatch.setattr("planner_clue.match.checks.checked_game.EVERY_TABLE", tables)


def test_a_good_agent_ends_with_0(tidy_program: Program) -> None:
    name = agent_file(tidy_program.here.parent, "pass")
    done = tidy_program.call("check-agent", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name}: 3 games against random players" in done.stdout
    assert done.stdout.splitlines()[-1] == f"{name} keeps the contract: 17 ok"


def test_a_bad_one_ends_with_3_and_its_author_is_told(program: Program) -> None:
    name = agent_file(program.here, "def move(self, options):\n    return options.heer\n")
    done = program.call("check-agent", name, "--json", "found.json", "--seed", 3)
    assert done.returncode == 3
    lines = [line.strip() for line in done.stdout.splitlines()]
    (at,) = (n for n, line in enumerate(lines) if line.startswith("move: FAILED: crash in "))
    failure, first, *told = lines[at + 1 :]
    assert failure.startswith("crash: AttributeError: 'MoveOptions' object has no attribute 'heer'")
    assert failure.endswith("at agent.py:7 in move: return options.heer")
    assert "games, first: classic, standard, 3 players, seed 3, game 0, seat 0, turn" in first
    assert "| agent.py:7 in move: return options.heer" in told
    assert lines[-1].startswith(f"{name} breaks the contract (move): ")
    found = json.loads((program.here / "found.json").read_text())
    assert found["passed"] is False

    (check,) = (check for check in found["checks"] if check["finding"] == "FAILED")
    (breach,) = check["breaches"]
    assert f"again: {breach['command']}" in told
    again = program.call(*shlex.split(breach["command"])[1:], "--out", "again")
    assert again.returncode == 3
    (recorded,) = records(program.here / "again" / "games.jsonl")[0]["failures"]
    assert recorded["trace"] == breach["trace"]
    assert recorded["turn"] == breach["first"]["turn"]
