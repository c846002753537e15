"""``planner-clue belief`` as a person uses it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import Program
from tests.table.test_observations import example


def write(program: Program, data: Any) -> Path:
    path = program.here / "seen.json"
    path.write_text(json.dumps(data))
    return path


def test_the_table_has_certain_and_probable_cards_and_counts_deals(program: Program) -> None:
    done = program.call("belief", write(program, example()))
    assert done.returncode == 0, done.stderr
    rows = {cells[0]: cells[1:] for line in done.stdout.splitlines() if (cells := line.split())}
    assert rows["green"] == ["-", "-", "yes", "-"]
    assert rows["plum"] == ["yes", "-", "-", "-"]
    assert rows["knife"][0] == "-"
    assert rows["knife"][1] == "-", "seat 1 passed on the knife"
    assert rows["knife"][2] == "-", "so did seat 2"
    assert rows["knife"][3] == "yes"
    assert "mustard, knife" in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" deals are possible.")


def test_json_is_the_documented_object(program: Program) -> None:
    done = program.call("belief", write(program, example()), "--json", "-")
    data = json.loads(done.stdout)
    assert list(data) == ["schema", "deals", "case_file", "holders", "entailed"]
    assert data["schema"] == 1
    assert data["deals"] > 0
    chances = [entry["p"] for entry in data["case_file"]]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    assert set(data["holders"]) >= {"white", "rope", "study"}
    for held in data["holders"].values():
        assert list(held) == ["0", "1", "2", "case"]
        assert sum(held.values()) == pytest.approx(1)
    assert {"card": "green", "holder": 2, "holds": True, "why": [1]} in data["entailed"]
    assert {"card": "knife", "holder": "case", "holds": True, "why": [0, 1]} in data["entailed"]
    assert {"card": "plum", "holder": 0, "holds": True, "why": []} in data["entailed"]
    certain = {(entry["card"], str(entry["holder"])) for entry in data["entailed"]}
    for card, held in data["holders"].items():
        for holder, chance in held.items():
            assert ((card, holder) in certain) is (chance in (0, 1))


def test_logic_leaves_out_which_card_was_chosen(program: Program) -> None:
    data = example()
    data["observations"] = data["observations"][1:]
    seen = write(program, data)
    informed = json.loads(program.call("belief", seen, "--json", "-").stdout)
    logical = json.loads(program.call("belief", seen, "--json", "-", "--logic").stdout)
    assert informed["deals"] == logical["deals"]
    assert informed["holders"]["study"]["2"] < logical["holders"]["study"]["2"]
    assert informed["entailed"] == logical["entailed"]


def test_why_says_what_forces_it(program: Program) -> None:
    data = example() | {"seat_tokens": ["scarlett", "green", "plum"]}
    seen = write(program, data)
    done = program.call("belief", seen, "--why", "Dagger")
    assert done.stdout.startswith("knife is in the case file: seat 2 (plum) passes on mustard,")
    done = program.call("belief", seen, "--why", "study")
    assert done.stdout.splitlines()[0] == (
        "seat 1 (green) does not hold study: "
        "seat 1 (green) passes on green, knife, study in observations[1]."
    )
    assert done.stdout.splitlines()[1].startswith("Possible holders of study: seat 2 (plum) ")


def test_an_impossible_history_is_refused_by_its_observation(program: Program) -> None:
    data = example()
    data["observations"].append(
        {
            "suggester": 0,
            "cards": ["white", "knife", "lounge"],
            "passed": [1],
            "shown_by": 2,
            "card": "knife",
        }
    )
    done = program.call("belief", write(program, data))
    assert done.returncode == 2
    said = (
        "seen.json: observations[4]: seat 2 shows knife: that cannot be true, it "
        "contradicts seat 2 passes on mustard, knife, hall in observations[0]"
    )
    assert said in done.stderr
    assert said in program.call("plan", "--seen", "seen.json").stderr
    assert done.stderr.count("\n") == 1
