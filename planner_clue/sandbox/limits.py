"""Runs our own engines within limits of time, memory and output: programs, and forked children.

Each process leads a process group of its own, which is killed as a whole when it has ended, goes
beyond a limit, or this process leaves. A fork takes some milliseconds, and imports nothing again.
"""

import atexit
import gc
import os
import pickle
import resource
import selectors
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

from planner_clue.errors import PlanningFailure, described, printable
from planner_clue.sandbox import process_tree

T = TypeVar("T")
MOST_PRINTED = 1_000_000
"""The largest output of a process, on both streams together, in bytes."""
_CHUNK = 65_536
_LONGEST_WORDS = 300
_SECONDS_TO_START = 1
_POLL = 0.0002, 0.02
"""Seconds between two looks at a process that is about to end: at first, and at most."""
_LOOKS = 0.5
"""Seconds between two looks of a child at the time, and at whether its parent still lives."""
_SECONDS_TO_LEAVE = 5.0
"""Seconds after its timeout in which a child ends by itself if nothing has killed it."""
_groups: set[int] = set()
_starting: set[int] = set()
"""The threads that are starting a process."""
_interrupted: list[BaseException] = []
"""The error of a signal handler, which may be postponed, or have been swallowed."""
_leaving: list[bool] = []
"""Not empty if nothing may be started any more."""


@contextmanager
def _ending_with(group: int) -> Iterator[None]:
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
        if threading.current_thread() is threading.main_thread():
            check_interrupted()


def _know(group: int) -> None:
    _groups.add(group)
    if _leaving:
        process_tree.end(group)


def interrupt(error: BaseException) -> None:
    """Raise an error from a signal handler, but not while this thread is starting a process.

    Else it would run on, and nobody would know it. Signals come to the main thread only. Python
    swallows what is raised in finalizers and callbacks; :func:`check_interrupted` raises it again.
    """
    _interrupted[:] = [error]
    if threading.get_ident() not in _starting:
        raise error


def check_interrupted() -> None:
    """Raise the error of :func:`interrupt`, if somebody has swallowed it: games call this."""
    if _interrupted:
        raise _interrupted[0]


def forget_interrupts() -> None:
    """Begin anew, for a program that runs in the process of another."""
    _leaving.clear()
    _interrupted.clear()


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


def _ends(leader: int, deadline: float) -> bool:
    """Return whether a child process ends before a monotonic time; it stays a zombie."""
    pause, longest = _POLL
    while os.waitid(os.P_PID, leader, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, longest)
    return True


@dataclass
class Finished:
    """The output and the exit code of a program."""

    out: bytearray = field(default_factory=bytearray)
    errors: bytearray = field(default_factory=bytearray)
    code: int = 0
    """The exit code; of a signal, its number below zero."""

    @property
    def text(self) -> str:
        """Its stdout."""
        return self.out.decode("utf-8", "replace")

    @property
    def last_words(self) -> str:
        """The end of what it said on stderr, or else on stdout, as far as it can be printed."""
        for said in (self.errors, self.out):
            end = said[-_LONGEST_WORDS:].decode("utf-8", "replace")
            if words := "; ".join(filter(None, map(str.strip, end.splitlines()))):
                return printable(words)
        return "no message"


