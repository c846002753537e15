"""``planner-clue reproduce`` as people run it: gone on with, refused, and its report."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from planner_clue.match import runner
from planner_clue.match.statistics import AgentRow, Tally
from tests.cli.helpers import Program, refusal

REPORT = ["reproduction.md", "reproduction.png", "reproduction.svg"]
QUICK = ["reproduce", "--games", 8, "--jobs", 1, "--tables"]


def report_of(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in REPORT}


def test_a_second_run_plays_nothing_and_writes_the_same_report(program: Program) -> None:
    """Another one is refused, and leaves it alone."""
    program.call(*QUICK, "huji.bn2,huji.bn1")
    out = program.here / "reproduction"
    games = (out / "huji.bn2" / "summary.json").read_bytes()
    before = report_of(out)
    for name in REPORT:
        (out / name).unlink()
    program.run(*QUICK, "huji.bn2,huji.bn1", PYTHONHASHSEED="5", code=0)
    assert report_of(out) == before
    assert (out / "huji.bn2" / "summary.json").read_bytes() == games
    line = refusal(program.call("reproduce", "--games", 9, "--tables", "huji.bn1"))
    assert "--out reproduction holds another comparison (games: 8 there, 9 now)" in line
    assert report_of(out) == before


def test_the_report_in_json_and_as_a_page(program: Program) -> None:
    """A table in the published seats is played as many games as asked, others whole deals."""
    done = program.call(*QUICK, "huji.bn2,huji.bn2.fixed,huji.bn1", "--json", "told.json", code=0)
    assert "huji: published figures in the published seats: " in done.stdout
    told = json.loads((program.here / "told.json").read_text())
    assert (told["schema"], told["games"], told["seed"]) == (1, 8, 1)
    assert told["in_published_seats"]["figures"] == 2
    tables = {table["table"]: table for table in told["tables"]}
    found = [(t["table"], t["rules"], t["games"], t["rotated"]) for t in tables.values()]
    assert found == [
        ("huji.bn1", "huji-bn1", 8, False),
        ("huji.bn2", "huji", 12, True),
        ("huji.bn2.fixed", "huji", 8, False),
    ]
    assert tables["huji.bn2"]["seats"] == ["bn2", "random", "random"]
    bn2, rest = tables["huji.bn2"]["agents"]
    assert [bn2["name"], bn2["published"]] == ["bn2", 0.76]
    assert [rest["name"], rest["published"]] == ["random", 0.24]
    assert bn2["inside"] is (bn2["ci95"][0] <= 0.76 <= bn2["ci95"][1])
    holds = {c["claim"]: c["holds"] for c in told["conclusions"] if c["board"] == "huji"}
    assert holds["planner-huji loses to bn1 and bn2, as published"] is None
    assert holds["bn1 and bn2 win at least 65 % against two random agents"] in (True, False)
    out = program.here / "reproduction"
    config = json.loads((out / "huji.bn2.fixed" / "match.json").read_text())["config"]
    assert (config["seats"], config["games"]) == ("fixed", 8)
    text = (out / "reproduction.md").read_text()
    assert "| `huji.bn2` | 12 | bn2 | 76 % |" in text
    assert "| `huji.bn2.fixed` | 8 | bn2 | 76 % |" in text


def test_forfeits_end_it_with_3(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forfeited(Tally):
        def row(self) -> AgentRow:
            return replace(super().row(), forfeits=2)

    monkeypatch.setattr(runner, "Tally", Forfeited)
    program.call(*QUICK, "huji.bn1", code=3)
    text = (program.here / "reproduction" / "reproduction.md").read_text()
    assert "2 forfeits of bn1, 4 forfeits of random" in text
