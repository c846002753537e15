"""The lists, the drawings, the help and the version."""

import json
import re
import tomllib
from typing import Any

import pytest

from planner_clue import __version__
from planner_clue.board import board_names, load_board
from planner_clue.data import data_folder
from planner_clue.deliberation.engines import HEURISTICS, engine_names
from tests.cli.helpers import Program

OPTIONS = {
    "match": [
        "--games", "--seed", "--jobs", "--board", "--rules", "--engine", "--out", "--json",
        "--watch", "--pddl-dir",
    ],
    "boards": ["--json", "--svg"],
    "agents": ["--isolation", "--json"],
    "talk": ["--game", "--seed", "--board", "--rules", "--seats"],
    "engines": [],
}  # fmt: skip


@pytest.fixture
def program(tidy_program: Program) -> Program:
    """Return the program; whatever it was told to do, it drops nothing where it ran."""
    return tidy_program


def lines(program: Program, *arguments: object) -> list[str]:
    """Return what the program says."""
    done = program.call(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


# -- help and version ------------------------------------------------------------------------


def test_it_says_its_version(program: Program) -> None:
    """Run as ``python -m planner_clue``."""
    done = program.run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"planner-clue {__version__}\n", "")


@pytest.mark.parametrize("arguments", [[], ["--help"]], ids=["nothing", "help"])
def test_without_a_command_it_helps(program: Program, arguments: list[str]) -> None:
    text = "\n".join(lines(program, *arguments))
    assert all(re.search(rf"^ +{command}\b", text, re.MULTILINE) for command in OPTIONS)
    for code in ("0 done", "1 the program failed", "2 wrong usage or input", "3 finished"):
        assert code in " ".join(text.split())


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("command", [[], ["bench"]], ids=["all", "bench"])
def test_help_cuts_no_summary(program: Program, command: list[str], columns: int) -> None:
    said = program.call(*command, "--help", COLUMNS=str(columns)).stdout.splitlines()
    summaries = said[said.index("Commands:") + 1 :]
    assert len(summaries) > 5
    assert not any(line.endswith("...") for line in summaries)


@pytest.mark.parametrize("command", OPTIONS)
def test_help_explains_every_option(program: Program, command: str) -> None:
    text = "\n".join(lines(program, command, "--help"))
    for option in [*OPTIONS[command], "--help"]:
        assert re.search(rf"^ +{option}( \S+)? .*[a-z]", text, re.MULTILINE), option


# -- boards ----------------------------------------------------------------------------------


def test_boards_are_listed_with_their_sizes(program: Program) -> None:
    said = lines(program, "boards")
    assert [line.split(":")[0] for line in said] == board_names() == ["classic", "huji"]
    assert said[0] == (
        "classic: 25 x 25, 188 hallway squares, 9 rooms, 17 doors, 6 starts, 2 passages"
    )


def test_a_board_is_drawn_with_its_distances(program: Program) -> None:
    said = lines(program, "boards", "classic")
    board = load_board("classic")
    assert said[0].startswith("classic: 25 x 25")
    assert sum("▒▒▒▒▒▒▒▒▒▒" in line for line in said) == 7
    table = [line.split() for line in said if "/" in line]
    assert [row[0] for row in table if len(row) == 10] == list(board.rooms)


@pytest.fixture
def classic(program: Program) -> Any:
    """Return what is known of the classic board; stdout is one JSON object."""
    (line,) = lines(program, "boards", "classic", "--json", "-")
    return json.loads(line)


def test_the_json_of_a_board_is_what_its_file_says(classic: dict[str, Any]) -> None:
    written = tomllib.loads((data_folder("board") / "classic.toml").read_text(encoding="utf-8"))
    assert classic["schema"] == 1
    assert classic["name"] == written["name"]
    assert "\n".join(classic["map"]) == written["map"].strip("\n")
    assert (classic["width"], classic["height"]) == (25, 25)
    assert classic["starts"] == written["starts"]
    for letter, room in written["rooms"].items():
        described = classic["rooms"][room["name"]]
        assert described["letter"] == letter
        assert described["doors"] == room["doors"]
        assert described["passage"] == room.get("passage")
        assert len(described["squares"]) == "".join(classic["map"]).count(letter)
        assert all(classic["map"][y][x] == letter for x, y in described["squares"])


# -- agents and engines ----------------------------------------------------------------------


def test_engines_are_listed_with_what_they_are(program: Program) -> None:
    said = lines(program, "engines")
    first = [line.split()[0] for line in said if line.strip()]
    assert [word for word in first if word in engine_names()] == engine_names()
    assert "pyperplan" in first, "an engine that is installed for unified-planning"
    text = " ".join(" ".join(said).split())
    assert "conditional" in text
    assert "Heuristics of clue-astar:" in text
    assert all(f"{name}:" in text for name in HEURISTICS)


def test_no_word_of_a_list_is_cut_or_broken(program: Program) -> None:
    assert "…" not in program.call("engines", COLUMNS="80").stdout
    assert "  K kitchen, B ballroom" in program.call("boards", "huji").stdout
