"""Search programs and heuristics that are broken, as a match meets them."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.cli.helpers import Program, records, wait_until

MATCH = ("match", "planner", "random", "random", "--rules", "huji-bn1", "--games", 2, "--jobs", 2)
PROGRAM = "up_fast_downward/downward/builds/release/bin/downward"
"""Where the package of Fast Downward has its search program."""


@pytest.fixture
def search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where to write a search program that whatever is started finds installed."""
    file = tmp_path / "packages" / PROGRAM
    file.parent.mkdir(parents=True)
    (tmp_path / "packages" / "up_fast_downward" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "packages"))
    file.touch(0o755)
    return file


def test_a_match_without_a_plan_ends_with_3(tidy_program: Program, search: Path) -> None:
    search.write_text("#!/bin/sh\necho out of ideas >&2; exit 32\n")
    out = tidy_program.here.parent / "out"
    done = tidy_program.run(*MATCH, "--jobs", 1, "--json", "-", "--out", out, code=3)
    assert "planner-clue: planner never made a plan in this match" in done.stderr.splitlines()
    planner, *others = json.loads(done.stdout)["agents"]
    assert (planner["never_planned"], planner["gave_up"], planner["forfeits"]) == (True, 2, 0)
    assert planner["planner_failures"] == {"engine-error": 6}
    assert not any(agent["never_planned"] for agent in others)
    assert json.loads((out / "summary.json").read_text())["agents"][0] == planner
    for record in records(out / "games.jsonl"):
        notes = [note for note in record["notes"][0] if "failure" in note]
        assert [note.get("gave_up", False) for note in notes] == [False, False, True]
        assert "exit code 32: out of ideas" in notes[0]["detail"]


def test_no_search_outlives_its_match(tidy_program: Program, search: Path, tmp_path: Path) -> None:
    marker = tmp_path / "started"
    search.write_text(f"#!/bin/sh\ntouch {marker}; sleep 600 & sleep 600\n")
    with tidy_program.running(*MATCH) as process:
        assert wait_until(marker.exists)
        os.kill(process.pid, signal.SIGKILL)
        assert wait_until(lambda: tidy_program.processes() == [])


def test_a_heuristic_that_breaks_leaves_its_place_in_the_record(program: Program) -> None:
    (program.here / "mine.py").write_text("def odd(node, task):\n    return node.nothing\n")
    table = ("match", "planner-huji", "random", "random", "--board", "none", "--games", 1)
    asked = ("--heuristic", "mine.py:odd", "--seats", "fixed", "--seed", 1, "--jobs", 1)
    done = program.call(*table, *asked, "--json", "-", "--out", "out", code=3)
    assert json.loads(done.stdout)["agents"][0]["planner_failures"] == {"heuristic-error": 3}
    (record,) = records(program.here / "out" / "games.jsonl")
    place = "at mine.py:2 in odd: return node.nothing; asked about the start"
    assert place in record["notes"][0][0]["detail"]
