"""Runs engines within limits of time, memory and output: programs, and forked children.

Each leads a process group, which is killed when it ends, at a limit, or with us.
"""

import atexit
import gc
import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, NoReturn, TypeVar

from planner_clue.sandbox import libc, process_tree
from planner_clue.support.errors import PlanningFailure, described, printable
from planner_clue.support.faults import exit_in_words

T = TypeVar("T")
MOST_PRINTED = 1_000_000  # the largest output of a process, on both streams together, in bytes
_LONGEST_WORDS = 300
_SECONDS_TO_START = 1
_SECONDS_BETWEEN_LOOKS = 0.005
_groups: set[int] = set()
_starting: set[int] = set()  # the threads that are starting a process
_interrupted: list[BaseException] = []  # the postponed error of a signal handler
_leaving: list[bool] = []  # not empty if nothing may be started any more


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
    """Let :func:`stop_all` and :func:`interrupt` wait until a process has started.

    Yields a function to call with its number, which is also that of its group.
    """

    def know(group: int) -> None:
        _groups.add(group)
        if _leaving:
            process_tree.end(group)

    _starting.add(thread := threading.get_ident())
    try:
        yield know
    finally:
        _starting.discard(thread)
        if threading.current_thread() is threading.main_thread():
            check_interrupted()


def interrupt(error: BaseException) -> None:
    """Raise an error from a signal handler, but only after this thread has started its process.

    Otherwise the process would run on unnoticed.
    """
    _interrupted[:] = [error]
    if threading.get_ident() not in _starting:
        raise error


def check_interrupted() -> None:
    """Raise the error of :func:`interrupt` again: Python swallows it in finalizers."""
    if _interrupted:
        raise _interrupted[0]


def forget_interrupts() -> None:
    """Begin anew, for a program that runs in the process of another."""
    _leaving.clear()
    _interrupted.clear()


def leave() -> None:
    """Kill all planning processes of this process, and new ones that a thread still starts."""
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
        time.sleep(0.001)


