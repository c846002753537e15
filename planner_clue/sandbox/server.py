"""The processes of a sandbox with untrusted code: the *server*, and *sessions* forked from it.

The server runs none of that code. It makes a *host* of ours, loads installed packages that the code
imports, and forks for each session. A session enters a world of its own and is confined there. Then
its host loads the code. So each starts from the same state.
"""

import faulthandler
import gc
import json
import os
import random
import resource
import signal
import site
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from importlib.util import find_spec
from math import inf
from pathlib import Path
from pkgutil import resolve_name
from sysconfig import get_path
from threading import active_count
from typing import Any, NoReturn, Protocol

from msgspec import convert
from msgspec.json import encode

from planner_clue.sandbox import process_tree
from planner_clue.sandbox.channel import Channel, parsed, write_answer, write_failure
from planner_clue.sandbox.confinement import TELL_WHERE, Confinement, World
from planner_clue.support.errors import PlannerClueError
from planner_clue.support.faults import failure_of
from planner_clue.support.plugins import listing_files

LOAD, LOAD_LISTING, LIST_MODULES = "load", "load, listing files", "list modules"
"""Calls that a session carries out itself: its first one, the same with the files that the code
reads meanwhile, and one for the modules that it has imported."""
_CONNECTION, _MOST_OPEN = 3, 1 << 16
"""The number of a session's connection, beside which only its output stays open."""
_RUN_WHEN_IMPORTED = {"__main__", "antigravity", "idlelib", "test", "this", "turtledemo"}
_own_number = list[int]()
"""Of this process, if it is a session."""
_exit = os._exit


class Host(Protocol):
    """Interface of hosts, which call untrusted code and answer in plain data.

    One is made in the server, with the arguments of the order, and loads the code in a session.
    """

    request: Callable[[Any], Any]
    """Sends a request to the opener while a call is carried out, and returns its answer."""

    def prepare(self, call: dict[str, Any]) -> None:
        """Prepare in the server for all sessions to come."""

    def load(self) -> None:
        """Load the code, in a session; an :class:`PlannerClueError` refuses it."""

    def carry_out(self, call: dict[str, Any]) -> Any:
        """Return the answer to a call; what the code raises is raised."""


def serve(control: socket.socket, *, apart: bool) -> NoReturn:
    """Carry out orders until the control socket is closed.

    An order is one of modules to import or a call to prepare the host; or, with descriptors of a
    connection and of a file for output, to open a session. ``apart`` is that of
    :class:`~planner_clue.sandbox.confinement.World`.
    """
    descriptors: list[int] = []
    channel = Channel(control, descriptors)
    order = json.loads(channel.receive(inf))
    host = resolve_name(order["host"])(**order["arguments"])
    world = World(convert(order["confinement"], Confinement), apart=apart)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # sessions end without a trace
    _keep_places_known()
    channel.send(write_answer(None), inf)
    with suppress(EOFError):
        while True:
            call, answer = channel.receive(inf), True
            if descriptors:  # the session answers
                if world.fork() == 0:
                    control.close()
                    _hold_session(host, world, *descriptors)
                while descriptors:  # the connection is the session's alone now
                    os.close(descriptors.pop())
                continue
            prepared = json.loads(call)
            if "modules" in prepared:
                answer = _import_installed(prepared["modules"], order["confinement"]["hidden"])
            else:
                host.prepare(prepared)
            gc.collect()
            gc.freeze()  # so that sessions share the memory of all present objects
            [([], {}) for _ in range(100)].clear()  # fills free lists, which would count games
            channel.send(write_answer(answer), inf)
    _exit(0)


def _import_installed(modules: dict[str, str], hidden: Sequence[str]) -> bool:
    """Import modules that are installed, named with their files; return whether forks are safe.

    That is, whether each import succeeded, and brought no thread and no shared memory. Untrusted
    code has chosen them, so its own files must be out of reach, also files that ``PYTHONPATH`` or
    an editable install leads to; and no ``hidden`` file is imported.
    """
    wanted = list[str]()
    installed = {*site.getsitepackages(), site.getusersitepackages()}
    before = sys.path[:], sys.meta_path[:]
    sys.path[:] = [p for p in sys.path if p in installed or p.startswith(get_path("stdlib"))]
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, PathFinder]
    for name, file in modules.items():
        closed = any(Path(file).is_relative_to(one) for one in hidden)
        if closed or not _RUN_WHEN_IMPORTED.isdisjoint(name.split(".")):
            continue
        with suppress(BaseException):  # the code's own session will report it
            if (found := find_spec(name)) and found.origin == file:
                wanted.append(name)
                import_module(name)
    sys.path[:], sys.meta_path[:] = before
    whole = sys.modules.keys() >= {*wanted}  # what failed leaves modules that break its next import
    return whole and active_count() == 1 and process_tree.shares_nothing()


def _hold_session(host: Host, world: World, connection: int, output: int) -> NoReturn:
    """Enter a new world and say hello, then carry out calls until the connection is closed.

    The end of the file for output is an empty stdin, too, which is shared by nobody.
    """
    try:
        for number in (0, 1, 2):
            os.dup2(output, number)
        held = world.enter()
        os.dup2(connection, _CONNECTION, inheritable=False)
        os.closerange(_CONNECTION + 1, _MOST_OPEN)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _own_number.append(os.getpid())
        channel = Channel(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=_CONNECTION))
        channel.send(encode({"answer": (*_own_number, held)}), inf)
        host.request = partial(_requested, channel)
        while True:
            channel.send(_reply(host, channel.receive(inf)), inf)
    except EOFError:
        _exit(0)
    except BaseException:  # a fork must never return into the server's own loop
        _exit(1)


def _carry_out(host: Host, call: Any) -> Any:
    """Return the answer to a call."""
    if call == LIST_MODULES:
        specs = [getattr(module, "__spec__", None) for module in [*sys.modules.values()]]
        return {spec.name: str(spec.origin) for spec in specs if spec}
    if call not in (LOAD, LOAD_LISTING):
        return host.carry_out(call)
    random.seed(0)
    try:
        if call == LOAD_LISTING:
            return {"files": listing_files(host.load)}
        host.load()
        return {}
    except PlannerClueError as error:
        return {"refused": str(error)}


def _requested(channel: Channel, request: Any) -> Any:
    """Return the opener's answer to a request."""
    channel.send(write_answer({"request": request}), inf)
    return json.loads(channel.receive(inf))


def _reply(host: Host, message: bytes) -> bytes:
    """Carry out a call and return the reply, also if the code raises something."""
    try:
        return write_answer(_carry_out(host, parsed(message)))
    except BaseException as error:  # any fault of the code is its own loss
        if isinstance(error, MemoryError):  # reporting it takes some
            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        return write_failure(failure_of(error))


def _keep_places_known() -> None:
    """Let sessions print where they end or are asked, and no code ignore :data:`TELL_WHERE`."""
    faulthandler.enable(file=2, all_threads=False)
    faulthandler.register(TELL_WHERE, file=2, all_threads=True)
    handle, mask = signal.signal, signal.pthread_sigmask

    def tell_and_exit(status: int) -> NoReturn:
        if os.getpid() in _own_number:  # and not a process that the code forked
            faulthandler.dump_traceback(2, all_threads=False)
        _exit(status)

    vars(os)["_exit"] = tell_and_exit
    vars(signal)["signal"] = lambda number, handler: (
        signal.SIG_DFL if number == TELL_WHERE else handle(number, handler)
    )
    vars(signal)["pthread_sigmask"] = lambda how, ones: mask(how, {*ones} - {TELL_WHERE})
