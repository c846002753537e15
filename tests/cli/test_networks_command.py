"""``planner-clue bn`` as a person uses it."""

import re
from pathlib import Path

import pytest

from planner_clue.match import MatchConfig
from tests.cli.helpers import Program
from tests.shared import line_of


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a game of bn1."""
    path = tmp_path_factory.mktemp("match") / "games.jsonl"
    path.write_text(line_of(MatchConfig(("bn1", "random", "random")), 0))
    return path


@pytest.mark.parametrize(("agent", "suffix", "seat"), [("bn1", ".png", []), ("bn2", ".svg", [2])])
def test_a_network_is_drawn_and_its_probabilities_printed(
    agent: str, suffix: str, seat: list[int], games: Path, program: Program
) -> None:
    """Of the seat where the agent sat, or of any other; another process draws the same bytes."""
    which = [part for number in seat for part in ("--seat", number)]
    asked = ["bn", "--agent", agent, "--record", games, "--turn", 4, *which, "--out"]
    done = program.call(*asked, f"here{suffix}")
    assert done.returncode == 0, done.stderr
    name = "white (random)" if seat else "scarlett (bn1)"
    assert f"{agent}, as seen by {name}, game 0, after turn 4" in done.stdout
    assert re.search("card +scarlett +mustard +white +case +plays as", done.stdout)
    rows = [line.split() for line in done.stdout.splitlines() if "-room " in line]
    assert [row[0] for row in rows] == ["billiard-room", "dining-room"]
    for row in rows:
        assert sum(map(float, row[1:5])) == pytest.approx(1, abs=0.002)
    again = program.call if seat else program.run
    assert again(*asked, f"there{suffix}").returncode == 0
    here, there = ((program.here / f"{place}{suffix}").read_bytes() for place in ("here", "there"))
    assert here == there
    assert here.startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
