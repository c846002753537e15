"""``planner-clue belief``, ``bn`` and ``plan --seen``: what a seat knows, and its plan."""

import json
import re
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from planner_clue.deliberation.formulations import domain_text
from planner_clue.match import MatchConfig
from tests.cli.helpers import Program
from tests.shared import line_of
from tests.table.test_observations import example


def belief(program: Program, data: dict[str, Any], *arguments: object) -> CompletedProcess[str]:
    (program.here / "seen.json").write_text(json.dumps(data))
    return program.call("belief", "seen.json", *arguments)


def test_json_is_the_documented_object(program: Program) -> None:
    data = json.loads(belief(program, example(), "--json", "-").stdout)
    assert list(data) == ["schema", "deals", "case_file", "holders", "entailed"]
    assert data["schema"] == 1
    assert data["deals"] > 0
    chances = [entry["p"] for entry in data["case_file"]]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    for because in (
        {"card": "green", "holder": 2, "holds": True, "why": [1]},
        {"card": "knife", "holder": "case", "holds": True, "why": [0, 1]},
        {"card": "plum", "holder": 0, "holds": True, "why": []},
    ):
        assert because in data["entailed"]
    certain = {(entry["card"], str(entry["holder"])) for entry in data["entailed"]}
    assert len(data["holders"]) == 21
    for card, held in data["holders"].items():
        assert list(held) == ["0", "1", "2", "case"]
        assert sum(held.values()) == pytest.approx(1)
        for holder, chance in held.items():
            assert ((card, holder) in certain) is (chance in (0, 1))


def test_logic_leaves_out_which_card_was_chosen(program: Program) -> None:
    data = example() | {"observations": example()["observations"][1:]}
    informed, logical = (
        json.loads(belief(program, data, "--json", "-", *logic).stdout)
        for logic in ([], ["--logic"])
    )
    assert informed["deals"] == logical["deals"]
    assert informed["holders"]["study"]["2"] < logical["holders"]["study"]["2"]
    assert informed["entailed"] == logical["entailed"]


def test_why_says_what_forces_it(program: Program) -> None:
    data = example() | {"seat_tokens": ["scarlett", "green", "plum"]}
    said = belief(program, data, "--why", "Dagger").stdout
    assert said.startswith("knife is in the case file: seat 2 (plum) passes on mustard,")
    first, second = belief(program, data, "--why", "study").stdout.splitlines()
    assert (
        "not hold study: seat 1 (green) passes on green, knife, study in observations[1]" in first
    )
    assert second.startswith("Possible holders of study: seat 2 (plum) ")


def test_a_plan_is_made_for_what_was_seen(program: Program) -> None:
    belief(program, example())
    program.call("plan", "--seen", "seen.json", "--out", "out", code=0)
    files = {path.name: path.read_text() for path in (program.here / "out").iterdir()}
    assert set(files) == {"domain.pddl", "problem.pddl", "plan", "why.json"}
    assert files["domain.pddl"].endswith(domain_text("clue"))
    facts = ("(held green)", "(murder knife)", "(held plum)", "(unlocated mustard)")
    assert all(fact in files["problem.pddl"] for fact in facts)
    why = json.loads(files["why.json"])
    assert why["trigger"] == "new-fact"
    assert "knife" in why["assumption"]


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
    done = program.call(*asked, code=0)
    assert f"{agent}, as seen by {name}, game 0, after turn 4" in done.stdout
    assert re.search("card +scarlett +mustard +white +case +plays as", done.stdout)
    rows = [line.split() for line in done.stdout.splitlines() if "-room " in line]
    assert [row[0] for row in rows] == ["billiard-room", "dining-room"]
    for row in rows:
        assert sum(map(float, row[1:5])) == pytest.approx(1, abs=0.002)
    drawn = Path(program.here / image).read_bytes()
    assert drawn.startswith(b"\x89PNG" if image == "a.png" else b"<?xml")
    program.call(*asked, code=0)
    assert (program.here / image).read_bytes() == drawn
