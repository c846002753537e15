"""System call filter for untrusted code: what :mod:`allowed_calls` does not list fails.

Looking at what a process has started comes too late where each of them starts more. A filter
(seccomp(2)) needs no rights, holds for good, and works in most containers.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterator
from typing import NamedTuple

from planner_clue.sandbox.allowed_calls import ARCHITECTURES, Some, allowed

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS, _EACH = 0, 4, 16, 8
"""Offsets of number, architecture and arguments of a call; the size of an argument."""
_ALLOW, _FAIL, _UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_NEWER, _OTHER_NUMBERS = 424, 0x40000000
"""From here on are calls without which programs expect a system to be (since Linux 5.1), such as
clone3 and io_uring_setup; and the numbers of a second set of calls on x86-64."""


class _Program(ctypes.Structure):
    """A filter, as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


class _Step(NamedTuple):
    """An instruction of a filter; it may skip a number of the next ones."""

    code: int
    if_so: int
    if_not: int
    value: int


def allow_calls(*, alone: bool, network: bool = False) -> bool:
    """Leave this process and its children the listed system calls; return whether that holds.

    ``network`` lets them open sockets of the internet protocols. ``alone`` leaves out what starts
    processes and threads, and signals to any process but itself. Where the machine has no list, or
    the system no filters, nothing is taken away.
    """
    if platform.machine() not in ARCHITECTURES or not sys.platform.startswith("linux"):
        return False
    steps = list(_filter(platform.machine(), alone=alone, network=network))
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    given = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    return int(library.prctl(_SET_SECCOMP, _BY_FILTER, ctypes.byref(given), 0, 0)) == 0


def _filter(machine: str, *, alone: bool, network: bool) -> Iterator[_Step]:
    """Yield the steps of a filter; each call that it allows has steps of its own."""
    fail, allow = _Step(_RETURN, 0, 0, _FAIL), _Step(_RETURN, 0, 0, _ALLOW)
    yield _Step(_LOAD, 0, 0, _ARCHITECTURE)
    yield from (_Step(_IF_EQUAL, 1, 0, ARCHITECTURES[machine]), fail)
    yield _Step(_LOAD, 0, 0, _NUMBER)
    yield from (_Step(_IF_AT_LEAST, 0, 1, _OTHER_NUMBERS), fail)
    always, some = allowed(machine, os.getpid(), alone=alone, network=network)
    for call in always:
        yield from (_Step(_IF_EQUAL, 0, 1, call), allow)
    for call, when in some:
        yield from _by_argument(call, when, allow, fail)
    yield from (_Step(_IF_AT_LEAST, 0, 1, _NEWER), _Step(_RETURN, 0, 0, _UNKNOWN), fail)


def _by_argument(call: int, when: Some, allow: _Step, fail: _Step) -> Iterator[_Step]:
    """Yield the steps that decide on a call by the lower half of one of its arguments."""
    count = len(when.values)
    yield _Step(_IF_EQUAL, 0, count + 4, call)
    yield _Step(_LOAD, 0, 0, _ARGUMENTS + _EACH * when.argument)
    yield _Step(_AND, 0, 0, when.mask)
    for place, value in enumerate(when.values):
        yield _Step(_IF_EQUAL, count - place, 0, value)
    yield from (fail, allow)
