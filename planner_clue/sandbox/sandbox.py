"""A sandbox, as its opener sees it: it has loaded a host, and opens sessions with it."""

import gc
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from planner_clue.errors import AgentFailure, MachineError, PlannerClueError
from planner_clue.sandbox import namespaces, process_tree
from planner_clue.sandbox.channel import (
    DONE,
    FOLDER,
    LARGEST,
    LOAD,
    NETWORK,
    OPEN,
    PREPARE,
    Channel,
    ClosedError,
    GarbledError,
)
from planner_clue.sandbox.confinement import Confinement, Held, session_folder
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.program import MOST_PRINTED
from planner_clue.sandbox.session import SECONDS_BETWEEN_LOOKS, Session

GUARD = "planner_clue.sandbox.guard"
"""The module that the command line of all processes of a sandbox names."""
_SECONDS_TO_START = 60
_SECONDS_TO_END = 1
_LONGEST_REFUSAL = 2000
_OF_OTHER_DATA = TypeError, LookupError, AttributeError, RecursionError
"""Errors of reading data of another form than expected."""
_KEPT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR")
_KEPT_OF_RUNTIMES = ("VIRTUAL_ENV", "JAVA_HOME")
_KEPT_BEGINNINGS = ("LC_", "LD_", "PYTHON")
_FIXED = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


