"""The schemas of the files that a match leaves: real files keep them, and nothing else does."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchmarks.schemas import schemas
from planner_clue.agents.settings import AgentSettings, IsolationSettings, PlanningSettings
from planner_clue.deliberation.decision import read_decisions
from planner_clue.match import MatchConfig, run_match
from planner_clue.match.stopping import SequentialTest
from planner_clue.runs.seat_rows import COLUMNS
from tests.cli.helpers import PLANNED, SMALL_BOARD, agent_file, records
from tests.match.test_deal_watch import FIXED, STOPPING
from tests.shared import once, shared_folder

DOCS = Path(__file__).parent.parent / "docs"
NAMES = ("record", "decision", "match", "summary")
PRICED = AgentSettings(planning=PlanningSettings(model="priced"))
HERE = AgentSettings(isolation=IsolationSettings(isolate="none"))
PLANNERS = ("planner", "planner-on-classic", "priced", "published-planner")


def schema(name: str) -> Draft202012Validator:
    """Return the schema, itself checked."""
    found = json.loads((DOCS / "schemas" / f"{name}.schema.json").read_text())
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def event_kinds() -> list[str]:
    """Return the kinds of events that the schema of a record knows."""
    data: Any = json.loads((DOCS / "schemas" / "record.schema.json").read_text())
    return list(data["properties"]["events"]["items"]["discriminator"]["mapping"])


def problems(name: str, data: Any) -> list[str]:
    """Return where data does not keep a schema."""
    return [f"{error.json_path}: {error.message[:200]}" for error in schema(name).iter_errors(data)]


def test_the_schemas_are_those_of_the_types() -> None:
    """``make schemas`` writes them."""
    for name in NAMES:
        written = json.loads((DOCS / "schemas" / f"{name}.schema.json").read_text())
        assert written == schemas()[name], name


# -- real files ------------------------------------------------------------------------------


def configs(folder: Path) -> Iterator[tuple[str, MatchConfig]]:
    """Yield matches of all kinds."""
    board = folder / "corridor.toml"
    board.write_text(SMALL_BOARD, encoding="utf-8")
    bad = agent_file(
        folder,
        "def accuse(self):\n    raise RuntimeError('broken')\n"
        "def notes(self):\n    return [{'said': 'good luck'}, {'normalised': 'case'}]",
    )
    hasty = agent_file(
        folder,
        "def accuse(self):\n    from planner_clue import Accusation\n"
        "    return Accusation('green', 'rope', 'hall')",
        "hasty.py",
    )
    one = MatchConfig(("random",) * 3, 1, board="none", seats="fixed", settings=HERE)
    yield "planner", PLANNED
    agents = ("planner", "entropy", "exact")
    yield "planner-on-classic", replace(one, agents=agents, board="classic", rules="huji")
    yield "published-planner", replace(one, agents=("planner-huji", "random", "random"))
    yield "priced", MatchConfig(PLANNED.agents, 1, rules="huji-bn1", settings=PRICED)
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
    """Return the folders of matches of all kinds, played once a run."""
    return once(_played)


def _played() -> dict[str, Path]:
    folder = Path(mkdtemp(dir=shared_folder()))
    for name, config in configs(folder):
        run_match(config, out=folder / name)
    return {path.name: path for path in folder.iterdir() if path.is_dir()}


def test_every_file_of_every_match_keeps_its_schema(folders: dict[str, Path]) -> None:
    for name, folder in folders.items():
        for part in ("match", "summary"):
            data = json.loads((folder / f"{part}.json").read_text())
            assert problems(part, data) == [], f"{name}: {part}.json"
        for record in records(folder / "games.jsonl"):
            assert problems("record", record) == [], f"{name}: game {record['game']}"


def test_every_decision_keeps_its_schema(folders: dict[str, Path]) -> None:
    """And what keeps it is read as a decision: schema and reader agree."""
    checked = 0
    for name in PLANNERS:
        for record in records(folders[name] / "games.jsonl"):
            for note in (note for notes in record["notes"] for note in notes):
                assert problems("decision", note) == []
                assert len(read_decisions([note])) == 1
                checked += 1
    assert checked > 20
    assert problems("decision", {"said": "good luck"}) != []


def test_these_matches_show_every_kind_of_event_and_end(folders: dict[str, Path]) -> None:
    """So every part of the schema of a record is held against something real."""
    games = [record for folder in folders.values() for record in records(folder / "games.jsonl")]
    kinds = {event["kind"] for record in games for event in record["events"]}
    assert kinds == set(event_kinds())
    assert {record["result"]["how"] for record in games} >= {
        "accusation",
        "turn-limit",
        "last-wins",
    }
    assert any(isinstance(record["board"], dict) for record in games)


# -- deliberate violations -------------------------------------------------------------------


def objects(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all objects in data, but of those whose keys are free."""
    if isinstance(data, dict):
        yield path
        for key, value in data.items():
            yield from objects(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from objects(value, (*path, index))


FREE = {"versions", "ends", "forfeit_kinds", "normalised", "planner_failures", "alternatives"}
OPTIONAL = {"seats", "stopped", "until_width", "sprt"}


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def sample(folders: dict[str, Path], name: str) -> Any:
    folder = folders["planner"]
    if name in ("match", "summary"):
        return json.loads((folders["stopped"] / f"{name}.json").read_text())
    record = records(folder / "games.jsonl")[0]
    if name == "decision":
        return next(note for note in record["notes"][0] if "plan" in note)
    return record | {"notes": [[], [], []]}


@pytest.mark.parametrize("name", NAMES)
def test_what_has_a_field_more_or_less_is_refused(folders: dict[str, Path], name: str) -> None:
    data = sample(folders, name)
    assert problems(name, data) == []
    fixed = [path for path in objects(data) if not FREE & set(path)]
    assert fixed
    for path in fixed:
        more = deepcopy(data)
        at(more, path)["colour"] = "red"
        assert problems(name, more) != [], path
    for key in data.keys() - OPTIONAL:
        less = {name: value for name, value in data.items() if name != key}
        if name != "decision" or key in ("turn", "assumption", "chance", "trigger", "cost"):
            assert problems(name, less) != [], key


def changed(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: data | fields


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("record", changed(schema=2)),
        ("record", changed(game=-1)),
        ("record", changed(marks=["slow"])),
        ("record", changed(result={"winner": 0, "how": "luck"})),
        ("record", changed(events=[{"kind": "pass", "turn": 1, "seat": 0, "card": "rope"}])),
        ("record", changed(events=[{"kind": "roll", "turn": 1, "seat": 0, "dice": [7]}])),
        ("record", changed(notes=[["text"], [], []])),
        ("decision", changed(trigger="boredom")),
        ("decision", changed(chance=1.5)),
        ("decision", changed(assumption=["plum", "rope"])),
        ("match", changed(schema="1")),
        ("match", lambda data: data | {"config": data["config"] | {"agents": ["random"]}}),
        ("match", lambda data: data | {"config": data["config"] | {"until_width": 1.0}}),
        ("summary", changed(games=0)),
        ("summary", changed(seconds="long")),
    ],
)
def test_wrong_values_are_refused(
    folders: dict[str, Path], name: str, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    assert problems(name, change(sample(folders, name))) != []


# -- the page --------------------------------------------------------------------------------


def fields(part: Any) -> set[str]:
    """Return the names of all fields in a schema."""
    if isinstance(part, list):
        return set().union(*map(fields, part))
    if not isinstance(part, dict):
        return set()
    named = part.get("properties", {})
    own = set(named) if isinstance(named, dict) else set()
    return own.union(*(fields(value) for value in part.values()))


def test_the_page_tells_every_column_of_the_rows() -> None:
    page = (DOCS / "records.md").read_text()
    told = [name for name in COLUMNS if not name.startswith("replans_")]
    assert [name for name in told if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_page_tells_every_field(name: str) -> None:
    page = (DOCS / "records.md").read_text()
    missing = [field for field in fields(schema(name).schema) if f"`{field}`" not in page]
    assert missing == []
    assert f"(schemas/{name}.schema.json)" in page
