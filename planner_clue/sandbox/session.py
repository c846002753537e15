"""A session with untrusted code, as its opener sees it: asked within limits, then ended."""

import os
import select
import signal
import time
import weakref
from contextlib import suppress
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from planner_clue.errors import AgentFailure, FailureKind
from planner_clue.faults import places_in_stack
from planner_clue.sandbox import process_tree
from planner_clue.sandbox.channel import (
    LARGEST,
    TELL_WHERE,
    Channel,
    ClosedError,
    NoReplyError,
    TooLongError,
    read_reply,
)
from planner_clue.sandbox.confinement import MOST_PROCESSES, Confinement
from planner_clue.sandbox.program import MOST_PRINTED

SECONDS_BETWEEN_LOOKS = 0.05
"""Interval of the checks of a process's usage while an answer is awaited."""
_SECONDS_TO_TELL_WHERE = 2
_FITS = 1 << 14
"""Bytes that fit into the buffer of a socket that nobody reads from."""
_LAST_BYTES = 20_000
_LAST_LINES = 12
"""Lines of the end of an output that are told, at most."""
_LINES_OF_EACH_END = 6
"""The same of a longer exception: of its beginning and of its end."""


class Session:
    """The process of one session; it stands still while not asked, and ends with this object."""

    def __init__(self, limits: Confinement, channel: Channel, process: int, output: int) -> None:
        """Take over a process that was forked for a session.

        ``output`` is the file that it prints into. Raises ``ProcessLookupError``, and takes nothing
        over, if the process has ended.
        """
        handle = os.pidfd_open(process) if hasattr(os, "pidfd_open") else None
        if handle is not None and _has_ended(handle):
            os.close(handle)
            raise ProcessLookupError
        self._limits = limits
        self._channel = channel
        self.process = process
        self._output = output
        weakref.finalize(self, os.close, output)
        self._asked = 0.0
        """Seconds for which it was asked since its files were looked at."""
        self.most_bytes = 0
        """The most memory that it was seen to use, with all processes that it started."""
        self._handle = handle
        self._told_from: int | None = None
        """Offset in its output of the stack that it was asked for."""
        self.begin_anew()
        self._watch = process_tree.Watch(process)
        self._close = weakref.finalize(self, _end_session, channel, process, handle)
        self._signal(signal.SIGSTOP)

    def begin_anew(self) -> None:
        """Count time and output from here on."""
        self._seconds_left = float(self._limits.seconds_per_session)
        self._printed_before = self._size_printed()

    def call(
        self, request: bytes, what: str, seconds: float | None = None, largest: int = LARGEST
    ) -> Any:
        """Return the host's answer, with tuples; raises :class:`AgentFailure` if it fails."""
        reply = self.ask(request, what, seconds, largest)
        try:
            return read_reply(reply)
        except NoReplyError:
            self.close()  # what it sends from now on answers no call
            raise
        except AgentFailure as failure:
            if self._limits.keeps_processes:
                failure.aside = failure.aside or self.printed_last()
            raise

    def ask(
        self, request: bytes, what: str, seconds: float | None = None, largest: int = LARGEST
    ) -> bytes:
        """Return the reply to ``request``; ``what`` names in messages what was asked.

        It has as many ``seconds``, or the usual ones, and ``largest`` bytes.

        Raises :class:`AgentFailure`, and ends the process, if no reply comes in time, if the
        process has ended, or if it goes beyond one of its limits.
        """
        began = time.monotonic()
        usual = self._limits.seconds_per_answer
        given = float(usual if seconds is None else seconds)
        seconds = min(given, max(0.0, self._seconds_left))
        try:
            if len(request) > _FITS:
                self._signal(signal.SIGCONT)
            self._channel.send(request, began + seconds)
            if self._limits.keeps_processes:
                process_tree.wake_descendants(self.process)
            self._signal(signal.SIGCONT)  # not before, so that it wakes only once
            reply = self._await(began + seconds, what, largest)
            self._signal(signal.SIGSTOP)
            if self._limits.keeps_processes:
                process_tree.stop(self.process)
            self._check(what, began)
        except TimeoutError:
            raise self._fail("timeout", self._too_long(what, given)) from None
        except ClosedError:
            self.close()
            said = f"its process ended when asked {what}"
            raise AgentFailure("crash", said, aside=self.printed_last()) from None
        except TooLongError:
            said = f"answered {what} with more than {largest} bytes"
            raise self._fail("output", said) from None
        finally:
            self._seconds_left -= time.monotonic() - began
        return reply

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            if self._handle is None:
                os.kill(self.process, number)
            else:
                signal.pidfd_send_signal(self._handle, number)

    def _await(self, deadline: float, what: str, largest: int) -> bytes:
        """Return the reply; check the usage of the process at intervals while it thinks."""
        while True:
            look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            try:
                return self._channel.receive(min(deadline, look), largest)
            except TimeoutError:
                if look > deadline:
                    raise
            if self._handle is not None and _has_ended(self._handle):
                raise ClosedError  # a child of it may hold the connection open
            used = process_tree.usage(self.process)
            stopped = used.others and used.bytes > self._limits.megabytes << 20
            if stopped:  # they would take more while they are looked at
                process_tree.stop(self.process)
            self._check_sizes(used, what)
            if stopped:
                process_tree.wake_descendants(self.process)
                self._signal(signal.SIGCONT)

    def _check(self, what: str, began: float) -> None:
        """Refuse threads and processes that run on after an answer, while others think."""
        self._check_sizes(used := self._watch.usage(), what)
        self._asked += time.monotonic() - began
        if self._asked > SECONDS_BETWEEN_LOOKS:  # takes longer to look at, and to fill
            self._asked = 0.0
            self._look_closely(what)
        if self._limits.keeps_processes or (used.threads == 1 and not used.others):
            return
        self._signal(signal.SIGCONT)  # what is just ending would never end otherwise
        if left := process_tree.left_running(used, self._watch.usage):
            raise self._fail("illegal", f"{left} after it had answered {what}; expected none")
        self._signal(signal.SIGSTOP)

    def _check_sizes(self, used: process_tree.Usage, what: str) -> None:
        self.most_bytes = max(self.most_bytes, used.bytes)
        if len(used.others) > MOST_PROCESSES:
            said = f"started more than {MOST_PROCESSES} processes when asked {what}"
            raise self._fail("illegal", said)
        if used.bytes > self._limits.megabytes << 20:
            self._check_fairly(used.others, what)
        if self._size_printed() - self._printed_before > MOST_PRINTED:
            raise self._fail("output", f"printed more than {MOST_PRINTED} bytes")

    def _look_closely(self, what: str) -> None:
        """Count shared memory and page tables too, which are not a single process's own."""
        self._check_sizes(process_tree.usage(self.process), what)

    def _check_fairly(self, others: tuple[int, ...], what: str) -> None:
        if process_tree.fair_bytes(self.process, others) > self._limits.megabytes << 20:
            said = f"used more than {self._limits.megabytes} MB when asked {what}"
            raise self._fail("memory", said)

    def _fail(self, kind: FailureKind, detail: str) -> AgentFailure:
        """End the process; return the failure, with the lines that it was in."""
        aside = self._where()
        self.close()
        return AgentFailure(kind, detail, aside=aside)

    def _too_long(self, what: str, seconds: float) -> str:
        if self._seconds_left < seconds:
            whole = self._limits.seconds_per_session
            return f"used up its {whole:g} s for all answers when asked {what}"
        return f"no answer to {what} within {seconds:g} s"

    def _where(self) -> str:
        """Return the lines that the process is in, as it prints them itself when asked."""
        if self._limits.keeps_processes or self._handle is None:
            return self.printed_last() if self._limits.keeps_processes else ""
        self._told_from = self._size_printed()
        self._signal(TELL_WHERE)
        self._signal(signal.SIGCONT)  # if it has stopped itself
        deadline, before, now = time.monotonic() + _SECONDS_TO_TELL_WHERE, 0, self._told_from
        while time.monotonic() < deadline and not self._told_from < before == now:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            before, now = now, self._size_printed()
        return self._told(self._read(self._told_from, now))

    def _told(self, text: str) -> str:
        """Return the places in a stack."""
        return "\n".join(places_in_stack(text, Path(self._limits.folder or os.devnull)))

    def _size_printed(self) -> int:
        return os.fstat(self._output).st_size

    def _read(self, start: int, end: int) -> str:
        data = os.pread(self._output, min(MOST_PRINTED, end - start), start)
        return data.decode("utf-8", errors="replace")

    def printed(self) -> str:
        """Return the output, stdout and stderr together."""
        end = self._size_printed() if self._told_from is None else self._told_from
        return self._read(self._printed_before, end)

    def printed_last(self) -> str:
        """Return the places in the stack at the end of what was printed, or else the last lines.

        Of a long exception, such as Java's, they are the first and the last ones.
        """
        end = self._size_printed()
        text = self._read(max(self._printed_before, end - _LAST_BYTES), end)
        return self._told(text) or last_exception(text)

    @property
    def is_open(self) -> bool:
        """Whether the process can still be asked."""
        return self._close.alive

    def close(self) -> None:
        """End the process and all that it started."""
        self._close()


