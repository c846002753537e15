"""Confinement of a process: its limits, what this system enforces of them, and guarantees."""

import faulthandler
import os
import resource
import signal
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from planner_clue.sandbox import landlock, libc, namespaces
from planner_clue.sandbox.seccomp import CHILDREN, PAIRS, SOCKETS, allow_calls

MOST_PROCESSES = 256
"""Maximum number of processes and threads of an agent, held by the kernel in new namespaces."""
FOLDER = "PLANNER_CLUE_FOLDER"
"""The environment variable with the folder for temporary files."""
TELL_WHERE = signal.SIGUSR1
"""The signal at which a process prints where it is."""
_TO_TELL_OF_IT = 64 << 20
"""Bytes that a process may use beyond its limit, to report that it has reached it."""
_MOST_OPEN = 128
_FIRST_TO_END = "1000"
"""Of ``oom_score_adj`` (proc(5)): where memory is short, the kernel ends such a process first."""


class Confinement(Struct, frozen=True, kw_only=True):
    """Limits of a process that runs untrusted code, and the files that it may read."""

    folder: str | None = None
    """Its working folder; None for that of its temporary files."""
    readable: tuple[str, ...] = ()
    """Files and folders that it may read, beside Python and this package."""
    hidden: tuple[str, ...] = ()
    """Files and folders that it must not read, wherever they are."""
    seconds_per_answer: float
    seconds_per_session: float
    megabytes: int
    """Maximum memory of a session, with all processes that it starts."""
    alone: bool = False
    """Whether a session may start no thread and no process."""
    keeps_processes: bool = False
    """Whether a session may have other processes when it has answered; they are stopped with it."""
    network: bool = False
    """Whether it gets a network of its own, in which nobody else is."""
    reads_as_owner: bool = True
    """Whether root's process reads what root can, as far as the other limits allow."""


class Held(Struct, frozen=True):
    """The confinement in force before a process runs untrusted code."""

    alone: bool
    """Whether it sees no process but its own."""
    counted: bool
    """Whether the kernel limits its processes and threads."""
    fresh: bool
    """Whether each game finds a new folder of limited size, and new numbers of processes."""
    landlock: int
    """The version of Landlock that restricts its files; 0 if none does."""
    filtered: bool
    """Whether its system calls are filtered."""
    network: bool
    """Whether it may open sockets, in a network of its own if it is ``alone``."""
    user: int


def session_folder(folder: str) -> Path:
    """Return the only folder, new for each session, that a sandbox's processes may write to."""
    return Path(folder, "world", "session")


def in_sandbox() -> bool:
    """Return whether this process is in a sandbox itself."""
    return FOLDER in os.environ


def confined(wanted: Confinement, *, apart: bool, fresh: bool) -> Held:
    """Confine this process, in new namespaces if it is ``apart``.

    ``fresh`` tells that each game finds a new folder and new numbers of processes.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_END, encoding="ascii")
    seen = {one.name for one in Path("/proc").glob("[0-9]*")}
    alone = apart and seen <= {"1", str(os.getpid())}
    fresh = apart and namespaces.hide(wanted.hidden) and fresh
    reads_all = wanted.reads_as_owner or not landlock.is_open_to_all()
    namespaces.change_user(os.environ[FOLDER], apart=apart, reads_all=reads_all)
    temporary = session_folder(os.environ[FOLDER])
    os.environ["TMPDIR"] = str(temporary)
    os.chdir(wanted.folder or "/")
    _limit(wanted.megabytes << 20, apart=apart)
    writable = [temporary.parent if fresh else temporary]
    version = landlock.confine(
        writable, map(Path, wanted.hidden), map(Path, wanted.readable), network=wanted.network
    )
    lists = {CHILDREN: True, PAIRS: wanted.keeps_processes, SOCKETS: wanted.network}
    filtered = allow_calls(*(name for name, given in lists.items() if given))
    counted = apart and os.geteuid() != 0
    return Held(alone, counted, fresh, version, filtered, wanted.network, os.geteuid())


def _limit(memory: int, *, apart: bool) -> None:
    """Limit this process and all that it starts; let it print where it is when asked."""
    limits = {resource.RLIMIT_NOFILE: _MOST_OPEN, resource.RLIMIT_CORE: 0}
    if apart:  # elsewhere all processes of the user would count
        limits[resource.RLIMIT_NPROC] = MOST_PROCESSES
    if libc.ON_LINUX:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory + _TO_TELL_OF_IT))
        limits[resource.RLIMIT_FSIZE] = namespaces.MEGABYTES_OF_FILES << 20
        limits[resource.RLIMIT_SIGPENDING] = 0  # a quota that all processes of a user share
    for kind, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
    faulthandler.enable(file=2, all_threads=False)
    faulthandler.register(TELL_WHERE, file=2, all_threads=True)


class Guarantee(NamedTuple):
    """Something that agents cannot do, and whether that holds here."""

    name: str
    says: str
    holds: bool
    needs: str
    """The part of a system that it needs."""


_NAMESPACES = "Linux with user namespaces (many containers forbid them)"
_LANDLOCK = "Linux 5.13 or newer with Landlock"
_SECCOMP = "Linux with seccomp, on x86-64 or arm64"
_ALL = "Linux with user namespaces, Landlock and seccomp"
_MEGABYTES = namespaces.MEGABYTES_OF_FILES
_SAYS = {
    "files": "an agent reads its own folder and what it runs on, and writes to a folder of its "
    "game",
    "network": "an agent reaches no network",
    "processes": "an agent sees and signals no process but its own",
    "fork bombs": "the kernel limits an agent's processes and threads",
    "system calls": "an agent uses only the system calls of a list",
    "memory": "the kernel limits the memory of each of an agent's processes, the match that of all",
    "disk": f"an agent writes at most {_MEGABYTES} MB in {namespaces.MOST_FILES} files",
    "memory between games": "a game finds no file, time, number or descriptor of an earlier one",
    "thinking": "an agent stands still while others decide",
}


def guarantees(held: Held) -> list[Guarantee]:
    """Return all guarantees, in the order of ``SECURITY.md``, which says what each is worth."""
    own_files = held.fresh and held.landlock > 0
    holds = {
        "files": (held.landlock > 0, _LANDLOCK),
        "network": (held.alone, _NAMESPACES) if held.network else (held.filtered, _SECCOMP),
        "processes": (held.alone, _NAMESPACES),
        "fork bombs": (held.counted, _NAMESPACES),
        "system calls": (held.filtered, _SECCOMP),
        "memory": (libc.ON_LINUX, "Linux"),
        "disk": (own_files, _NAMESPACES),
        "memory between games": (own_files and held.filtered, _ALL),
        "thinking": (True, "POSIX"),
    }
    return [Guarantee(name, says, *holds[name]) for name, says in _SAYS.items()]
