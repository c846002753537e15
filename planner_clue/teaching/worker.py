"""Submitted code in a sandbox: it is called within limits, and answers in plain data.

It reads only its own files and Python's, starts no process, and imports what its exercise lists.
"""

import json
import os
from collections.abc import Callable, Sequence
from math import inf, isnan
from typing import Any, TypeAlias

from msgspec import to_builtins

from planner_clue.planner.engines import ClueTask
from planner_clue.planning.astar import Node, Task
from planner_clue.planning.plan import Step
from planner_clue.sandbox.confinement import Confinement
from planner_clue.sandbox.sandbox import Sandbox
from planner_clue.sandbox.session import Session
from planner_clue.support.errors import AgentFailure, GradingError, SubmissionError, shown
from planner_clue.support.faults import failure_of
from planner_clue.teaching import allowed_imports, worker_hosts
from planner_clue.teaching.submission import Submission

FILE = "heuristics.py"
_AT_ONCE = 200
_ESTIMATES = "A heuristic estimates a cost: a non-negative number, or infinity for a dead end."
_HOST = "planner_clue.teaching.worker_hosts:WorkerHost"
_Reply: TypeAlias = Callable[[Any], Any] | None
_SECONDS_IN_ALL = 3600
_NO_PROCESS = "no process could be started for the code"
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


