"""The lists, the drawings, the help and the version; heuristics as a teacher compares them."""

import json
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.main import get_command

from planner_clue import __version__
from planner_clue.cli.app import _COMMANDS, _FORMER, _as_now, app
from planner_clue.game.board import board_names, load_board
from planner_clue.planner.engines import HEURISTICS
from planner_clue.planning.engines import engine_names
from planner_clue.support.data import data_folder
from tests.cli.helpers import Program, refusal, stdout_of
from tests.planner.situations import problem


def test_it_says_its_version(program: Program) -> None:
    """Run as ``python -m planner_clue``."""
    done = program.run("--version")
    shown = f"planner-clue {__version__}, domains in {data_folder('pddl')}\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, shown, "")


def test_on_windows_it_says_where_it_runs() -> None:
    script = "import os; os.name = 'nt'; from planner_clue.__main__ import main; main()"
    run = [sys.executable, "-c", script]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert refusal(done) == "planner-clue: this system is not POSIX; expected Linux, macOS or WSL"


def test_without_a_command_it_helps(program: Program) -> None:
    text = stdout_of(program)
    assert text == stdout_of(program, "--help")
    assert all(re.search(rf"^ +{command}\b", text, re.MULTILINE) for command in _COMMANDS)
    for code in ("0 done", "1 the program failed", "2 wrong usage or input", "3 finished"):
        assert code in " ".join(text.split())


@pytest.mark.parametrize("columns", ["80", "100"])
def test_help_cuts_no_summary(program: Program, columns: str) -> None:
    text = stdout_of(program, "--help", COLUMNS=columns)
    summaries = text.partition("Play:\n")[2].splitlines()
    assert len(summaries) > 5
    assert not any(line.endswith("...") for line in summaries)


def test_each_summary_is_the_first_line_of_its_help() -> None:
    group: Any = get_command(app)
    for name in group.list_commands(None):
        assert group.get_command(None, name).help.partition("\n")[0] == _COMMANDS[name][1]


@pytest.mark.parametrize("former", _FORMER)
def test_a_former_name_of_a_command_is_the_command_of_now(program: Program, former: str) -> None:
    now = _FORMER[former].split()
    done = program.call(former, "--help", code=0)
    options = program.call(*now, "--help", code=0).stdout.partition("\n\n")[2]
    assert done.stdout.partition("\n\n")[2] == options
    assert f"the command is now called '{' '.join(now)}'" in done.stderr


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("make-cases 4 --seed x=y --out=new --hidden", "4 --secret x=y --draw-cases new"),
        ("grade-all in --csv m.csv", "all in --csv m.csv"),
        ("grade-all in --exercise 1 --csv m.csv --exercise=3", "1,3 in --csv m.csv"),
        ("grade 1 --json=-", "1 --json=-"),
    ],
)
def test_former_arguments_of_grade_are_those_of_now(former: str, now: str) -> None:
    assert _as_now(former.split())[1:] == now.split()


def test_boards_are_listed_and_drawn_with_their_distances(program: Program) -> None:
    first, *others, editions = stdout_of(program, "boards").splitlines()
    assert editions.endswith("french, german, master, modern, spanish")
    assert [line.split(":")[0] for line in (first, *others)] == board_names()
    size = "classic: 25 x 25, 188 hallway squares, 9 rooms, 17 doors, 6 starts, 2 passages"
    drawn = stdout_of(program, "boards", "classic").splitlines()
    assert first == drawn[0] == size
    assert sum("▒▒▒▒▒▒▒▒▒▒" in line for line in drawn) == 7
    table = [line.split() for line in drawn if "/" in line]
    assert [row[0] for row in table if len(row) == 10] == list(load_board("classic").rooms)
    assert "  K kitchen, B ballroom" in stdout_of(program, "boards", "huji")


