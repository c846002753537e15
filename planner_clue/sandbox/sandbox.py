"""A sandbox, as its opener sees it: it has loaded a host, and opens sessions with it."""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from planner_clue.errors import AgentFailure, MachineError, PlannerClueError
from planner_clue.sandbox import libc, process_tree
from planner_clue.sandbox.channel import Channel, read_reply, write_answer
from planner_clue.sandbox.confinement import FOLDER, Confinement, Held, session_folder
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.session import Session

GUARD = "planner_clue.sandbox.guard"
"""The module that the command line of all processes of a sandbox names."""
_SECONDS_TO_START, _SECONDS_TO_END = 60, 1
_LONGEST_REFUSAL = 2000
_LOST = EOFError, ValueError, OSError
"""Errors if untrusted code has ended the server, or lets it say something else than expected."""
_LOAD, _FORK, _RENEW = b"load", b"", b"."
"""Orders: to the server to load its host, and to fork; to the keeper to renew the world."""
_DONE = write_answer(None)
"""The server's answer to an order that it has carried out."""
_KEPT: tuple[str, ...] = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR")
_KEPT += ("VIRTUAL_ENV", "JAVA_HOME")
_KEPT_BEGINNINGS = ("LC_", "LD_", "PYTHON")
_FIXED = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"} | dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