class Worker:
    """A process with submitted code; it ends with this object, and all its children with it."""

    def __init__(
        self, submission: Submission, host: str, *, seconds: int = 10, megabytes: int = 1024
    ) -> None:
        """Start a worker with the files of a submission in its folder.

        ``host`` is a class of ``worker_hosts.py``, whose methods are called; ``seconds`` the limit
        per answer. Raises :class:`SubmissionError` at an import that the exercise does not
        allow, and :class:`GradingError` if no worker can be started.
        """
        allowed_imports.check_imports(submission.files, submission.imports)
        hidden = [str(path.resolve()) for path in submission.hidden]
        withheld = list(map(str, allowed_imports.withheld_files(submission.imports)))
        data = {"host": host, "imports": submission.imports, "hidden": hidden, "withheld": withheld}
        limits = Confinement(
            hidden=(*withheld, *hidden),
            seconds_per_answer=seconds,
            seconds_per_session=_SECONDS_IN_ALL,
            megabytes=megabytes,
            alone=True,
            reads_as_owner=False,
            imports_ahead=False,
        )
        try:
            self._sandbox = Sandbox(
                _HOST, data, limits, name="the code", error=GradingError, own_files=submission.files
            )
        except (GradingError, OSError) as error:
            raise GradingError(f"{_NO_PROCESS}: {error}") from error
        self._session: Session | None = None
        self.renew()

    def renew(self) -> None:
        """Go on in a new session, which knows nothing of earlier calls; :class:`GradingError`."""
        if self._session:
            self._session.close()
        try:
            self._session = self._sandbox.open()
        except (AgentFailure, OSError) as error:
            raise GradingError(f"{_NO_PROCESS}: {error}") from error

    def import_ahead(self) -> None:
        """Let new sessions begin with the installed modules that this one has imported."""
        assert self._session
        self._sandbox.import_ahead(self._session)

    def warnings(self) -> list[str]:
        """Return the restrictions that this system does not enforce, in words."""
        held = self._sandbox.held
        read = self.ask("readable")
        found = [f"Submitted code could read {one} on this system." for one in read]
        confined = held.filtered and held.landlock
        if not (held.alone or confined or held.user != os.geteuid()):
            found.append("Submitted code could reach other processes of this user on this system.")
        return found

    def call(self, file: str, function: str, argument: Any) -> Any:
        """Return the answer of a function of a file; see :meth:`ask`."""
        return self.ask("call", file, function, argument, what=function)

    def call_each(self, file: str, function: str, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """Return the answers of a function of a file to some arguments; see :meth:`ask`."""
        answers = self.ask("call_each", file, function, arguments, what=function)
        if not isinstance(answers, tuple) or len(answers) != len(arguments):
            what = f"{function}: {shown(answers)}; expected {len(arguments)} answers"
            raise SubmissionError(what, _MEANS["illegal"])
        return answers

    def ask(self, method: str, *arguments: Any, what: str = "to begin", **more: Any) -> Any:
        """Return the same as :meth:`answer`; raises :class:`SubmissionError` with its meaning."""
        try:
            return self.answer(method, *arguments, what=what, **more)
        except AgentFailure as failure:
            where = failure.trace.splitlines()[:-1] or failure.aside.splitlines()
            lines = [str(failure), *(f"  {line}" for line in where)]
            raise SubmissionError("\n".join(lines), _MEANS.get(failure.kind, "")) from failure

    def answer(self, method: str, *arguments: Any, what: str, on_request: _Reply = None) -> Any:
        """Return the result of a method of the host: plain data, lists as tuples at the top.

        ``what`` names in messages what is asked; ``on_request`` answers the requests of the host.
        Raises :class:`AgentFailure` if the code fails or goes beyond one of its limits.
        """
        call: Any = {"method": method, "arguments": arguments}
        assert self._session
        found = self._session.call(json.dumps(call).encode(), what)
        while on_request and isinstance(found, dict) and "request" in found:
            found = self._session.call(json.dumps(on_request(found["request"])).encode(), what)
        return found

    @property
    def is_open(self) -> bool:
        """Whether the code can still be asked."""
        return bool(self._session and self._session.is_open)


class _TrustedWorker(Worker):
    """Stands in for a worker: the teacher's own code, which needs no process of its own."""

    is_open = True

    def __init__(self, submission: Submission, host: str) -> None:
        self._host = getattr(worker_hosts, host)()
        self._files, self._loaded = submission.files, dict[str, dict[str, Any]]()
        self._host.load = self._load

    def renew(self) -> None:
        """Go on as before."""

    def _load(self, file: str, function: str) -> Any:
        if file not in self._loaded:
            self._loaded[file] = {"__name__": file.removesuffix(".py")}
            exec(self._files[file], self._loaded[file])
        return self._loaded[file][function]

    def answer(self, method: str, *arguments: Any, what: str, on_request: _Reply = None) -> Any:
        """Return the result of a method of the host; raises :class:`AgentFailure`."""
        self._host.request = on_request
        try:
            found = getattr(self._host, method)(*arguments)
        except Exception as error:
            raise failure_of(error) from error
        return tuple(found) if isinstance(found, list) else found


def open_worker(
    submission: Submission, file: str, host: str = "FunctionHost", **limits: int
) -> Worker:
    """Return a worker for a file; teachers' code has no process; :class:`SubmissionError`."""
    submission.text(file)
    if submission.is_trusted:
        return _TrustedWorker(submission, host)
    return Worker(submission, host, **limits)


class SubmittedHeuristic:
    """Estimates of a submitted function, for the nodes of a search or others.

    One call estimates all children of a node. Raises :class:`SubmissionError` where the
    function fails, or returns anything but a non-negative number.
    """

    def __init__(
        self, submission: Submission, function: str, task: ClueTask, file: str = FILE
    ) -> None:
        """Pose the task; a function of another file than :data:`FILE` gets its operators too."""
        self._function, self._file = function, file
        self._worker = open_worker(submission, file, "SubmittedHeuristicHost")
        known = {
            "initial": sorted(task.initial),
            "facts": task.facts,
            "objects": task.objects,
            "assumption": task.assumption,
            "goal": task.goal,
            "operators": task.operators if file != FILE else (),
        }
        numbers = [[*task.values.items()], [*task.distances.items()]]
        self._worker.ask("pose", to_builtins(known, order="deterministic"), *numbers)
        self._numbers: dict[Node, int] = {}
        """Number of each node in the worker."""
        self._count = 1
        self._known: dict[tuple[int, Step | None], tuple[int, float]] = {}
        """Number and estimate of each child, by its parent's number and its step."""

    def __call__(self, node: Node, task: Task) -> float:
        """Return the estimate for a node of a search."""
        if node.parent is None:
            self._numbers[node] = 0
            return self._estimates([0], [node])[0]
        number, parent = self._numbers[node.parent], node.parent
        if (number, node.action) not in self._known:
            children = [
                Node(state, parent, operator.step, parent.cost + operator.cost)
                for operator, state in task.successors(parent.state)
            ]
            numbers = self._add([(number, child) for child in children])
            estimates = self._estimates(numbers, children)
            for child, own, estimate in zip(children, numbers, estimates, strict=True):
                self._known[number, child.action] = own, estimate
        self._numbers[node], estimate = self._known[number, node.action]
        return estimate

    def of(self, nodes: Sequence[Node]) -> list[float]:
        """Return the estimates for some nodes, wherever they are."""
        for ancestor in (one for node in nodes for one in reversed([*node.path()])):
            if ancestor.parent is None:
                self._numbers[ancestor] = 0
            elif ancestor not in self._numbers:
                (self._numbers[ancestor],) = self._add([(self._numbers[ancestor.parent], ancestor)])
        found = list[float]()
        for start in range(0, len(nodes), _AT_ONCE):
            part = nodes[start : start + _AT_ONCE]
            found += self._estimates([self._numbers[node] for node in part], part)
        return found

    def answers_in(self, nodes: Sequence[Node]) -> tuple[Any, ...]:
        """Return the answers, plain data, for the start and states below it."""
        numbers = [0, *self._add([(0, node) for node in nodes[1:]])]
        return self._worker.call_each(self._file, self._function, numbers)

    def of_task(self, function: str) -> Any:
        """Return the answer of another function of the file about the task: plain data."""
        return self._worker.ask("of_task", self._file, function, what=function)

    def _add(self, nodes: Sequence[tuple[int, Node]]) -> list[int]:
        """Copy nodes, each with the number of its parent, into the worker; return their numbers."""
        self._worker.ask("add", [(n, one.action, one.cost, sorted(one.state)) for n, one in nodes])
        first, self._count = self._count, self._count + len(nodes)
        return [*range(first, self._count)]

    def _estimates(self, numbers: Sequence[int], nodes: Sequence[Node]) -> list[float]:
        found = list[float]()
        answers = self._worker.call_each(self._file, self._function, numbers)
        for answer, node in zip(answers, nodes, strict=True):
            is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
            if not is_number or isnan(answer) or answer < 0:
                what = f"{self._function} gives {shown(answer)} for {node}"
                raise SubmissionError(what, _ESTIMATES)
            try:
                found.append(float(answer))
            except OverflowError:
                found.append(inf)
        return found
