"""Messages over a socket, with a length prefix and deadlines; orders to a server, and replies.

The other side may run hostile code: it may send nothing, or a byte per second, or a length of 4 GB.
Neither holds up this side longer than the deadline, or costs it more memory than agreed.
"""

import json
import os
import select
import signal
import socket
import struct
import time
from math import inf
from typing import Any

import msgspec

from planner_clue.errors import KINDS, AgentFailure, IllegalDecision, shown
from planner_clue.faults import failure_of

_LENGTH = struct.Struct("!I")
_CREDENTIALS = struct.Struct("3i")
_CHUNK = 1 << 16
_LONGEST_NUMBER = 16


class ClosedError(Exception):
    """The other side is gone."""


class GarbledError(Exception):
    """The other side sent something that is not a message."""


class TooLongError(GarbledError):
    """The other side sent more than it may."""


class Channel:
    """One end of a connection; the other end is a ``Channel`` too."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._socket = connection
        self._poll = select.poll()
        self._received = bytearray()

    def send(self, message: bytes, deadline: float) -> None:
        """Send a message.

        ``deadline`` is a time of ``time.monotonic()``, or infinite. Raises ``TimeoutError`` after
        it, and :class:`ClosedError`.
        """
        left = memoryview(_LENGTH.pack(len(message)) + message)
        while left:
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
            except OSError as error:
                raise ClosedError from error

    def receive(self, deadline: float, largest: int) -> bytes:
        """Return the next message.

        Raises ``TimeoutError`` after the ``deadline``; it may be called again then.
        :class:`TooLongError` tells of a message of more than ``largest`` bytes.
        """
        while (message := self._message(largest)) is None:
            self._wait(select.POLLIN, deadline)
            try:
                data = self._socket.recv(_CHUNK)
            except BlockingIOError:
                continue
            except OSError as error:
                raise ClosedError from error
            if not data:
                raise ClosedError
            self._received += data
        return message

    def sender(self, deadline: float) -> int:
        """Return the process that says hello, as the kernel knows it, or as it says itself.

        Raises as :meth:`receive` does.
        """
        if not hasattr(socket, "SO_PASSCRED"):
            return int(self.receive(deadline, _LONGEST_NUMBER))
        self._wait(select.POLLIN, deadline)
        try:
            size = socket.CMSG_SPACE(_CREDENTIALS.size)
            data, ancillary, _, _ = self._socket.recvmsg(_CHUNK, size)
        except OSError as error:
            raise ClosedError from error
        if not data:
            raise ClosedError
        self._received += data
        self.receive(deadline, _LONGEST_NUMBER)
        return int(_CREDENTIALS.unpack(ancillary[0][2])[0])

    def say_hello(self) -> None:
        """Send what :meth:`sender` receives."""
        self.send(str(os.getpid()).encode(), inf)

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

    def _wait(self, what: int, deadline: float) -> None:
        self._poll.register(self._socket, what)
        left = None if deadline == inf else max(0.0, deadline - time.monotonic()) * 1000
        if not self._poll.poll(left):
            raise TimeoutError

    def close(self) -> None:
        """Close this end."""
        self._socket.close()


#
# Orders are bytes; the connection and the file for the output that an order is about come along as
# file descriptors.

LOAD, PREPARE, OPEN = b"l", b"p", b"o"
"""Load the host that the connection names; prepare it for all sessions that follow; open a session
over the connection."""
DONE = b"."
"""The server's answer to an order that it has carried out."""
LARGEST = 1 << 24
"""The largest message, to a process and from it, in bytes."""
FOLDER = "PLANNER_CLUE_FOLDER"
"""The environment variable with the folder for temporary files."""

NETWORK = "network"
"""The argument of a guard by which its server has a network."""
TELL_WHERE = signal.SIGUSR1
"""The signal at which a session prints where it is."""


def in_sandbox() -> bool:
    """Return whether this process is in a sandbox itself."""
    return FOLDER in os.environ


#
# A reply is an object with an "answer", or a "failure": kind, detail and trace.

_LONGEST_DETAIL, _MOST_LINES, _LONGEST_LINE = 1000, 20, 1000


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
