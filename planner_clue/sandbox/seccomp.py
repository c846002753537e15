"""System call filter for untrusted code.

Looking at what a process has started comes too late where each of them starts more. A filter
(seccomp(2)) needs no rights, holds for good, and works in most containers. Landlock looks after
what is in files, and not after their modes and times, so those are here too.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterator
from typing import NamedTuple

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_SET, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS, _EACH = 0, 4, 16, 8
"""Offsets of number, architecture and arguments of a call; the size of an argument."""
_ALLOW, _FAIL, _UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_OTHER_NUMBERS = 0x40000000
"""From here on are the numbers of a second set of calls on x86-64."""

_REACHING_OTHERS = (8, 10, 15, 0x8901, 0x8902, 5, 6, 7, 36, 37, 38, 1024, 1026)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX; FIOSETOWN, SIOCSPGRP: ways to have signals sent to others. Locks
of files that others can read, too: F_GETLK, F_SETLK, F_SETLKW, F_OFD_..., F_SETLEASE, F_NOTIFY."""
_CHANGING_FOLDERS = (0x40086602, 0x40046602, 0x40087602, 0x40086604, 0x401C5820)
"""FS_IOC_SETFLAGS and its likes: what a folder keeps when all files in it are gone."""
_THREAD, _SHARING, _LIKE_FORK = 0x10000, 0xCF00, (0, 0x4100)
"""Of clone(2): CLONE_THREAD; what a child shares, and to be a sibling; what fork and vfork ask."""
_CLONE_3 = 435
_INTERNET = (2, 10)
"""AF_INET and AF_INET6."""
_UNSEEN, _SURVIVING = 4, 1
"""Of prctl(2): to let nobody see what the process uses, and to outlive its parent."""


class _Machine(NamedTuple):
    """System call numbers of a machine architecture."""

    architecture: int
    starts: tuple[int, ...]
    """Calls that start processes, and that signal processes in other ways than kill(2)."""
    forbidden: tuple[int, ...]
    """Other calls by groups, as below."""
    socket: int
    signals: tuple[int, ...]
    """kill, tkill, tgkill: the own process may have them."""
    clone: int
    prlimit: int
    prctl: int
    controls: tuple[int, int]
    """fcntl and ioctl."""


# Starting processes, beside clone: fork, vfork. Signals: rt_sigqueueinfo, rt_tgsigqueueinfo,
# pidfd_open, pidfd_send_signal. io_uring_setup, which can do what other calls do;
# timer_create, which can wake whoever is stopped.
# Other processes: ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd, setpriority,
# ioprio_set, and the four calls sched_set... What outlives a process: shmget, semget, msgget,
# mq_open, add_key, request_key, keyctl. What tells others of files: flock, inotify_init,
# inotify_init1, fanotify_init. Files: chmod, chown, utime and setxattr in all their ways,
# file_setattr.
_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        (57, 58, 129, 297, 434, 424),
        (
            *(425, 222),
            *(101, 310, 311, 312, 438, 141, 251, 142, 144, 203, 314),
            *(29, 64, 68, 240, 248, 249, 250),
            *(73, 253, 294, 300),
            *(90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280),
            *(188, 189, 190, 197, 198, 199, 463, 466, 469),
        ),
        41,
        (62, 200, 234),
        56,
        302,
        157,
        (72, 16),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        (138, 240, 434, 424),
        (
            *(425, 107),
            *(117, 270, 271, 272, 438, 140, 30, 118, 119, 122, 274),
            *(194, 190, 186, 180, 217, 218, 219),
            *(32, 26, 262),
            *(52, 53, 452, 54, 55, 88),
            *(5, 6, 7, 14, 15, 16, 463, 466, 469),
        ),
        198,
        (129, 130, 131),
        220,
        261,
        167,
        (25, 29),
    ),
}


class _Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


class _Step(NamedTuple):
    """An instruction of a filter; it may skip a number of the next ones."""

    code: int
    if_so: int
    if_not: int
    value: int


def forbid_calls(*, alone: bool, network: bool = False) -> bool:
    """Forbid this process and its children system calls; return whether the filter is in force.

    They can open no socket, read or trace no other process, change no limits of others, and no
    modes, owners, times and flags of files, share no memory and descriptors with a child, and leave
    nothing that outlives them. ``network`` lets them open sockets of the internet protocols.
    ``alone`` also forbids to start processes, and to send signals to any process but itself. Where
    the machine or the system is not known, nothing is forbidden.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None or not sys.platform.startswith("linux"):
        return False
    steps = list(_filter(machine, alone=alone, network=network))
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    given = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    return int(library.prctl(_SET_SECCOMP, _BY_FILTER, ctypes.byref(given), 0, 0)) == 0


def _filter(machine: _Machine, *, alone: bool, network: bool) -> Iterator[_Step]:
    """Yield the steps of a filter; each call that it forbids has steps of its own."""
    fail, allow = _Step(_RETURN, 0, 0, _FAIL), _Step(_RETURN, 0, 0, _ALLOW)
    yield _Step(_LOAD, 0, 0, _ARCHITECTURE)
    yield from (_Step(_IF_EQUAL, 1, 0, machine.architecture), fail)
    yield _Step(_LOAD, 0, 0, _NUMBER)
    yield from (_Step(_IF_AT_LEAST, 0, 1, _OTHER_NUMBERS), fail)
    yield from (_Step(_IF_EQUAL, 0, 1, _CLONE_3), _Step(_RETURN, 0, 0, _UNKNOWN))  # not seen into
    yield from _clone(machine.clone, allow if not alone else fail, fail)
    if network:
        yield from _by_argument(machine.socket, 0, _INTERNET, allow, fail)
    for call in (machine.socket, *machine.forbidden, *(machine.starts if alone else ())):
        yield from (_Step(_IF_EQUAL, 0, 1, call), fail)
    for call in machine.signals if alone else ():
        yield from _by_argument(call, 0, (os.getpid(),), allow, fail)
    yield from _by_argument(machine.prlimit, 0, (0,), allow, fail)
    yield from _by_argument(machine.prctl, 0, (_UNSEEN, _SURVIVING), fail, allow)
    for call in machine.controls:
        yield from _by_argument(call, 1, (*_REACHING_OTHERS, *_CHANGING_FOLDERS), fail, allow)
    yield allow


def _clone(call: int, allow: _Step, fail: _Step) -> Iterator[_Step]:
    """Yield the steps that allow threads and forks, but no child that shares memory or files."""
    yield _Step(_IF_EQUAL, 0, 7, call)
    yield _Step(_LOAD, 0, 0, _ARGUMENTS)
    yield _Step(_IF_SET, 3, 0, _THREAD)
    yield _Step(_AND, 0, 0, _SHARING)
    yield _Step(_IF_EQUAL, 1, 0, _LIKE_FORK[0])
    yield _Step(_IF_EQUAL, 0, 1, _LIKE_FORK[1])
    yield from (allow, fail)


def _by_argument(
    call: int, number: int, values: tuple[int, ...], one_of_them: _Step, another: _Step
) -> Iterator[_Step]:
    """Yield the steps that decide on a call by the lower half of one of its arguments."""
    yield _Step(_IF_EQUAL, 0, len(values) + 3, call)
    yield _Step(_LOAD, 0, 0, _ARGUMENTS + _EACH * number)
    for place, value in enumerate(values):
        yield _Step(_IF_EQUAL, len(values) - place, 0, value)
    yield from (another, one_of_them)
