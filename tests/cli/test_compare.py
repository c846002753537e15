"""``planner-clue compare-heuristics``, as a teacher types it."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from planner_clue.data import data_folder
from planner_clue.deliberation.engines import HEURISTICS
from tests.cli.helpers import Program
from tests.deliberation.situations import problem


@pytest.fixture
def program(program: Program) -> Program:
    domain = data_folder("pddl") / "clue" / "domain.pddl"
    (program.here / "domain.pddl").write_text(domain.read_text())
    (program.here / "late.pddl").write_text(problem(seed=1, shown=11).to_text())
    return program


def attempts(program: Program, *arguments: object, code: int = 0) -> list[dict[str, Any]]:
    done = program.call("compare-heuristics", "late.pddl", *arguments, "--json", "-")
    assert done.returncode == code, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["attempts"]
    return found


def test_every_heuristic_and_fast_downward_are_compared(program: Program) -> None:
    costs = {attempt["solver"]: attempt["cost"] for attempt in attempts(program)}
    assert list(costs) == [*HEURISTICS, "fast-downward", "fast-downward-opt"]
    assert costs["blind"] == costs["hmax"] == costs["fast-downward"] == min(costs.values())


def test_table_and_chart_show_what_found_no_plan_and_why(program: Program, tmp_path: Path) -> None:
    asked = ["--heuristic", "blind", "--expansions", 2, "--chart", tmp_path / "chart.svg"]
    done = program.call("compare-heuristics", "late.pddl", *asked)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert next(row for row in rows if "blind" in row)[1:] == ["blind", "-", "-", "-", "-"]
    assert "late, blind: expansions-out: no plan in 2 expansions" in done.stdout
    assert any("fast-downward" in row and "-" not in row for row in rows)
    drawn = (tmp_path / "chart.svg").read_text()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert all(word in drawn for word in ("blind", "fast-downward", "states expanded"))


def test_a_heuristic_that_fails_is_told_last_and_ends_with_3(program: Program) -> None:
    (program.here / "mine.py").write_text("def odd(node, task): return float('nan')\n")
    asked = ["--heuristic", "mine.py:odd", "--heuristic", "blind", "--engine", "clue-astar"]
    done = program.call("compare-heuristics", "late.pddl", *asked, code=3)
    (row,) = (row for line in done.stdout.splitlines() if (row := line.split())[:1] == ["blind"])
    assert "-" not in row
    said = "heuristic-error: heuristic mine.py:odd: expected a non-negative number, got nan"
    assert f"late, mine.py:odd: {said}" in done.stdout
    statuses = [attempt["status"] for attempt in attempts(program, *asked, code=3)]
    assert statuses == ["heuristic-error", "solved-optimally", "solved-optimally"]
