"""A port on this machine, which nobody else can reach."""

import errno
import socket

from planner_clue.errors import InputError

HERE = "127.0.0.1"
FIRST_PORT, _TRIES = 8421, 20


def listening(port: int | None) -> socket.socket:
    """Return a socket that listens on this machine only, at ``port``.

    With None it takes the first free port from 8421 on, or any. Raises :class:`InputError` if the
    port that was asked for is not to be had.
    """
    if port is None:
        return _first_free()
    if not 0 <= port <= 65535:
        raise InputError(f"--port {port}; expected 0 to 65535, where 0 is any free port")
    try:
        return _bound(port)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "another program listens there" if taken else str(error.strerror)
        raise InputError(f"--port {port}: {why}; expected a free port, or no --port") from error


def _first_free() -> socket.socket:
    for port in (*range(FIRST_PORT, FIRST_PORT + _TRIES), 0):
        try:
            return _bound(port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise AssertionError("the system gives a free port for 0")


def _bound(port: int) -> socket.socket:
    # With the protocol named, asyncio sends small answers at once; else they wait for 40 ms.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HERE, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found
