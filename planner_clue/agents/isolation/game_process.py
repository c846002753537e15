"""The process of one game, as the match sees it: asked within limits, and ended for good."""

import os
import select
import signal
import time
import weakref
from contextlib import suppress

from planner_clue.agents.isolation import process_tree
from planner_clue.agents.isolation.channel import (
    LARGEST,
    TELL_WHERE,
    Channel,
    ClosedError,
    GarbledError,
)
from planner_clue.agents.settings import IsolationSettings
from planner_clue.errors import AgentFailure
from planner_clue.processes import descendants

MOST_PRINTED = 1_000_000
"""How many bytes an agent may print in a game, and while it is loaded."""
SECONDS_BETWEEN_LOOKS = 0.05
"""How often it is looked at what a process uses while an answer is awaited."""
_SECONDS_TO_TELL_WHERE = 0.2
_FITS = 1 << 14
"""How many bytes surely go into a socket that nobody reads from."""
_MOST_PROCESSES = 64


class GameProcess:
    """The process of one game; it ends when this object does, with all that it started.

    It stands still while it is not asked, whatever it has prepared: threads, timers, signals.
    """

    def __init__(
        self,
        limits: IsolationSettings,
        channel: Channel,
        process: int,
        output: int,
        *,
        has_program: bool = False,
    ) -> None:
        """Take over a process that was forked for a game.

        ``output`` is the file that it prints into. ``has_program`` lets it have other processes
        when it has answered; they are stopped with it. Raises ``ProcessLookupError``, and takes
        nothing over, if the process has ended and is gone.
        """
        handle = os.pidfd_open(process) if hasattr(os, "pidfd_open") else None
        self._limits = limits
        self._channel = channel
        self._process = process
        self._output = output
        self._has_program = has_program
        weakref.finalize(self, os.close, output)
        self._asked = 0.0
        """Seconds for which it was asked since its files were looked at."""
        self.most_bytes = 0
        """The most memory that it was seen to use, with all processes that it started."""
        self._handle = handle
        self.begin_game()
        self._watch = process_tree.Watch(process)
        self._close = weakref.finalize(self, _end_game, channel, process, handle)
        self._signal(signal.SIGSTOP)

    def begin_game(self) -> None:
        """Count time and output from here on."""
        self._seconds_left = float(self._limits.seconds_per_game)
        self._printed_before = self._size_printed()

    def ask(self, request: bytes, what: str) -> bytes:
        """Return the reply to ``request``; ``what`` names in messages what was asked.

        Raises :class:`AgentFailure`, and ends the process, if no reply comes in time, if the
        process has ended, or if it goes beyond one of its limits.
        """
        began = time.monotonic()
        seconds = min(float(self._limits.seconds_per_answer), max(0.0, self._seconds_left))
        try:
            if len(request) > _FITS:
                self._signal(signal.SIGCONT)
            self._channel.send(request, began + seconds)
            if self._has_program:
                process_tree.wake_descendants(self._process)
            self._signal(signal.SIGCONT)  # not before, so that it wakes only once
            reply = self._await(began + seconds, what)
            self._signal(signal.SIGSTOP)
            if self._has_program:
                process_tree.stop(self._process)
            self._check(what, began)
        except TimeoutError:
            raise self._fail("timeout", self._too_long(what), aside=self._where()) from None
        except ClosedError:
            self.close()
            raise self._fail(
                "crash", f"its process ended when asked {what}", aside=self.printed_last()
            ) from None
        except GarbledError:
            raise self._fail("crash", f"no readable reply when asked {what}") from None
        finally:
            self._seconds_left -= time.monotonic() - began
        return reply

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            if self._handle is None:
                os.kill(self._process, number)
            else:
                signal.pidfd_send_signal(self._handle, number)

    def _await(self, deadline: float, what: str) -> bytes:
        """Return the reply, and look now and then at what the process uses while it thinks."""
        while True:
            look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            try:
                return self._channel.receive(min(deadline, look), LARGEST)
            except TimeoutError:
                if look > deadline:
                    raise
            if self._has_ended():  # a child of it may hold the connection open
                raise ClosedError
            self._check_sizes(self._watch.usage(), what)
            self._check_files(what)

    def _has_ended(self) -> bool:
        return self._handle is not None and bool(select.select([self._handle], [], [], 0)[0])

    def _check(self, what: str, began: float) -> None:
        """Refuse what goes on after an answer: nobody may think while others do."""
        used = self._watch.usage()
        self._check_sizes(used, what)
        self._asked += time.monotonic() - began
        if self._asked > SECONDS_BETWEEN_LOOKS:  # files take longer to look at, and to fill
            self._asked = 0.0
            self._check_files(what)
        if self._has_program or (used.threads == 1 and not used.others):
            return
        self._signal(signal.SIGCONT)  # what is just ending would never end otherwise
        if left := process_tree.left_running(used, self._watch.usage):
            after = f"after it had answered {what}"
            raise self._fail("illegal", f"{left} {after}; expected none", aside=self._where())
        self._signal(signal.SIGSTOP)

    def _check_sizes(self, used: process_tree.Usage, what: str) -> None:
        self.most_bytes = max(self.most_bytes, used.bytes)
        if len(used.others) > _MOST_PROCESSES:
            raise self._fail(
                "illegal", f"started more than {_MOST_PROCESSES} processes when asked {what}"
            )
        if used.bytes > self._limits.megabytes << 20:
            self._check_fairly(used.others, what)
        if self._printed() > MOST_PRINTED:
            raise self._fail("output", f"printed more than {MOST_PRINTED} bytes")

    def _check_files(self, what: str) -> None:
        """Refuse memory that is in files without a disk: they are no process's own."""
        others = tuple(descendants(self._process))
        if process_tree.bytes_in_files(self._process, others):
            self._check_fairly(others, what)

    def _check_fairly(self, others: tuple[int, ...], what: str) -> None:
        in_files = process_tree.bytes_in_files(self._process, others)
        used = process_tree.fair_bytes(self._process, others, in_files)
        if used > self._limits.megabytes << 20:
            megabytes = f"more than {self._limits.megabytes} MB"
            raise self._fail("memory", f"used {megabytes} when asked {what}", aside=self._where())

    def _fail(self, kind: str, detail: str, aside: str = "") -> AgentFailure:
        self.close()
        return AgentFailure(kind, detail, aside=aside)

    def _too_long(self, what: str) -> str:
        limits = self._limits
        if self._seconds_left < limits.seconds_per_answer:
            return f"used up its {limits.seconds_per_game:g} s for all answers when asked {what}"
        return f"no answer to {what} within {limits.seconds_per_answer:g} s"

    def _where(self) -> str:
        """Return the lines that the process is in, as it prints them itself when asked."""
        if self._has_program:
            return self.printed_last()
        if self._handle is None:
            return ""
        before = self._printed()
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, TELL_WHERE)
            time.sleep(_SECONDS_TO_TELL_WHERE)
        return self._read(before)

    def _size_printed(self) -> int:
        return os.fstat(self._output).st_size

    def _printed(self) -> int:
        return self._size_printed() - self._printed_before

    def _read(self, start: int) -> str:
        data = os.pread(self._output, MOST_PRINTED, self._printed_before + start)
        return data.decode("utf-8", errors="replace")

    def printed(self) -> str:
        """Return what was printed, standard output and error together."""
        return self._read(0)

    def aside(self) -> str:
        """Return what to say beside a failure that the process told of itself."""
        return self.printed_last() if self._has_program else ""

    def printed_last(self) -> str:
        """Return the last lines of what was printed, for a process that could say no more."""
        return "\n".join(self._read(max(0, self._printed() - 2000)).splitlines()[-12:])

    @property
    def is_open(self) -> bool:
        """Whether the process can still be asked."""
        return self._close.alive

    def close(self) -> None:
        """End the process and all that it started."""
        self._close()


def _end_game(channel: Channel, process: int, handle: int | None) -> None:
    """End a process before it can notice anything; its children would be somebody else's then."""
    if handle is None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    else:
        with suppress(ProcessLookupError):  # if it has ended, its number may be another's
            signal.pidfd_send_signal(handle, signal.SIGSTOP)
            process_tree.end(process)
        os.close(handle)
    channel.close()
