"""Ways to send a later game, or another seat, a number: by system calls, files and the kernel.

This file is copied beside agents and programs that try them out. ``CHANNELS`` has for each how the
number is left, and how somebody finds something that depends on it.
"""

import ctypes
import errno
import fcntl
import os
import resource
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

libc = ctypes.CDLL(None, use_errno=True)
OWN, USED = Path(__file__).with_name("data"), Path(__file__).with_name("read")
TEMPORARY = Path(os.environ.get("TMPDIR", "/tmp"))
PLACES = [TEMPORARY, *TEMPORARY.parents[:2], OWN.parent, Path("/dev/shm"), Path("/var/tmp")]
PAGES, kept = 1 << 20, list[Any]()


def call(name: str, *arguments: Any) -> None:
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def opened() -> int:
    kept.append(os.open(OWN, os.O_RDONLY))
    return int(kept[-1])


def in_turn(number: int, *attempts: Callable[[int], Any]) -> None:
    for attempt in attempts:
        try:
            attempt(number)
        except OSError:
            continue


def drop_and_read(number: int) -> None:
    os.posix_fadvise(opened(), 0, 0, os.POSIX_FADV_DONTNEED)
    os.posix_fadvise(opened(), 0, 0, os.POSIX_FADV_RANDOM)
    [os.pread(kept[-1], 1, bit * PAGES) for bit in range(8) if number >> bit & 1]


def is_cached(bit: int) -> int:
    try:
        return os.preadv(opened(), [bytearray(1)], bit * PAGES, os.RWF_NOWAIT)
    except BlockingIOError:
        return 0


def forked(seconds: float = 0.0) -> int:
    if (child := os.fork()) == 0:
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        os._exit(0)
    os.waitpid(child, 0)
    return child


