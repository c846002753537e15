"""Forbidding a process to start others and to reach a network, by a filter of system calls.

Looking at what a process has started comes too late where each of them starts more. A filter
(seccomp(2)) needs no rights, holds for good, and works in most containers.
"""

import ctypes
import errno
import platform
import struct
import sys
from typing import NamedTuple

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
"""Where a filter finds number and architecture of a call."""
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_OTHER_NUMBERS = 0x40000000
"""From here on are the numbers of a second set of calls on x86-64."""


class _Machine(NamedTuple):
    """What a filter has to know of a machine."""

    architecture: int
    forbidden: tuple[int, ...]
    """The numbers of the calls: clone, fork, vfork, clone3; socket; io_uring_setup, which can do
    what other calls do."""


_MACHINES = {
    "x86_64": _Machine(0xC000003E, (56, 57, 58, 435, 41, 425)),
    "aarch64": _Machine(0xC00000B7, (220, 435, 198, 425)),
}


class _Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def forbid_calls() -> bool:
    """Let this process start no process and no thread, and open no socket; tell whether that holds.

    Where the machine or the system is not known, nothing is forbidden.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None or not sys.platform.startswith("linux"):
        return False
    program = _filter(machine)
    length = len(program) // struct.calcsize("=HBBI")
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    given = _Program(length, program)
    return int(library.prctl(_SET_SECCOMP, _BY_FILTER, ctypes.byref(given), 0, 0)) == 0


def _filter(machine: _Machine) -> bytes:
    """Return a filter; its last instruction lets a call fail, and jumps count from the next one."""
    calls = machine.forbidden
    last = len(calls) + 5
    steps = [(_LOAD, 0, 0, _ARCHITECTURE), (_IF_EQUAL, 0, last - 2, machine.architecture)]
    steps += [(_LOAD, 0, 0, _NUMBER), (_IF_AT_LEAST, last - 4, 0, _OTHER_NUMBERS)]
    steps += [(_IF_EQUAL, last - 5 - n, 0, call) for n, call in enumerate(calls)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _FAIL | errno.EPERM)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
