"""The file of a game with a person: whole after every step, and complete.

As long as the game goes on, the file has the configuration and every step; when it is over, it is
the record of the game, as a match writes it. It is replaced as a whole, so that it is never torn,
and locked, so that two programs do not play on in it.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from planner_clue.atomic_writes import atomic_write
from planner_clue.errors import InputError, JsonError, RecordError, shown
from planner_clue.json_text import parse_json
from planner_clue.play.config import PlayConfig
from planner_clue.play.course import Step
from planner_clue.play.notebook import HandNotes

SCHEMA = 1
_KIND = "planner-clue play"
_LARGEST = 20_000_000


class Unfinished(NamedTuple):
    """The content of the file of an unfinished game."""

    config: PlayConfig
    steps: tuple[Step, ...]
    notes: dict[int, HandNotes]
    """The notes of each person, by seat."""


class SavedGame:
    """The file of one game, locked until :meth:`close`."""

    def __init__(self, path: Path) -> None:
        """Lock an existing file, or make a new one that is empty.

        Raises :class:`InputError` if another program holds the lock, or it cannot be written.
        """
        self.path = path
        self._lock = _locked(path)

    def write(self, config: PlayConfig, steps: list[Step], notes: Mapping[int, HandNotes]) -> None:
        """Save a game that goes on, with the notes of each person by seat."""
        first, *others = config.persons
        data = {
            "schema": SCHEMA,
            "kind": _KIND,
            "config": config.to_json(),
            "notes": notes[first].to_json(),
            **({"notes_of": {str(o): notes[o].to_json() for o in others}} if others else {}),
            "steps": [step.to_json() for step in steps],
        }
        self._replace(json.dumps(data | {"sum": _sum(data)}, separators=(",", ":")) + "\n")

    def finish(self, line: str) -> None:
        """Write the record of the game, which is over."""
        self._replace(line)

    def _replace(self, text: str) -> None:
        """Replace the file, whole or not at all; the new one is locked before it is there."""
        with ExitStack() as taken:
            with atomic_write(self.path, mode=0o600) as draft:
                fcntl.flock(draft, fcntl.LOCK_EX)
                lock = os.dup(draft.fileno())  # keeps the lock when the draft is closed
                taken.callback(os.close, lock)
                draft.write(text.encode())
            taken.pop_all()
        os.close(self._lock)
        self._lock = lock

    def close(self) -> None:
        """Release the lock."""
        os.close(self._lock)


def _locked(path: Path) -> int:
    """Return a descriptor of the file, locked exclusively."""
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise InputError(
                f"{path} is being played by another program; expected a file of its own"
            ) from None
        with suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        os.close(descriptor)  # it was replaced in the meantime


def read_saved(path: Path) -> Unfinished:
    """Return the game of a file, to go on with.

    Raises :class:`InputError` if there is no file, the game is over, or the file is damaged or
    was modified.
    """
    data = _read(path)
    if "result" in data and "deal" in data:
        raise InputError(f"{path}: this game is over; planner-clue tell {path} tells it")
    try:
        return _parsed(data)
    except InputError as error:
        raise RecordError(f"{path}: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path}: more than {_LARGEST} bytes; expected a saved game")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: not UTF-8 text: {error.reason}") from error
    try:
        data = parse_json(text)
    except JsonError as error:
        where = f"{path}{error.place}"
        raise RecordError(f"{where}: not JSON: {error.what}; expected a saved game") from error
    if not isinstance(data, dict):
        raise RecordError(f"{path}: {shown(data)}; expected a saved game")
    return data


def _parsed(data: dict[str, Any]) -> Unfinished:
    if data.get("kind") != _KIND or data.get("schema") != SCHEMA:
        raise RecordError(
            f"kind {shown(data.get('kind'))}, schema {shown(data.get('schema'))}; expected a saved "
            f"game: kind '{_KIND}', schema {SCHEMA}"
        )
    for name in ("config", "notes", "steps"):
        if name not in data:
            raise RecordError(f"'{name}' is missing")
    config = PlayConfig.from_json(data["config"])
    steps = tuple(_step(number, step) for number, step in enumerate(data["steps"]))
    first, *others = config.persons
    if set(data.get("notes_of", {})) != set(map(str, others)):
        raise RecordError("'notes_of'; expected the notes of each further person")
    kept = {first: data["notes"], **{seat: data["notes_of"][str(seat)] for seat in others}}
    players = len(config.agents)
    notes = {seat: HandNotes.from_json(own, config.deck, players) for seat, own in kept.items()}
    without = {name: part for name, part in data.items() if name != "sum"}
    if data.get("sum") != _sum(without):
        raise RecordError("the file was modified: checksum mismatch; expected it as it was saved")
    return Unfinished(config, steps, notes)


def _step(number: int, data: Any) -> Step:
    try:
        return Step.from_json(data)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"step {number}: {shown(data)}; expected a step of a game") from error


def _sum(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
