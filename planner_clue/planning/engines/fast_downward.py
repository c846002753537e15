"""Fast Downward without its driver: translate in process, run only the search binary.

The stock driver starts three processes for a search of a few milliseconds. The translator
is an importable package, so only the search is a process here. The translator keeps its
options in a global and prints to stdout: it runs under a lock with stdout set aside.
"""

import gc
import importlib.util
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.engine import Beginnings, Branch, Engine, Plan, Step, Stopwatch
from planner_clue.planning.engines.execution import after, applicable, validate
from planner_clue.planning.problem import PddlProblem

SEARCH_SECONDS = 5
"""A guard against faults: the default searches end by themselves in milliseconds."""
_SOLVED, _TIME_OUT, _UNSOLVABLE = (0, 1, 2, 3), (21, 23), (10, 11, 12)
_EXPANDED = re.compile(r"Expanded (\d+) state")
_STEP = re.compile(r"^([^\[\n]+) \(\d+\)$", re.MULTILINE)
"""A line such as ``travel library study (143)``."""
_STATE = "begin_state\n"
_translator = Lock()


class FastDownward(Engine):
    """Fast Downward with one search configuration."""

    search: str

    def __init__(self, name: str, search: str, description: str) -> None:
        self.name = name
        self.search = search
        self.description = description

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        try:
            search_binary()
        except PlanningFailure as failure:
            return str(failure)
        return None

    def solve(self, domain: str, problem: PddlProblem) -> Plan:
        """See :meth:`Engine.solve`."""
        clock = Stopwatch()
        task = self._translated(domain, problem, clock)
        return self.search_task(task, _text(task), clock)

    def beginnings(self, domain: str, problem: PddlProblem) -> Beginnings:
        """See :meth:`Engine.beginnings`: translated once, searched for each."""
        clock = Stopwatch()
        return _Translated(self, self._translated(domain, problem, clock), clock)

    @staticmethod
    def _translated(domain: str, problem: PddlProblem, clock: Stopwatch) -> Any:
        text = problem.to_text(brief=True)
        clock.lap("write")
        task = translate(domain, text)
        clock.lap("translate")
        return task

    def search_task(self, task: Any, text: str, clock: Stopwatch) -> Plan:
        """Return the plan for a translated task, whose text the search reads."""
        return self.plan_said(task, self.run_search(text), clock)

    @staticmethod
    def plan_said(task: Any, said: str, clock: Stopwatch) -> Plan:
        """Return the plan that a search printed, checked."""
        steps = _steps(said)
        clock.lap("search")
        cost = validate(task, steps)
        clock.lap("check")
        expanded = _EXPANDED.findall(said)
        return Plan(steps, cost, clock.laps, int(expanded[-1]) if expanded else None)

    def run_search(self, text: str) -> str:
        """Return what the search says of a grounded task; it writes no file."""
        command = [str(search_binary()), "--search", self.search]
        command += ["--internal-plan-file", os.devnull]
        try:
            done = subprocess.run(
                command,
                input=text,
                capture_output=True,
                check=False,  # the exit codes say why there is no plan
                encoding="utf-8",
                errors="replace",
                timeout=SEARCH_SECONDS,
            )
        except subprocess.TimeoutExpired as error:
            raise PlanningFailure("time-out", f"no plan in {SEARCH_SECONDS} s") from error
        except OSError as error:
            raise PlanningFailure("engine-error", str(error)) from error
        if done.returncode in _TIME_OUT:
            raise PlanningFailure("time-out", f"no plan within the limits of {self.search}")
        if done.returncode in _UNSOLVABLE:
            raise PlanningFailure("unsolvable")
        if done.returncode not in _SOLVED:
            said = "; ".join(map(str.strip, done.stderr.strip().splitlines())) or "no message"
            raise PlanningFailure("engine-error", f"exit code {done.returncode}: {said[:300]}")
        return done.stdout


