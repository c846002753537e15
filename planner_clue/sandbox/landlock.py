"""Access control for files: Landlock.

Landlock (landlock(7), Linux 5.13 and newer) lets a process give up its access to files, for itself
and all its children, for good, without any privilege; also root does so.
"""

import os
import struct
import sys
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from pathlib import Path

from planner_clue.sandbox import libc
from planner_clue.support.data import data_folder

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH, _ASK_VERSION = 1, (_CREATE_RULESET, None, 0, 1)
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
"""The rights that make sense for a single file."""
_TCP, _SCOPES = 0b11, 0b11
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/sys/devices/system/cpu")
_SETTINGS = ("ld.so.cache", "localtime", "passwd", "group", "nsswitch.conf", "ssl", "fonts")
"""The readable files in ``/etc``, where there are passwords too."""
_DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")
"""Not all devices: disks have all files in them, terminals what somebody types, and /dev/zero is
memory that nobody counts."""


def _around(path: Path, withheld: Set[Path], above: Set[Path]) -> Iterator[tuple[Path, int]]:
    """Yield a path, or what is in it but the ``withheld`` paths, with the rights to grant.

    Of the folders ``above`` those, all else is granted one by one, and the right to list them,
    which the import system needs.
    """
    if path in above:
        yield path, _READ_FOLDER
        inside = list[Path]()
        with suppress(OSError):  # closed to this user, and so is all in it
            inside = [*path.iterdir()]
        for inner in inside:
            if not inner.is_symlink():  # its target decides its rights
                yield from _around(inner, withheld, above)
    elif path not in withheld and withheld.isdisjoint(path.parents):
        yield path, _READ_FILE | _READ_FOLDER | _EXECUTE


def _needed() -> list[Path]:
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    installed = {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")}
    ours = [Path(__file__).parents[1], data_folder("board"), data_folder("pddl")]
    settings = [Path("/etc", name) for name in _SETTINGS]
    return [*ours, *map(Path, (*sorted(python | installed), *_SYSTEM, *_DEVICES)), *settings]


def files_beside_needed(folders: Iterable[Path]) -> Iterator[str]:
    """Yield all files in folders except files that every process here needs."""
    needed = {path.resolve() for path in _needed()}
    for folder in {path.resolve() for path in folders}:
        for above, inner, names in os.walk(folder):
            if not needed.isdisjoint((Path(above), *Path(above).parents)):
                inner.clear()
                continue
            yield from (f"{above}/{name}" for name in names)


def is_open_to_all() -> bool:
    """Return whether everybody may read this program, so that any user can run it."""
    needed = [Path(sys.executable), Path(__file__), *map(Path, (sys.prefix, sys.base_prefix))]
    with suppress(OSError):
        folders = {one for path in needed for one in (path / "x").resolve().parents}
        return all(one.stat().st_mode & 0o001 for one in folders)
    return False


class PathRules:
    """The files that processes keep access to; others may be added to none of them later."""

    def __init__(
        self,
        writable: Iterable[Path],
        withheld: Iterable[Path] = (),
        readable: Iterable[Path] = (),
        *,
        network: bool = False,
    ) -> None:
        """Prepare to give up all but ``writable`` files, and reading ``readable`` and needed ones.

        Nothing ``withheld`` is among these. Where Landlock can, it also ends signals to others and,
        without ``network``, connections by TCP.
        """
        self._version = 0
        with suppress(OSError):
            version = libc.call("syscall", *_ASK_VERSION) if libc.ON_LINUX else 0
            if version < 1:
                return
            rights = (1 << 12 + min(version, 3)) - 1  # all about files that this version knows
            wanted = [rights, _TCP if version >= _NETWORK_SINCE and not network else 0]
            wanted += [_SCOPES] if version >= _SCOPES_SINCE else []
            ruleset = struct.pack(f"={len(wanted)}Q", *wanted)
            ruleset = ruleset[: 8 if version < _NETWORK_SINCE else 99]
            self._rules = libc.call("syscall", _CREATE_RULESET, ruleset, len(ruleset), 0)
            paths = {path.resolve() for path in withheld}
            above = {folder for path in paths for folder in path.parents}
            for path in (*_needed(), *readable):
                for inner, granted in _around(path.resolve(), paths, above):
                    _allow(self._rules, inner, granted)
            for path in (*writable, Path(os.devnull)):
                _allow(self._rules, path, rights)
            self._version = version

    def hold(self) -> int:
        """Give up all else in this process, for good; return the version of Landlock, 0 if none."""
        with suppress(OSError):
            if self._version:
                libc.gain_no_privileges()
                libc.call("syscall", _RESTRICT_SELF, self._rules, 0)
                return self._version
        return 0


def _allow(rules: int, path: Path, rights: int) -> None:
    """Let a path and all below it be used; one that is not there is left out."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", rights & (-1 if path.is_dir() else _FOR_FILES), descriptor)
        with suppress(OSError):
            libc.call("syscall", _ADD_RULE, rules, _PATH_BENEATH, rule, 0)
        os.close(descriptor)
