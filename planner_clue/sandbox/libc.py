"""Functions of the C library and of Linux that Python does not have."""

import ctypes
import os
import signal
import sys
from functools import cache

ON_LINUX = sys.platform == "linux"


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: int | bytes | None) -> int:
    """Return the result of a function; raises ``OSError`` if it fails."""
    result = int(getattr(_library(), function)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")
    return result


def prctl(option: int, *values: int) -> None:
    """Change a property of this process, on Linux only; raises ``OSError`` if that fails."""
    if ON_LINUX:
        call("prctl", option, *values, *(0,) * (4 - len(values)))


def gain_no_privileges() -> None:
    """Promise to gain no privileges by starting programs, which filters demand."""
    prctl(38, 1)


def signal_with_parent(number: signal.Signals) -> None:
    """Send this process a signal when its parent ends; on Linux only."""
    prctl(1, number)


def adopt_orphans() -> None:
    """Make this process the parent of all descendants whose own parent ends; on Linux only."""
    prctl(36, 1)
