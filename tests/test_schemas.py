"""The schemas of the files that a match leaves: real files keep them, and nothing else does."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchmarks.schemas import schemas
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.match import MatchConfig, run_match
from planner_clue.match.runs.results import COLUMNS
from planner_clue.match.stopping import SequentialTest
from planner_clue.planner.decision import read_decisions
from tests.cli.helpers import PLANNED, SMALL_BOARD, agent_file, records
from tests.match.test_runner import FIXED, STOPPING
from tests.shared import HERE, once, shared_folder

DOCS = Path(__file__).parent.parent / "docs"
NAMES = ("record", "decision", "match", "summary")
FEW = AgentSettings(planning=PlanningSettings(follow_ups=2))
PLANNERS = ("planner", "planner-on-classic", "few", "published-planner")


@cache
def schema(name: str) -> Draft202012Validator:
    found = json.loads((DOCS / "schemas" / f"{name}.schema.json").read_text())
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def problems(name: str, data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in schema(name).iter_errors(data)]


def test_the_schemas_are_those_of_the_types() -> None:
    """``make schemas`` writes them."""
    for name in NAMES:
        written = json.loads((DOCS / "schemas" / f"{name}.schema.json").read_text())
        assert written == schemas()[name], name


def configs(folder: Path) -> Iterator[tuple[str, MatchConfig]]:
    board = folder / "corridor.toml"
    board.write_text(SMALL_BOARD, encoding="utf-8")
    notes = "def notes(self): return [{'said': 'good luck'}, {'normalised': 'case'}]"
    bad = agent_file(folder, f"def accuse(self): raise RuntimeError('broken')\n{notes}")
    wrong = "import planner_clue as clue; return clue.Accusation('green', 'rope', 'hall')"
    hasty = agent_file(folder, f"def accuse(self): {wrong}", "hasty.py")
    one = MatchConfig(("random",) * 3, 1, board="none", seats="fixed", settings=HERE)
    yield "planner", PLANNED
    agents = ("planner", "entropy", "exact")
    yield "planner-on-classic", replace(one, agents=agents, board="classic", rules="huji")
    yield "published-planner", replace(one, agents=("planner-huji", "random", "random"))
    yield "few", MatchConfig(PLANNED.agents, 1, rules="huji-bn1", settings=FEW)
    yield "own-board", replace(one, agents=("random",) * 4, board=str(board))
    yield "forfeits", replace(one, agents=(bad, "random", "exact"), games=2)
    yield "wrong-accusations", replace(one, agents=(hasty, "random", "random"), games=2)
    yield "no-winner", replace(one, rules="standard,turn_limit=4")
    yield "last-wins", replace(one, agents=(bad, bad, "random"), rules="huji,last_wins=yes")
    yield "stopped", STOPPING
    yield "to-its-end", replace(FIXED, games=31, until_width=0.01)
    yield "sprt", replace(FIXED, games=31, sprt=SequentialTest((0, 2)))


@pytest.fixture(scope="module")
def folders() -> dict[str, Path]:
    return once(_played)


def _played() -> dict[str, Path]:
    folder = Path(mkdtemp(dir=shared_folder()))
    named = dict(configs(folder))
    for name, config in named.items():
        run_match(config, out=folder / name)
    return {name: folder / name for name in named}


def test_every_file_of_every_match_keeps_its_schema(folders: dict[str, Path]) -> None:
    """They show every kind of event and end, so every part of a schema meets something real."""
    games = []
    for name, folder in folders.items():
        for part in ("match", "summary"):
            data = json.loads((folder / f"{part}.json").read_text())
            assert problems(part, data) == [], f"{name}: {part}.json"
        for record in records(folder / "games.jsonl")[:3]:  # of a long match, all are alike
            assert problems("record", record) == [], f"{name}: game {record['game']}"
            games.append(record)
    whole: Any = schema("record").schema
    kinds = {event["kind"] for record in games for event in record["events"]}
    assert kinds | {"reveal"} == set(
        whole["properties"]["events"]["items"]["discriminator"]["mapping"]
    )
    ends = {record["result"]["how"] for record in games}
    assert ends >= {"accusation", "turn-limit", "last-wins"}
    assert any(isinstance(record["board"], dict) for record in games)


def test_every_decision_keeps_its_schema(folders: dict[str, Path]) -> None:
    """And what keeps it is read as a decision: schema and reader agree."""
    games = [record for name in PLANNERS for record in records(folders[name] / "games.jsonl")]
    found = [note for record in games for notes in record["notes"] for note in notes]
    assert len(found) > 15
    assert [problem for note in found for problem in problems("decision", note)] == []
    assert len(read_decisions(found)) == len(found)
    assert problems("decision", {"said": "good luck"}) != []


def objects(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in parts:
        if isinstance(value, dict | list) and key not in FREE:
            yield from objects(value)


FREE = {"versions", "ends", "forfeit_kinds", "normalised", "planner_failures", "alternatives"}
OPTIONAL = {"seats", "stopped", "until_width", "sprt"}


def sample(folders: dict[str, Path], name: str) -> Any:
    if name in ("match", "summary"):
        return json.loads((folders["stopped"] / f"{name}.json").read_text())
    record = records(folders["planner"] / "games.jsonl")[0]
    if name == "decision":
        return next(note for note in record["notes"][0] if "plan" in note)
    return record | {"notes": [[], [], []]}


@pytest.mark.parametrize("name", NAMES)
def test_what_has_a_field_more_or_less_is_refused(folders: dict[str, Path], name: str) -> None:
    data = sample(folders, name)
    assert problems(name, data) == []
    for part in objects(data):
        part["colour"] = "red"
        assert problems(name, data) != [], part
        del part["colour"]
    for key in data.keys() - OPTIONAL - ({"checksum"} if name == "summary" else set()):
        less = {name: value for name, value in data.items() if name != key}
        if name != "decision" or key in ("turn", "assumption", "chance", "trigger", "cost"):
            assert problems(name, less) != [], key


@pytest.mark.parametrize(("name", "part"), [("match", "config"), ("record", "settings")])
def test_a_newer_setting_may_be_missing(folders: dict[str, Path], name: str, part: str) -> None:
    data = sample(folders, name)
    for setting in AgentSettings().to_json():
        del data[part][setting]
        assert problems(name, data) == []


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("record", {"schema": 2}),
        ("record", {"result": {"winner": 0, "how": "luck"}}),
        ("record", {"events": [{"kind": "roll", "turn": 1, "seat": 0, "dice": [7]}]}),
        ("decision", {"trigger": "boredom"}),
        ("decision", {"chance": 1.5}),
        ("match", {"config": {}}),
        ("summary", {"games": 0}),
    ],
)
def test_wrong_values_are_refused(
    folders: dict[str, Path], name: str, changes: dict[str, Any]
) -> None:
    assert problems(name, sample(folders, name) | changes) != []


def fields(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(fields, part))
    if not isinstance(part, dict):
        return set()
    named = part.get("properties", {})
    own = set(named) if isinstance(named, dict) else set()
    return own.union(*(fields(value) for value in part.values()))


def test_the_page_lists_every_field_and_every_column_of_the_rows() -> None:
    page = (DOCS / "records.md").read_text()
    names = {name for name in COLUMNS if not name.startswith("replans_")}
    for name in NAMES:
        assert f"(schemas/{name}.schema.json)" in page
        names |= fields(schema(name).schema)
    assert [name for name in names if f"`{name}`" not in page] == []