class _Translated(Beginnings):
    """A task that is searched from the state after each first step."""

    def __init__(self, engine: FastDownward, task: Any, clock: Stopwatch) -> None:
        self._engine, self._task = engine, task
        self._clock: Stopwatch | None = clock
        self._start = task.init.values
        self._before, _, rest = _text(task).partition(_STATE)
        self._after = rest[rest.index("end_state") :]
        self._operators = {
            Step.parse(operator.name): operator
            for operator in task.operators
            if applicable(operator, self._start)
        }
        self._searches: dict[Step | None, Future[str]] = {}
        super().__init__(
            {step: o.cost if task.metric else 1 for step, o in self._operators.items()}
        )

    def expect(self, firsts: Iterable[Step]) -> None:
        new = [first for first in (None, *firsts) if first not in self._searches]
        texts = [self._text_from(self._state_after(first)) for first in new]
        pool = ThreadPoolExecutor(len(new) or 1)
        for first, text in zip(new, texts, strict=True):
            self._searches[first] = pool.submit(self._engine.run_search, text)
        pool.shutdown(wait=False)

    def _search_all(self) -> Branch:
        plan = self._plan_after(None)
        first = plan.steps[0]
        return Branch(first, plan.cost - self.steps[first], plan)

    def _search(self, first: Step) -> Branch | None:
        try:
            rest = self._plan_after(first)
        except PlanningFailure as failure:
            if failure.reason != "unsolvable":
                raise
            return None
        cost = self.steps[first] + rest.cost
        return Branch(first, rest.cost, replace(rest, steps=(first, *rest.steps), cost=cost))

    def _plan_after(self, first: Step | None) -> Plan:
        # The first search is charged with the translation.
        clock, self._clock = self._clock or Stopwatch(), None
        if first not in self._searches:
            self.expect([first] if first else [])
        said = self._searches[first].result()
        self._task.init.values = self._state_after(first)
        return self._engine.plan_said(self._task, said, clock)

    def _state_after(self, first: Step | None) -> list[int]:
        return after(self._operators[first], self._start) if first else self._start

    def _text_from(self, state: list[int]) -> str:
        values = "".join(f"{value}\n" for value in state)
        return f"{self._before}{_STATE}{values}{self._after}"


def _text(task: Any) -> str:
    """Return a task as the search reads it."""
    written = StringIO()
    task.output(written)
    return written.getvalue()


def _steps(said: str) -> tuple[Step, ...]:
    """Return the plan that the search printed, the last one if there are several."""
    _, found, after = said.rpartition("Solution found!")
    plan, ended, _ = after.partition("Plan length:")
    if not found or not ended:
        raise PlanningFailure("engine-error", "the search printed no plan")
    return tuple(Step.parse(match[1]) for match in _STEP.finditer(plan))


@cache
def search_binary() -> Path:
    """Return the search program that up-fast-downward installs.

    The package is looked up and not imported: that would import all of unified-planning.
    """
    package = importlib.util.find_spec("up_fast_downward")
    if package is None or not package.submodule_search_locations:
        raise PlanningFailure("missing", "pip install up-fast-downward")
    (folder, *_) = package.submodule_search_locations
    builds = Path(folder) / "downward" / "builds" / "release" / "bin"
    for name in ("downward", "downward.exe"):
        if (builds / name).is_file():
            return builds / name
    raise PlanningFailure("missing", f"no search program in {builds}; reinstall up-fast-downward")


def translate(domain: str, problem: str) -> Any:
    """Return the grounded ``SASTask`` of two PDDL texts.

    Raises :class:`PlanningFailure` with reason ``engine-error`` where the translator cannot
    read or ground them.
    """
    try:
        from fast_downward.translate import main, normalize, options
        from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions
    except ModuleNotFoundError as error:
        raise PlanningFailure("missing", "pip install up-fast-downward") from error
    with _translator, redirect_stdout(StringIO()), _without_collections():
        try:
            options.set_options(["domain", "problem"])  # only their defaults matter
            parsed = [lisp_parser.parse_nested_list(t.splitlines()) for t in (domain, problem)]
            task = parsing_functions.parse_task(*parsed)
            normalize.normalize(task)
            return main.pddl_to_sas(task)
        except (Exception, SystemExit) as error:
            # The translator reports a bad file by whatever its parser trips over.
            raise PlanningFailure("engine-error", f"translator: {error}") from error


@contextmanager
def _without_collections() -> Iterator[None]:
    """Leave the cyclic garbage for later: looking for it takes a third of a translation."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
