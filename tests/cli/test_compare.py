"""``planner-clue compare-heuristics``, as a teacher types it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from planner_clue.data import data_folder
from planner_clue.deliberation.engines import HEURISTICS
from tests.cli.helpers import Program
from tests.deliberation.situations import problem


@pytest.fixture
def position(tmp_path: Path) -> str:
    """Write a problem, beside the domain it is for."""
    domain = data_folder("pddl") / "clue" / "domain.pddl"
    (tmp_path / "domain.pddl").write_text(domain.read_text())
    file = tmp_path / "late.pddl"
    file.write_text(problem(seed=1, shown=11).to_text())
    return str(file)


def test_every_heuristic_and_fast_downward_are_compared(program: Program, position: str) -> None:
    done = program.call("compare-heuristics", position, "--json", "-")
    attempts = json.loads(done.stdout)["attempts"]
    assert [attempt["solver"] for attempt in attempts] == [
        *HEURISTICS,
        "fast-downward",
        "fast-downward-opt",
    ]
    costs = {attempt["solver"]: attempt["cost"] for attempt in attempts}
    assert costs["blind"] == costs["hmax"] == costs["fast-downward"] == min(costs.values())


def test_the_table_says_what_found_no_plan_and_why(program: Program, position: str) -> None:
    done = program.call("compare-heuristics", position, "--heuristic", "blind", "--expansions", "2")
    rows = [line.split() for line in done.stdout.splitlines()]
    blind = next(row for row in rows if "blind" in row)
    assert blind[1:] == ["blind", "-", "-", "-", "-"]
    assert "late, blind: expansions-out: no plan in 2 expansions" in done.stdout
    assert any("fast-downward" in row and "-" not in row for row in rows)


def test_a_heuristic_of_ones_own_takes_part(
    program: Program, position: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def nothing(node, task):\n    return 0\n")
    asked = ("--heuristic", "blind", "--heuristic", f"{mine}:nothing", "--engine", "clue-astar")
    attempts = json.loads(
        program.call("compare-heuristics", position, *asked, "--json", "-").stdout
    )
    blind, own, _ = attempts["attempts"]
    assert (own["expansions"], own["cost"]) == (blind["expansions"], blind["cost"])


def test_the_chart_names_every_solver(program: Program, position: str, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    program.call("compare-heuristics", position, "--heuristic", "hadd", "--chart", str(chart))
    assert ElementTree.parse(chart).getroot().tag.endswith("svg")
    drawn = chart.read_text()
    assert all(word in drawn for word in ("hadd", "fast-downward", "states expanded"))


def test_a_heuristic_that_fails_is_told_after_the_others_and_ends_with_3(
    program: Program, position: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def odd(node, task):\n    return float('nan')\n")
    asked = ("--heuristic", f"{mine}:odd", "--heuristic", "blind", "--engine", "clue-astar")
    done = program.call("compare-heuristics", position, *asked)
    assert done.returncode == 3
    assert any(
        line.split()[:1] == ["blind"] and "-" not in line for line in done.stdout.splitlines()
    )
    said = f"heuristic-error: heuristic {mine}:odd: expected a non-negative number, got nan"
    assert f"late, {mine}:odd: {said}" in done.stdout
    in_json = program.call("compare-heuristics", position, *asked, "--json", "-")
    assert in_json.returncode == 3
    statuses = [attempt["status"] for attempt in json.loads(in_json.stdout)["attempts"]]
    assert statuses == ["heuristic-error", "solved-optimally", "solved-optimally"]
