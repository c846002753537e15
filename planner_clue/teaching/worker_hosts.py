"""Hosts of submissions: they load files in the worker, call them, and return plain data.

Nothing here imports the planner, its agents or the checks: they stay in the grader's process.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct, convert

from planner_clue.agents import agent_host, base
from planner_clue.game.cards import CaseFile
from planner_clue.planning.plan import Step
from planner_clue.support.errors import AgentFailure, CourseworkError, shown
from planner_clue.support.plugins import from_file
from planner_clue.teaching.allowed_imports import PACKAGE, ImportGuard

Atom: TypeAlias = tuple[str, ...]
_Numbers: TypeAlias = Sequence[tuple[Sequence[str], int]]


class WorkerHost:
    """Host of one of the other classes in a sandbox: it calls their methods."""

    request: Callable[[Any], Any]

    def __init__(
        self, host: str, imports: Sequence[str], hidden: Sequence[str], withheld: Sequence[str]
    ) -> None:
        self._class, self._imports = _HOSTS[host], imports
        self._hidden, self._withheld = hidden, withheld

    def load(self) -> None:
        """Make the other host, and guard all imports from now on."""
        agent_host.seed_everything(0)
        self._host, folder = self._class(), Path.cwd()
        sys.path.insert(0, str(folder))
        ImportGuard(folder, self._imports).install()

    def readable(self) -> list[str]:
        """Return the hidden and withheld files that can be read all the same."""
        found = [path for path in self._hidden if can_read(Path(path))]
        return found + [str(PACKAGE)] * any(can_read(Path(path)) for path in self._withheld)

    def carry_out(self, call: dict[str, Any]) -> Any:
        """Return the result of a method of the host."""
        if call["method"] == "readable":
            return self.readable()
        self._host.request = self.request
        return getattr(self._host, call["method"])(*call["arguments"])


def can_read(path: Path) -> bool:
    """Return whether this process can read a file, or any file in a folder."""
    try:
        if path.is_dir():
            return any(can_read(file) for file in path.rglob("*") if not file.is_dir())
        return path.is_file() and bool(path.read_bytes()[:1])
    except OSError:
        return False


class FunctionHost:
    """Host of functions of plain data."""

    request: Callable[[Any], Any]
    """Sends a request to the grader while a call runs, and returns its answer."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, str], Callable[..., Any]] = {}

    def load(self, file: str, function: str) -> Callable[..., Any]:
        """Return a function of a file; :class:`AgentFailure` says why it is not available."""
        key = file, function
        if key not in self._loaded:
            try:
                found = from_file(f"{file}:{function}", "submission", "function", CourseworkError)
            except CourseworkError as error:
                raise AgentFailure("crash", str(error)) from error
            if not callable(found):
                raise AgentFailure("crash", f"{function} in {file} is not a function")
            self._loaded[key] = found
        return self._loaded[key]

    def call(self, file: str, function: str, argument: Any) -> Any:
        """Return the function's answer; its exceptions are raised."""
        return _plain(self.load(file, function)(argument))

    def call_each(self, file: str, function: str, arguments: list[Any]) -> list[Any]:
        """Return the function's answers to some arguments, in their order."""
        return [self.call(file, function, argument) for argument in arguments]


class SearchTask:
    """A state space, as a submitted search sees it: the grader expands states, and counts them."""

    def __init__(self, initial: Sequence[Any], request: Callable[[Any], Any]) -> None:
        self.initial: str = initial[0]
        self._request = request
        self._known = {initial[0]: (bool(initial[1]), float(initial[2]))}

    def successors(self, state: str) -> list[tuple[str, str, int]]:
        """Return an action, a successor and a cost for each action that is applicable."""
        self._of(state)
        found = self._request(str(state))
        self._known |= {after: (is_goal, estimate) for _, after, _, is_goal, estimate in found}
        return [(action, after, cost) for action, after, cost, _, _ in found]

    def goal_reached(self, state: str) -> bool:
        """Return whether a state is a goal."""
        return self._of(state)[0]

    def heuristic(self, state: str) -> float:
        """Return the estimate of the cost from a state to a goal; infinite for a dead end."""
        return self._of(state)[1]

    def __deepcopy__(self, memo: Any) -> "SearchTask":
        """Return the task itself: what a copy asked for would be unknown to the others."""
        return self

    def _of(self, state: str) -> tuple[bool, float]:
        if state not in self._known:
            raise ValueError(f"{shown(state)} is not a state that this task has returned")
        return self._known[state]


class SearchHost(FunctionHost):
    """Host of a search."""

    def search(self, file: str, function: str, initial: Sequence[Any], more: list[Any]) -> Any:
        """Return the answer of a search for a task, and ``more`` arguments."""
        answer = self.load(file, function)(SearchTask(initial, self.request), *more)
        return {"plan": list(answer) if isinstance(answer, tuple) else answer}


