"""The process groups that run for this process, so that none outlives it."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from planner_clue.processes import descendants

_groups: set[int] = set()
_POLL = 0.0002, 0.02
"""Seconds between two looks at a process that is about to end: at first, and at most."""


@contextmanager
def ending_with(group: int) -> Iterator[None]:
    """Kill a process group at the end, whatever happens; its leader must not be waited for before.

    The leader keeps its number until somebody waits for it, so nobody else is hit.
    """
    _groups.add(group)
    try:
        yield
    finally:
        _groups.discard(group)
        _kill(group)


def stop_all() -> None:
    """Kill everything that plans for this process now, for a process that is about to leave."""
    for group in list(_groups):
        _kill(group)


def wait_until(leader: int, deadline: float) -> bool:
    """Tell whether a child process ends before a time of the monotonic clock; it stays a zombie."""
    pause, longest = _POLL
    while os.waitid(os.P_PID, leader, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, longest)
    return True


def _kill(leader: int) -> None:
    """Kill a group, and what its leader started in groups of their own."""
    for one in (*reversed([*descendants(leader)]), leader):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(one, signal.SIGKILL)
