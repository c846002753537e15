"""The processes of a sandbox with untrusted code: the *server*, and *sessions* forked from it.

The server loads a *host* once, a class of ours that calls the code. For each session it forks, so
that each starts from the same state. Only the server holds this end of the control socket, so that
the opener notices at once when it has ended.

The code can change anything in the server once it is loaded. So limits, the end of processes and
the removal of files are enforced by the kernel, set up before, or from outside.
"""

import faulthandler
import gc
import json
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from pkgutil import resolve_name
from typing import Any, NoReturn, Protocol

from msgspec import convert, to_builtins

from planner_clue.errors import PlannerClueError
from planner_clue.faults import failure_of
from planner_clue.sandbox import confinement, namespaces
from planner_clue.sandbox.channel import (
    DONE,
    LARGEST,
    LOAD,
    OPEN,
    PREPARE,
    TELL_WHERE,
    Channel,
    ClosedError,
    parsed,
    write_answer,
    write_failure,
)
from planner_clue.sandbox.seccomp import allow_calls

_DESCRIPTORS = 2
_SECONDS_BETWEEN_FORKS, _SECONDS_TO_ANSWER = 0.01, 10
_exit = os._exit


class Host(Protocol):
    """Interface of hosts: a server loads one, which calls untrusted code and answers in plain data.

    It is made with the arguments of the order; an :class:`PlannerClueError` refuses them.
    """

    loaded: Any
    """The message to the opener once it is loaded, as plain data."""
    request: Callable[[Any], Any]
    """Sends a request to the opener while a call is carried out, and returns its answer."""

    def carry_out(self, call: dict[str, Any]) -> Any:
        """Return the answer to a call, in a session; what the code raises is raised."""

    def prepare(self, call: dict[str, Any]) -> None:
        """Prepare in the server for all sessions to come."""


def serve(control: socket.socket, *, apart: bool, fresh: bool) -> NoReturn:
    """Carry out orders until the control socket is closed, ``apart`` or with ``fresh`` worlds."""
    host: Host | None = None
    wanted: confinement.Confinement | None = None
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 1, _DESCRIPTORS)
        if not data:
            os._exit(0)
        connection, output = socket.socket(fileno=descriptors[0]), descriptors[1]
        if data == LOAD:
            _print_into(output)
            channel = Channel(connection)
            order = json.loads(channel.receive(inf, LARGEST))
            make = resolve_name(order["host"])  # before its file may be out of reach
            wanted = convert(order["confinement"], confinement.Confinement)
            held = to_builtins(confinement.confined(wanted, apart=apart, fresh=fresh))
            _tell(channel, {"held": held, "open": confinement.open_descriptors()})
            random.seed(0)
            host = _load(channel, partial(make, **order["arguments"]))
            _stop_timers()
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # sessions end without a trace
            _share()
        elif host and wanted and data == PREPARE:
            channel = Channel(connection)
            host.prepare(json.loads(channel.receive(inf, LARGEST)))
            _tell(channel, None)
            _share()
        elif host and wanted and data == OPEN and _fork() == 0:
            control.close()
            _print_into(output, (0, 1, 2))
            os.close(output)
            _hold_session(connection, host, wanted)
        connection.close()
        os.close(output)
        control.send(DONE)  # the connection is the session's alone from here on


def _load(channel: Channel, make: Callable[[], Host]) -> Host | None:
    """Load the host; tell the opener its data, or the reason for a refusal."""
    host: Host | None = None
    try:
        host = make()
        answer = {"loaded": host.loaded}
    except PlannerClueError as error:
        answer = {"refused": str(error)}
    _tell(channel, answer)
    return host


def _tell(channel: Channel, what: Any) -> None:
    channel.send(json.dumps(what).encode(), time.monotonic() + _SECONDS_TO_ANSWER)


def _fork() -> int:
    """Fork; wait where a session that is just being ended has more processes than it may."""
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            time.sleep(_SECONDS_BETWEEN_FORKS)


def _stop_timers(stop: Callable[[int, float], object] = signal.setitimer) -> None:
    """Stop the timers of this process, which would run while others think."""
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        stop(timer, 0)


def _share() -> None:
    """Let sessions share the memory of all present objects."""
    gc.collect()
    gc.freeze()


def _print_into(output: int, streams: tuple[int, ...] = (1, 2)) -> None:
    """Redirect stdout and stderr into a file; its end is also an empty stdin, shared by nobody."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    for number in streams:
        os.dup2(output, number)


def _hold_session(
    connection: socket.socket, host: Host, wanted: confinement.Confinement
) -> NoReturn:
    """Say hello, then carry out calls until the connection is closed."""
    try:
        namespaces.adopt_orphans()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if wanted.folder is None:
            os.chdir(os.environ["TMPDIR"])
        if wanted.alone:
            allow_calls(alone=True)
        _keep_places_known()
        channel = Channel(connection)
        host.request = partial(_requested, channel)
        channel.say_hello()
        while True:
            reply = _reply(host, channel.receive(inf, LARGEST))
            channel.send(reply, inf)
    except (ClosedError, OSError):
        _exit(0)
    except BaseException:  # a fork must never return into the server's own loop
        _exit(1)


def _requested(channel: Channel, request: Any) -> Any:
    """Return the opener's answer to a request."""
    channel.send(write_answer({"request": request}), inf)
    return json.loads(channel.receive(inf, LARGEST))


def _reply(host: Host, message: bytes) -> bytes:
    """Carry out a call and return the reply, also if the code raises something."""
    try:
        answer = host.carry_out(parsed(message))
    except BaseException as error:  # whatever the code does is its own loss
        if isinstance(error, MemoryError):
            confinement.allow_to_tell()
        return write_failure(failure_of(error))
    return write_answer(answer)


def _keep_places_known() -> None:
    """Let ``os._exit`` print where it is called, and let no code ignore :data:`TELL_WHERE`."""
    session, handle, mask = os.getpid(), signal.signal, signal.pthread_sigmask

    def tell_and_exit(status: int) -> NoReturn:
        if os.getpid() == session:  # and not a process that the code forked
            faulthandler.dump_traceback(2, all_threads=False)
        _exit(status)

    def handle_others(number: int, handler: Any) -> Any:
        return signal.SIG_DFL if number == TELL_WHERE else handle(number, handler)

    def mask_others(how: int, numbers: Any) -> Any:
        return mask(how, set(numbers) - {TELL_WHERE})

    for module, name, replacement in (
        (os, "_exit", tell_and_exit),
        (signal, "signal", handle_others),
        (signal, "pthread_sigmask", mask_others),
    ):
        setattr(module, name, replacement)