def _ends(leader: int, deadline: float, *files: IO[bytes]) -> bool:
    """Return whether a child ends in time, and prints no more than it may; it stays a zombie."""
    handles: list[int] = []
    with suppress(OSError, AttributeError):  # not every system has it, and isolated agents have not
        handles.append(os.pidfd_open(leader))
    try:
        while os.waitid(os.P_PID, leader, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            printed = sum(os.fstat(file.fileno()).st_size for file in files)
            left = deadline - time.monotonic()
            if printed > MOST_PRINTED or left < 0:
                return False
            select.select(handles, [], [], min(_SECONDS_BETWEEN_LOOKS, left))
    finally:
        for handle in handles:
            os.close(handle)
    return True


class Finished(NamedTuple):
    """The output and the exit code of a program."""

    out: bytes = b""
    errors: bytes = b""
    code: int = 0  # the exit code; of a signal, its number below zero

    @property
    def text(self) -> str:
        """Its stdout."""
        return self.out.decode("utf-8", "replace")

    @property
    def last_words(self) -> str:
        """The end of what it output on stderr, or else on stdout, if it can be printed."""
        for output in (self.errors, self.out):
            end = output[-_LONGEST_WORDS:].decode("utf-8", "replace")
            if words := "; ".join(filter(None, map(str.strip, end.splitlines()))):
                return printable(words)
        return "no message"

    def within_limits(self, seconds: float, *, in_time: bool) -> "Finished":
        """Return it; :class:`PlanningFailure` with reason ``time-out`` or ``output-out`` if not."""
        last = f"; its last words: {self.last_words}" if self.out or self.errors else ""
        if len(self.out) + len(self.errors) > MOST_PRINTED:
            what = f"more than {MOST_PRINTED} bytes of output"
            raise PlanningFailure("output-out", what + last)
        if not in_time:
            raise PlanningFailure("time-out", f"no plan in {seconds:.3g} s{last}")
        return self


def run_program(command: Sequence[str], text: str, seconds: float, memory_mb: int) -> Finished:
    """Run a program with ``text`` on stdin; return its output.

    Its memory and processor time are limited where one process can limit another (Linux). Raises
    :class:`PlanningFailure` as :meth:`Finished.within_limits`, ``engine-error`` if it cannot start.
    """
    deadline = time.monotonic() + seconds
    limits = ("RLIMIT_AS", memory_mb * 2**20), ("RLIMIT_CPU", int(seconds) + 2)
    with TemporaryFile() as stdin, TemporaryFile() as out, TemporaryFile() as errors:
        stdin.write(text.encode())
        stdin.seek(0)
        try:
            with starting() as known:
                process = subprocess.Popen(
                    command, stdin=stdin, stdout=out, stderr=errors, start_new_session=True
                )
                known(process.pid)
        except OSError as error:
            raise PlanningFailure("engine-error", str(error)) from error
        with process, ending_with(process.pid):  # Popen waits for what was killed
            for name, most in limits if hasattr(resource, "prlimit") else ():
                with suppress(ProcessLookupError, PermissionError, ValueError):
                    resource.prlimit(process.pid, getattr(resource, name), (most, most))
            in_time = _ends(process.pid, deadline, out, errors)
        done = Finished(_content(out), _content(errors), process.returncode)
    return done.within_limits(seconds, in_time=in_time)


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


def in_child(work: Callable[[], T], what: str, seconds: float, memory_mb: int) -> T:
    """Return the result of ``work()`` in a child process; ``what`` names it in messages.

    The result has to be picklable; output is discarded. Raises :class:`PlanningFailure` as ``work``
    does, ``time-out`` or ``memory-out`` at a limit, ``engine-error`` for any other error; and
    ``PermissionError`` where this process may start no other.
    """
    deadline, parent = time.monotonic() + seconds, os.getpid()
    with TemporaryFile() as answer:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: we use no locks
            if (pid := os.fork()) == 0:
                _be_the_child(work, answer, parent, (4 * int(seconds) + 2, memory_mb))
        try:
            with ending_with(pid):
                with suppress(ProcessLookupError, PermissionError):
                    os.setpgid(pid, pid)  # parent and child both do it; one is first
                in_time = _ends(pid, deadline)
        finally:
            _, ended = os.waitpid(pid, 0)
        if not in_time:
            raise PlanningFailure("time-out", f"{what}: not done in {seconds:.3g} s")
        if not (content := _content(answer)):
            how = exit_in_words(os.waitstatus_to_exitcode(ended))
            raise PlanningFailure("engine-error", f"{what} ended without an answer, {how}")
    reason, detail, result = pickle.loads(content)
    if reason == "memory-out":
        detail = detail or f"{what}: not done in {memory_mb} MB"
    if reason:
        raise PlanningFailure(reason, detail)
    return result  # type: ignore[no-any-return]


def _be_the_child(
    work: Callable[[], Any], answer: IO[bytes], parent: int, limits: tuple[int, int]
) -> NoReturn:
    """Do the work, write the outcome, and exit without the parent's exit handlers."""
    gc.freeze()  # the parent's garbage would close numbers that other files have here by then
    try:
        os.setpgid(0, 0)
        _let_go_of_files(answer.fileno())
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        libc.signal_with_parent(signal.SIGKILL)
        if os.getppid() == parent:
            answer.write(pickle.dumps(_outcome(work, *limits), protocol=5))
            answer.flush()
            os._exit(0)
    finally:
        os._exit(1)


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


def _outcome(work: Callable[[], Any], seconds: int, megabytes: int) -> tuple[str, str, Any]:
    """Return reason and detail of a failure, if any, and the result.

    The limits are processor time, and memory in addition to the current size of this process.
    """
    try:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            most = pages * resource.getpagesize() + megabytes * 2**20
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        return "", "", work()
    except PlanningFailure as failure:
        return failure.reason, failure.detail, None
    except MemoryError:
        return "memory-out", "", None
    except BaseException as error:  # also SystemExit: nobody above us may go on
        return "engine-error", described(error), None
