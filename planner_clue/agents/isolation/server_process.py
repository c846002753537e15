"""The process that has loaded an agent and forks for every game, as the match sees it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from planner_clue.agents.isolation import namespaces, process_tree
from planner_clue.agents.isolation.channel import (
    FOLDER,
    LARGEST,
    LOAD,
    NETWORK,
    PLAY,
    READ,
    Channel,
    ClosedError,
    GarbledError,
    send_order,
)
from planner_clue.agents.isolation.game_process import (
    MOST_PRINTED,
    SECONDS_BETWEEN_LOOKS,
    GameProcess,
)
from planner_clue.agents.isolation.guarantees import Held, read_held
from planner_clue.agents.isolation.loaded_files import files_in
from planner_clue.agents.isolation.removal import remove_folder
from planner_clue.agents.programs.command import SPEEDCLUE, is_program, read_command
from planner_clue.agents.programs.process import TALK
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import AgentFailure, AgentNameError
from planner_clue.plugins import is_file_spec
from planner_clue.processes import children, descendants

_GUARD = (sys.executable, "-uP", "-m", "planner_clue.agents.isolation")
_SECONDS_TO_LOAD = 60
_SECONDS_TO_FORK = 10
_AT_ONCE = 2
_LONGEST_REFUSAL = 2000
_MOST_THREADS, _MOST_THREADS_OF_PROGRAMS = 128, 512
"""How many processes and threads the games of an agent may have, all together."""
_KEPT = (
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "VIRTUAL_ENV",
    "JAVA_HOME",
)
_KEPT_BEGINNINGS = ("LC_", "LD_", "PYTHON")
_FIXED = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


class ServerProcess:
    """A process that has loaded an agent and forks for every game; it ends when this object does.

    It has a hash seed that is fixed, a short environment, a folder for temporary files, and no
    stdin; it writes no bytecode. Ctrl-C does not reach it. It ends when this process does, also if
    that is killed, and so does everything that the agent has started.
    """

    def __init__(
        self,
        agent: str,
        file: Path | None,
        settings: AgentSettings,
        *,
        hash_seed: int = 0,
        talk: bool = False,
    ) -> None:
        """Start the process.

        ``file`` is the file that ``agent`` names, if it names one: the agent works in its folder.
        ``hash_seed`` decides in which order sets of texts stand there.
        Raises :class:`AgentNameError` if the agent cannot be loaded.
        """
        if not hasattr(os, "fork"):
            raise AgentNameError(f"agent '{agent}' needs a system with fork; expected POSIX")
        self._agent = agent
        self._file = file.resolve() if file else None
        self._settings = settings
        self._command = read_command(agent) if is_program(agent) else None
        self._has_network = self._command is not None and self._command.kind == SPEEDCLUE
        self._environment = _environment(hash_seed) | ({TALK: "1"} if talk else {})
        self.files: list[Path] = []
        """The files that the agent is made of."""
        self.held: Held
        """What isolation holds."""
        self._start()

    def _start(self) -> None:
        self._boards: set[str] = set()
        """The texts of the boards that the server has read."""
        self._ahead: list[_Ordered] = []
        """The process of the next game, which is forked while this one is played."""
        lifeline, their_lifeline = socket.socketpair()
        self._control, their_control = socket.socketpair()
        self._control.setblocking(False)
        folder = tempfile.mkdtemp(prefix="planner-clue-")
        with their_lifeline, their_control:
            theirs = [their_lifeline.fileno(), their_control.fileno()]
            guard = subprocess.Popen(
                [*_GUARD, *map(str, theirs), *([NETWORK] if self._has_network else [])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                start_new_session=True,  # also so that no terminal is in its reach
                env=self._environment | {FOLDER: folder},
            )
        self._guard = guard.pid
        self._close = weakref.finalize(
            self, _end_server, lifeline, self._control, self._ahead, guard, folder
        )
        try:
            self._load()
        except BaseException:  # also a Ctrl-C: no process may be left behind
            self.close()
            raise

    def _wanted(self) -> dict[str, Any]:
        """Return what the server is told of the agent that it loads."""
        folder = self._file.parent if self._file else None
        name = self._agent
        if self._file:
            before, _, after = name.partition(self._file.name)
            prefix = before[: before.find(":") + 1]
            name = f"{prefix}{self._file}{after}"
        settings, files = self._settings.to_json(), [str(folder)] if folder else []
        if (heuristic := settings["heuristic"]) and is_file_spec(heuristic):
            settings["heuristic"] = str(Path(heuristic).absolute())  # it works in another folder
            files.append(str(Path(settings["heuristic"]).parent))
        if self._command:
            folder, name = Path.cwd(), self._command.spec
            files += map(str, self._command.readable)
        return {
            "agent": name,
            "folder": folder and str(folder),
            "settings": settings,
            "files": files,
            "hidden": self._settings.isolation.hidden,
            "most_threads": _MOST_THREADS_OF_PROGRAMS if self._command else _MOST_THREADS,
        }

    def _load(self) -> None:
        wanted = self._wanted()
        deadline = time.monotonic() + _SECONDS_TO_LOAD
        try:
            with self._order(LOAD) as (channel, output):
                channel.send(json.dumps(wanted).encode(), deadline)
                first = json.loads(self._receive_loaded(channel, deadline, output))
                self.held = read_held(first["held"])
                answer = json.loads(self._receive_loaded(channel, deadline, output))
                left = process_tree.left_open(self._server(), first["open"])
            if not isinstance(answer, dict):
                raise TypeError
            if self._command:
                self.files = self._command.files
            elif self._file and "refused" not in answer:
                self.files = files_in(self._file.parent, answer["files"])
        except TimeoutError:
            raise AgentNameError(
                f"agent '{self._agent}' did not load within {_SECONDS_TO_LOAD} s"
            ) from None
        except ClosedError:
            raise AgentNameError(
                f"agent '{self._agent}' ended its process while it was loaded"
            ) from None
        except (GarbledError, ValueError, TypeError, LookupError, RecursionError):
            raise AgentNameError(
                f"agent '{self._agent}' sent what is no answer while it was loaded"
            ) from None
        if "refused" in answer:
            said = str(answer["refused"])[:_LONGEST_REFUSAL]
            raise AgentNameError(said.replace(wanted["agent"], self._agent))
        if left := process_tree.left_running(self._usage(), self._usage) or left:
            raise AgentNameError(f"agent '{self._agent}' {left} after it was loaded; expected none")

    def _usage(self) -> process_tree.Usage:
        """Return what the server uses, with what the agent left to the guard."""
        server = self._server()
        strays = [process for process in children(self._guard) if process != server]
        used = process_tree.usage(server)
        return used._replace(others=(*used.others, *strays))

    def _server(self) -> int:
        """Return the server's process; the guard's, if that is all there is."""
        return next(iter(children(self._guard)), self._guard)

    def _receive_loaded(self, channel: Channel, deadline: float, output: int) -> bytes:
        """Return what the server says when it has loaded the agent, within the limits."""
        most = self._settings.isolation.megabytes
        while True:
            look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            with suppress(TimeoutError):
                return channel.receive(min(deadline, look), LARGEST)
            if look > deadline:
                raise TimeoutError
            used, too_much = self._usage(), ""
            if used.bytes > most << 20:
                too_much = f"used more than {most} MB"
            elif os.fstat(output).st_size > MOST_PRINTED:
                too_much = f"printed more than {MOST_PRINTED} bytes"
            if too_much:
                raise AgentNameError(f"agent '{self._agent}' {too_much} while it was loaded")

    def play(self, board: str | None) -> GameProcess:
        """Return a process for a new game; if an agent has ended the server, start that again.

        ``board`` is the text of the board that it will be played on. Raises :class:`AgentFailure`
        if no process can be had.
        """
        for again in (True, False):
            try:
                self._let_read(board)
                return self._fork()
            except (ClosedError, GarbledError, TimeoutError, ValueError, OSError) as error:
                self.close()
                if not again:
                    raise AgentFailure("crash", "no process could be started for it") from error
            try:
                self._start()
            except AgentNameError as error:
                raise AgentFailure("crash", f"could not be loaded again: {error}") from error
        raise AssertionError

    def _let_read(self, board: str | None) -> None:
        """Let the server read a board that it does not know, once for all games."""
        if board in self._boards or board is None:
            return
        _drop(self._ahead)
        deadline = time.monotonic() + _SECONDS_TO_LOAD
        with self._order(READ) as (channel, _):
            channel.send(board.encode(), deadline)
            channel.receive(deadline, LARGEST)
        self._boards.add(board)

    def _fork(self) -> GameProcess:
        """Return the process that was ordered for this game, and order that of the next."""
        while len(self._ahead) < _AT_ONCE:
            output = _nameless_file()
            self._ahead.append(_Ordered(self._connect(PLAY, output), output))
        channel, output = ordered = self._ahead.pop(0)
        try:
            process = channel.sender(time.monotonic() + _SECONDS_TO_FORK)
            if namespaces.ON_LINUX and process not in descendants(self._guard):
                raise GarbledError  # whoever may say that it is any process could have it killed
            limits, has_program = self._settings.isolation, self._command is not None
            return GameProcess(limits, channel, process, output, has_program=has_program)
        except BaseException:  # nobody has taken them over who would close them
            ordered.close()
            raise

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
        process_tree.wake(self._guard)
        with theirs:
            send_order(self._control, order, theirs.fileno(), output)
        return Channel(ours)

    def close(self) -> None:
        """End the server and all its games."""
        self._close()


class _Ordered(NamedTuple):
    """What was ordered from the server: a process at the other end of a connection."""

    channel: Channel
    output: int
    """The file that it prints into."""

    def close(self) -> None:
        """Do without it."""
        self.channel.close()
        os.close(self.output)


def _drop(ahead: list[_Ordered]) -> None:
    while ahead:
        ahead.pop().close()


def _nameless_file() -> int:
    """Return the descriptor of a new file that is gone when nobody has it open any more."""
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):  # not every file system has such files
            return os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR, 0o600)
    descriptor, name = tempfile.mkstemp()
    Path(name).unlink()
    return descriptor


def _environment(hash_seed: int) -> dict[str, str]:
    """Return what an agent's process sees of the environment: nothing that tells of the match."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT or name.startswith(_KEPT_BEGINNINGS)
    }
    return kept | _FIXED | {"PYTHONHASHSEED": str(hash_seed)}


def _end_server(
    lifeline: socket.socket,
    control: socket.socket,
    ahead: list[_Ordered],
    guard: subprocess.Popen[bytes],
    folder: str,
) -> None:
    _drop(ahead)
    control.close()
    lifeline.close()
    process_tree.end_guard(guard)
    if guard.returncode:  # an agent has stopped or killed it
        process_tree.end_those_with(f"{FOLDER}={folder}".encode())
        remove_folder(folder)
