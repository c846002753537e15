"""Messages over a socket, with a length prefix and deadlines, and replies in them.

The other side may run hostile code: it may send nothing, or a byte per second, or a length of 4 GB.
Neither holds up this side longer than the deadline, or costs it more memory than agreed.
"""

import json
import select
import socket
import struct
import time
from math import inf
from typing import Any

import msgspec

from planner_clue.support.errors import KINDS, AgentFailure, IllegalDecision, shown
from planner_clue.support.faults import failure_of

LARGEST = 1 << 24
"""The largest message, to a process and from it, in bytes."""
_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 16
_LONGEST_DETAIL, _MOST_LINES, _LONGEST_LINE = 1000, 20, 1000


class TooLongError(ValueError):
    """The other side sent more than it may."""


class Channel:
    """One end of a connection; the other end is a ``Channel`` too.

    Its methods raise ``TimeoutError`` after a deadline, which is a time of ``time.monotonic()`` or
    infinite, and ``EOFError`` if the other side is gone.
    """

    def __init__(self, connection: socket.socket, descriptors: list[int] | None = None) -> None:
        """Take over a connection; ``descriptors`` that come with its messages are added there."""
        self._socket, self._descriptors = connection, descriptors
        self._poll = select.poll()
        self._received = bytearray()

    def send(self, message: bytes, deadline: float, descriptors: tuple[int, ...] = ()) -> None:
        """Send a message, perhaps with descriptors."""
        data = memoryview(_LENGTH.pack(len(message)) + message)
        flags = 0 if deadline == inf else socket.MSG_DONTWAIT
        try:
            if descriptors:
                data = data[socket.send_fds(self._socket, [data], descriptors, flags) :]
            while data:
                try:
                    data = data[self._socket.send(data, flags) :]
                except BlockingIOError:
                    self._wait(select.POLLOUT, deadline)
        except OSError as error:
            raise _gone(error) from error

    def receive(self, deadline: float, largest: int = LARGEST) -> bytes:
        """Return the next message; it may be called again after a ``TimeoutError``.

        :class:`TooLongError` reports a message of more than ``largest`` bytes.
        """
        while (end := self._end(largest)) > len(self._received):
            try:
                if deadline != inf:
                    self._wait(select.POLLIN, deadline)
                if self._descriptors is None:
                    data = self._socket.recv(_CHUNK)
                else:
                    data, found, _, _ = socket.recv_fds(self._socket, _CHUNK, 2)
                    self._descriptors += found
            except OSError as error:
                raise _gone(error) from error
            if not data:
                raise EOFError
            self._received += data
        message = bytes(self._received[_LENGTH.size : end])
        del self._received[:end]
        return message

    def _end(self, largest: int) -> int:
        """Return where the message ends that is coming, if this is known."""
        if len(self._received) < _LENGTH.size:
            return _LENGTH.size
        (length,) = _LENGTH.unpack_from(self._received)
        if length > largest:
            raise TooLongError
        return _LENGTH.size + int(length)

    def _wait(self, event: int, deadline: float) -> None:
        self._poll.register(self._socket, event)
        if not self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise TimeoutError

    def close(self) -> None:
        """Close this end."""
        self._socket.close()


def _gone(error: OSError) -> Exception:
    return error if isinstance(error, TimeoutError) else EOFError()


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
    """Return the reply that reports a failure."""
    return json.dumps({"failure": [failure.kind, failure.detail, failure.trace]}).encode()


class NoReplyError(AgentFailure):
    """Something that is not a reply: its sender does not keep to the form."""


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, with lists as the tuples that the table expects.

    Raises :class:`AgentFailure` if the reply reports one, short enough for a record, and
    :class:`NoReplyError` if it is not one.
    """
    try:
        reply = parsed(message)
        if "failure" in reply:
            kind, detail, trace = map(str, reply["failure"])
            lines = [line[:_LONGEST_LINE] for line in trace.splitlines()[-_MOST_LINES:]]
            detail = " ".join(detail.split())[:_LONGEST_DETAIL]
            raise AgentFailure(KINDS[KINDS.index(kind)], detail, "\n".join(lines))
        answer = reply["answer"]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoReplyError("crash", f"sent {shown(message)}; expected a reply") from error
    return tuple(answer) if isinstance(answer, list) else answer
