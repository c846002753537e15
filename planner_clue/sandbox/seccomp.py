"""System call filter for untrusted code: every call that this file does not list fails.

The list was learned from CPython with numpy, Java, Node, Ruby, Perl, Lua and C++ programs that read
their files, compute, use threads and memory, and answer. Each call has its number on x86-64 and on
arm64, where ``-`` means that it does not exist.

Not here, with the use that code has found for them: ``preadv2``, ``fadvise64``, ``readahead`` and
``mincore`` (remember and show what was read, by the cache of files); ``sendmsg`` and
``memfd_create`` (memory that belongs to no process); ``statfs`` (shows how full a disk is);
``chmod``, ``utimensat``, ``flock``, ``setxattr``, ``inotify_init1`` (say something by a file that
others can read); ``statx`` (numbers mounts, and so games); ``timer_create`` (wakes who is stopped);
``shmget``, ``mq_open``, ``keyctl`` (outlive their process); ``ptrace``, ``pidfd_open``,
``setpriority`` (reach others); ``io_uring`` (does what other calls do).

A filter (seccomp(2)) needs no rights, and holds for good.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from planner_clue.sandbox import libc

_ALWAYS = """
# Read, write and close what is open.
read 0 63  write 1 64  readv 19 65  writev 20 66  pread64 17 67  pwrite64 18 68  preadv 295 69
pwritev 296 70  lseek 8 62  close 3 57  close_range 436 436
# Open and list files that Landlock grants.
open 2 -  openat 257 56  stat 4 -  fstat 5 80  lstat 6 -  newfstatat 262 79
access 21 -  faccessat 269 48  faccessat2 439 439  readlink 89 -  readlinkat 267 78
getdents64 217 61  getcwd 79 17  chdir 80 49  fchdir 81 50
# Change files in the own folder, which is gone after the game.
rename 82 -  renameat 264 38  renameat2 316 276  mkdir 83 -  mkdirat 258 34  rmdir 84 -
unlink 87 -  unlinkat 263 35  truncate 76 45  ftruncate 77 46  fsync 74 82  fdatasync 75 83
umask 95 166  symlink 88 -  symlinkat 266 36
# Copy descriptors and wait for them; pipes and counters to one's own threads and children.
dup 32 23  dup2 33 -  dup3 292 24  pipe 22 -  pipe2 293 59  poll 7 -  ppoll 271 73  select 23 -
pselect6 270 72  epoll_create 213 -  epoll_create1 291 20  epoll_ctl 233 21  epoll_wait 232 -
epoll_pwait 281 22  eventfd 284 -  eventfd2 290 19
# Have memory; the kernel counts it.
munmap 11 215  mprotect 10 226  mremap 25 216  brk 12 214
# Run threads.
futex 202 98  set_robust_list 273 99  set_tid_address 218 96  rseq 334 293  sched_yield 24 124
sched_getaffinity 204 123  sched_getparam 143 121  sched_getscheduler 145 120
sched_get_priority_max 146 125  sched_get_priority_min 147 126  getcpu 309 168  arch_prctl 158 -
gettid 186 178
# Handle one's own signals, and be woken by a timer.
rt_sigaction 13 134  rt_sigprocmask 14 135  rt_sigreturn 15 139  rt_sigpending 127 136
rt_sigsuspend 130 133  rt_sigtimedwait 128 137  sigaltstack 131 132  pause 34 -
restart_syscall 219 128  alarm 37 -  setitimer 38 103  getitimer 36 102
# Run programs, and wait for one's children.
execve 59 221  wait4 61 260  waitid 247 95  exit 60 93  exit_group 231 94  setpgid 109 154
setsid 112 157
# Ask who one is, the time, and what the machine has.
getpid 39 172  getppid 110 173  getpgrp 111 -  getpgid 121 155  getsid 124 156  getuid 102 174
geteuid 107 175  getgid 104 176  getegid 108 177  getgroups 115 158  getresuid 118 148
getresgid 120 150  capget 125 90  nanosleep 35 101  gettimeofday 96 169  time 201 -  times 100 153
getrusage 98 165  getrlimit 97 163  uname 63 160  sysinfo 99 179  getrandom 318 278
getpriority 140 141
# Talk over the one connection that it is given.
sendto 44 206  recvfrom 45 207  recvmsg 47 212  getsockname 51 204  getpeername 52 205
getsockopt 55 209  shutdown 48 210
"""
PAIRS = """
# Java makes a pair before it opens its first file; without setsockopt a pair has no name.
socketpair 53 199
"""
SOCKETS = """
# Connect to the match in a network where nobody else is.
connect 42 203  bind 49 200  listen 50 201  accept 43 202  accept4 288 242  sendmsg 46 211
setsockopt 54 208
"""
CHILDREN = """
# Start processes, which inherit all this, and signal them.
fork 57 -  vfork 58 -  kill 62 129  tkill 200 130  tgkill 234 131
"""
_SOME = """
# See below.
clock_getres 229 114  clock_gettime 228 113  clock_nanosleep 230 115  clone 56 220  fcntl 72 25
ioctl 16 29  madvise 28 233  mmap 9 222  prctl 157 167  prlimit64 302 261  socket 41 198
"""
_MISSING = """
# The C library answers with newfstatat where the system has no statx.
statx 332 291
"""
_ARCHITECTURES: Final = {"x86_64": (1, 0xC000003E), "aarch64": (2, 0xC00000B7)}
"""The machines with a list: the column of their numbers, and their own number in seccomp(2)."""


class _Some(NamedTuple):
    """An argument of a call, and its values with which that is allowed, under a mask."""

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


_THREADS, _PROCESSES = (0x3D0F00, 0x7D0F00, 0x50F00), (0x11, 0x1200011, 0x4111)
"""Flags of clone(2): for threads of the GNU and musl C libraries and Go; for fork(3), as system
call and in the C library, and posix_spawn(3)."""
_COMMON = {
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC: no locks, owners, signals, hints
    "fcntl": _Some(1, (0, 1, 2, 3, 4, 1030)),
    # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX: whether it is a terminal, and pipes
    "ioctl": _Some(1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # All except flags that write files back, empty the cache of files, or share pages with others
    "madvise": _Some(2, (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17)),
    # Not MAP_SHARED with MAP_ANONYMOUS: shared memory without a file, which nobody would count;
    # not MAP_HUGETLB: pages of a pool that all processes share
    "mmap": _Some(3, (0x00, 0x01, 0x20), 0x40021),
    # PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_SECCOMP, PR_CAPBSET_READ,
    # PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_VMA
    "prctl": _Some(0, (3, 15, 16, 22, 23, 36, 38, 39, 0x53564D41)),
    # The limits of the process itself, not of another
    "prlimit64": _Some(0, (0,)),
}  # fmt: skip
_CLOCKS = _Some(0, (0, 1, 2, 3, 4, 5, 6))
"""Real time and monotonic time, also raw and coarse; of the own process and thread. Not clocks of
others, which show their processor time."""
_COMMON |= dict.fromkeys(("clock_getres", "clock_gettime", "clock_nanosleep"), _CLOCKS)
_INTERNET = _Some(0, (2, 10))  # AF_INET and AF_INET6
_SET_SECCOMP, _BY_FILTER = 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS, _EACH = 0, 4, 16, 8
"""Offsets of number, architecture and arguments of a call; the size of an argument."""
_NEWER, _OTHER_NUMBERS = 424, 0x40000000
"""From here on are calls without which programs expect a system to be (since Linux 5.1), such as
clone3 and io_uring_setup; and the numbers of a second set of calls on x86-64."""


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    """Return an instruction of a filter; it may skip a number of the next ones."""
    return struct.pack("=HBBI", code, if_so, if_not, value)


_ALLOW, _FAIL = _step(_RETURN, 0x7FFF0000), _step(_RETURN, 0x00050000 | errno.EPERM)
_UNKNOWN = _step(_RETURN, 0x00050000 | errno.ENOSYS)


def allow_calls(*lists: str) -> bool:
    """Leave this process and its children the listed system calls; return whether that holds.

    ``lists`` are some of :data:`CHILDREN`, :data:`PAIRS` and :data:`SOCKETS`, which extend the
    calls that every process is allowed.
    Without children it can signal no process but itself.
    """
    with suppress(OSError):
        program, _ = program_for(*lists, process=os.getpid())
        libc.gain_no_privileges()
        libc.call("prctl", _SET_SECCOMP, _BY_FILTER, program, 0, 0)
        return True
    return False


@cache
def program_for(*lists: str, process: int) -> tuple[bytes, object]:
    """Return the filter of :func:`allow_calls` for a process, and its memory; else ``OSError``."""
    if platform.machine() not in _ARCHITECTURES or not libc.ON_LINUX:
        raise OSError(errno.ENOSYS, "seccomp")
    steps = [*_filter(*_ARCHITECTURES[platform.machine()], lists, process)]
    held = ctypes.create_string_buffer(b"".join(steps))
    return struct.pack("@HP", len(steps), ctypes.addressof(held)), held


def _filter(column: int, architecture: int, lists: Sequence[str], process: int) -> Iterator[bytes]:
    """Yield the steps of a filter; each call that it allows has steps of its own."""
    some = dict(_COMMON)
    if CHILDREN in lists:
        some["clone"] = _Some(0, _THREADS + _PROCESSES)
    else:
        some |= {call: _Some(0, (process,)) for call in ("kill", "tkill", "tgkill")}
    if SOCKETS in lists:
        some["socket"] = _INTERNET
    yield _step(_LOAD, _ARCHITECTURE)
    yield from (_step(_IF_EQUAL, architecture, 1), _FAIL)
    yield _step(_LOAD, _NUMBER)
    yield from (_step(_IF_AT_LEAST, _OTHER_NUMBERS, 0, 1), _FAIL)
    for call, number in _numbers(column, _SOME, CHILDREN).items():
        if when := some.get(call):  # by the lower half of one of its arguments
            count = len(when.values)
            yield _step(_IF_EQUAL, number, 0, count + 4)
            yield _step(_LOAD, _ARGUMENTS + _EACH * when.argument)
            yield _step(_AND, when.mask)
            for place, value in enumerate(when.values):
                yield _step(_IF_EQUAL, value, count - place)
            yield from (_FAIL, _ALLOW)
    for first, last in _ranges(_numbers(column, _ALWAYS, *lists).values()):
        yield from (_step(_IF_AT_LEAST, last + 1, 2), _step(_IF_AT_LEAST, first, 0, 1), _ALLOW)
    for number in _numbers(column, _MISSING).values():
        yield from (_step(_IF_EQUAL, number, 0, 1), _UNKNOWN)
    yield from (_step(_IF_AT_LEAST, _NEWER, 0, 1), _UNKNOWN, _FAIL)


def _ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run: a filter of few steps is loaded in half the time."""
    for _, pairs in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in pairs]
        yield run[0], run[-1]


def _numbers(column: int, *texts: str) -> dict[str, int]:
    """Return the numbers of the calls in some texts, by name."""
    lines = (line for text in texts for line in text.splitlines() if not line.startswith("#"))
    words = " ".join(lines).split()
    found = zip(words[::3], words[column::3], strict=True)
    return {name: int(number) for name, number in found if number != "-"}
