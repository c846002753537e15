"""Files of a submission, read once and within bounds, from a folder, a zip file or a single file.

Nothing is unpacked, no link is followed, and only files that the exercise asks for are read.
"""

import os
import stat
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from planner_clue.data import is_stray
from planner_clue.errors import SubmissionError, nearest, printable

LARGEST_FILE = 1_000_000
"""Bytes that a file may have, if the exercise does not say otherwise."""
LARGEST_ARCHIVE = 20_000_000
"""Bytes that a zip file may have."""
MOST_FILES = 50
_MOST_ENTRIES = 2_000
_NAMED = 8
"""Maximum number of found names that the message on a missing file lists."""
_Read: TypeAlias = Callable[[int], bytes]
"""Reads at most that many bytes; ``OSError`` or ``ValueError`` where the file is not usable."""


@dataclass(frozen=True)
class Submission:
    """The submitted files, by name, and the faults of others."""

    files: Mapping[str, bytes]
    faults: Mapping[str, str] = field(default_factory=dict)
    """Why a wanted file is not usable, by its name."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that its code must not be able to read."""
    imports: tuple[str, ...] = ()
    """Packages that its code may import beside the standard library."""
    secret: str = ""
    """Text of the teacher's from which the seeds of matches are derived."""
    is_trusted: bool = False
    """Whether it is the teacher's own, whose code may run in the grader's process."""

    def text(self, name: str) -> str:
        """Return a file's text; :class:`SubmissionError` says why it cannot be had."""
        if name not in self.files:
            why = self.faults.get(name, "it was not handed in")
            raise SubmissionError(f"{name}: {why}", f"This case needs the file {name}.")
        try:
            text = self.files[name].decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise SubmissionError(f"{name}: not a text in UTF-8", "Was another file handed in?")
        if not text.strip():
            raise SubmissionError(f"{name}: the file is empty", f"This case needs {name}.")
        return text

    def toml(self, name: str) -> dict[str, Any]:
        """Return the data of a TOML file; raises :class:`SubmissionError`."""
        try:
            return tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError as error:
            raise SubmissionError(f"{name}: {error}", "It is not TOML.") from error


def collect(place: Path, wanted: Iterable[str], largest: int = LARGEST_FILE) -> Submission:
    """Return the submission at ``place``; this never fails.

    ``wanted`` are names of files, or patterns such as ``*.py``, looked for at the top or else in
    the only folder there. A file may have ``largest`` bytes.
    """
    wanted = tuple(wanted)
    try:
        if place.is_dir():
            files, folders = _entries(place)
            if not _chosen(files, wanted) and len(folders) == 1:
                files, _ = _entries(folders[0])
            return _submission(files, wanted, largest)
        if not place.is_file():
            why = f"nothing was handed in: {place} is not a file or a folder"
        elif is_zipfile(place):
            return _from_zip(place, wanted, largest)
        elif place.suffix.lower() == ".zip":
            why = f"{place} is not a zip file that can be read"
        else:
            named = [*filter(_is_name, wanted)]  # its own name matters if several are wanted
            name = named[0] if len(named) == 1 else place.name
            return _submission({name: partial(_read, place)}, wanted, largest)
    except (OSError, ValueError) as error:
        why = f"{place} cannot be read: {error}"
    return _without_files(wanted, why)


def _submission(found: Mapping[str, _Read], wanted: tuple[str, ...], largest: int) -> Submission:
    """Return the wanted ones of the files that were found, with the faults of the others."""
    files, faults = dict[str, bytes](), dict[str, str]()
    for name in _chosen(found, wanted):
        try:
            content = found[name](largest + 1)
            if len(content) > largest:
                raise ValueError(f"it has more than {largest} bytes")
            files[name] = content
        except (OSError, ValueError) as error:
            faults[name] = printable(getattr(error, "strerror", None) or str(error))
    others = [printable(name) for name in sorted(found)][:_NAMED]
    for name in wanted:
        if _is_name(name) and name not in found:
            hint = f"; {nearest(name, others)}" if others else ", and there is no other file"
            faults[name] = f"it is missing{hint}"
    return Submission(files, faults)


def _without_files(wanted: Iterable[str], why: str) -> Submission:
    return Submission({}, dict.fromkeys(filter(_is_name, wanted), printable(why)))


def _is_name(wanted: str) -> bool:
    return not set(wanted) & set("*?[")


def _chosen(names: Iterable[str], wanted: tuple[str, ...]) -> list[str]:
    """Return the wanted ones among names, at most :data:`MOST_FILES`."""
    found = (name for name in sorted(names) if any(fnmatch(name, pattern) for pattern in wanted))
    return list(islice(found, MOST_FILES))


def _entries(folder: Path) -> tuple[dict[str, _Read], list[Path]]:
    files, folders = dict[str, _Read](), list[Path]()
    with os.scandir(folder) as entries:
        for entry in islice(entries, _MOST_ENTRIES):
            if is_stray(PurePath(entry.name)):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(Path(entry.path))
            else:
                files[entry.name] = partial(_read, Path(entry.path))
    return files, folders


def _read(path: Path, most: int) -> bytes:
    if path.is_symlink():
        raise ValueError("it is a link; expected the file itself")
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("it is not an ordinary file")
        return stream.read(most)


def _from_zip(archive: Path, wanted: tuple[str, ...], largest: int) -> Submission:
    if archive.stat().st_size > LARGEST_ARCHIVE:
        return _without_files(wanted, f"{archive} has more than {LARGEST_ARCHIVE} bytes")
    try:
        with ZipFile(archive) as content:
            return _submission(_in_archive(content, wanted), wanted, largest)
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        return _without_files(wanted, f"{archive} is not a zip file that can be read: {error}")
    except Exception as error:  # what a broken archive does to the unpacking libraries
        return _without_files(wanted, f"{archive} cannot be unpacked: {type(error).__name__}")


def _in_archive(content: ZipFile, wanted: tuple[str, ...]) -> dict[str, _Read]:
    """Return the files at the top of an archive, or in the only folder there."""
    few = [entry for entry in content.infolist()[:_MOST_ENTRIES] if not entry.is_dir()]
    paths = [(PurePosixPath(entry.filename), partial(_unpacked, content, entry)) for entry in few]
    paths = [(path, read) for path, read in paths if not is_stray(path)]
    top: dict[str, _Read] = {path.name: read for path, read in paths if len(path.parts) == 1}
    folders = {path.parts[0] for path, _ in paths if len(path.parts) > 1}
    if _chosen(top, wanted) or len(folders) != 1:
        return top
    return {path.name: read for path, read in paths if len(path.parts) == 2}


def _unpacked(content: ZipFile, entry: ZipInfo, most: int) -> bytes:
    """Return an entry's content, if it can be unpacked in bounds.

    A few bytes packed by bzip2 or LZMA may be many gigabytes, and they are unpacked at once.
    """
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError("it is compressed in an unusual way; expected an ordinary zip file")
    with content.open(entry) as stream:
        return stream.read(most)
