"""Messages over a socket, with a length prefix and deadlines, and replies in them.

The other side may run hostile code: it may send nothing, or a byte per second, or a length of 4 GB.
Neither holds up this side longer than the deadline, or costs it more memory than agreed.
"""

import json
import signal
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

import msgspec

from planner_clue.errors import KINDS, AgentFailure, IllegalDecision, shown
from planner_clue.faults import failure_of

LARGEST = 1 << 24
"""The largest message, to a process and from it, in bytes."""
TELL_WHERE = signal.SIGUSR1
"""The signal at which a session prints where it is."""
_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 16
_SHORTEST = 1e-6
"""Seconds of a timeout that is over at once."""
_LONGEST_DETAIL, _MOST_LINES, _LONGEST_LINE = 1000, 20, 1000


class ClosedError(Exception):
    """The other side is gone."""


class GarbledError(Exception):
    """The other side sent something that is not a message."""


class TooLongError(GarbledError):
    """The other side sent more than it may."""


class Channel:
    """One end of a connection; the other end is a ``Channel`` too."""

    def __init__(self, connection: socket.socket, descriptors: list[int] | None = None) -> None:
        """Take over a connection; ``descriptors`` that come with its messages are added there."""
        self._socket, self._descriptors = connection, descriptors
        self._received = bytearray()

    def send(self, message: bytes, deadline: float, descriptors: tuple[int, ...] = ()) -> None:
        """Send a message.

        ``deadline`` is a time of ``time.monotonic()``, or infinite. Raises ``TimeoutError`` after
        it, and :class:`ClosedError`.
        """
        data = _LENGTH.pack(len(message)) + message
        with self._until(deadline):
            if descriptors:
                socket.send_fds(self._socket, [data], descriptors)
            else:
                self._socket.sendall(data)

    def receive(self, deadline: float, largest: int = LARGEST) -> bytes:
        """Return the next message.

        Raises ``TimeoutError`` after the ``deadline``; it may be called again then.
        :class:`TooLongError` tells of a message of more than ``largest`` bytes.
        """
        while (message := self._message(largest)) is None:
            with self._until(deadline):
                if self._descriptors is None:
                    data = self._socket.recv(_CHUNK)
                else:
                    data, found, _, _ = socket.recv_fds(self._socket, _CHUNK, 2)
                    self._descriptors += found
            if not data:
                raise ClosedError
            self._received += data
        return message

    def _message(self, largest: int) -> bytes | None:
        """Return a message that has come whole; None if there is none yet."""
        if len(self._received) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._received)
        if length > largest:
            raise TooLongError
        end = _LENGTH.size + length
        if len(self._received) < end:
            return None
        message = bytes(self._received[_LENGTH.size : end])
        del self._received[:end]
        return message

    @contextmanager
    def _until(self, deadline: float) -> Iterator[None]:
        left = None if deadline == inf else max(_SHORTEST, deadline - time.monotonic())
        try:
            self._socket.settimeout(left)
            yield
        except TimeoutError:
            raise
        except OSError as error:
            raise ClosedError from error

    def close(self) -> None:
        """Close this end."""
        self._socket.close()


def write_answer(answer: Any) -> bytes:
    """Return the reply with an answer; the failure if that is not plain data."""
    try:
        return json.dumps({"answer": answer}).encode()
    except BaseException as error:  # the answer may be anything
        if isinstance(error, TypeError | ValueError | RecursionError):
            detail = f"answers {shown(answer)}; expected plain data"
            return write_failure(AgentFailure(IllegalDecision.kind, detail))
        return write_failure(failure_of(error))


def parsed(message: bytes) -> Any:
    """Return the data in a message by msgspec, which is strict; ``ValueError`` if not JSON."""
    try:
        return msgspec.json.decode(message)
    except msgspec.MsgspecError:
        return json.loads(message)


def write_failure(failure: AgentFailure) -> bytes:
    """Return the reply that tells of a failure."""
    return json.dumps({"failure": [failure.kind, failure.detail, failure.trace]}).encode()


class NoReplyError(AgentFailure):
    """Something that is not a reply: its sender does not keep to the form."""


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, with lists as the tuples that the table expects.

    Raises :class:`AgentFailure` if the reply tells of one, :class:`NoReplyError` if it is not one.
    """
    try:
        reply = parsed(message)
        if "failure" in reply:
            raise _read_failure(*map(str, reply["failure"]))
        answer = reply["answer"]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoReplyError("crash", f"sent {shown(message)}; expected a reply") from error
    return tuple(answer) if isinstance(answer, list) else answer


def _read_failure(kind: str, detail: str, trace: str) -> AgentFailure:
    """Return the failure, short enough for a record; ``ValueError`` for an unknown kind."""
    if kind not in KINDS:
        raise ValueError(kind)
    lines = [line[:_LONGEST_LINE] for line in trace.splitlines()[-_MOST_LINES:]]
    return AgentFailure(kind, " ".join(detail.split())[:_LONGEST_DETAIL], "\n".join(lines))
