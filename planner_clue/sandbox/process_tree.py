"""Process trees: their processes, memory, threads and descriptors, and how to kill them."""

import os
import re
import signal
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_LONGEST_COMMAND = 60
_LINKS_OF_ONE_TASK = 3  # a folder has two, and one for each folder in it
_SOCKET, _USUAL = 212_992, 8
"""The bytes that a socket holds at most, and the number of descriptors that are not counted."""
_SHARED = re.compile(rb"^\S+ .w.s ", re.MULTILINE)
_SWEEPS, _LOOKS, _SECONDS_BETWEEN_LOOKS = 100, 20, 0.0025


def children(process: int) -> list[int]:
    """Return the numbers of the processes that ``process`` started or adopted."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - asked for all the time
            found += map(int, read_proc(f"/proc/{process}/task/{task}/children").split())
    return found


def descendants(process: int) -> Iterator[int]:
    """Yield the numbers of all processes that come from ``process``, parents first."""
    left = children(process)[::-1]
    while left:
        yield (child := left.pop())
        left += children(child)[::-1]


def read_proc(name: str) -> bytes:
    """Return the content of a small file of ``/proc``; ``OSError`` if there is none."""
    with open(name, "rb", buffering=0) as file:  # noqa: PTH123 - asked for all the time
        return file.read(1 << 16)


class Usage(NamedTuple):
    """Memory, threads and processes of a process tree at a moment."""

    bytes: int
    """Its own and shared memory, also swapped out, and page tables; shared parts count for each."""
    threads: int
    """Of its first process."""
    others: tuple[int, ...]
    """The numbers of all other processes of it."""


def usage(process: int) -> Usage:
    """Return the usage of ``process`` and its descendants; 0 if the system does not report it."""
    memory, threads = _status(process)
    others = tuple(descendants(process))
    return Usage(memory + sum(_status(one)[0] for one in others), threads, others)


def _status(process: int) -> tuple[int, int]:
    """Return the bytes and the threads of a process; page tables map what nothing is in."""
    with suppress(OSError, ValueError):  # it has ended, or the system is not Linux
        status = read_proc(f"/proc/{process}/status")
        kinds = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:")
        memory = 1024 * sum(_after(kind, status) for kind in kinds) + _in_sockets(process)
        return memory, _after(b"Threads:", status)
    return 0, 1


def _in_sockets(process: int) -> int:
    """Return the bytes that a process may have sent to itself, if many of its files are sockets."""
    with suppress(OSError):
        count = os.stat(f"/proc/{process}/fd").st_size  # noqa: PTH116 - asked all the time
        return _SOCKET * max(0, count - _USUAL)  # Linux 6.2 and newer count them
    return 0


def fair_bytes(process: int) -> int:
    """Return the memory of a process, slowly; what ``n`` processes share counts ``1 / n``.

    A process may forbid to look closely (``PR_SET_DUMPABLE``, prctl(2)), and not every system has
    the file; then all counts as its own.
    """
    with suppress(OSError, ValueError):
        parts = Path(f"/proc/{process}/smaps_rollup").read_bytes()
        tables = _after(b"VmPTE:", read_proc(f"/proc/{process}/status"))
        kinds = (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")
        memory = sum(_after(kind, parts) for kind in kinds) + tables
        return 1024 * memory + _in_sockets(process)
    return _status(process)[0]


def _after(name: bytes, text: bytes) -> int:
    """Return the number that follows a name."""
    start = text.index(name) + len(name)
    return int(text[start : start + 40].split(maxsplit=1)[0])


class Watch:
    """Checks repeatedly whether a process is alone, from open files, which is cheap."""

    def __init__(self, process: int) -> None:
        self._files: list[int] = []
        with suppress(OSError):  # it has ended, or the system is not Linux
            for name in ("task", f"task/{process}/children"):
                self._files.append(os.open(f"/proc/{process}/{name}", os.O_RDONLY))
        weakref.finalize(self, lambda files: [*map(os.close, files)], self._files)

    def is_alone(self) -> bool:
        """Return whether the process has one thread and no child, by what the system reports."""
        with suppress(OSError, ValueError):
            tasks, children = self._files
            return os.fstat(tasks).st_nlink == _LINKS_OF_ONE_TASK and not os.pread(children, 1, 0)
        return True


def left_running(process: int, watch: Watch) -> str:
    """Describe the threads and processes of a tree beyond its first thread; empty if none.

    It looks for some time, because they may be just ending.
    """
    for _ in range(_LOOKS):
        if watch.is_alone():
            return ""
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    used = usage(process)
    left = [f"{more} more thread{'s' * (more > 1)}"] if (more := used.threads - 1) > 0 else []
    for other in used.others[:1]:
        with suppress(OSError):
            words = read_proc(f"/proc/{other}/cmdline").decode(errors="replace").split("\0")
            left.append(f"the process '{' '.join(words).strip()[:_LONGEST_COMMAND] or '?'}'")
    return f"left {' and '.join(left)} running" if left else ""


def shares_nothing() -> bool:
    """Return whether this process has one thread, and no memory that forks could write to as well.

    True if the system does not report it.
    """
    with suppress(OSError):
        alone = len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 - names only
        return alone and not _SHARED.search(Path("/proc/self/maps").read_bytes())
    return True


def exists(process: int) -> bool:
    """Return whether there is a process of this number, or one that has ended unnoticed."""
    with suppress(ProcessLookupError):
        with suppress(PermissionError):
            os.kill(process, 0)
        return True
    return False


def send(number: signal.Signals, *processes: int) -> None:
    """Send a signal to processes that are still there."""
    for one in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(one, number)


def stop(process: int) -> list[int]:
    """Stop a process and all its descendants, also new ones that start meanwhile."""
    tree: list[int] = []
    for _ in range(_SWEEPS):
        before, tree = tree, [process, *descendants(process)]
        if tree == before:
            break
        send(signal.SIGSTOP, *tree)  # so that none can start another
    return tree


def end(process: int) -> None:
    """Kill a process, its descendants and their groups, also new ones that start meanwhile."""
    for one in reversed(stop(process)):
        send(signal.SIGKILL, one)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(one, signal.SIGKILL)  # its group may have outlived it


def end_descendants(process: int, kept: int = 0) -> None:
    """Kill all descendants of this ``process``, which adopts orphans, but its child ``kept``.

    Raises ``TimeoutError`` if some do not end.
    """
    for _ in range(_SWEEPS):
        tree = [one for one in descendants(process) if one != kept]
        send(signal.SIGKILL, *tree)
        with suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if ended.si_pid == kept:
                    break
                os.waitpid(ended.si_pid, 0)
        if not tree:
            return
        time.sleep(_SECONDS_BETWEEN_LOOKS / 10)
    raise TimeoutError


def end_those_with(variable: bytes) -> None:
    """Kill all processes, and their descendants, that were started with an environment variable."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if variable in (folder / "environ").read_bytes().split(b"\0"):
                end(int(folder.name))