def run_program(command: Sequence[str], text: str, seconds: float, memory_mb: int) -> Finished:
    """Run a program with ``text`` on stdin; return its output.

    Its memory and processor time are limited where one process can limit another (Linux). Raises
    :class:`PlanningFailure` with reason ``time-out`` or ``output-out`` when it has to be killed,
    ``engine-error`` where it cannot be started.
    """
    pipe = subprocess.PIPE
    try:
        with starting() as known:
            process = subprocess.Popen(
                command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
            known(process.pid)
    except OSError as error:
        raise PlanningFailure("engine-error", str(error)) from error
    if hasattr(resource, "prlimit"):
        limits = (resource.RLIMIT_AS, memory_mb * 2**20), (resource.RLIMIT_CPU, int(seconds) + 2)
        for kind, most in limits:
            with suppress(ProcessLookupError, PermissionError, ValueError):
                resource.prlimit(process.pid, kind, (most, most))
    return listen(process, text, seconds)


def listen(process: "subprocess.Popen[bytes]", text: str, seconds: float) -> Finished:
    """Return a running program's output for a text; :class:`PlanningFailure` if it was killed."""
    assert process.stdout
    assert process.stderr
    deadline, done = time.monotonic() + seconds, Finished()
    said = {process.stdout.fileno(): done.out, process.stderr.fileno(): done.errors}
    with process, _ending_with(process.pid):  # Popen waits for what was killed
        in_time = _talk(said, deadline, process.stdin, text) and _ends(process.pid, deadline)
    if len(done.out) + len(done.errors) > MOST_PRINTED:
        failed, why = "output-out", f"more than {MOST_PRINTED} bytes of output"
    elif not in_time:
        failed, why = "time-out", f"no plan in {seconds:.3g} s"
    else:
        done.code = process.returncode
        return done
    last = f"; its last words: {done.last_words}" if done.out or done.errors else ""
    raise PlanningFailure(failed, why + last)


def _talk(
    said: Mapping[int, bytearray], deadline: float, stdin: IO[bytes] | None = None, text: str = ""
) -> bool:
    """Write a text, and read descriptors to their ends; return whether that was done in time.

    With ``stdin`` it stops when more than :data:`MOST_PRINTED` bytes were read.
    """
    left = memoryview(text.encode())
    with selectors.DefaultSelector() as streams:
        for one in said:
            streams.register(one, selectors.EVENT_READ)
        if stdin:
            os.set_blocking(stdin.fileno(), False)
            streams.register(stdin, selectors.EVENT_WRITE)
        while streams.get_map():
            ready = streams.select(max(0.0, deadline - time.monotonic()))
            if not ready or time.monotonic() > deadline:
                return False
            for key, _ in ready:
                if key.fd in said:
                    said[key.fd].extend(piece := os.read(key.fd, _CHUNK))
                    ended = not piece
                else:
                    left = left[_write(key.fd, left) :]
                    ended = not left
                if ended:
                    streams.unregister(key.fileobj)
                if ended and stdin and key.fileobj is stdin:
                    stdin.close()
            if stdin and sum(map(len, said.values())) > MOST_PRINTED:
                return False
    return True


def _write(stream: int, left: memoryview) -> int:
    """Write a piece; return how much of what is left is done: all, where nobody reads any more."""
    try:
        return os.write(stream, left[:_CHUNK])
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(left)


def in_child(work: Callable[[], T], what: str, seconds: float, memory_mb: int) -> T:
    """Return the result of ``work()`` in a child process; ``what`` names it in messages.

    The result has to be picklable; what the work imports should be imported before. What it prints
    goes nowhere.

    Raises :class:`PlanningFailure` as ``work`` does, with reason ``time-out`` or ``memory-out`` at
    a limit, and ``engine-error`` where it raises anything else, or ends without an answer;
    ``PermissionError`` where this process may start no other.
    """
    match _forked(work, seconds, memory_mb):
        case ("done", result):
            return result  # type: ignore[no-any-return]
        case ("failed", status, detail):
            raise PlanningFailure(status, detail)
        case ("late",):
            raise PlanningFailure("time-out", f"{what}: not done in {seconds:.3g} s")
        case ("full",):
            raise PlanningFailure("memory-out", f"{what}: not done in {memory_mb} MB")
        case (_, how):
            said = f"{what} ended without an answer, {exit_in_words(how)}"
            raise PlanningFailure("engine-error", said)
    raise AssertionError


def _forked(work: Callable[[], Any], seconds: float, memory_mb: int) -> Any:
    """Return the outcome of a child: see :func:`_outcome`."""
    deadline, parent, answer = time.monotonic() + seconds, os.getpid(), bytearray()
    reading, writing = os.pipe()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: we use no locks
            if (pid := os.fork()) == 0:
                _be_the_child(work, writing, parent, deadline, memory_mb)
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    try:
        with _ending_with(pid):
            with suppress(ProcessLookupError, PermissionError):
                os.setpgid(pid, pid)  # whoever of us comes first
            if not _talk({reading: answer}, deadline):
                return ("late",)
            if answer:
                return pickle.loads(answer)
            _ends(pid, deadline)
    finally:
        os.close(reading)
        _, ended = os.waitpid(pid, 0)
    return ("gone", os.waitstatus_to_exitcode(ended))


def exit_in_words(code: int) -> str:
    """Return how a process ended, by its exit code; below zero it is a signal."""
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


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
