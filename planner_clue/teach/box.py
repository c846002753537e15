"""Submitted code in a sandbox: it is called within limits, and answers in plain data.

It may read only its own files and those of Python, start no process, and import what its exercise
lists.
"""

import json
from collections.abc import Callable
from typing import Any

from planner_clue.errors import AgentFailure, GradingError, SubmissionError
from planner_clue.faults import failure_of
from planner_clue.sandbox.confinement import Confinement
from planner_clue.sandbox.sandbox import Sandbox
from planner_clue.sandbox.session import Session
from planner_clue.teach import box_hosts
from planner_clue.teach.allowed_imports import check_imports, withheld_files
from planner_clue.teach.submission import Submission

_HOST = "planner_clue.teach.box_hosts:BoxHost"
_SECONDS_IN_ALL = 3600
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

        ``host`` is a class of ``box_hosts.py``, whose methods are called; ``seconds`` is the time
        limit per answer. Raises :class:`SubmissionError` at an import that the exercise does not
        allow, and :class:`GradingError` if no box can be started.
        """
        check_imports(submission.files, submission.imports)
        hidden = [str(path.resolve()) for path in submission.hidden]
        withheld = list(map(str, withheld_files(submission.imports)))
        told = {"host": host, "imports": submission.imports, "hidden": hidden, "withheld": withheld}
        confinement = Confinement(
            hidden=(*withheld, *hidden),
            seconds_per_answer=seconds,
            seconds_per_session=_SECONDS_IN_ALL,
            megabytes=megabytes,
            alone=True,
            reads_as_owner=False,
        )
        try:
            self._sandbox = Sandbox(
                _HOST,
                told,
                confinement,
                name="the code",
                error=GradingError,
                files=submission.files,
            )
            self._session: Session = self._sandbox.open()
        except (GradingError, AgentFailure, OSError) as error:
            raise GradingError(f"no process could be started for the code: {error}") from error

    @property
    def held(self) -> dict[str, Any]:
        """What the system holds the code to, and which hidden files it can read all the same."""
        held = self._sandbox.held
        return {
            "apart": held.alone,
            "alone": held.filtered,
            "landlock": held.landlock,
            "user": held.user,
            "seen": self._sandbox.loaded,
        }

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
                answer = self._session.call(reply, what)
            return answer
        except AgentFailure as failure:
            where = failure.trace.splitlines()[:-1] or failure.aside.splitlines()
            told = [str(failure), *(f"  {line}" for line in where)]
            raise SubmissionError("\n".join(told), _MEANS.get(failure.kind, "")) from failure

    def call(self, method: str, /, what: str, **arguments: Any) -> Any:
        """Do as :meth:`ask` does, but raise the :class:`AgentFailure` itself."""
        message = json.dumps({"method": method, "arguments": arguments}).encode()
        return self._session.call(message, what)

    @property
    def is_open(self) -> bool:
        """Whether the code can still be asked."""
        return self._session.is_open

    def close(self) -> None:
        """End the code and all that it started."""
        self._session.close()
        self._sandbox.close()


class TrustedHost:
    """Stands in for a box: the teacher's own code, which needs no process of its own."""

    is_open = True

    def __init__(self, submission: Submission, host: str) -> None:
        """Load no file before it is asked for; ``host`` is a class of ``box_hosts.py``."""
        self._host = getattr(box_hosts, host)()
        self._files, self._loaded = submission.files, dict[str, dict[str, Any]]()
        self._host.load = self._load

    def _load(self, file: str, function: str) -> Any:
        if file not in self._loaded:
            self._loaded[file] = {"__name__": file.removesuffix(".py")}
            exec(self._files[file], self._loaded[file])
        return self._loaded[file][function]

    def ask(
        self,
        method: str,
        /,
        what: str = "",
        on_request: Callable[[Any], Any] | None = None,
        **arguments: Any,
    ) -> Any:
        """Return what a method of the host returns; see :meth:`Box.ask`."""
        self._host.request = on_request
        try:
            found = getattr(self._host, method)(**arguments)
        except Exception as error:
            failure: AgentFailure = failure_of(error)
            raise SubmissionError(str(failure)) from error
        return tuple(found) if isinstance(found, list) else found


def open_box(
    submission: Submission, host: str, *, seconds: int, megabytes: int
) -> Box | TrustedHost:
    """Return a box with the files of a submission; the teacher's own code gets none."""
    if submission.is_trusted:
        return TrustedHost(submission, host)
    return Box(submission, host, seconds=seconds, megabytes=megabytes)
