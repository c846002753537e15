"""``match.json``: the match, the checksum of every file that plays in it, the versions."""

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins

from planner_clue import __version__
from planner_clue.agents import isolated_agent, registry, settings
from planner_clue.game.board import is_shipped
from planner_clue.game.record import Record, board_from_json
from planner_clue.game.rules import parse_rules
from planner_clue.match.config import RECORDED, MatchConfig
from planner_clue.match.loaded_agents import loaded_agents
from planner_clue.support import json_text, plugins
from planner_clue.support.errors import InputError, RecordError, cut, described, shown

MANIFEST = "match.json"
LOCKED = ("networkx", "numpy", "pyagrum", "unified-planning", "up-fast-downward")
"""The packages whose versions may decide the games."""
Checksum = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_LONGEST = 63
_NOTHING = "nothing"


class Manifest(Struct):
    """match.json: the match, the files that play in it, and the versions."""

    schema: Literal[1]
    config: dict[str, Any]
    """As :meth:`planner_clue.match.config.MatchConfig.to_json` says."""
    files: dict[str, dict[str, Checksum]] = {}
    """The SHA-256 checksum of each file, by its path, for each file that the match names."""
    versions: dict[str, str] = {}


def manifest(config: MatchConfig) -> dict[str, Any]:
    """Return the object of ``match.json``."""
    versions = {"planner-clue": __version__} | {name: version(name) for name in LOCKED}
    files = {spec: _sums(files) for spec, files in _files(config)}
    data: dict[str, Any] = to_builtins(Manifest(1, config.to_json(), files, versions))
    return data


def read_manifest(file: Path) -> tuple[dict[str, Any], MatchConfig]:
    """Return the object of a ``match.json``, and the match; raises :class:`InputError`."""
    try:
        data: dict[str, Any] = json_text.parse_json(file.read_text(encoding="utf-8"))
        read: Manifest = json_text.checked(data, Manifest, InputError)
        match = MatchConfig.from_json(read.config)
    except InputError as error:
        raise InputError(f"{file} is damaged: {error}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{file} is damaged: {described(error)}") from error
    return {**data, "config": settings.with_defaults(read.config)}, match


def differences(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Return in words how two matches differ, other than in their number of games."""
    there, here = flat(found, ", "), flat(wanted, ", ")
    lines = []
    for name in sorted(there.keys() | here.keys()):
        one, other = there.get(name, _NOTHING), here.get(name, _NOTHING)
        if one == other or name == "config, games":
            continue
        if name.startswith("files, ") and _NOTHING not in (one, other):
            lines.append(f"{name.removeprefix('files, ')} was changed")
        else:
            lines.append(
                f"{name}: {cut(str(one), _LONGEST)} there, {cut(str(other), _LONGEST)} now"
            )
    return lines


def check_record(played: Record, data: Mapping[str, Any], match: MatchConfig) -> None:
    """Raise :class:`RecordError` for a game of another match than the one of a ``match.json``."""
    for what, found, expected in _in_both(played, data, match):
        if found != expected:
            place = f"game {played.game}: {what} {shown(found)}"
            raise RecordError(f"{place}; {MANIFEST} has {shown(expected)}")


def _in_both(
    played: Record, data: Mapping[str, Any], match: MatchConfig
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of a record that ``match.json`` has too: name, value here, value there."""
    slots = match.schedule.game(played.game).slots
    yield "seed", played.seed, match.seed
    yield "agents", [row.agent for row in played.seats], [match.agents[slot] for slot in slots]
    yield "rules", str(parse_rules(played.rules)), str(match.load_rules())
    if sums := data.get("files", {}).get(match.board):
        board = board_from_json(played.board)
        text = board.map.toml if board else ""
        own = {sha256(text.encode(coding)).hexdigest() for coding in ("utf-8", "utf-8-sig")}
        yield "board", played.board, played.board if own & {*sums.values()} else match.board
    elif is_shipped(name := match.board.lower()):
        yield "board", played.board, name
    wanted = {name: value for name, value in data["config"].items() if name not in RECORDED}
    recorded = settings.with_defaults(played.settings)
    for name in {**wanted, **recorded}:
        yield name, recorded.get(name), wanted.get(name)


def _files(config: MatchConfig) -> Iterator[tuple[str, list[Path]]]:
    for spec, factory in zip(config.agents, loaded_agents(config).to_check(), strict=True):
        if isinstance(factory, isolated_agent.IsolatedAgentFactory):
            if factory.files:
                yield spec, factory.files
        elif file := registry.file_of(spec):
            folder, modules = file.resolve().parent, [*sys.modules.values()]
            loaded = {Path(getattr(module, "__file__", None) or "/") for module in modules}
            beside = {path for path in loaded if path.parent == folder} - {file.resolve()}
            yield spec, [file, *sorted(beside)]
    heuristic = config.settings.planning.heuristic
    if heuristic and plugins.is_file_spec(heuristic):
        from planner_clue.planner.engines import confined_heuristic

        yield heuristic, confined_heuristic(heuristic).files
    parts = [config.board] if Path(config.board).is_file() else config.board.split("@")
    if files := [Path(part) for part in parts if part.endswith(".toml")]:
        yield config.board, files


def _sums(files: list[Path]) -> dict[str, str]:
    """Return the SHA-256 checksum of each file, by its path from the folder of the first."""
    folder = files[0].resolve().parent
    found = {path.resolve(): sha256(path.read_bytes()).hexdigest() for path in files}
    inside = {path: path.relative_to(folder) for path in found if path.is_relative_to(folder)}
    return {inside.get(path, path).as_posix(): found[path] for path in sorted(found)}


def flat(value: Any, separator: str, name: str = "") -> dict[str, Any]:
    """Return the values inside of an object by their paths; ``name`` is that of the object."""
    if not isinstance(value, Mapping):
        return {name: value}
    found: dict[str, Any] = {}
    for key, inner in value.items():
        found |= flat(inner, separator, f"{name}{separator}{key}" if name else str(key))
    return found