class Sandbox:
    """A process that has loaded a host and forks for each session; it ends when this object does.

    It has a fixed hash seed, a short environment that does not tell of its opener, a folder for
    temporary files, and no stdin; it writes no bytecode. Ctrl-C does not reach it. It ends when
    this process does, also if that is killed, and so does everything that the code has started.
    """

    loaded: Any
    """The data that the host reports when it is loaded."""
    held: Held
    """The confinement in force."""

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
        self._name, self._error, self._confinement = name, error, confinement
        named = os.environ.items()
        kept = {k: v for k, v in named if k in _KEPT or k.startswith(_KEPT_BEGINNINGS)}
        self._environment = kept | _FIXED | dict(environment or {})
        self._files = files
        self._opening = Lock()
        """Held by the thread that opens a session: games may be played in threads."""
        self._start()

    def _start(self) -> None:
        self._prepared: list[bytes] = []
        self._sessions: list[weakref.ref[Session]] = []
        """Those that may still be open."""
        folder = tempfile.mkdtemp(prefix="planner-clue-")
        session_folder(folder).mkdir(parents=True)
        if self._files is not None:
            self._lay_out(self._files, Path(folder, "files"))
        (lifeline, its_end), (self._renewals, renewals), (control, orders) = (
            socket.socketpair() for _ in range(3)
        )
        output = _nameless_file()
        with its_end, renewals, orders:
            ends = [end.fileno() for end in (its_end, renewals, orders)]
            guard = subprocess.Popen(
                [sys.executable, "-uP", "-m", GUARD, *map(str, ends)],
                stdin=output,
                stdout=output,
                stderr=output,
                pass_fds=ends,
                start_new_session=True,  # also so that no terminal is in its reach
                env=self._environment | {FOLDER: folder},
            )
        ours = lifeline, self._renewals, control
        self._close = weakref.finalize(self, _end_server, ours, guard, folder)
        self._guard, self._control = guard.pid, Channel(control)
        try:
            self._load(output)
        except BaseException:  # also a Ctrl-C: no process may be left behind
            self.close()
            raise

    def _lay_out(self, files: Mapping[str, bytes], own: Path) -> None:
        own.mkdir()
        for name, content in files.items():
            (own / name).write_bytes(content)
        for path in (own, *own.iterdir()):
            path.chmod(0o755)
        self._confinement = replace(self._confinement, folder=str(own), readable=(str(own),))

    def _load(self, output: int) -> None:
        deadline = time.monotonic() + _SECONDS_TO_START
        order = self._host | {"confinement": to_builtins(self._confinement)}
        try:
            self._control.send(json.dumps(order).encode(), deadline)
            self.held = convert(read_reply(self._control.receive(deadline)), Held)
            (self._keeper,) = process_tree.children(self._guard) or [self._guard]
            (server,) = process_tree.children(self._keeper) or [self._guard]
            limits = replace(self._confinement, seconds_per_session=inf, keeps_processes=False)
            self._server = Session(limits, self._control, server, output)
        except (EOFError, OSError):
            os.close(output)
            what = f"{self._name}: its process did not start within {_SECONDS_TO_START} s"
            raise self._error(what) from None
        try:
            answer = self._server.call(_LOAD, "load", _SECONDS_TO_START)
            refused = answer.get("refused")
            self.loaded = answer["loaded"] if refused is None else None
        except AgentFailure as failure:
            raise self._error(f"{self._name}: {failure.detail}") from failure
        except (TypeError, LookupError, AttributeError):
            raise self.no_answer() from None
        if refused is not None:
            raise self._error(str(refused)[:_LONGEST_REFUSAL])
        self._stop_server()
        if left := process_tree.left_open(server, output):
            raise self._error(f"{self._name}: left {left} after it was loaded; expected none")

    def no_answer(self) -> PlannerClueError:
        """Return the error for an invalid answer of the host while it was loaded."""
        return self._error(f"{self._name} sent an invalid answer while it was loaded")

    def open(self, prepared: bytes | None = None) -> Session:
        """Return a new session; restart the server if untrusted code has ended it.

        The host is ``prepared`` for it by a call. Raises :class:`AgentFailure` if there can be no
        session, and :class:`MachineError` if that is no fault of the code.
        """
        with self._opening:
            try:
                return self._opened(prepared)
            except _LOST:
                self.close()
            try:
                self._start()
            except PlannerClueError as error:
                raise AgentFailure("crash", f"could not be loaded again: {error}") from error
            except OSError as error:
                raise MachineError(error.errno, error.strerror, error.filename) from error
            try:
                return self._opened(prepared)
            except _LOST as error:
                self.close()
                raise AgentFailure("crash", "no process could be started for it") from error

    def _opened(self, prepared: bytes | None) -> Session:
        held = self._renew_world()
        if prepared is not None and prepared not in self._prepared:
            self._order(prepared)
            self._prepared.append(prepared)
        return self._fork(held)

    def _order(self, order: bytes, *descriptors: int) -> None:
        """Let the server carry out an order, while the sessions that are held stand still."""
        deadline = time.monotonic() + _SECONDS_TO_START
        process_tree.send(signal.SIGCONT, self._server.pid)
        self._control.send(order, deadline, descriptors)
        if self._control.receive(deadline) != _DONE:
            raise EOFError

    def _renew_world(self) -> set[int]:
        """End what is left of finished sessions; return the processes of those that are held."""
        if self._held():
            gc.collect()  # the game before may be in a cycle, with the traceback of its failure
        held = self._held()
        if not self._server.is_open or process_tree.was_reached(self._server.pid, self._ran):
            raise EOFError  # a session has told it something
        process_tree.send(signal.SIGCONT, self._guard, self._keeper)  # if somebody has stopped them
        if not held:
            self._renewals.settimeout(_SECONDS_TO_START)
            self._renewals.send(_RENEW)
            if self._renewals.recv(1) != _RENEW:
                raise EOFError
        while strays := self._children() - held:
            for stray in strays:
                process_tree.end(stray)
            time.sleep(0.001)
        return held

    def _children(self) -> set[int]:
        return {*process_tree.children(self._server.pid)}

    def _held(self) -> set[int]:
        self._sessions = [ref for ref in self._sessions if (one := ref()) and one.is_open]
        return {one.pid for ref in self._sessions if (one := ref())}

    def _fork(self, held: set[int]) -> Session:
        """Return a process that was forked for this session, and is connected to nobody else."""
        (ours, theirs), output = socket.socketpair(), _nameless_file()
        channel = Channel(ours)
        try:
            with theirs:
                self._order(_FORK, theirs.fileno(), output)
            process = int(channel.receive(time.monotonic() + _SECONDS_TO_START))
            self._stop_server()
            if libc.ON_LINUX:  # it may say any number
                (process,) = self._children() - held
            if left := process_tree.left_open(process, output):
                said = f"has {left} when it begins; expected only its own connection"
                raise AgentFailure("illegal", said)
            session = Session(self._confinement, channel, process, output)
        except BaseException:  # nobody has taken them over who would close them
            channel.close()
            os.close(output)
            raise
        self._sessions.append(weakref.ref(session))
        return session

    def _stop_server(self) -> None:
        """Stop the server, which untrusted code may have changed, while sessions are held."""
        self._ran = process_tree.stop_alone(self._server.pid)

    def close(self) -> None:
        """End the server and all its sessions."""
        self._close()


def _nameless_file() -> int:
    """Return the descriptor of a new file without a name; in memory, if that is possible."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _end_server(
    ours: tuple[socket.socket, ...], guard: subprocess.Popen[bytes], folder: str
) -> None:
    for end in reversed(ours):
        end.close()
    process_tree.send(signal.SIGCONT, guard.pid, *process_tree.children(guard.pid))
    try:
        guard.wait(_SECONDS_TO_END)  # it ends by itself
    except subprocess.TimeoutExpired:
        process_tree.end(guard.pid)
        guard.wait()
    if guard.returncode:  # the code has stopped or killed it
        process_tree.end_those_with(f"{FOLDER}={folder}".encode())
        remove_folder(folder)
