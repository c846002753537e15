"""What isolation holds on this system: measured in the process that has loaded an agent.

``SECURITY.md`` says what each guarantee is worth.
"""

import os
from typing import Any, NamedTuple

from msgspec import Struct, convert

from planner_clue.agents.isolation import namespaces
from planner_clue.errors import described


class Held(Struct, frozen=True):
    """What an agent's server has reached, before it ran any of the agent's code."""

    alone: bool
    """Whether it sees no process but its own."""
    counted: bool
    """Whether the kernel limits its processes and threads."""
    landlock: int
    """The version of Landlock that restricts its files; 0 if none does."""
    filtered: bool
    """Whether its system calls are filtered."""
    network: bool
    """Whether it may open sockets, in a network of its own if it is ``alone``."""


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


def guarantees(held: Held) -> list[Guarantee]:
    """Return all guarantees, in the order of ``SECURITY.md``."""
    linux = namespaces.ON_LINUX
    silent = held.alone if held.network else held.filtered
    return [
        Guarantee(
            "files",
            "an agent reads its own folder and what it runs on, and writes to a folder of its game",
            held.landlock > 0,
            _LANDLOCK,
        ),
        Guarantee(
            "network",
            "an agent reaches no network",
            silent,
            _NAMESPACES if held.network else _SECCOMP,
        ),
        Guarantee(
            "processes", "an agent sees and signals no process but its own", held.alone, _NAMESPACES
        ),
        Guarantee(
            "fork bombs",
            "the kernel limits an agent's processes and threads",
            held.counted,
            _NAMESPACES,
        ),
        Guarantee(
            "system calls",
            "an agent traces no process, and leaves nothing in queues and keyrings",
            held.filtered,
            _SECCOMP,
        ),
        Guarantee("memory", "the kernel limits the memory of an agent's processes", linux, "Linux"),
        Guarantee(
            "thinking", "an agent stands still while others decide", hasattr(os, "fork"), "POSIX"
        ),
    ]


def measured(*, apart: bool, landlock: int, filtered: bool, network: bool) -> Held:
    """Return what this process, an agent's server, has reached."""
    return Held(apart and _is_alone(), apart and os.geteuid() != 0, landlock, filtered, network)


def _is_alone() -> bool:
    names = os.listdir("/proc")  # noqa: PTH208 - numbers of processes
    return not any(name.isdecimal() and int(name) != os.getpid() for name in names)


def read_held(data: Any) -> Held:
    """Return what a server says of itself; ``ValueError`` if it says anything else."""
    try:
        return convert(data, Held)
    except Exception as error:
        raise ValueError(described(error)) from error
