"""Process groups that work for this process, so that none outlives it."""

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from planner_clue.sandbox import process_tree

_groups: set[int] = set()
_starting: set[int] = set()
"""The threads that are starting a process."""
_postponed: list[BaseException] = []
"""Exception to re-raise once the main thread has started its process."""
_interrupted: list[BaseException] = []
"""Exception of a signal handler, which may have been swallowed."""
_leaving: list[bool] = []
"""Not empty if nothing may be started any more."""
_SECONDS_TO_START = 1
_POLL = 0.0002, 0.02
"""Seconds between two looks at a process that is about to end: at first, and at most."""


@contextmanager
def ending_with(group: int) -> Iterator[None]:
    """Kill a process group at the end; until somebody waits for its leader, nobody else is hit."""
    _groups.add(group)
    try:
        yield
    finally:
        process_tree.end(group)
        _groups.discard(group)


@contextmanager
def starting() -> Iterator[Callable[[int], None]]:
    """Let :func:`stop_all` and :func:`interrupt` wait until what starts is known.

    Yields a function to call with the number of the process, the leader of a group.
    """
    thread = threading.get_ident()
    _starting.add(thread)
    try:
        yield _know
    finally:
        _starting.discard(thread)
        if _postponed and threading.current_thread() is threading.main_thread():
            raise _postponed.pop()


def interrupt(error: BaseException) -> None:
    """Raise an error from a signal handler, but not while this thread is starting a process.

    Else it would run on, and nobody would know it. Signals come to the main thread only. Python
    swallows what is raised in finalizers and callbacks; :func:`check_interrupted` raises it again.
    """
    _interrupted[:] = [error]
    if threading.get_ident() not in _starting:
        raise error
    _postponed[:] = [error]


def _know(group: int) -> None:
    _groups.add(group)
    if _leaving:
        process_tree.end(group)


def check_interrupted() -> None:
    """Raise the error of :func:`interrupt`, if somebody has swallowed it: games call this."""
    if _interrupted:
        raise _interrupted[0]


def forget_interrupts() -> None:
    """Begin anew, for a program that runs in the process of another."""
    _leaving.clear()
    _interrupted.clear()
    _postponed.clear()


def leave() -> None:
    """Kill everything that plans for this process, and whatever a thread still starts.

    Python waits for threads at its end, and they for their searches.
    """
    _leaving[:] = [True]
    stop_all()


@atexit.register
def stop_all() -> None:
    """Kill everything that plans for this process now, for a process that is about to leave."""
    deadline = time.monotonic() + _SECONDS_TO_START
    while True:
        waits = _starting - {threading.get_ident()} and time.monotonic() < deadline
        for group in list(_groups):
            process_tree.end(group)
        if not waits:
            return
        time.sleep(_POLL[0])


def wait_until(leader: int, deadline: float) -> bool:
    """Return whether a child process ends before a monotonic time; it stays a zombie."""
    pause, longest = _POLL
    while os.waitid(os.P_PID, leader, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, longest)
    return True