def last_exception(text: str) -> str:
    r"""Return the last lines of a text, with the first ones if they end an exception.

    The frames of an exception are indented, its first line is not.

    >>> last_exception("ready\nIOException\n" + "\tat f\n" * 30 + "exit\n").split()[:3]
    ['IOException', 'at', 'f']
    """
    lines = text.splitlines()
    begins = [
        number
        for number, (line, after) in enumerate(pairwise(lines))
        if after[:1].isspace() and not line[:1].isspace() and not line.startswith("Caused by")
    ]
    if begins and len(lines) - begins[-1] > 2 * _LINES_OF_EACH_END:
        ends = lines[begins[-1] :][:_LINES_OF_EACH_END], ["..."], lines[-_LINES_OF_EACH_END:]
        return "\n".join(chain(*ends))
    return "\n".join(lines[-_LAST_LINES:])


def _has_ended(handle: int) -> bool:
    return bool(select.select([handle], [], [], 0)[0])


def _end_session(channel: Channel, process: int, handle: int | None) -> None:
    """Kill a process before it can react; its children would be reparented then."""
    if handle is None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    else:
        with suppress(ProcessLookupError):  # if it has ended, its number may be another's
            signal.pidfd_send_signal(handle, signal.SIGSTOP)
            process_tree.end(process)
        os.close(handle)
    channel.close()
