"""Files of a submission, read once and within bounds, from a folder, a zip file or a single file.

Nothing is unpacked, no link is followed, and only files that the exercise asks for are read.
"""

import os
import re
import stat
import tomllib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from planner_clue.support.data import is_stray
from planner_clue.support.errors import SubmissionError, nearest, printable

LARGEST_FILE = 1_000_000
"""Bytes that a file may have, if the exercise does not say otherwise."""
LARGEST_ARCHIVE = 20_000_000
"""Bytes that a zip file may have."""
MOST_FILES = 50
_MOST_ENTRIES = 2_000
_NAMED = 8
"""Maximum number of found names that the message on a missing file lists."""
_LONGEST_NOTE = 200
_COPY = re.compile(r"( ?\(\d+\)|-\d+| copy)(?=\.\w+$)")
"""The addition to the name of a file that was saved again."""
_PACKED = re.compile(r"^[^_]+_(LATE_)?\d+_\d+_")
"""The beginning that Canvas gives to the names of files."""
_MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_Read: TypeAlias = Callable[[int], bytes]
"""Reads at most that many bytes; ``OSError`` or ``ValueError`` where the file is not usable."""
_Found: TypeAlias = Mapping[PurePosixPath, _Read]
"""The files at a place, by relative path."""


@dataclass(frozen=True)
class Submission:
    """The submitted files, by name, and the faults of others."""

    files: Mapping[str, bytes]
    faults: Mapping[str, str] = field(default_factory=dict)
    """Why a wanted file is not usable, by its name."""
    notes: tuple[str, ...] = ()
    """Files that were taken under another name, or were not the only ones of their name."""
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
        except (ValueError, RecursionError) as error:  # also of endless digits or brackets
            raise SubmissionError(f"{name}: {error}", "It is not TOML.") from error


def collect(place: Path, wanted: Iterable[str], largest: int = LARGEST_FILE) -> Submission:
    """Return the submission at ``place``; this never fails.

    ``wanted`` are names of files, or patterns such as ``*.py``. They are looked for in all folders
    there, nearest to the top first, and if there is none, in the only zip file there. Upper case,
    and the number that a browser adds to a name, do not matter. Text in UTF-16 becomes UTF-8. A
    file may have ``largest`` bytes.
    """
    wanted = tuple(wanted)
    try:
        if place.is_dir():
            files = _walked(place)
            zips = [place / path for path in files if path.suffix.lower() == ".zip"]
            if len(zips) == 1 and not (zips[0].is_symlink() or _chosen(files, wanted)):
                return collect(zips[0], wanted, largest)
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
            return _submission({PurePosixPath(name): partial(_read, place)}, wanted, largest)
    except (OSError, ValueError) as error:
        why = f"{place} cannot be read: {error}"
    return _without_files(wanted, why)


def collect_files(
    places: Iterable[Path], wanted: Iterable[str], largest: int = LARGEST_FILE
) -> Submission:
    """Return the submission of some files, like :func:`collect`."""
    found = {PurePosixPath(place.name): partial(_read, place) for place in places}
    return _submission(found, tuple(wanted), largest)


def _submission(found: _Found, wanted: tuple[str, ...], largest: int) -> Submission:
    """Return the wanted ones of the files that were found, with the faults of the others."""
    files, faults, notes = dict[str, bytes](), dict[str, str](), list[str]()
    for name, (path, *others) in _chosen(found, wanted).items():
        try:
            content = found[path](largest + 1)
            if len(content) > largest:
                raise ValueError(f"it has more than {largest} bytes")
            files[name] = _in_utf8(content)
        except (OSError, ValueError) as error:
            faults[name] = printable(getattr(error, "strerror", None) or str(error))
        if path.name != name or others:
            ignored = f"; not {', '.join(map(str, others))}" if others else ""
            notes.append(printable(f"{name} is the file {path}{ignored}")[:_LONGEST_NOTE])
    there = [printable(path.name) for path in sorted(found)][:_NAMED]
    for name in wanted:
        if _is_name(name) and name not in files and name not in faults:
            hint = f"; {nearest(name, there)}" if there else ", and there is no other file"
            faults[name] = f"it is missing{hint}"
    return Submission(files, faults, tuple(notes))


def _without_files(wanted: Iterable[str], why: str) -> Submission:
    return Submission({}, dict.fromkeys(filter(_is_name, wanted), printable(why)))


def _is_name(wanted: str) -> bool:
    return not set(wanted) & set("*?[")


def _chosen(
    found: Iterable[PurePosixPath], wanted: tuple[str, ...]
) -> dict[str, list[PurePosixPath]]:
    """Return the paths of each wanted file, the best one first; at most :data:`MOST_FILES`.

    Of several, that one is best which is nearest to the top, then with the most other wanted files
    beside it, then with exactly the wanted name, then with the last name.
    """
    pairs = [(path, name) for path in found for name in _names(path.name, wanted)]
    beside = Counter(path.parent for path, _ in pairs)
    pairs.sort(key=lambda pair: pair[0].as_posix(), reverse=True)
    pairs.sort(key=lambda p: (len(p[0].parts), -beside[p[0].parent], p[0].name != p[1]))
    chosen = dict[str, list[PurePosixPath]]()
    for path, name in pairs:
        chosen.setdefault(name, []).append(path)
    return dict(islice(sorted(chosen.items()), MOST_FILES))


def _names(name: str, wanted: tuple[str, ...]) -> set[str]:
    """Return the names under which a file is wanted."""
    plain = _COPY.sub("", _PACKED.sub("", name)).lower()
    names = {one for one in wanted if _is_name(one) and plain == one.lower()}
    return names | {name for one in wanted if not _is_name(one) and fnmatch(name, one)}


def _in_utf8(content: bytes) -> bytes:
    """Return a text with a byte order mark in UTF-8 without one; other content as it is."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            try:
                return content.decode(encoding).encode()
            except UnicodeError:
                break
    return content


def _walked(folder: Path) -> _Found:
    """Return the files in a folder and in those below it; no link is followed."""
    files, folders = dict[PurePosixPath, _Read](), [folder]
    for place in folders:
        with os.scandir(place) as entries:
            for entry in islice(entries, max(0, _MOST_ENTRIES - len(files) - len(folders))):
                path = PurePosixPath(Path(entry.path).relative_to(folder))
                if is_stray(path):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                else:
                    files[path] = partial(_read, Path(entry.path))
    return files


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
            return _submission(_in_archive(content), wanted, largest)
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        return _without_files(wanted, f"{archive} is not a zip file that can be read: {error}")
    except Exception as error:  # what a broken archive does to the unpacking libraries
        return _without_files(wanted, f"{archive} cannot be unpacked: {type(error).__name__}")


def _in_archive(content: ZipFile) -> _Found:
    few = [entry for entry in content.infolist()[:_MOST_ENTRIES] if not entry.is_dir()]
    paths = [(PurePosixPath(entry.filename), partial(_unpacked, content, entry)) for entry in few]
    return {path: read for path, read in paths if not is_stray(path)}


def _unpacked(content: ZipFile, entry: ZipInfo, most: int) -> bytes:
    """Return an entry's content, if it can be unpacked in bounds.

    A few bytes packed by bzip2 or LZMA may be many gigabytes, and they are unpacked at once.
    """
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError("it is compressed in an unusual way; expected an ordinary zip file")
    with content.open(entry) as stream:
        return stream.read(most)
