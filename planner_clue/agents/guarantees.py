"""What isolation guarantees of agents, and whether it holds on this system.

``SECURITY.md`` says what each guarantee is worth.
"""

from typing import Any, NamedTuple

from planner_clue.sandbox.confinement import Held
from planner_clue.sandbox.libc import ON_LINUX
from planner_clue.sandbox.namespaces import MEGABYTES_OF_FILES, MOST_FILES


class Guarantee(NamedTuple):
    """Something that agents cannot do, and whether that holds here."""

    name: str
    says: str
    holds: bool
    needs: str
    """The part of a system that it needs."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


_NAMESPACES = "Linux with user namespaces (many containers forbid them)"
_LANDLOCK = "Linux 5.13 or newer with Landlock"
_SECCOMP = "Linux with seccomp, on x86-64 or arm64"
_ALL = "Linux with user namespaces, Landlock and seccomp"
_SAYS = {
    "files": "an agent reads its own folder and what it runs on, and writes to a folder of its "
    "game",
    "network": "an agent reaches no network",
    "processes": "an agent sees and signals no process but its own",
    "fork bombs": "the kernel limits an agent's processes and threads",
    "system calls": "an agent uses only the system calls of a list",
    "memory": "the kernel limits the memory of each of an agent's processes, the match that of all",
    "disk": f"an agent writes at most {MEGABYTES_OF_FILES} MB in {MOST_FILES} files",
    "memory between games": "a game finds no file, time, number or descriptor of an earlier one",
    "thinking": "an agent stands still while others decide",
}


def guarantees(held: Held) -> list[Guarantee]:
    """Return all guarantees, in the order of ``SECURITY.md``."""
    own_files = held.fresh and held.landlock > 0
    holds = {
        "files": (held.landlock > 0, _LANDLOCK),
        "network": (held.alone, _NAMESPACES) if held.network else (held.filtered, _SECCOMP),
        "processes": (held.alone, _NAMESPACES),
        "fork bombs": (held.counted, _NAMESPACES),
        "system calls": (held.filtered, _SECCOMP),
        "memory": (ON_LINUX, "Linux"),
        "disk": (own_files, _NAMESPACES),
        "memory between games": (own_files and held.filtered, _ALL),
        "thinking": (True, "POSIX"),
    }
    return [Guarantee(name, says, *holds[name]) for name, says in _SAYS.items()]
