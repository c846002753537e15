"""The folder of a match, written so that a killed run can be continued.

``games.jsonl`` is written in the order of the games. A game that finishes before an earlier one
waits in ``journal.jsonl``. Another run plays only the games that are in neither.
"""

import fcntl
import hashlib
import json
import os
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO

from planner_clue.agents.settings import with_defaults
from planner_clue.game.record import game_in
from planner_clue.match.config import MatchConfig
from planner_clue.match.manifest import MANIFEST, differences, manifest, read_manifest
from planner_clue.support.atomic_writes import (
    DRAFT,
    atomic_write,
    check_place,
    name_file,
    write_whole,
)
from planner_clue.support.data import listed
from planner_clue.support.errors import InputError, RecordError, described
from planner_clue.support.json_text import parse_json

_MOST_SAID = 5
"""Maximum number of differences that a message names."""
_SPARE_BYTES = 100_000_000
"""A journal is written anew when it has this much beyond twice the games that waited before."""


def check_folder(folder: Path, config: MatchConfig) -> None:
    """Refuse a folder of another match, or of one with more games."""
    check_place(folder)
    file = folder / MANIFEST
    if not file.exists():
        check_unused(folder)
        return
    found, note = read_manifest(file)
    if different := differences(found, manifest(config)):
        what = f"--out {folder} holds another match ({'; '.join(different[:_MOST_SAID])})"
        raise InputError(f"{what}; expected a new folder, or the same match to go on with")
    if config.games < note.games:
        what = f"--out {folder} holds a match of {note.games} games"
        raise InputError(f"{what}; expected --games {note.games} or more")


def kept_seed(folder: Path | None, name: str = MANIFEST, key: str = "config") -> int | None:
    """Return the seed that a file in a folder has, or None if it is missing or damaged."""
    try:
        seed = parse_json((folder / name).read_text("utf-8"))[key]["seed"] if folder else None
    except (InputError, OSError, ValueError, TypeError, LookupError):
        return None
    return seed if type(seed) is int else None


def locked(folder: Path) -> int:
    """Make and lock a folder until the result is closed; raises :class:`InputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            descriptor = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise InputError(f"--out {folder} cannot be written to: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        what = f"--out {folder} is being written to by another program"
        raise InputError(f"{what}; expected a folder of its own") from None
    return descriptor


def check_unused(folder: Path) -> None:
    """Raise :class:`InputError` for a folder that has more than drafts of a killed run."""
    if any(part.suffix != DRAFT for part in listed(folder)):
        raise InputError(f"--out {folder} is not empty; expected a new folder")


def check_series(
    out: Path, name: str, series: Mapping[str, Any], matches: Mapping[str, MatchConfig], what: str
) -> None:
    """Refuse a folder with another series (``name``), or other ``matches`` below it."""
    check_place(out)
    if (out / name).exists():
        try:
            found = {**parse_json((out / name).read_text(encoding="utf-8"))}
            if what in found:
                found[what] = with_defaults(found[what])
            different = [one.removeprefix(f"{what}, ") for one in differences(found, series)]
        except (ValueError, TypeError) as error:
            raise InputError(f"--out {out}: {name} is damaged: {described(error)}") from error
        if different:
            why = f"--out {out} holds another {what} ({'; '.join(different[:_MOST_SAID])})"
            raise InputError(f"{why}; expected a new folder, or the same {what} to go on with")
    else:
        check_unused(out)
    for folder, config in matches.items():
        check_folder(out / folder, config)


def begin_series(out: Path, name: str, series: Mapping[str, Any]) -> None:
    """Make the folder of a series of matches, and write the file that says which it is."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / name, json.dumps(series, indent=2) + "\n")
    except OSError as error:
        raise InputError(f"--out {out}: {error.strerror}; expected a folder") from error