def take_lock(number: int) -> None:
    if number % 2:
        fcntl.flock(opened(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked() -> bool:
    with OWN.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def text(name: str) -> str:
    return Path("/proc", name).read_text()


def bind_name(number: int) -> None:
    first, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    kept.append(first)
    first.bind(f"\0planner-clue-{number}")


def answers(number: int) -> bool:
    first, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return first.connect_ex(f"\0planner-clue-{number}") != errno.ECONNREFUSED


def fill(number: int) -> None:
    [(TEMPORARY / f"{'n' * 99}{n}").write_bytes(bytes(4096)) for n in range(number)]


def mount(number: int) -> None:
    if number % 2:
        call("mount", b"none", str(TEMPORARY).encode(), b"tmpfs", 0, None)


def queue(number: int) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {40})
    for _ in range(number):
        call("raise", 40)


def leave_pending(number: int) -> None:
    signals = {signal.SIGUSR2, signal.SIGHUP, signal.SIGURG}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    for process in (0, 1, 2, os.getpid(), os.getppid()):
        for bit, one in enumerate(signals):
            if number >> bit & 1:
                in_turn(number, lambda _, p=process, s=one: os.kill(p, s))  # type: ignore[misc]


def spent_by(process: int) -> str:
    try:
        return f"{time.clock_gettime(~process << 3 | 2):.3f}" if process != os.getpid() else ""
    except OSError as error:
        return str(error.errno)


def mount_number() -> int:
    info = ctypes.create_string_buffer(256)
    call("statx", -100, os.fsencode(TEMPORARY), 0, 0x5000, info)
    return struct.unpack_from("Q", info, 0x90)[0] if struct.unpack_from("I", info)[0] >> 12 else 0


NUMBERS = range(1, 200)
FROM_SERVER = os.getppid
CHANNELS: dict[str, tuple[Callable[[int], Any], Callable[[], Any]]] = {
    "cache of a file": (drop_and_read, lambda: [*map(is_cached, range(8))]),
    "hint of a file": (lambda n: fcntl.fcntl(opened(), 1036, struct.pack("Q", n % 6)),
        lambda: fcntl.fcntl(opened(), 1035, bytes(8))),
    "flags of stdin": (lambda n: n % 2 and fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND),
        lambda: fcntl.fcntl(0, fcntl.F_GETFL)),
    "access time": (lambda n: n % 2 and USED.read_text(), lambda: USED.stat().st_atime_ns),
    "own file": (
        lambda n: in_turn(
            n, lambda n: os.utime(OWN, (n, n)), lambda n: OWN.chmod(0o600 + n % 8 * 8),
            lambda n: os.setxattr(OWN, "user.number", bytes([n])),
            lambda n: OWN.write_bytes(bytes(n))),
        lambda: [OWN.stat().st_mtime_ns, OWN.stat().st_mode, OWN.stat().st_size, os.listxattr(OWN)],
    ),
    "a file": (
        lambda n: in_turn(n, *(lambda n, one=one: (one / f"left{n}").touch() for one in PLACES)),
        lambda: [sorted(file.name for file in one.glob("left*")) for one in PLACES]),
    "folder for files": (fill,
        lambda: [tuple(one.stat())[:2] + tuple(one.stat())[3:7] for one in PLACES[:2]]),
    "free space": (fill, lambda: os.statvfs(TEMPORARY).f_bfree),
    "next number of a process": (lambda n: [forked() for _ in range(n % 20)], forked),
    "usage of the server": (lambda n: forked(n / 200),
        lambda: text(f"{FROM_SERVER()}/stat").split(")")[1].split()[11:15]),
    "limits of the server": (
        lambda n: resource.prlimit(FROM_SERVER(), resource.RLIMIT_STACK, (n << 16, n << 16)),
        lambda: resource.getrlimit(resource.RLIMIT_STACK)),
    "priority of the server": (lambda n: os.setpriority(os.PRIO_PROCESS, FROM_SERVER(), n % 19),
        lambda: os.getpriority(os.PRIO_PROCESS, 0)),
    "its processors": (lambda n: os.sched_setaffinity(FROM_SERVER(), {n % 2}),
        lambda: sorted(os.sched_getaffinity(0))),
    "segment": (lambda n: call("shmget", 0x5150 + n, 4096, 0o1666),
        lambda: [n for n in NUMBERS if libc.shmget(0x5150 + n, 4096, 0) >= 0]),
    "queue": (lambda n: call("msgget", 0x5150 + n, 0o1666),
        lambda: [n for n in NUMBERS if libc.msgget(0x5150 + n, 0) >= 0]),
    "semaphore": (lambda n: call("semget", 0x5150 + n, 1, 0o1666),
        lambda: [n for n in NUMBERS if libc.semget(0x5150 + n, 1, 0) >= 0]),
    "lock of a region": (lambda n: fcntl.lockf(opened(), fcntl.LOCK_SH, n, 0),
        lambda: fcntl.fcntl(opened(), fcntl.F_GETLK, struct.pack("hhqqi4x", 1, 0, 0, 0, 0))),
    "lock": (take_lock, is_locked),
    "name of a socket": (bind_name, lambda: [*filter(answers, NUMBERS)]),
    "key": (lambda n: libc.syscall(248, b"user", b"k", bytes([n]), 1, -4),
        lambda: libc.syscall(249, b"user", b"k", None, 0)),
    "numbers of counters": (lambda n: kept.extend(os.eventfd(0) for _ in range(n % 50)),
        lambda: text(f"self/fdinfo/{os.eventfd(0)}").split("eventfd-id:")[1].split()[0]),
    "queued signals": (queue, lambda: text("self/status").split("SigQ:")[1].split()[0]),
    "mount": (mount, lambda: len(text("self/mountinfo").splitlines())),
    "pending signals": (leave_pending, lambda: sorted(signal.sigpending())),
    "clocks of others": (lambda n: forked(n / 200), lambda: [*map(spent_by, range(1, 6))]),
    "number of a mount": (mount, mount_number),
}  # fmt: skip


def found() -> Iterator[tuple[str, str]]:
    """Yield each channel with what is found there."""
    for name, (_, find) in CHANNELS.items():
        try:
            yield name, repr(find())
        except (OSError, IndexError) as error:
            yield name, type(error).__name__


def leave(number: int) -> None:
    """Leave a number in all channels."""
    for left, _ in CHANNELS.values():
        in_turn(number, left)
