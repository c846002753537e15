"""What somebody handed in: a few files, read once, within bounds, from wherever they are.

A submission is a folder, a zip file, or the one file that an exercise asks for. Nothing is
unpacked, no link is followed, and nothing is read that the exercise does not ask for.
"""

import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from planner_clue.errors import SubmissionError, nearest, printable

LARGEST_FILE = 1_000_000
"""Bytes that a file may have, if the exercise does not say otherwise."""
LARGEST_ARCHIVE = 20_000_000
"""Bytes that a zip file may have."""
MOST_FILES = 50
_MOST_ENTRIES = 2_000
_NAMED = 8
"""How many of the names that were found instead of a missing one are told."""


@dataclass(frozen=True)
class Submission:
    """The files that were handed in, by name, and what is wrong with others."""

    files: Mapping[str, bytes]
    faults: Mapping[str, str] = field(default_factory=dict)
    """Why a file that is asked for cannot be used, by its name."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that its code must not be able to read."""
    imports: tuple[str, ...] = ()
    """Packages that its code may import beside the standard library."""

    def text(self, name: str) -> str:
        """Return the text of a file.

        Raises :class:`SubmissionError` saying why it cannot be had.
        """
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


def collect(place: Path, wanted: Iterable[str], largest: int = LARGEST_FILE) -> Submission:
    """Return what was handed in at ``place``; this never fails.

    A file may have ``largest`` bytes.

    ``wanted`` are the names of files, or patterns such as ``*.py``. They are looked for at the top,
    or else in the only folder that is there.
    """
    wanted = tuple(wanted)
    try:
        if place.is_dir():
            return _from_folder(place, wanted, largest)
        if place.is_file():
            return (
                _from_zip(place, wanted, largest)
                if is_zipfile(place)
                else _one_file(place, wanted, largest)
            )
        why = f"nothing was handed in: {place} is no file and no folder"
    except (OSError, ValueError) as error:
        why = f"{place} cannot be read: {error}"
    return _without_files(wanted, why)


def _without_files(wanted: Iterable[str], why: str) -> Submission:
    return Submission({}, dict.fromkeys(filter(_is_name, wanted), printable(why)))


def _is_name(wanted: str) -> bool:
    return not set(wanted) & set("*?[")


def _chosen(names: Iterable[str], wanted: tuple[str, ...]) -> list[str]:
    """Return the wanted ones among names, at most so many."""
    found = (name for name in sorted(names) if any(fnmatch(name, pattern) for pattern in wanted))
    return [name for _, name in zip(range(MOST_FILES), found, strict=False)]


def _from_folder(folder: Path, wanted: tuple[str, ...], largest: int) -> Submission:
    names = _names_in(folder)
    if not _chosen(names, wanted) and len(inner := _folders_in(folder)) == 1:
        folder = inner[0]
        names = _names_in(folder)
    files, faults = dict[str, bytes](), dict[str, str]()
    for name in _chosen(names, wanted):
        try:
            files[name] = _read(folder / name, largest)
        except (OSError, ValueError) as error:
            faults[name] = printable(_said(error))
    return Submission(files, _missing(wanted, files, names) | faults)


def _names_in(folder: Path) -> list[str]:
    with os.scandir(folder) as entries:
        few = [entry for _, entry in zip(range(_MOST_ENTRIES), entries, strict=False)]
    return [entry.name for entry in few if not entry.is_dir(follow_symlinks=False)]


def _folders_in(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        few = [entry for _, entry in zip(range(_MOST_ENTRIES), entries, strict=False)]
    return [Path(entry.path) for entry in few if entry.is_dir(follow_symlinks=False)]


def _read(path: Path, largest: int) -> bytes:
    """Return what is in a file; ``ValueError`` or ``OSError`` if it is none that may be read."""
    if path.is_symlink():
        raise ValueError("it is a link; expected the file itself")
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("it is no ordinary file")
        return _bounded(stream.read(largest + 1), largest)


def _bounded(content: bytes, largest: int) -> bytes:
    if len(content) > largest:
        raise ValueError(f"it has more than {largest} bytes")
    return content


def _one_file(file: Path, wanted: tuple[str, ...], largest: int) -> Submission:
    """Return a submission of one file; its own name matters only where several are asked for."""
    named = tuple(filter(_is_name, wanted))
    name = named[0] if len(named) == 1 else file.name
    if not _chosen([name], wanted):
        return Submission({}, _missing(wanted, (), [file.name]))
    try:
        return Submission({name: _read(file, largest)}, _missing(wanted, [name], [file.name]))
    except (OSError, ValueError) as error:
        return Submission({}, {**_missing(wanted, (), ()), name: printable(_said(error))})


def _from_zip(archive: Path, wanted: tuple[str, ...], largest: int) -> Submission:
    if archive.stat().st_size > LARGEST_ARCHIVE:
        return _without_files(wanted, f"{archive} has more than {LARGEST_ARCHIVE} bytes")
    files, faults = dict[str, bytes](), dict[str, str]()
    try:
        with ZipFile(archive) as content:
            entries = _entries(content, wanted)
            for name in _chosen(entries, wanted):
                try:
                    files[name] = _unpacked(content, entries[name], largest)
                except ValueError as error:
                    faults[name] = printable(_said(error))
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        return _without_files(wanted, f"{archive} is no zip file that can be read: {error}")
    except Exception as error:  # what a broken archive does to the unpacking libraries
        return _without_files(wanted, f"{archive} cannot be unpacked: {type(error).__name__}")
    return Submission(files, _missing(wanted, files, entries) | faults)


def _unpacked(content: ZipFile, entry: ZipInfo, largest: int) -> bytes:
    """Return what an entry holds; ``ValueError`` if it is none that can be unpacked in bounds.

    A few bytes packed by bzip2 or LZMA may be many gigabytes, and they are unpacked at once.
    """
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError("it is compressed in an unusual way; expected an ordinary zip file")
    with content.open(entry) as stream:
        return _bounded(stream.read(largest + 1), largest)


def _entries(content: ZipFile, wanted: tuple[str, ...]) -> dict[str, ZipInfo]:
    """Return the entries at the top, or in the only folder, by their names without it."""
    few = [entry for entry in content.infolist()[:_MOST_ENTRIES] if not entry.is_dir()]
    paths = [(PurePosixPath(entry.filename), entry) for entry in few]
    paths = [(path, entry) for path, entry in paths if "__MACOSX" not in path.parts]
    top = {path.name: entry for path, entry in paths if len(path.parts) == 1}
    folders = {path.parts[0] for path, _ in paths if len(path.parts) > 1}
    if _chosen(top, wanted) or len(folders) != 1:
        return top
    return {path.name: entry for path, entry in paths if len(path.parts) == 2}


def _missing(wanted: Iterable[str], files: Iterable[str], found: Iterable[str]) -> dict[str, str]:
    """Return what to say of the files that are asked for by name and are not there."""
    names = [printable(name) for name in sorted(found)][:_NAMED]
    missing = [name for name in wanted if _is_name(name) and name not in files]
    if not names:
        return dict.fromkeys(missing, "it is missing, and there is no other file")
    return {name: f"it is missing; {nearest(name, names)}" for name in missing}


def _said(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
