"""Confinement of a process: its limits, what this system enforces of them, and guarantees."""

import os
import resource
import signal
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from planner_clue.sandbox import landlock, libc, namespaces, process_tree
from planner_clue.sandbox.folder_removal import empty_folder
from planner_clue.sandbox.seccomp import CHILDREN, PAIRS, SOCKETS, allow_calls, program_for

MOST_PROCESSES = 256
"""Maximum number of processes and threads of an agent, held by the kernel in new namespaces."""
MOST_OWN_FILES = 1000
"""Maximum number of files in an agent's folder that are as much in memory before each game."""
_SMALL_FILE = 1 << 16
"""Up to this size in bytes, a file is read into memory instead: each game loads its own code."""
FOLDER = "PLANNER_CLUE_FOLDER"
"""The environment variable of a sandbox's processes, with the folder for temporary files."""
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
    """Whether root's process reads what root can, within the other limits."""
    imports_ahead: bool = True
    """Whether its parent imports the installed packages of the code, not if that is one itself."""


class Held(Struct, frozen=True):
    """The confinement in force before a process runs untrusted code."""

    alone: bool
    """Whether it sees no process but its own."""
    counted: bool
    """Whether the kernel limits its processes and threads."""
    fresh: bool
    """Whether each game finds a new folder of limited size, and new numbers of processes."""
    forgets: bool
    """Whether no file of its own folder is in memory because an earlier game has read it."""
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


class World:
    """What the sessions of a sandbox are confined by, as their parent prepares it.

    Where the system allows it, the parent is ``apart``, the first process of new namespaces, and
    each session gets more of its own: its processes, and a file system in memory for its folder,
    end with it.
    """

    def __init__(self, wanted: Confinement, *, apart: bool) -> None:
        """Prepare the parent; the limits hold for sessions only."""
        self._wanted = wanted
        with suppress(OSError):  # before all is mounted read-only
            Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_END, encoding="ascii")
        self._sessions = set[int]()
        """The processes that may still run."""
        self._numbers = namespaces.Numbers() if apart else None
        self._fresh = False
        if self._numbers:
            self._fresh = namespaces.settle_in(wanted.hidden) and self._numbers.are_hidden
        self._folder = session_folder(os.environ[FOLDER])
        os.environ["TMPDIR"] = str(self._folder)
        self._user = self._folder.stat().st_uid
        self._reads_all = wanted.reads_as_owner or not landlock.is_open_to_all()
        readable, hidden = map(Path, wanted.readable), map(Path, wanted.hidden)
        writable = self._folder.parent if self._fresh else self._folder
        self._rules = landlock.PathRules([writable], hidden, readable, network=wanted.network)
        own = landlock.files_beside_needed(map(Path, wanted.readable))
        self._own_files = [*islice(own, MOST_OWN_FILES + 1)]
        self._forgets = len(self._own_files) <= MOST_OWN_FILES
        lists = {CHILDREN: not wanted.alone, PAIRS: wanted.keeps_processes, SOCKETS: wanted.network}
        self._calls = [name for name, given in lists.items() if given]
        with suppress(OSError):
            program_for(*self._calls, process=1)  # so that the first process of a namespace has it
        os.chdir("/")

    def fork(self) -> int:
        """Fork for a session; without namespaces, end and remove what others have left."""
        self._sessions = {*filter(process_tree.exists, self._sessions)}
        if self._numbers:
            self._numbers.begin_anew()
        else:
            for stray in {*process_tree.children(os.getpid())} - self._sessions:
                process_tree.end(stray)
        if not (self._fresh or self._sessions):
            empty_folder(self._folder)
            os.utime(self._folder, (0, 0))
        for path in self._own_files if libc.ON_LINUX and self._forgets else ():
            # What is in memory would say what an earlier game has read.
            with suppress(OSError), os.fdopen(os.open(path, os.O_NONBLOCK), "rb", 0) as file:
                if (size := os.fstat(file.fileno()).st_size) > _SMALL_FILE:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                else:
                    file.read(size)
        if session := os.fork():
            self._sessions.add(session)
        return session

    def enter(self) -> Held:
        """Confine this process, a session; return what holds."""
        wanted, apart = self._wanted, self._numbers is not None
        fresh = self._fresh and namespaces.enter_world(self._folder, network=wanted.network)
        namespaces.change_user(self._user, apart=apart, reads_all=self._reads_all)
        libc.adopt_orphans()
        os.chdir(wanted.folder or self._folder)
        _limit(wanted.megabytes << 20, apart=apart)
        version = self._rules.hold()
        filtered = allow_calls(*self._calls)
        user, few = os.geteuid(), self._forgets
        return Held(apart, apart and user != 0, fresh, few, version, filtered, wanted.network, user)


def _limit(memory: int, *, apart: bool) -> None:
    """Limit this process and all that it starts."""
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
_SMALL = f"for each agent a folder of its own, with at most {MOST_OWN_FILES} files"
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
    "memory between games": "a game finds no file, time or descriptor of an earlier one",
    "thinking": "an agent stands still while others decide",
}


def guarantees(held: Held) -> list[Guarantee]:
    """Return all guarantees, in the order of ``SECURITY.md``, which says what each is worth."""
    own_files = held.fresh and held.landlock > 0
    apart = own_files and held.filtered
    holds = {
        "files": (held.landlock > 0, _LANDLOCK),
        "network": (held.alone, _NAMESPACES) if held.network else (held.filtered, _SECCOMP),
        "processes": (held.alone, _NAMESPACES),
        "fork bombs": (held.counted, _NAMESPACES),
        "system calls": (held.filtered, _SECCOMP),
        "memory": (libc.ON_LINUX, "Linux"),
        "disk": (own_files, _NAMESPACES),
        "memory between games": (apart and held.forgets, _SMALL if apart else _ALL),
        "thinking": (True, "POSIX"),
    }
    return [Guarantee(name, says, *holds[name]) for name, says in _SAYS.items()]