def saved_summary(folder: Path) -> dict[str, Any] | None:
    """Return the summary of a match that was played to its end, or None if it was not."""
    try:
        summary = parse_json((folder / "summary.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return summary if isinstance(summary, dict) else None


def whole_lines(folder: Path) -> Iterator[tuple[Path, int, bytes]]:
    """Yield the lines of a match's records, with file and number; a torn last one is left out."""
    for path in (folder / "games.jsonl", folder / "journal.jsonl"):
        try:
            with path.open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    if line.endswith(b"\n"):
                        yield path, number, line
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}") from error


class GameStore:
    """Writes ``match.json``, ``games.jsonl``, ``summary.json``; keeps no record in memory."""

    def __init__(self, folder: Path, config: MatchConfig) -> None:
        self.folder = folder
        check_folder(folder, config)
        self._lock = weakref.finalize(self, os.close, locked(folder))
        self._games = folder / "games.jsonl"
        self._journal = folder / "journal.jsonl"
        self.manifest = manifest(config)
        self._written = 0
        """Number of games in order, from 0 on, at the beginning of ``games.jsonl``."""
        self._in_order = 0
        """The offset of their end, in bytes."""
        self._waiting: dict[int, tuple[Path, int, int]] = {}
        """The file of each later game, and the first byte of its record and the byte after."""
        for game, path, begin, end in self._found():
            if path == self._games and (game, begin) == (self._written, self._in_order):
                self._written, self._in_order = game + 1, end
            elif game >= self._written:
                self._waiting[game] = path, begin, end

    def _found(self) -> Iterator[tuple[int, Path, int, int]]:
        """Yield the whole records of an earlier run: game, file, first byte, and the byte after."""
        end, last = 0, None
        for path, number, line in whole_lines(self.folder):
            begin = end if path == last else 0
            end, last = begin + len(line), path
            try:
                game = game_in(line.decode())
            except (RecordError, UnicodeDecodeError) as error:
                raise InputError(f"--out: {path}:{number}: {error}") from error
            if type(game) is not int:
                what = "no game record; expected one with its 'game' number"
                raise InputError(f"--out: {path}:{number}: {what}")
            yield game, path, begin, end

    def __enter__(self) -> "GameStore":
        file = self.folder / MANIFEST
        if file.exists() and read_manifest(file)[1].games != self.manifest["config"]["games"]:
            (self.folder / "summary.json").unlink(missing_ok=True)  # of fewer games
        for draft in self.folder.glob(f"*{DRAFT}"):  # of a killed run: the folder is locked
            draft.unlink()
        write_whole(file, json.dumps(self.manifest, indent=2) + "\n")
        self._late = self._new_journal()  # before games.jsonl is changed
        with self._games.open("ab") as games:
            games.truncate(self._in_order)
        self._out = self._games.open("ab")
        self._write_in_order()
        return self

    def _new_journal(self) -> BinaryIO:
        """Write a journal of nothing but the games that wait, and open it."""
        places = {}
        with atomic_write(self._journal) as journal:
            for game, (path, begin, end) in sorted(self._waiting.items()):
                with path.open("rb") as lines:
                    lines.seek(begin)
                    places[game] = self._journal, journal.tell(), journal.tell() + end - begin
                    journal.write(lines.read(end - begin))
            self._journal_end = journal.tell()
        self._waiting.update(places)
        self._longest_journal = 2 * self._journal_end + _SPARE_BYTES
        return self._journal.open("a+b")

    def __contains__(self, game: int) -> bool:
        return game < self._written or game in self._waiting

    def saved(self) -> Iterator[tuple[int, str]]:
        """Yield the games that are already there, by number, with their lines."""
        with self._games.open("rb") as file:
            for game, line in enumerate(file):
                yield game, line.decode()
        for game in sorted(self._waiting):
            yield game, self._waiting_line(game).decode()

    def add(self, finished: Iterable[tuple[int, str]]) -> None:
        """Write the lines of games; one waits in the journal until all earlier ones are written."""
        for game, line in finished:
            data = line.encode()
            if game == self._written:
                self._out.write(data)
                self._written += 1
            else:
                begin, self._journal_end = self._journal_end, self._journal_end + len(data)
                self._waiting[game] = self._journal, begin, self._journal_end
                self._late.write(data)
        self._late.flush()
        self._write_in_order()
        if self._journal_end > self._longest_journal:
            self._late.close()
            self._late = self._new_journal()

    def _write_in_order(self) -> None:
        while self._written in self._waiting:
            self._out.write(self._waiting_line(self._written))
            del self._waiting[self._written]
            self._written += 1
        self._out.flush()

    def _waiting_line(self, game: int) -> bytes:
        _, begin, end = self._waiting[game]
        return os.pread(self._late.fileno(), end - begin, begin)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        name_file(error, self._games)
        for file in (self._out, self._late):
            # The error, such as a full disk, is reported already.
            with suppress(OSError) if error else nullcontext():
                file.close()
        self._lock()

    def keep_printed(self, game: int, slot: int, text: str) -> None:
        """Write what the agent of a slot printed in a game into a file of its own."""
        if text:
            folder = self.folder / "printed"
            folder.mkdir(exist_ok=True)
            path = folder / f"game-{game}-slot-{slot}.txt"
            path.write_text(text, encoding="utf-8", errors="replace")

    def finish(self, summary: dict[str, Any]) -> None:
        """Write the summary of a complete match, and remove the journal.

        Games beyond the end of the match are left out. The summary gets the ``checksum`` of all.
        """
        if self._written > summary.get("games", self._written):
            with self._games.open("rb+") as games:
                for _ in range(summary["games"]):
                    games.readline()
                games.truncate(games.tell())
        self._journal.unlink(missing_ok=True)
        summary["checksum"] = checksum_of(self._games)
        write_whole(self.folder / "summary.json", json.dumps(summary, indent=2) + "\n")


def checksum_of(games: Path) -> str:
    """Return the SHA-256 checksum of a file of records."""
    with games.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
