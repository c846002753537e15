"""A sandbox, as its opener sees it: it opens sessions, each of which loads a host anew."""

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
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from planner_clue.sandbox import process_tree
from planner_clue.sandbox.channel import Channel, read_reply
from planner_clue.sandbox.confinement import FOLDER, Confinement, Held, session_folder
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.server import LIST_MODULES, LOAD, LOAD_LISTING
from planner_clue.sandbox.session import Session
from planner_clue.support.errors import AgentFailure, MachineError, PlannerClueError

GUARD = "planner_clue.sandbox.guard"
"""The module that the command line of all processes of a sandbox names."""
_SECONDS_TO_START, _SECONDS_TO_END = 60, 1
_LONGEST_REFUSAL = 2000
_LOST = EOFError, ValueError, OSError
"""Errors if the server or a new session has ended, as code can bring about without namespaces."""
_MOST_MODULES = 10_000
_KEPT: tuple[str, ...] = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR")
_KEPT += ("VIRTUAL_ENV", "JAVA_HOME")
_KEPT_BEGINNINGS = ("LC_", "LD_", "PYTHON")
_FIXED = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"} | dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


class Sandbox:
    """Processes that load a host in a session for each game; they end when this object does.

    They have a fixed hash seed, a short environment without anything about their opener, a folder
    for temporary files, and no stdin; they write no bytecode. Ctrl-C does not reach them. They end
    when this process does, also if that is killed, and so does everything that the code has
    started.
    """

    files: Any
    """The files below its folder that the code read while it was loaded, by its own account."""
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
        own_files: Mapping[str, bytes] | None = None,
    ) -> None:
        """Start the processes, and load the host once, a class given as ``module:name``.

        Its ``arguments`` are plain data; ``environment`` has more variables for it, and
        ``own_files`` are written into its working folder. Raises ``error`` with the reason if the
        host cannot be loaded; its message begins with ``name``, such as ``agent 'mine.py:Mine'``.
        """
        if not hasattr(os, "fork"):
            raise error(f"{name} needs a system with fork; expected POSIX")
        self._host = {"host": host, "arguments": arguments}
        self._name, self._error, self._confinement = name, error, confinement
        named = os.environ.items()
        kept = {k: v for k, v in named if k in _KEPT or k.startswith(_KEPT_BEGINNINGS)}
        self._environment = kept | _FIXED | dict(environment or {})
        self._own_files = own_files
        self._opening = Lock()
        """Held by the thread that opens a session: games may be played in threads."""
        self._modules = dict[str, str]()
        """The files of the modules that the server imports, by name."""
        self._start()
        try:
            session, answer = self._opened(None, LOAD_LISTING)
            if "refused" in answer:
                raise error(str(answer["refused"])[:_LONGEST_REFUSAL])
            self.files = answer["files"]
            if confinement.imports_ahead:
                self.import_ahead(session)
            session.close()
        except BaseException as problem:  # also a Ctrl-C: no process may be left behind
            self.close()
            if isinstance(problem, AgentFailure):
                raise error(f"{name}: {problem.detail}") from problem
            if isinstance(problem, EOFError):
                raise error(f"{name}: its process ended before it was loaded") from problem
            if isinstance(problem, TypeError | LookupError | ValueError):
                raise self.no_answer() from None
            raise

    def _start(self) -> None:
        self._prepared: list[bytes] = []
        self._sessions: list[weakref.ref[Session]] = []
        """The sessions that may still be open."""
        folder = tempfile.mkdtemp(prefix="planner-clue-")
        session_folder(folder).mkdir(parents=True)
        if self._own_files is not None:
            self._lay_out(self._own_files, Path(folder, "files"))
        (lifeline, its_end), (control, orders) = socket.socketpair(), socket.socketpair()
        with its_end, orders:
            ends = [end.fileno() for end in (its_end, orders)]
            guard = subprocess.Popen(
                [sys.executable, "-uP", "-m", GUARD, *map(str, ends)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=ends,
                start_new_session=True,  # also so that no terminal is in its reach
                env=self._environment | {FOLDER: folder},
            )
        self._close = weakref.finalize(self, _end_server, (lifeline, control), guard, folder)
        self._guard, self._control = guard.pid, Channel(control)
        order = self._host | {"confinement": to_builtins(self._confinement)}
        try:
            self._order(json.dumps(order).encode())
            (self._server,) = process_tree.children(self._guard) or [self._guard]
            self._import_modules()
        except _LOST:
            self.close()
            what = f"{self._name}: its process did not start within {_SECONDS_TO_START} s"
            raise self._error(what) from None
        except BaseException:
            self.close()
            raise

    def _lay_out(self, files: Mapping[str, bytes], own: Path) -> None:
        own.mkdir()
        for name, content in files.items():
            (own / name).write_bytes(content)
        for path in (own, *own.iterdir()):
            path.chmod(0o755)
        self._confinement = replace(self._confinement, folder=str(own), readable=(str(own),))

    def import_ahead(self, session: Session) -> None:
        """Import in the server what is installed and ``session`` has imported, for later sessions.

        A session in which a game was played would pass information to later ones.
        """
        modules = convert(session.call(json.dumps(LIST_MODULES).encode(), "load"), dict[str, str])
        if len(modules) <= _MOST_MODULES:
            self._modules = modules
            self._import_modules()

    def _import_modules(self) -> None:
        """Import modules in the server; where forks would share them, start it without them."""
        if self._modules and not self._order(json.dumps({"modules": self._modules}).encode()):
            self._modules = {}
            self.close()
            self._start()

    def no_answer(self) -> PlannerClueError:
        """Return the error for an invalid answer of the host while it was loaded."""
        return self._error(f"{self._name} sent an invalid answer while it was loaded")

    def open(self, prepared: bytes | None = None) -> Session:
        """Return a new session that has loaded the host; restart the server if that has ended.

        The class of the host is ``prepared`` for it by a call. Raises :class:`AgentFailure` if
        there can be no session, and :class:`MachineError` if that is no fault of the code.
        """
        with self._opening:
            try:
                session, answer = self._opened(prepared)
            except _LOST:
                self.close()
                session, answer = self._opened_again(prepared)
        if isinstance(answer, dict) and "refused" not in answer:
            return session
        session.close()
        why = answer["refused"] if isinstance(answer, dict) else "an invalid answer"
        raise AgentFailure("crash", f"could not be loaded again: {why}"[:_LONGEST_REFUSAL])

    def _opened_again(self, prepared: bytes | None) -> tuple[Session, Any]:
        try:
            self._start()
        except OSError as error:
            raise MachineError(error.errno, error.strerror, error.filename) from error
        except PlannerClueError as error:
            raise AgentFailure("crash", str(error)) from error
        try:
            return self._opened(prepared)
        except _LOST as error:
            self.close()
            raise AgentFailure("crash", "no process could be started for it") from error

    def _opened(self, prepared: bytes | None, load: str = LOAD) -> tuple[Session, Any]:
        """Return a new session, and its answer when it loads the host."""
        process_tree.send(signal.SIGCONT, self._guard, self._server)  # if somebody stopped them
        if prepared is not None and prepared not in self._prepared:
            self._order(prepared)
            self._prepared.append(prepared)
        held = self._open_ones()
        (ours, theirs), output = socket.socketpair(), _nameless_file()
        channel, deadline = Channel(ours), time.monotonic() + _SECONDS_TO_START
        try:
            with theirs:
                self._control.send(b"", deadline, (theirs.fileno(), output))
            hello = read_reply(channel.receive(deadline))
            own_number, self.held = hello[0], convert(hello[1], Held)
            (process,) = {*process_tree.children(self._server)} - held or {own_number}
            session = Session(self._confinement, channel, process, output, alone=self.held.alone)
        except BaseException:  # nobody has taken them over who would close them
            channel.close()
            os.close(output)
            raise
        self._sessions.append(weakref.ref(session))
        return session, session.call(json.dumps(load).encode(), "load", _SECONDS_TO_START)

    def _order(self, order: bytes) -> Any:
        """Let the server carry out an order; return its answer."""
        deadline = time.monotonic() + _SECONDS_TO_START
        self._control.send(order, deadline)
        return read_reply(self._control.receive(deadline))

    def _open_ones(self) -> set[int]:
        """Return the processes of the sessions that are open."""
        self._sessions = [ref for ref in self._sessions if (one := ref()) and one.is_open]
        return {one.pid for ref in self._sessions if (one := ref())}

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
