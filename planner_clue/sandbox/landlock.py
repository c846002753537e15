"""Access control for files: Landlock.

Landlock (landlock(7), Linux 5.13 and newer) lets a process give up its access to files, for itself
and all its children, for good, without any privilege; also root does so.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from pathlib import Path

from planner_clue.data import data_folder

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
_READ_FILE, _READ_FOLDER, _EXECUTE = 1 << 2, 1 << 3, 1 << 0
_FOR_FILES = _EXECUTE | 1 << 1 | _READ_FILE | 1 << 14
"""The rights that make sense for a single file."""
_TCP, _SCOPES = 0b11, 0b11
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/opt", "/sys/devices/system/cpu")
_SETTINGS = ("ld.so.cache", "localtime", "passwd", "group", "nsswitch.conf", "ssl", "fonts")
"""The readable files in ``/etc``, where there are passwords too."""
_DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")
"""Not all devices: disks have all files in them, terminals what somebody types, and /dev/zero is
memory that nobody counts."""


def readable_paths(
    withheld: Iterable[Path], readable: Iterable[Path] = ()
) -> Iterator[tuple[Path, int]]:
    """Yield ``readable`` and all that Python and this package need, with the rights to grant.

    Of a folder with withheld paths in it, everything else is granted one by one, and the right to
    list it, which the import system needs.
    """
    paths = {path.resolve() for path in withheld}
    above = {folder for path in paths for folder in path.parents}
    for path in (*_needed(), *readable):
        yield from _around(path.resolve(), paths, above)


def _around(path: Path, withheld: Set[Path], above: Set[Path]) -> Iterator[tuple[Path, int]]:
    if path in above:
        yield path, _READ_FOLDER
        inside = list[Path]()
        with suppress(OSError):  # closed to this user, and so is all in it
            inside = [*path.iterdir()]
        for inner in inside:
            if not inner.is_symlink():  # its rights are those of the path that it leads to
                yield from _around(inner, withheld, above)
    elif path not in withheld and withheld.isdisjoint(path.parents):
        yield path, _READ_FILE | _READ_FOLDER | _EXECUTE


def _needed() -> list[Path]:
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    installed = {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")}
    ours = [Path(__file__).parents[1], data_folder("board"), data_folder("pddl")]
    settings = [Path("/etc", name) for name in _SETTINGS]
    return [*ours, *map(Path, (*sorted(python | installed), *_SYSTEM, *_DEVICES)), *settings]


def is_open_to_all() -> bool:
    """Return whether everybody may read this program, so that any user can run it."""
    needed = [Path(sys.executable), Path(__file__), *map(Path, (sys.prefix, sys.base_prefix))]
    with suppress(OSError):
        real = [path.resolve() for path in needed]
        folders = {part for path in real for part in (path, *path.parents) if part.is_dir()}
        return all(folder.stat().st_mode & 0o001 for folder in folders)
    return False


def confine(
    writable: Iterable[Path],
    withheld: Iterable[Path] = (),
    readable: Iterable[Path] = (),
    *,
    network: bool = False,
) -> int:
    """Give up all access to files but reading :func:`readable_paths`, and using ``writable``.

    Another call can only take more away. Where Landlock can, it also ends signals to others and,
    without ``network``, connections by TCP. Returns the version of Landlock; 0 if there is none,
    and nothing was given up.
    """
    if not sys.platform.startswith("linux"):
        return 0
    library = ctypes.CDLL(None, use_errno=True)
    version = int(library.syscall(_CREATE_RULESET, None, 0, _VERSION))
    if version < 1:
        return 0
    rights = (1 << 12 + min(version, 3)) - 1  # all about files that this version knows
    wanted = [rights, _TCP if version >= _NETWORK_SINCE and not network else 0]
    wanted += [_SCOPES] if version >= _SCOPES_SINCE else []
    ruleset = struct.pack(f"={len(wanted)}Q", *wanted)[: 8 if version < _NETWORK_SINCE else None]
    rules = int(library.syscall(_CREATE_RULESET, ruleset, len(ruleset), 0))
    if rules < 0:
        return 0
    for path, granted in readable_paths(withheld, readable):
        _allow(library, rules, path, granted)
    for path in (*writable, Path(os.devnull)):
        _allow(library, rules, path, rights)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    held = library.syscall(_RESTRICT_SELF, rules, 0)
    os.close(rules)
    return 0 if held else version


def _allow(library: ctypes.CDLL, rules: int, path: Path, rights: int) -> None:
    """Let a path and all below it be used; one that is not there is left out."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rights &= -1 if path.is_dir() else _FOR_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        library.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0)
        os.close(descriptor)


def can_read(path: Path) -> bool:
    """Return whether this process can read a file, or any file in a folder."""
    try:
        if path.is_dir():
            return any(can_read(file) for file in path.rglob("*") if not file.is_dir())
        return path.is_file() and bool(path.read_bytes()[:1])
    except OSError:
        return False
