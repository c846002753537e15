"""The grader's side of a box: submitted code, called within limits."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from planner_clue.agents.isolation import namespaces, process_tree
from planner_clue.agents.isolation.channel import FOLDER, Channel, ClosedError, GarbledError
from planner_clue.agents.isolation.game_process import GameProcess
from planner_clue.agents.isolation.landlock import other_user
from planner_clue.agents.isolation.wire import read_reply
from planner_clue.agents.settings import IsolationSettings
from planner_clue.errors import AgentFailure, GradingError, SubmissionError
from planner_clue.processes import descendants
from planner_clue.teach.box.imports import check_imports
from planner_clue.teach.submission import Submission

_SECONDS_TO_START = 30
_SECONDS_IN_ALL = 3600
_FRAME = re.compile(r'File "(.*)", line (\d+) in (.*)')
_MOST_PLACES, _LONGEST = 5, 1000
_KEPT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV")
_FIXED = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_MEANS = {
    "crash": "Your code raised an error or ended its process. It may read its own files and "
    "Python's, and import what the exercise lists; it may not start processes or threads, or reach "
    "a network.",
    "timeout": "Your code takes too long for one answer: does it end at all?",
    "memory": "Your code takes too much memory.",
    "output": "Your code prints too much. Marks are not read from what it prints.",
    "illegal": "Your code may not leave threads or processes running, or answer with anything "
    "but plain data.",
}


class Box:
    """A process with submitted code; it ends with this object, and all its children with it."""

    def __init__(
        self,
        submission: Submission,
        host: str,
        *,
        seconds: int,
        megabytes: int,
    ) -> None:
        """Start a box with the files of a submission in its folder.

        ``host`` is a class of ``hosts.py``, whose methods are called; ``seconds`` is the time limit
        per answer. Raises :class:`SubmissionError` at an import that the exercise does not allow,
        and :class:`GradingError` if no box can be started.
        """
        check_imports(submission.files, submission.imports)
        self._limits = IsolationSettings(
            seconds_per_answer=seconds, seconds_per_game=_SECONDS_IN_ALL, megabytes=megabytes
        )
        folder, self._user = Path(tempfile.mkdtemp(prefix="planner-clue-")), other_user()
        self._lay_out(folder, submission.files)
        order = {
            "folder": str(folder),
            "host": host,
            "megabytes": megabytes,
            "imports": submission.imports,
            "hide": [str(path.resolve()) for path in submission.hidden],
        }
        self._start(folder, order)

    def _lay_out(self, folder: Path, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        if self._user is not None:
            for path in (folder, *folder.iterdir()):
                os.chown(path, self._user, self._user)

    def _start(self, folder: Path, order: dict[str, Any]) -> None:
        lifeline, their_lifeline = socket.socketpair()
        ours, theirs = socket.socketpair()
        if namespaces.ON_LINUX:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        output, name = tempfile.mkstemp()
        Path(name).unlink()
        as_other: dict[str, Any] = {}
        if self._user is not None:
            as_other = {"user": self._user, "group": self._user, "extra_groups": ()}
        with their_lifeline, theirs:
            descriptors = [their_lifeline.fileno(), theirs.fileno()]
            guard = subprocess.Popen(
                [sys.executable, "-uP", "-m", __package__, *map(str, descriptors)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=descriptors,
                start_new_session=True,  # also so that no terminal is in its reach
                env=_environment(folder),
                **as_other,
            )
        self._close = weakref.finalize(self, _end, lifeline, guard)
        channel, deadline = Channel(ours), time.monotonic() + _SECONDS_TO_START
        try:
            process = channel.sender(deadline)
            if namespaces.ON_LINUX and process not in descendants(guard.pid):
                raise GarbledError
            self._process = GameProcess(self._limits, channel, process, output)
            self.held: dict[str, Any] = read_reply(
                self._process.ask(json.dumps(order).encode(), "to begin")
            )
            """What the system holds the code to: ``apart`` from other processes, ``alone``, files
            by ``landlock``, its ``user``; and which hidden files it can read all the same:
            ``seen``."""
        except (ClosedError, GarbledError, TimeoutError, OSError, AgentFailure) as error:
            self.close()
            raise GradingError(f"no process could be started for the code: {error}") from error

    def ask(
        self,
        method: str,
        /,
        what: str = "to begin",
        on_request: Callable[[Any], Any] | None = None,
        **arguments: Any,
    ) -> Any:
        """Return what a method of the host returns: plain data, lists as tuples at the top.

        ``what`` names in messages what is asked; ``on_request`` answers the requests of the host.
        Raises :class:`SubmissionError` if the code fails or goes beyond one of its limits.
        """
        try:
            answer = self.call(method, what, **arguments)
            while on_request and isinstance(answer, dict) and "request" in answer:
                reply = json.dumps(on_request(answer["request"])).encode()
                answer = read_reply(self._process.ask(reply, what))
            return answer
        except AgentFailure as failure:
            where = failure.trace.splitlines()[:-1] or _own_lines(failure.aside)
            told = [str(failure), *(f"  {line}" for line in where)]
            raise SubmissionError("\n".join(told), _MEANS.get(failure.kind, "")) from failure

    def call(self, method: str, /, what: str, **arguments: Any) -> Any:
        """Do as :meth:`ask` does, but raise the :class:`AgentFailure` itself."""
        message = json.dumps({"method": method, "arguments": arguments}).encode()
        return read_reply(self._process.ask(message, what))

    @property
    def is_open(self) -> bool:
        """Whether the code can still be asked."""
        return self._process.is_open

    def close(self) -> None:
        """End the code and all that it started."""
        self._close()


def _own_lines(aside: str) -> list[str]:
    """Return where the code was, of what a process prints when it is asked where it is."""
    ours = str(Path(__file__).parents[2])
    found = [_FRAME.match(line.strip()) for line in aside.splitlines() if len(line) < _LONGEST]
    return [
        f"{Path(frame[1]).name}:{frame[2]} in {frame[3]}"
        for frame in found
        if frame and not frame[1].startswith((ours, "<"))
    ][:_MOST_PLACES]


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    own = {"HOME": str(folder), "TMPDIR": str(folder), FOLDER: str(folder)}
    return kept | _FIXED | own


def _end(lifeline: socket.socket, guard: subprocess.Popen[bytes]) -> None:
    lifeline.close()
    process_tree.end_guard(guard)