class RemoteTable:
    """An object of the grader's, as submitted code sees it: each method call is a request."""

    def __init__(self, given: Mapping[str, Any], request: Callable[[Any], Any]) -> None:
        self.__dict__.update(given)
        self._request = request

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("_"):
            raise AttributeError(method)
        return lambda *arguments: self._request([method, *arguments])


class TableHost(FunctionHost):
    """Host of a function of several arguments, the first of them an object of the grader's."""

    def use(self, file: str, function: str, given: Any, more: list[Any]) -> Any:
        """Return the answer to the object with the attributes ``given``, if any, and ``more``."""
        table = [] if given is None else [RemoteTable(given, self.request)]
        return _plain(self.load(file, function)(*table, *more))


# Errors in students' code name these classes, so they have the names of the handouts.
@dataclass(eq=False)
class Node:
    """A node of the grader's search, as a submitted heuristic sees it."""

    state: frozenset[Atom]
    parent: "Node | None" = None
    action: Step | None = None
    cost: int = 0


class Condition(Struct, frozen=True):
    """Atoms that have to hold, and atoms that must not."""

    holds: frozenset[Atom]
    fails: frozenset[Atom]


class Effect(Struct, frozen=True):
    """Atoms that an operator deletes and adds where a condition holds."""

    when: Condition
    deletes: frozenset[Atom]
    adds: frozenset[Atom]


class Operator(Struct, frozen=True):
    """A ground action."""

    step: Step
    precondition: Condition
    effects: tuple[Effect, ...]
    cost: int


class Task(Struct, eq=False):
    """A planning task, as a submitted heuristic sees it: without successors."""

    initial: frozenset[Atom]
    facts: frozenset[Atom]
    objects: Mapping[str, tuple[str, ...]]
    assumption: CaseFile | None
    goal: Condition
    operators: tuple[Operator, ...]
    """Empty unless the heuristic is for any domain: with them, an estimate could be a search."""
    values: Mapping[Atom, int] = {}
    distances: Mapping[tuple[str, str], int] = {}
    memory: dict[str, Any] = {}

    def goal_reached(self, state: frozenset[Atom]) -> bool:
        """Return whether the goal holds in a state."""
        return self.goal.holds <= state and not self.goal.fails & state


class SubmittedHeuristicHost(FunctionHost):
    """Host of a heuristic; it keeps copies of the nodes of the grader's search."""

    def pose(self, task: dict[str, Any], values: _Numbers, distances: _Numbers) -> None:
        """Take the task of all nodes, other fields as plain data; make the node of its start."""
        self._task = convert(task, Task)
        self._task.values = {tuple(atom): value for atom, value in values}
        self._task.distances = {(start, end): squares for (start, end), squares in distances}
        self._nodes = [Node(self._task.initial)]

    def add(self, nodes: Sequence[tuple[int, Sequence[Any], int, Sequence[Sequence[str]]]]) -> None:
        """Copy nodes, each given by its parent's number, its step, its cost, and its atoms."""
        for parent, step, cost, atoms in nodes:
            state = frozenset(map(tuple, atoms))
            self._nodes.append(Node(state, self._nodes[parent], convert(step, Step), cost))

    def of_task(self, file: str, function: str) -> Any:
        """Return the answer of a function of the task."""
        return _plain(self.load(file, function)(self._task))

    def call_each(self, file: str, function: str, numbers: list[int]) -> list[Any]:
        """Return the estimates for the nodes with these numbers."""
        heuristic = self.load(file, function)
        return [_plain(heuristic(self._nodes[number], self._task)) for number in numbers]


def _plain(value: Any) -> Any:
    """Return a set as a list, and a number of numpy, say, as one that JSON can hold."""
    if isinstance(value, set | frozenset):
        return list(value)
    if isinstance(value, int) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


class SubmittedAgentHost(FunctionHost):
    """Host of an agent: a new one for each game."""

    def __init__(self) -> None:
        super().__init__()
        self._host: agent_host.AgentCalls | None = None

    def prepare(self, file: str, name: str) -> None:
        """Load the agent's class."""
        found = self.load(file, name)
        if not (isinstance(found, type) and issubclass(found, base.Agent)):
            raise AgentFailure("crash", f"{name} in {file} is not derived from planner_clue.Agent")
        self._host = agent_host.AgentCalls(found)

    def carry_out(self, data: dict[str, Any]) -> Any:
        """Return the agent's answer to a message of a match."""
        assert self._host is not None
        return self._host.carry_out(data)


_HOSTS = {
    kind.__name__: kind
    for kind in (FunctionHost, SearchHost, TableHost, SubmittedHeuristicHost, SubmittedAgentHost)
}
"""The hosts, by the names that the grader's process gives them."""
