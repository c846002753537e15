"""The match's side of agents in processes of their own: starting, asking and ending them."""

import json
import os
import socket
import struct
import subprocess
import sys
import weakref
from multiprocessing.connection import Connection

from planner_clue.agents.isolation.server import END, LOAD, ORDER, PLAY
from planner_clue.agents.isolation.wire import LARGEST
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import AgentFailure, AgentNameError

_SECONDS_TO_LOAD = 60
_SECONDS_TO_FORK = 60
_SECONDS_TO_END = 10
_WITHIN_A_MESSAGE = struct.pack("ll", 10, 0)
"""How long the rest of a message may take once it has begun, as a timeval."""
_STDERR = 2


class GameProcess:
    """The process of one game; it ends when this object does."""

    def __init__(self, connection: Connection, control: socket.socket, process: int) -> None:
        self._connection = connection
        self._close = weakref.finalize(self, _end_game, connection, control, process)

    def ask(self, request: bytes, seconds: float, what: str) -> bytes:
        """Return the reply to ``request``; ``what`` names in messages what was asked.

        Raises :class:`AgentFailure`, and ends the process, if no reply comes within ``seconds``
        or the process has ended.
        """
        try:
            self._connection.send_bytes(request)
            if not self._connection.poll(seconds):
                self.close()
                raise AgentFailure("time-out", f"no answer to {what} within {seconds:g} s")
            return self._connection.recv_bytes(LARGEST)
        except (EOFError, ConnectionError) as error:
            self.close()
            raise AgentFailure("agent-gone", f"its process ended when asked {what}") from error
        except OSError as error:  # the agent wrote into the connection itself
            self.close()
            raise AgentFailure("agent-error", f"no readable reply when asked {what}") from error

    @property
    def is_open(self) -> bool:
        """Whether the process can still be asked."""
        return self._close.alive

    def close(self) -> None:
        """End the process."""
        self._close()


def _end_game(connection: Connection, control: socket.socket, process: int) -> None:
    connection.close()
    _order(control, END, process)


class ServerProcess:
    """A process that has loaded an agent and forks for every game; it ends when this object does.

    Its hash seed is fixed, it writes no bytecode, it has no stdin, and what it prints goes to
    stderr. Ctrl-C does not reach it. It ends when this process does, also if that is killed.
    """

    def __init__(self, agent: str, settings: AgentSettings) -> None:
        """Start the process; raise :class:`AgentNameError` if the agent cannot be loaded."""
        if not hasattr(os, "fork"):
            raise AgentNameError(f"agent '{agent}' needs a system with fork; expected POSIX")
        self._agent = agent
        self._settings = settings
        self._start()

    def _start(self) -> None:
        lifeline, their_lifeline = socket.socketpair()
        control, their_control = socket.socketpair()
        with their_lifeline, their_control:
            theirs = [their_lifeline.fileno(), their_control.fileno()]
            guard = subprocess.Popen(
                [sys.executable, "-uP", "-m", "planner_clue.agents.isolation", *map(str, theirs)],
                stdin=subprocess.DEVNULL,
                stdout=_STDERR,
                pass_fds=theirs,
                start_new_session=True,
                env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            )
        self._control = control
        self._close = weakref.finalize(self, _end_server, lifeline, control, guard)
        try:
            self._load()
        except BaseException:  # also a Ctrl-C: no process may be left behind
            self.close()
            raise

    def _load(self) -> None:
        connection = self._connect(LOAD)
        with connection:
            wanted = {"agent": self._agent, "settings": self._settings.to_json()}
            try:
                connection.send_bytes(json.dumps(wanted).encode())
                loaded = connection.poll(_SECONDS_TO_LOAD)
                answer = json.loads(connection.recv_bytes()) if loaded else None
            except (EOFError, OSError):
                raise AgentNameError(
                    f"agent '{self._agent}' ended its process while it was loaded"
                ) from None
        if answer is None:
            raise AgentNameError(f"agent '{self._agent}' did not load within {_SECONDS_TO_LOAD} s")
        if "refused" in answer:
            raise AgentNameError(answer["refused"])

    def play(self) -> GameProcess:
        """Return a process for a new game; if an agent has ended the server, start that again."""
        try:
            return self._fork()
        except (EOFError, OSError):
            self.close()
            self._start()
        try:
            return self._fork()
        except (EOFError, OSError) as error:
            raise AgentFailure("agent-gone", "no process could be started for it") from error

    def _fork(self) -> GameProcess:
        connection = self._connect(PLAY)
        if not connection.poll(_SECONDS_TO_FORK):
            raise TimeoutError
        return GameProcess(connection, self._control, int(connection.recv_bytes(16)))

    def _connect(self, order: bytes) -> Connection:
        """Send an order with one end of a new connection; return the other end."""
        ours, theirs = socket.socketpair()
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            ours.setsockopt(socket.SOL_SOCKET, option, _WITHIN_A_MESSAGE)
        with theirs:
            _order(self._control, order, 0, theirs)
        return Connection(ours.detach())

    def close(self) -> None:
        """End the server and all its games."""
        self._close()


def _order(
    control: socket.socket, order: bytes, process: int, connection: socket.socket | None = None
) -> None:
    """Send an order; if the server has ended, that is noticed when its answer is awaited."""
    descriptors = [connection.fileno()] if connection else []
    try:
        socket.send_fds(control, [ORDER.pack(order, process)], descriptors)
    except OSError:
        return


def _end_server(
    lifeline: socket.socket, control: socket.socket, guard: subprocess.Popen[bytes]
) -> None:
    control.close()
    lifeline.close()
    try:
        guard.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        guard.kill()
        guard.wait()
