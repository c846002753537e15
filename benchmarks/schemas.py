"""Writes the JSON schemas of the files of a match, from their types: ``make schemas``."""

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.protocol_lines import ANSWERS, CALLS
from planner_clue.agents.gambles import Gamble
from planner_clue.agents.settings import IsolationSettings, PlanningSettings
from planner_clue.game.record import Record
from planner_clue.match.config import REQUIRED, MatchConfig
from planner_clue.match.manifest import Manifest
from planner_clue.match.runner import Summary
from planner_clue.planner.decision import Replan

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"
_KINDS = {"record": Record, "match": Manifest, "summary": Summary}
_TOGETHER = {
    "replan": {
        "dependentRequired": {
            "plan": ["cost"],
            "cost": ["plan"],
            "alternatives": ["plan"],
            "failure": ["detail"],
            "detail": ["failure"],
        }
    }
}
"""Fields that stand together, where that does not follow from the types."""


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each file, and of the lines of programs, by its name."""
    written = {name: _schema(name, kind) for name, kind in _KINDS.items()}
    return written | {"decision": _decision(), "protocol": _protocol()}


def _decision() -> dict[str, Any]:
    """Return the schema of a decision: a replan or a gamble."""
    kinds = {"replan": _schema("replan", Replan), "gamble": _schema("gamble", Gamble)}
    defined = kinds["replan"].pop("$defs") | kinds["gamble"].pop("$defs")
    dialect = {schema.pop("$schema") for schema in kinds.values()}
    return {
        "$schema": dialect.pop(),
        "title": "A decision of a planner, as the notes of a record contain it.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds],
        "$defs": kinds | defined,
    }


def _protocol() -> dict[str, Any]:
    """Return the schema of a line that passes between a match and a program.

    It also has one for the answer to each call, as ``$defs/answer-to-CALL``.
    """
    kinds = [*CALLS.values(), *ANSWERS.values()]
    described, parts = msgspec.json.schema_components(kinds)
    calls, answers = described[: len(CALLS)], described[len(CALLS) :]
    named = {
        f"answer-to-{call}": {
            "type": "object",
            "properties": {"id": {"type": "integer"}, "answer": answer},
            "required": ["id", "answer"],
        }
        for call, answer in zip(ANSWERS, answers, strict=True)
    }
    defined = _closed(parts | named)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line that passes between a match and a program, version 1 of the protocol.",
        "anyOf": [*calls, *({"$ref": f"#/$defs/{name}"} for name in named)],
        "$defs": {name: defined[name] for name in sorted(defined)},
    }


def _schema(name: str, kind: type) -> dict[str, Any]:
    kinds = [kind, MatchConfig, PlanningSettings, IsolationSettings]
    _, parts = msgspec.json.schema_components(kinds, schema_hook=lambda kind: {"type": "string"})
    defined = {part: _closed(schema) for part, schema in parts.items()}
    top, config, planning, isolation = (_top(part, defined) for part in kinds)
    config["required"] = list(REQUIRED)
    for part, unrecorded in (
        (config, "settings"),
        (config, "pddl_dir"),
        (isolation, "hidden"),
        (planning, "domain_source"),
    ):
        del part["properties"][unrecorded]
    planning["required"] = isolation["required"] = []  # what is missing is as it is by default
    settings = _merged(planning, isolation)
    for field, flat in (("settings", settings), ("config", _merged(config, settings))):
        if field in top["properties"]:
            top["properties"][field] = flat
    used = json.dumps([top, defined])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **top,
        **_TOGETHER.get(name, {}),
        "$defs": {part: defined[part] for part in sorted(defined) if f'$defs/{part}"' in used},
    }


def _top(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a kind; what it always writes is required."""
    schema: dict[str, Any] = defined.pop(kind.__name__)
    schema["title"] = schema.pop("description")
    config = getattr(kind, "__struct_config__", None)
    if not config or not config.omit_defaults:
        schema["required"] = list(schema["properties"])
    return schema


def _closed(schema: Any) -> Any:
    """Return a schema whose objects have no other fields."""
    if isinstance(schema, list):
        return list(map(_closed, schema))
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items() if key != "default"}
    if isinstance(described := closed.get("description"), str):
        text = inspect.cleandoc(described)  # newer Pythons do so by themselves
        closed["description"] = text.partition("\n\n>>>")[0]  # examples are for readers of Python
    return {**closed, "additionalProperties": False} if "properties" in schema else closed


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with the fields of two."""
    properties = {**one["properties"], **other["properties"]}
    return {
        "type": "object",
        "properties": properties,
        "required": [*one["required"], *other["required"]],
        "additionalProperties": False,
    }


def main() -> None:
    """Write the schemas to ``docs/schemas/``."""
    for name, schema in schemas().items():
        text = json.dumps(schema, indent=2) + "\n"
        (FOLDER / f"{name}.schema.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
