"""What runs in the processes of an isolated agent.

There are three kinds of process, each the parent of the next:

- a *guard*, which runs none of the agent's code. When the match's end of the lifeline is closed,
  because that process has ended in whatever way, it kills all the others;
- a *server*, which loads the agent once. Only it holds this end of the control socket, so that
  the match notices at once when it has ended;
- a *game*, forked from the server, in which the agent plays one game.

Orders on the control socket have a fixed size; the connection that an order is about comes
along as a file descriptor.
"""

import gc
import json
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import NoReturn

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.wire import LARGEST, AgentHost
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import InputError

ORDER = struct.Struct("!ci")
"""An order on the control socket: what to do, and the process it is about."""
LOAD, PLAY, END = b"l", b"p", b"e"
"""Load the agent that the connection names; play a game over the connection; end a game."""


def main() -> NoReturn:
    """Guard a server; the numbers of lifeline and control socket are the arguments."""
    lifeline, control = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    server = os.fork()
    if server == 0:
        lifeline.close()
        os.setpgid(0, 0)
        _serve(control)
    control.close()
    with suppress(OSError):  # the server may have done it, and even be gone
        os.setpgid(server, server)
    _guard(lifeline, server)


def _guard(lifeline: socket.socket, server: int) -> NoReturn:
    """Wait until the match's process has ended, and kill all others.

    A server that has ended before is not waited for, so that its process number cannot be given
    to another process: it is the number of the group that is killed.
    """
    lifeline.recv(1)  # nothing is ever sent
    with suppress(ProcessLookupError):
        os.killpg(server, signal.SIGKILL)
    os._exit(0)


def _serve(control: socket.socket) -> NoReturn:
    """Carry out orders until the control socket is closed."""
    factory: Callable[[], Agent] | None = None
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, ORDER.size, 1)
        if len(data) < ORDER.size:
            os._exit(0)
        order, process = ORDER.unpack(data)
        if order == END:
            _end(process)
            continue
        connection = Connection(descriptors[0])
        if order == LOAD:
            factory = _load(connection)
            gc.collect()
            gc.freeze()  # so that games share the memory of what was loaded
        elif factory and os.fork() == 0:
            control.close()
            _play(connection, factory)
        connection.close()


def _end(process: int) -> None:
    """Kill a game; it was not waited for before, so the process number is still its own."""
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _load(connection: Connection) -> Callable[[], Agent] | None:
    """Load the agent and say so, or say why not."""
    wanted = json.loads(connection.recv_bytes())
    try:
        with _silence():
            settings = AgentSettings.from_json(wanted["settings"])
            factory = load_here(wanted["agent"], settings)
    except InputError as error:
        connection.send_bytes(json.dumps({"refused": str(error)}).encode())
        return None
    connection.send_bytes(b"{}")
    return factory


@contextmanager
def _silence() -> Iterator[None]:
    """Drop what is printed meanwhile: a file may be loaded only to see whether it can be."""
    stdout = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)


def _play(connection: Connection, factory: Callable[[], Agent]) -> NoReturn:
    """Play one game: send the number of this process, then carry out what the table asks."""
    try:
        connection.send_bytes(str(os.getpid()).encode())
        host = AgentHost(factory)
        while True:
            connection.send_bytes(host.reply_to(connection.recv_bytes(LARGEST)))
    except (EOFError, OSError):
        os._exit(0)
    except BaseException:  # a fork must never return into the server's own loop
        os._exit(1)
