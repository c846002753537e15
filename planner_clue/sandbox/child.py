"""Python work in a forked child, within limits of time and memory that end it.

A fork takes a few milliseconds and needs nothing to be imported again. The child leads a process
group of its own, which is killed as a whole, and whatever it prints goes nowhere.
"""

import gc
import os
import pickle
import resource
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from planner_clue.errors import PlanningFailure, described
from planner_clue.sandbox.process_groups import ending_with, wait_until

T = TypeVar("T")
_CHUNK = 1 << 20
_LOOKS = 0.5
"""Seconds between two looks of a child at the time, and at whether its parent still lives."""
_SECONDS_TO_LEAVE = 5.0
"""Seconds after its timeout in which a child ends by itself if nothing has killed it."""


def in_child(work: Callable[[], T], what: str, seconds: float, memory_mb: int) -> T:
    """Return the result of ``work()`` in a child process; ``what`` names it in messages.

    The result has to be picklable; what the work imports should be imported before.

    Raises :class:`PlanningFailure` as ``work`` does, with reason ``time-out`` or ``memory-out`` at
    a limit, and ``engine-error`` where it raises anything else, or ends without an answer;
    ``PermissionError`` where this process may start no other.
    """
    outcome = _forked(work, seconds, memory_mb)
    match outcome:
        case ("done", result):
            return result  # type: ignore[no-any-return]
        case ("failed", status, detail):
            raise PlanningFailure(status, detail)
        case ("late",):
            raise PlanningFailure("time-out", f"{what}: not done in {seconds:.3g} s")
        case ("full",):
            raise PlanningFailure("memory-out", f"{what}: not done in {memory_mb} MB")
        case _:
            raise PlanningFailure("engine-error", f"{what} {outcome[-1]}")


def _forked(work: Callable[[], Any], seconds: float, memory_mb: int) -> Any:
    """Return the outcome of a child: see :func:`_outcome`."""
    deadline = time.monotonic() + seconds
    parent = os.getpid()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, whose locks we do not use
        try:
            pid = os.fork()
        except OSError:
            os.close(reading)
            os.close(writing)
            raise
    if pid == 0:
        _be_the_child(work, writing, parent, deadline, memory_mb)
    try:
        with ending_with(pid):
            with suppress(ProcessLookupError, PermissionError):
                os.setpgid(pid, pid)  # whoever of us comes first
            os.close(writing)
            answer = _read(reading, deadline)
            if answer is None:
                return ("late",)
            if answer:
                return pickle.loads(answer)
            wait_until(pid, deadline)
    finally:
        os.close(reading)
        _, ended = os.waitpid(pid, 0)
    return ("gone", f"ended without an answer, {exit_in_words(os.waitstatus_to_exitcode(ended))}")


def exit_in_words(code: int) -> str:
    """Return how a process ended, by its exit code; below zero it is a signal."""
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


def _read(reading: int, deadline: float) -> bytes | None:
    """Return the child's answer; None after the deadline."""
    pieces = list[bytes]()
    while select.select([reading], [], [], max(0.0, deadline - time.monotonic()))[0]:
        piece = os.read(reading, _CHUNK)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
    return None


def _be_the_child(
    work: Callable[[], Any], writing: int, parent: int, deadline: float, memory_mb: int
) -> NoReturn:
    """Do the work, send the outcome, and exit without the parent's exit handlers."""
    code = 1
    gc.freeze()  # the parent's garbage would close numbers that other files have here by then
    try:
        os.setpgid(0, 0)
        _let_go_of_files(writing)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _leave_in_time(parent, deadline)
        _limit_memory(memory_mb)
        answer = pickle.dumps(_outcome(work), protocol=5)
        with open(writing, "wb") as stream:
            stream.write(answer)
        code = 0
    finally:
        os._exit(code)


def _outcome(work: Callable[[], Any]) -> tuple[Any, ...]:
    try:
        return "done", work()
    except PlanningFailure as failure:
        return "failed", failure.reason, failure.detail
    except MemoryError:
        return ("full",)
    except BaseException as error:  # also SystemExit: nobody above us may go on
        return "failed", "engine-error", described(error)


def _let_go_of_files(kept: int) -> None:
    """Redirect the standard streams to ``/dev/null``, and close the parent's other descriptors."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    os.closerange(3, kept)
    os.closerange(kept + 1, min(most, 1 << 20))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    # A stream that owned its descriptor would close that number in a child of this child, where
    # another file may have it by then.
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _leave_in_time(parent: int, deadline: float) -> None:
    """End this process at its deadline or when its parent is gone, if nothing else does."""

    def look(number: int, frame: Any) -> None:
        if os.getppid() != parent or time.monotonic() > deadline + _SECONDS_TO_LEAVE:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _LOOKS, _LOOKS)


def _limit_memory(memory_mb: int) -> None:
    """Limit the memory that this process may use in addition to its present size."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory_mb * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
