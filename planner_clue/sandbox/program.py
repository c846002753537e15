"""Runs a search program, text in and output out, within limits that end it.

The program leads a process group of its own, which is killed as a whole when it has ended, has
taken too long or has printed too much. Its memory is limited where the system lets one process
limit another (Linux).
"""

import os
import resource
import selectors
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, cast

from planner_clue.errors import PlanningFailure, printable
from planner_clue.sandbox.process_groups import ending_with, starting, wait_until

_CHUNK = 65_536
_LONGEST_WORDS = 300
MOST_PRINTED = 1_000_000
"""The largest output of a process, on both streams together, in bytes."""


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

    Raises :class:`PlanningFailure` with reason ``time-out`` or ``output-out`` when it has to be
    killed, ``engine-error`` where it cannot be started.
    """
    try:
        with starting() as known:
            process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            known(process.pid)
    except OSError as error:
        raise PlanningFailure("engine-error", str(error)) from error
    _limit(process.pid, seconds, memory_mb)
    return listen(process, text, seconds)


def listen(process: "subprocess.Popen[bytes]", text: str, seconds: float) -> Finished:
    """Return a running program's output for a text; :class:`PlanningFailure` if it was killed."""
    deadline = time.monotonic() + seconds
    done = Finished()
    with process, ending_with(process.pid):  # Popen waits for what was killed
        if not (_talk(process, text, done, deadline) and wait_until(process.pid, deadline)):
            raise PlanningFailure("time-out", f"no plan in {seconds:.3g} s{_so_far(done)}")
    done.code = process.returncode
    return done


def _so_far(done: Finished) -> str:
    return f"; its last words: {done.last_words}" if done.out or done.errors else ""


def _limit(pid: int, seconds: float, memory_mb: int) -> None:
    """Limit the memory of a program that waits for its text, and its processor time."""
    if hasattr(resource, "prlimit"):
        for kind, most in (
            (resource.RLIMIT_AS, memory_mb * 2**20),
            (resource.RLIMIT_CPU, int(seconds) + 2),
        ):
            with suppress(ProcessLookupError, PermissionError, ValueError):
                resource.prlimit(pid, kind, (most, most))


def _talk(process: "subprocess.Popen[bytes]", text: str, done: Finished, deadline: float) -> bool:
    """Give a program its text and read what it prints; return whether it ended that in time.

    Raises :class:`PlanningFailure` with reason ``output-out`` when it prints too much.
    """
    assert process.stdout
    assert process.stderr
    with selectors.DefaultSelector() as streams:
        streams.register(process.stdout, selectors.EVENT_READ, done.out)
        streams.register(process.stderr, selectors.EVENT_READ, done.errors)
        if process.stdin:
            os.set_blocking(process.stdin.fileno(), False)
            streams.register(process.stdin, selectors.EVENT_WRITE, bytearray(text.encode()))
        while streams.get_map():
            ready = streams.select(max(0.0, deadline - time.monotonic()))
            if not ready or time.monotonic() > deadline:
                return False
            for key, _ in ready:
                move = _write if key.fileobj is process.stdin else _read
                if move(key.fd, key.data):
                    streams.unregister(key.fileobj)
                    cast("IO[bytes]", key.fileobj).close()
            if len(done.out) + len(done.errors) > MOST_PRINTED:
                said_too_much = f"more than {MOST_PRINTED} bytes of output"
                raise PlanningFailure("output-out", said_too_much + _so_far(done))
    return True


def _read(stream: int, said: bytearray) -> bool:
    """Read a piece; return whether that was the end."""
    piece = os.read(stream, _CHUNK)
    said += piece
    return not piece


def _write(stream: int, left: bytearray) -> bool:
    """Write a piece of what is left; return whether that was all, or nobody reads any more."""
    try:
        del left[: os.write(stream, left[:_CHUNK])]
    except BrokenPipeError:
        return True
    except BlockingIOError:
        return False
    return not left
