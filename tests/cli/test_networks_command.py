"""``planner-clue bn`` as a person uses it."""

import re
from pathlib import Path

import pytest

from planner_clue.match import MatchConfig
from tests.cli.helpers import Program
from tests.shared import line_of


@pytest.mark.parametrize(
    ("agent", "image", "seat", "name"),
    [("bn1", "a.png", [], "scarlett (bn1)"), ("bn2", "a.svg", ["--seat", 2], "white (random)")],
)
def test_a_network_is_drawn_and_its_probabilities_printed(
    agent: str, image: str, seat: list[object], name: str, program: Program
) -> None:
    """Of the seat where the agent sat, or of any other; the same bytes each time."""
    (program.here / "game").write_text(line_of(MatchConfig(("bn1", "random", "random")), 0))
    asked = ["bn", "--agent", agent, "--record", "game", "--turn", 4, *seat, "--out", image]
    done = program.call(*asked)
    assert done.returncode == 0, done.stderr
    assert f"{agent}, as seen by {name}, game 0, after turn 4" in done.stdout
    assert re.search("card +scarlett +mustard +white +case +plays as", done.stdout)
    rows = [line.split() for line in done.stdout.splitlines() if "-room " in line]
    assert [row[0] for row in rows] == ["billiard-room", "dining-room"]
    for row in rows:
        assert sum(map(float, row[1:5])) == pytest.approx(1, abs=0.002)
    drawn = Path(program.here / image).read_bytes()
    assert drawn.startswith(b"\x89PNG" if image == "a.png" else b"<?xml")
    assert program.call(*asked).returncode == 0
    assert (program.here / image).read_bytes() == drawn