def test_the_json_of_a_board_is_what_its_file_says(program: Program) -> None:
    classic = json.loads(stdout_of(program, "boards", "classic", "--json", "-"))
    written = tomllib.loads((data_folder("board") / "classic.toml").read_text(encoding="utf-8"))
    assert (classic["schema"], classic["width"], classic["height"]) == (1, 25, 25)
    assert "\n".join(classic["map"]) == written["map"].strip("\n")
    assert (classic["name"], classic["starts"]) == (written["name"], written["starts"])
    for letter, room in written["rooms"].items():
        described = classic["rooms"][room["name"]]
        expected = {"letter": letter, "passage": None} | room
        assert all(described[key] == expected[key] for key in ("letter", "doors", "passage"))
        assert len(described["squares"]) == "".join(classic["map"]).count(letter)
        assert all(classic["map"][y][x] == letter for x, y in described["squares"])


def test_engines_are_listed_with_what_they_are(program: Program) -> None:
    text = stdout_of(program, "engines", COLUMNS="80")
    first = [line.split()[0] for line in text.splitlines() if line.strip()]
    assert [word for word in first if word in engine_names()] == engine_names()
    assert "pyperplan" in first, "an engine that is installed for unified-planning"
    assert "…" not in text
    assert "conditional" in text
    assert "Heuristics of clue-astar:" in text
    assert all(f"{name}:" in text for name in HEURISTICS)


@pytest.fixture
def late(program: Program) -> Program:
    domain = data_folder("pddl") / "clue" / "domain.pddl"
    (program.here / "domain.pddl").write_text(domain.read_text())
    (program.here / "late.pddl").write_text(problem(seed=1, shown=11).to_text())
    return program


def attempts(late: Program, *arguments: object, code: int = 0) -> list[dict[str, Any]]:
    done = late.call("compare-heuristics", "late.pddl", *arguments, "--json", "-")
    assert done.returncode == code, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["attempts"]
    return found


def test_every_heuristic_and_fast_downward_are_compared(late: Program) -> None:
    found = attempts(late)
    costs = {attempt["solver"]: attempt["cost"] for attempt in found}
    assert all(one["length"] < 100 < one["cost"] for one in found), "steps, thousandths of a turn"
    assert list(costs) == [*HEURISTICS, "fast-downward", "fast-downward-opt"]
    assert costs["blind"] == costs["hmax"] == costs["fast-downward"] == min(costs.values())


def test_table_and_chart_show_what_found_no_plan_and_why(late: Program, tmp_path: Path) -> None:
    asked = ["--heuristic", "blind", "--expansions", 2, "--chart", tmp_path / "chart.svg"]
    began = time.monotonic()
    done = late.call("compare-heuristics", "late.pddl", *asked)
    most = 1000 * (time.monotonic() - began)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert next(row for row in rows if "blind" in row)[1:] == ["blind", "-", "-", "-", "-"]
    assert "late, blind: expansions-out: no plan in 2 expansions" in done.stdout
    (row,) = (row for row in rows if "fast-downward" in row)
    assert "-" not in row
    assert 0 < int(row[-3]) < most, "milliseconds"
    drawn = (tmp_path / "chart.svg").read_text()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert all(word in drawn for word in ("blind", "fast-downward", "states expanded"))


def test_a_heuristic_that_fails_is_reported_last_and_ends_with_3(late: Program) -> None:
    (late.here / "mine.py").write_text("def odd(node, task): return float('nan')\n")
    asked = ["--heuristic", "mine.py:odd", "--heuristic", "blind", "--engine", "clue-astar"]
    done = late.call("compare-heuristics", "late.pddl", *asked, code=3)
    (row,) = (row for line in done.stdout.splitlines() if (row := line.split())[:1] == ["blind"])
    assert "-" not in row
    message = "heuristic-error: heuristic mine.py:odd: expected a non-negative number, got nan"
    assert f"late, mine.py:odd: {message}" in done.stdout
    statuses = [attempt["status"] for attempt in attempts(late, *asked, code=3)]
    assert statuses == ["heuristic-error", "solved-optimally", "solved-optimally"]
