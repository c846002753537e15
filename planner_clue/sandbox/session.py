"""A process with untrusted code, as its opener sees it: asked within limits, then ended."""

import os
import select
import signal
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from planner_clue.sandbox import process_tree
from planner_clue.sandbox.channel import LARGEST, Channel, NoReplyError, TooLongError, read_reply
from planner_clue.sandbox.confinement import MOST_PROCESSES, TELL_WHERE, Confinement
from planner_clue.support.errors import AgentFailure, FailureKind
from planner_clue.support.faults import last_exception, places_in_stack

_CHECK_INTERVAL = 0.05
"""Seconds between two checks of a process's usage while an answer is awaited."""
_STACK_TIMEOUT, _SECONDS_TO_END = 2, 1
_MOST_PRINTED = 1_000_000
"""The largest output, on both streams together, in bytes."""
_SOCKET_BUFFER = 1 << 14
"""Bytes that a socket buffers while its other end is stopped."""
_LAST_BYTES = 20_000


class Session:
    """A process that is stopped between calls, and killed with this object."""

    def __init__(
        self, limits: Confinement, channel: Channel, pid: int, output: int, *, alone: bool
    ) -> None:
        """Take over a process, and the file ``output`` that it prints into.

        If it is ``alone``, the first process of a namespace, the kernel ends its children with it.
        Raises ``ProcessLookupError``, and takes nothing over, if the process has ended.
        """
        self._pidfd = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        if self._has_ended():
            assert self._pidfd is not None
            os.close(self._pidfd)
            raise ProcessLookupError
        self.pid = pid
        self._limits, self._channel, self._output = limits, channel, output
        weakref.finalize(self, os.close, output)
        self._unwatched = _CHECK_INTERVAL
        """Seconds for which it was asked since its usage was looked at."""
        self._most_bytes = 0
        self._stack_from: int | None = None
        """Offset in its output of the stack that it was asked for."""
        self.reset_limits()
        self._watch = process_tree.Watch(pid)
        self._close = weakref.finalize(self, _end_session, channel, pid, self._pidfd, alone)

    def reset_limits(self, seconds: float | None = None) -> None:
        """Reset the output that counts against the limits, and the time, perhaps to ``seconds``."""
        self._seconds_left = float(seconds or self._limits.seconds_per_session)
        self._printed_before = self._size_printed()

    def call(
        self, request: bytes, what: str, seconds: float | None = None, largest: int = LARGEST
    ) -> Any:
        """Return the answer to a request, a list as a tuple; ``what`` names it in messages.

        ``seconds`` is the timeout, by default that of its limits; ``largest`` is the maximum size
        of the reply in bytes. Raises :class:`AgentFailure`; the process is killed too if it
        sends no valid reply in time or exceeds one of its limits.
        """
        reply = self._ask(request, what, seconds, largest)
        try:
            return read_reply(reply)
        except NoReplyError:
            self.close()  # what it sends from now on answers no call
            raise
        except AgentFailure as failure:
            if self._limits.keeps_processes:
                failure.aside = failure.aside or self.printed_last()
            raise

    def _ask(self, request: bytes, what: str, seconds: float | None, largest: int) -> bytes:
        began = time.monotonic()
        given = float(self._limits.seconds_per_answer if seconds is None else seconds)
        deadline = began + min(given, max(0.0, self._seconds_left))
        try:
            if len(request) > _SOCKET_BUFFER:
                self._signal(signal.SIGCONT)
            self._channel.send(request, deadline)
            if self._limits.keeps_processes:
                process_tree.send(signal.SIGCONT, *process_tree.descendants(self.pid))
            self._signal(signal.SIGCONT)  # not before, so that it wakes only once
            reply = self._await(deadline, what, largest)
            self._signal(signal.SIGSTOP)
            if self._limits.keeps_processes:
                process_tree.stop(self.pid)
            self._check_after_answer(what, time.monotonic() - began)
        except TimeoutError:
            detail = f"no answer to {what} within {given:g} s"
            if self._seconds_left < given:
                whole = self._limits.seconds_per_session
                detail = f"used up its {whole:g} s for all answers when asked {what}"
            raise self._fail("timeout", detail) from None
        except EOFError:
            self.close()
            detail = f"its process ended when asked {what}"
            raise AgentFailure("crash", detail, aside=self.printed_last()) from None
        except TooLongError:
            detail = f"answered {what} with more than {largest} bytes"
            raise self._fail("output", detail) from None
        finally:
            self._seconds_left -= time.monotonic() - began
        return reply

    def _signal(self, number: signal.Signals) -> None:
        if self._pidfd is None:
            process_tree.send(number, self.pid)
        else:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, number)

    def _has_ended(self) -> bool:
        return self._pidfd is not None and bool(select.select([self._pidfd], [], [], 0)[0])

    def _await(self, deadline: float, what: str, largest: int) -> bytes:
        """Return the reply; check the usage of the process at intervals while it thinks."""
        while True:
            next_check = time.monotonic() + _CHECK_INTERVAL
            try:
                return self._channel.receive(min(deadline, next_check), largest)
            except TimeoutError:
                if next_check > deadline:
                    raise
            if self._has_ended():
                raise EOFError  # a child of it may hold the connection open
            used = process_tree.usage(self.pid)
            stopped = used.others and used.bytes > self._limits.megabytes << 20
            if stopped:  # they would take more while they are looked at
                process_tree.stop(self.pid)
            self._check_usage(used, what)
            if stopped:
                process_tree.send(signal.SIGCONT, *process_tree.descendants(self.pid))
                self._signal(signal.SIGCONT)

    def _check_after_answer(self, what: str, seconds: float) -> None:
        """Refuse threads and processes that run on after an answer, while others think."""
        self._unwatched += seconds
        is_alone, used = self._watch.is_alone(), process_tree.Usage(0, 1, ())
        if not is_alone or self._unwatched > _CHECK_INTERVAL:
            self._unwatched, used = 0.0, process_tree.usage(self.pid)
        self._check_usage(used, what)
        if self._limits.keeps_processes or is_alone:
            return
        self._signal(signal.SIGCONT)  # what is just ending would never end otherwise
        if left := process_tree.left_running(self.pid, self._watch):
            raise self._fail("illegal", f"{left} after it had answered {what}; expected none")
        self._signal(signal.SIGSTOP)

    def _check_usage(self, used: process_tree.Usage, what: str) -> None:
        self._most_bytes = max(self._most_bytes, used.bytes)
        most, every = self._limits.megabytes << 20, (self.pid, *used.others)
        if len(used.others) > MOST_PROCESSES:
            detail = f"started more than {MOST_PROCESSES} processes when asked {what}"
            raise self._fail("illegal", detail)
        if used.bytes > most and sum(map(process_tree.fair_bytes, every)) > most:
            raise self._fail("memory", f"used more than {most >> 20} MB when asked {what}")
        if self._size_printed() - self._printed_before > _MOST_PRINTED:
            raise self._fail("output", f"printed more than {_MOST_PRINTED} bytes")

    def _fail(self, kind: FailureKind, detail: str) -> AgentFailure:
        """End the process; return the failure, with the lines that it was in."""
        aside = self._stack()
        self.close()
        return AgentFailure(kind, detail, aside=aside)

    def _stack(self) -> str:
        """Return the lines that the process is in, as it prints them itself when asked."""
        if self._limits.keeps_processes or self._pidfd is None:
            return self.printed_last() if self._limits.keeps_processes else ""
        self._stack_from = self._size_printed()
        self._signal(TELL_WHERE)
        self._signal(signal.SIGCONT)  # if it has stopped itself
        deadline, before, now = time.monotonic() + _STACK_TIMEOUT, 0, self._stack_from
        while time.monotonic() < deadline and not self._stack_from < before == now:
            time.sleep(_CHECK_INTERVAL)
            before, now = now, self._size_printed()
        return self._places(self._read(self._stack_from, now))

    def _places(self, text: str) -> str:
        return "\n".join(places_in_stack(text, Path(self._limits.folder or os.devnull)))

    def _size_printed(self) -> int:
        return os.fstat(self._output).st_size

    def _read(self, start: int, end: int) -> str:
        data = os.pread(self._output, min(_MOST_PRINTED, end - start), start)
        return data.decode("utf-8", errors="replace")

    def printed(self) -> str:
        """Return the output, stdout and stderr together."""
        end = self._size_printed() if self._stack_from is None else self._stack_from
        return self._read(self._printed_before, end)

    def printed_last(self) -> str:
        """Return the places in the stack at the end of what was printed, or else the last lines."""
        end = self._size_printed()
        text = self._read(max(self._printed_before, end - _LAST_BYTES), end)
        return self._places(text) or last_exception(text)

    @property
    def most_bytes(self) -> int:
        """The most memory that it was seen to use, with all processes that it started."""
        now = process_tree.usage(self.pid).bytes if self.is_open else 0
        return max(self._most_bytes, now)

    @property
    def is_open(self) -> bool:
        """Whether the process can still be asked."""
        return self._close.alive

    def close(self) -> None:
        """End the process and all that it started."""
        self._close()


def _end_session(channel: Channel, pid: int, pidfd: int | None, alone: bool) -> None:
    """Kill a process before it can react; its children would be reparented then.

    Where it can, it waits until nothing is left of them, so that no later session notices.
    """
    if pidfd is None:
        process_tree.send(signal.SIGKILL, pid)
    else:
        with suppress(ProcessLookupError):  # if it has ended, its number may be another's
            signal.pidfd_send_signal(pidfd, signal.SIGKILL if alone else signal.SIGSTOP)
            if not alone:
                process_tree.end(pid)
        select.select([pidfd], [], [], _SECONDS_TO_END)
        os.close(pidfd)
    channel.close()