class Sandbox:
    """A process that has loaded a host and forks for each session; it ends when this object does.

    It has a fixed hash seed, a short environment, a folder for temporary files, and no stdin; it
    writes no bytecode. Ctrl-C does not reach it. It ends when this process does, also if that is
    killed, and so does everything that the code has started.
    """

    def __init__(
        self,
        host: str,
        arguments: Mapping[str, Any],
        confinement: Confinement,
        *,
        name: str,
        error: type[PlannerClueError],
        environment: Mapping[str, str] | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        """Start the process, and make the host there, a class given as ``module:name``.

        Its ``arguments`` are plain data; ``environment`` has more variables for it, and ``files``
        are written into its working folder. Raises ``error`` with the reason if the host cannot be
        loaded; its message begins with ``name``, such as ``agent 'mine.py:Mine'``.
        """
        if not hasattr(os, "fork"):
            raise error(f"{name} needs a system with fork; expected POSIX")
        self._host = {"host": host, "arguments": arguments}
        self._name, self._error = name, error
        self._confinement = confinement
        self._environment = _environment() | dict(environment or {})
        self._files = files
        self._opening = Lock()
        """Held by the thread that opens a session: games may be played in threads."""
        self.loaded: Any
        """The data that the host reports when it is loaded."""
        self.held: Held
        """The confinement in force."""
        self._start()

    def _start(self) -> None:
        self._prepared: list[bytes] = []
        self._held: list[weakref.ref[Session]] = []
        """The sessions that may still be open."""
        folder = tempfile.mkdtemp(prefix="planner-clue-")
        session_folder(folder).mkdir(parents=True)
        self._lay_out(Path(folder))
        lifeline, their_lifeline = socket.socketpair()
        self._control, their_control = socket.socketpair()
        self._renewals, their_renewals = socket.socketpair()
        self._control.setblocking(False)
        ends = their_lifeline, their_renewals, their_control
        with their_lifeline, their_renewals, their_control:
            theirs = [end.fileno() for end in ends]
            more = [NETWORK] if self._confinement.network else []
            guard = subprocess.Popen(
                [sys.executable, "-uP", "-m", GUARD, *map(str, theirs), *more],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                start_new_session=True,  # also so that no terminal is in its reach
                env=self._environment | {FOLDER: folder},
            )
        self._guard = guard.pid
        self._keeper = guard.pid
        self._known: int | None = None
        """The server's process once it has loaded the host; it keeps its number."""
        ours = lifeline, self._renewals, self._control
        self._close = weakref.finalize(self, _end_server, ours, guard, folder)
        try:
            self._load()
        except BaseException:  # also a Ctrl-C: no process may be left behind
            self.close()
            raise

    def _lay_out(self, folder: Path) -> None:
        if self._files is None:
            return
        own = folder / "files"
        own.mkdir()
        for name, content in self._files.items():
            (own / name).write_bytes(content)
        for path in (own, *own.iterdir()):
            path.chmod(0o755)
        self._confinement = replace(self._confinement, folder=str(own), readable=(str(own),))

    def _load(self) -> None:
        deadline = time.monotonic() + _SECONDS_TO_START
        order = self._host | {"confinement": to_builtins(self._confinement)}
        try:
            with self._order(LOAD) as (channel, output):
                channel.send(json.dumps(order).encode(), deadline)
                first = json.loads(self._receive_loaded(channel, deadline, output))
                self._keeper = next(iter(process_tree.children(self._guard)), self._guard)
                self.held = convert(first["held"], Held)
                answer = json.loads(self._receive_loaded(channel, deadline, output))
                self._await_done(deadline)
                left = process_tree.left_open(self._server(), first["open"])
                self._known = self._server()
            refused = answer.get("refused")
            self.loaded = answer["loaded"] if refused is None else None
        except TimeoutError:
            raise self._refusal(f"did not load within {_SECONDS_TO_START} s") from None
        except ClosedError:
            raise self._refusal("ended its process while it was loaded") from None
        except (GarbledError, ValidationError, ValueError, *_OF_OTHER_DATA):
            raise self.no_answer() from None
        if refused is not None:
            raise self._error(str(refused)[:_LONGEST_REFUSAL])
        if left := process_tree.left_running(self._usage(), self._usage) or left:
            raise self._refusal(f"{left} after it was loaded; expected none")
        self._stop_server()

    def _refusal(self, said: str) -> PlannerClueError:
        return self._error(f"{self._name} {said}")

    def no_answer(self) -> PlannerClueError:
        """Return the error for an invalid answer of the host while it was loaded."""
        return self._refusal("sent an invalid answer while it was loaded")

    def _usage(self) -> process_tree.Usage:
        """Return the usage of the server, with the processes that the code left to the keeper."""
        server = self._server()
        used = process_tree.usage(server)
        return used._replace(others=(*used.others, *self._strays()))

    def _server(self) -> int:
        """Return the server's process; the keeper's, if that is all there is."""
        return self._known or next(iter(process_tree.children(self._keeper)), self._keeper)

    def _strays(self) -> list[int]:
        return [one for one in process_tree.children(self._keeper) if one != self._server()]

    def _receive_loaded(self, channel: Channel, deadline: float, output: int) -> bytes:
        """Return the server's message after it has loaded the host, within the limits."""
        most = self._confinement.megabytes
        while True:
            look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            message = None
            with suppress(TimeoutError):
                message = channel.receive(min(deadline, look), LARGEST)
            if os.fstat(output).st_size > MOST_PRINTED:
                raise self._refusal(f"printed more than {MOST_PRINTED} bytes while it was loaded")
            if message is not None:
                return message
            if look > deadline:
                raise TimeoutError
            if self._usage().bytes > most << 20:
                raise self._refusal(f"used more than {most} MB while it was loaded")

    def _prepare(self, call: bytes) -> None:
        """Let the host prepare itself for all sessions to come, once for each call."""
        if call in self._prepared:
            return
        deadline = time.monotonic() + _SECONDS_TO_START
        with self._order(PREPARE) as (channel, _):
            channel.send(call, deadline)
            channel.receive(deadline, LARGEST)
            self._await_done(deadline)
        self._prepared.append(call)

    def open(self, prepared: bytes | None = None) -> Session:
        """Return a new session; restart the server if untrusted code has ended it.

        The host is ``prepared`` for it by a call. Raises :class:`AgentFailure` if there can be no
        session, and :class:`MachineError` if that is no fault of the code.
        """
        with self._opening:
            for is_last in (False, True):
                try:
                    self._tidy_up()
                    if prepared is not None:
                        self._prepare(prepared)
                    return self._fork()
                except (ClosedError, GarbledError, TimeoutError, ValueError, OSError) as error:
                    self.close()
                    if is_last:
                        what = "no process could be started for it"
                        raise AgentFailure("crash", what) from error
                try:
                    self._start()
                except PlannerClueError as error:
                    said = f"could not be loaded again: {error}"
                    raise AgentFailure("crash", said) from error
                except OSError as error:
                    raise MachineError(error.errno, error.strerror, error.filename) from error
        raise AssertionError

    def _tidy_up(self) -> None:
        """Give the next session a new world, without leftovers of finished ones."""
        if self._still_held():
            gc.collect()  # the game before may be in a cycle, with the traceback of its failure
        self._held = self._still_held()
        if process_tree.was_reached(self._server(), self._ran):
            raise GarbledError  # a session has told it something
        if not self._held:
            process_tree.wake(self._guard, self._keeper)
            self._renewals.send(DONE)
            self._await_done(time.monotonic() + _SECONDS_TO_START, self._renewals)

    def _still_held(self) -> list[weakref.ref[Session]]:
        return [held for held in self._held if (one := held()) and one.is_open]

    def _end_strays(self, session: int) -> None:
        """End all that comes from the server but a session and those that are held."""
        known = {session, *(held.process for one in self._held if (held := one()))}
        for stray in {*process_tree.children(self._server()), *self._strays()} - known:
            process_tree.end(stray)

    def _stop_server(self) -> None:
        """Stop the server, which untrusted code may have changed, while sessions are held."""
        self._ran = process_tree.stop_alone(self._server())

    def _fork(self) -> Session:
        """Return a process that was forked for this session, and is connected to nobody else."""
        output = _nameless_file()
        channel = self._connect(OPEN, output)
        try:
            deadline = time.monotonic() + _SECONDS_TO_START
            process = channel.sender(deadline)
            self._await_done(deadline)
            self._stop_server()
            if namespaces.ON_LINUX and process not in process_tree.children(self._server()):
                raise GarbledError  # whoever may say that it is any process could have it killed
            self._end_strays(process)
            if shared := process_tree.shared_with_others(process, output):
                raise AgentFailure(
                    "illegal", f"{shared} when it begins; expected only its own connection"
                )
            session = Session(self._confinement, channel, process, output)
        except BaseException:  # nobody has taken them over who would close them
            channel.close()
            os.close(output)
            raise
        self._held.append(weakref.ref(session))
        return session

    @contextmanager
    def _order(self, order: bytes) -> Iterator[tuple[Channel, int]]:
        """Send an order; yield the connection for it, and what is printed meanwhile."""
        output = _nameless_file()
        channel = self._connect(order, output)
        try:
            yield channel, output
        finally:
            channel.close()
            os.close(output)

    def _connect(self, order: bytes, output: int) -> Channel:
        """Send an order with one end of a new connection; return the other end."""
        ours, theirs = socket.socketpair()
        if namespaces.ON_LINUX:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        process_tree.wake(self._guard, self._keeper, self._server())
        with theirs, suppress(OSError):  # a server that has ended is noticed by its answer
            socket.send_fds(self._control, [order], [theirs.fileno(), output])
        return Channel(ours)

    def _await_done(self, deadline: float, control: socket.socket | None = None) -> None:
        """Wait until an order was carried out: by the server, or by who is at another socket."""
        control = control or self._control
        left = max(0.0, deadline - time.monotonic())
        if not select.select([control], [], [], left)[0]:
            raise TimeoutError
        if (answer := control.recv(len(DONE))) != DONE:
            raise GarbledError if answer else ClosedError

    def close(self) -> None:
        """End the server and all its sessions."""
        self._close()


def _nameless_file() -> int:
    """Return the descriptor of a new file without a name; in memory, if that is possible."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _environment() -> dict[str, str]:
    """Return the environment variables of a sandbox: none that tells of its opener."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in (*_KEPT, *_KEPT_OF_RUNTIMES) or name.startswith(_KEPT_BEGINNINGS)
    }
    return kept | _FIXED


def _end_server(
    ours: tuple[socket.socket, ...], guard: subprocess.Popen[bytes], folder: str
) -> None:
    for end in reversed(ours):
        end.close()
    process_tree.wake(guard.pid, *process_tree.children(guard.pid))
    try:
        guard.wait(_SECONDS_TO_END)  # it ends by itself
    except subprocess.TimeoutExpired:
        process_tree.end(guard.pid)
        guard.wait()
    if guard.returncode:  # the code has stopped or killed it
        process_tree.end_those_with(f"{FOLDER}={folder}".encode())
        remove_folder(folder)
