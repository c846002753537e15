"""The processes of a sandbox with untrusted code: the *server*, and *sessions* forked from it.

The server loads a *host* once, a class of ours that calls the code. For each session it forks, so
that each starts from the same state. Only it holds its end of the control socket, so that the
opener notices at once when it has ended.

The code can change anything in the server once it is loaded. So limits, the end of processes and
the removal of files are enforced by the kernel, set up before, or from outside.
"""

import faulthandler
import gc
import json
import os
import random
import resource
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
from planner_clue.sandbox import libc
from planner_clue.sandbox.channel import Channel, parsed, write_answer, write_failure
from planner_clue.sandbox.confinement import TELL_WHERE, Confinement, confined
from planner_clue.sandbox.seccomp import allow_calls

_SECONDS_BETWEEN_FORKS = 0.01
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
    """Load a host as ordered, and carry out orders until the control socket is closed.

    An order is a call to prepare the host; or, with descriptors of a connection and of a file for
    output, to open a session. ``apart`` and ``fresh`` are those of :func:`confined`.
    """
    descriptors: list[int] = []
    channel = Channel(control, descriptors)
    order = json.loads(channel.receive(inf))
    make = resolve_name(order["host"])  # before its file may be out of reach
    wanted = convert(order["confinement"], Confinement)
    held = confined(wanted, apart=apart, fresh=fresh)
    channel.send(write_answer(to_builtins(held)), inf)
    channel.receive(inf)
    host = _load(channel, partial(make, **order["arguments"]))
    with suppress(EOFError):
        while True:
            call = channel.receive(inf)
            if not descriptors:
                host.prepare(json.loads(call))
                _share()
            elif _fork() == 0:
                control.close()
                _hold_session(host, wanted, *descriptors)
            while descriptors:
                os.close(descriptors.pop())
            channel.send(write_answer(None), inf)  # the connection is the session's alone now
    _exit(0)


def _load(channel: Channel, make: Callable[[], Host]) -> Host:
    """Load the host; tell the opener its data, or the reason for a refusal."""
    random.seed(0)
    try:
        host = make()
    except PlannerClueError as error:
        channel.send(write_answer({"refused": str(error)}), inf)
        _exit(0)
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)  # it would run while others think
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # sessions end without a trace
    _share()
    channel.send(write_answer({"loaded": host.loaded}), inf)
    return host


def _fork() -> int:
    """Fork; wait where a session that is just being ended has more processes than it may."""
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            time.sleep(_SECONDS_BETWEEN_FORKS)


def _share() -> None:
    """Let sessions share the memory of all present objects."""
    gc.collect()
    gc.freeze()


def _hold_session(host: Host, wanted: Confinement, connection: int, output: int) -> NoReturn:
    """Say hello, then carry out calls until the connection is closed.

    The end of the file for output is an empty stdin, too, which is shared by nobody.
    """
    try:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        for number in (0, 1, 2):
            os.dup2(output, number)
        os.close(output)
        libc.adopt_orphans()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if wanted.folder is None:
            os.chdir(os.environ["TMPDIR"])
        if wanted.alone:
            allow_calls()
        _keep_places_known()
        channel = Channel(socket.socket(fileno=connection))
        host.request = partial(_requested, channel)
        channel.send(str(os.getpid()).encode(), inf)
        while True:
            channel.send(_reply(host, channel.receive(inf)), inf)
    except EOFError:
        _exit(0)
    except BaseException:  # a fork must never return into the server's own loop
        _exit(1)


def _requested(channel: Channel, request: Any) -> Any:
    """Return the opener's answer to a request."""
    channel.send(write_answer({"request": request}), inf)
    return json.loads(channel.receive(inf))


def _reply(host: Host, message: bytes) -> bytes:
    """Carry out a call and return the reply, also if the code raises something."""
    try:
        return write_answer(host.carry_out(parsed(message)))
    except BaseException as error:  # whatever the code does is its own loss
        if isinstance(error, MemoryError):  # to tell of it takes some
            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        return write_failure(failure_of(error))


def _keep_places_known() -> None:
    """Let ``os._exit`` print where it is called, and let no code ignore :data:`TELL_WHERE`."""
    session, handle, mask = os.getpid(), signal.signal, signal.pthread_sigmask

    def tell_and_exit(status: int) -> NoReturn:
        if os.getpid() == session:  # and not a process that the code forked
            faulthandler.dump_traceback(2, all_threads=False)
        _exit(status)

    vars(os)["_exit"] = tell_and_exit
    vars(signal)["signal"] = lambda number, handler: (
        signal.SIG_DFL if number == TELL_WHERE else handle(number, handler)
    )
    vars(signal)["pthread_sigmask"] = lambda how, ones: mask(how, {*ones} - {TELL_WHERE})
