"""A running program: its lines, and its end.

This runs inside the confined process of a game. If an answer takes too long, that process is killed
from outside, with every process that it started. So nothing here needs a deadline.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from socket import socket
from typing import IO, Any

from planner_clue.agents.base import Agent
from planner_clue.agents.command import TALK
from planner_clue.support.errors import AgentFailure, cut, described
from planner_clue.support.faults import exit_in_words

LONGEST_LINE = 1_000_000
"""Maximum bytes of a line of a program."""
_JAVA_OPTIONS = "JAVA_TOOL_OPTIONS"
"""Environment variable from which every Java virtual machine reads options."""
_CHUNK = 1 << 16
_SECONDS_TO_END = 1.0
_SECONDS_BETWEEN_LOOKS = 0.05


class Program:
    """A running program with pipes as stdin and stdout, and the stderr of this process."""

    def __init__(
        self, words: Sequence[str], *, reads_stdin: bool = True, folder: str | None = None
    ) -> None:
        """Start the program in a ``folder`` if given; raises :class:`AgentFailure`."""
        environment = {name: value for name, value in os.environ.items() if name != TALK}
        if folder is not None:
            options = environment.get(_JAVA_OPTIONS, ""), f"-Djava.io.tmpdir={folder}"
            environment |= {"TMPDIR": folder, _JAVA_OPTIONS: " ".join(filter(None, options))}
        pipe = subprocess.PIPE if reads_stdin else None
        try:
            self._process = subprocess.Popen(
                words,
                bufsize=0,
                stdin=pipe or subprocess.DEVNULL,
                stdout=pipe or sys.stderr.fileno(),
                env=environment,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            detail = f"'{words[0]}' cannot be started: {error.strerror or described(error)}"
            raise AgentFailure("crash", detail) from error
        self._unread = bytearray()
        self._was_asked = False

    @property
    def runs(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def write(self, line: bytes, what: str) -> None:
        """Write a line, ``what`` in messages; if that fails, :meth:`line` raises the reason."""
        assert self._process.stdin
        if self._was_asked and self._has_output():
            raise AgentFailure("illegal", f"wrote before it was asked {what}: {self._first()}")
        talk(">", line)
        self._was_asked = True
        left = memoryview(line + b"\n")
        with suppress(BrokenPipeError):
            while left:
                left = left[self._process.stdin.write(left) or 0 :]

    def line(self, what: str) -> bytes:
        """Return the next line that it writes, without its end."""
        assert self._process.stdout
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST_LINE:
                detail = f"wrote {LONGEST_LINE} bytes without a line end when asked {what}"
                raise AgentFailure("illegal", f"{detail}: {self._first()}")
            self.await_output(self._process.stdout, what)
            data = os.read(self._process.stdout.fileno(), _CHUNK)
            if not data:
                raise self.ended(what)
            self._unread += data
        line = bytes(self._unread[:end]).removesuffix(b"\r")
        del self._unread[: end + 1]
        talk("<", line)
        return line

    def await_output(self, stream: IO[bytes] | socket, what: str) -> None:
        """Wait for output; raises :class:`AgentFailure` if the program ends first.

        A child of the program may keep the pipe open.
        """
        while not select.select([stream], [], [], _SECONDS_BETWEEN_LOOKS)[0]:
            if not self.runs and not select.select([stream], [], [], 0)[0]:
                raise self.ended(what)

    def _has_output(self) -> bool:
        """Return whether it has written output that was not read."""
        assert self._process.stdout
        if not self._unread and select.select([self._process.stdout], [], [], 0)[0]:
            self._unread += os.read(self._process.stdout.fileno(), _CHUNK)
        return bool(self._unread)

    def _first(self) -> str:
        return in_words(bytes(self._unread).partition(b"\n")[0])

    def ended(self, what: str) -> AgentFailure:
        """Return the failure of a program that has closed its output."""
        deadline = time.monotonic() + _SECONDS_TO_END
        while (code := self._process.poll()) is None and time.monotonic() < deadline:
            time.sleep(0.002)
        how = "closed its output" if code is None else f"ended {exit_in_words(code)}"
        partial = f", after {self._first()} without a line end" if self._unread else ""
        return AgentFailure("crash", f"the program {how} when asked {what}{partial}")

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()

    def reap(self) -> None:
        """Reap ended processes that it left to this process."""
        with suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if ended.si_pid == self._process.pid:
                    return
                os.waitpid(ended.si_pid, 0)


class Connected:
    """A program that is ready to play."""

    program: Program
    may_be_reset = False
    """Whether it plays several games."""

    def reset(self) -> bool:
        """Let it play another game; return whether it agrees."""
        return False

    def end(self) -> None:
        """Kill it."""
        self.program.end()


class ProgramFactory:
    """Makes agents of a program; if it supports ``reset``, they share one process."""

    def __init__(
        self,
        words: Sequence[str],
        agent: Callable[[Callable[[], Any]], Agent],
        connect: Callable[[Sequence[str]], Connected],
    ) -> None:
        """Take the command line; ``connect`` starts the program, for an ``agent``."""
        self._words, self._agent, self._connect = words, agent, connect
        self._last: Connected | None = None

    def __call__(self) -> Agent:
        """Return an agent that has not sat down yet."""
        return self._agent(self._next)

    def _next(self) -> Connected:
        """Return the program, ready for a new game."""
        before, self._last = self._last, None
        if before and before.reset():
            self._last = before
        else:
            if before:
                before.end()
            self._last = self._connect(self._words)
        return self._last

    def end(self) -> None:
        """Kill the program of the last game."""
        if self._last:
            self._last.end()

    def hello(self) -> dict[str, Any]:
        """Start the program; return whether it may be reset."""
        return {"reset": self._next().may_be_reset}


def talk(sign: str, line: bytes) -> None:
    """Print a line of the conversation, if requested."""
    if TALK in os.environ:
        print(sign, line.decode("utf-8", "replace"), file=sys.stderr, flush=True)  # noqa: T201


_LONGEST_SHOWN = 203


def in_words(line: bytes) -> str:
    """Return a line for a message, cut short."""
    return repr(cut(line.decode("utf-8", "replace"), _LONGEST_SHOWN))
