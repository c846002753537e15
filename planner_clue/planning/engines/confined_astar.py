"""``clue-astar`` with a heuristic from a file: the whole search runs in a sandbox."""

import sys
from dataclasses import replace
from functools import lru_cache
from math import inf
from pathlib import Path
from pkgutil import resolve_name
from threading import Lock
from typing import Any

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.json import encode

from planner_clue.planning import default_limits
from planner_clue.planning.astar import Task
from planner_clue.planning.astar.heuristics import load_heuristic
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.engines.engine import Stopwatch
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import Atom, PddlProblem, read_problem, text_of
from planner_clue.sandbox.confinement import Confinement, Held
from planner_clue.sandbox.sandbox import Sandbox
from planner_clue.sandbox.session import Session
from planner_clue.support.errors import AgentFailure, HeuristicError, PlanningFailure, printable
from planner_clue.support.plugins import file_and_name, files_in

_HOST = f"{__name__}:HeuristicHost"
_MEGABYTES = 4096
_SECONDS_MORE = 5.0  # after its timeout, before a search is killed
_LONGEST_DETAIL = 2000


class _Search(Struct, frozen=True):
    search: str
    domain: str
    problem: str
    hints: list[tuple[Atom, int]]  # values of functions that the domain does not declare
    limits: Limits
    defaults: dict[str, int | float]  # the default limits, by their names


class HeuristicHost:
    """Host of a heuristic: it searches with it."""

    def __init__(self, spec: str, shown: str, task_type: str) -> None:
        """Take the name of the heuristic, which messages call ``shown``."""
        self._spec, self._shown, self._task_type = spec, shown, resolve_name(task_type)

    def load(self) -> None:
        """Load the heuristic; raises :class:`HeuristicError`."""
        sys.path.insert(0, str(Path.cwd()))
        try:
            self._heuristic = load_heuristic(self._spec)
        except HeuristicError as error:
            raise HeuristicError(str(error).replace(self._spec, self._shown)) from error

    def carry_out(self, call: dict[str, Any]) -> Any:
        """Return the result of a search."""
        asked = convert(call, _Search, strict=False)
        vars(default_limits).update(asked.defaults)
        problem: str | PddlProblem = asked.problem
        if asked.hints:
            problem = replace(read_problem(asked.problem), unwritten=dict(asked.hints))
        engine = ClueAstar(asked.search, self._heuristic, self._shown, self._task_type)
        return to_builtins(engine.solve(asked.domain, problem, asked.limits))


class ConfinedAstar(ClueAstar):
    """A* with a heuristic from a user's file, in one session for each engine, so each game."""

    def __init__(self, search: str | None, spec: str, task_type: type[Task] = Task) -> None:
        """Load the heuristic; raises :class:`HeuristicError` if that cannot be."""
        super().__init__(search, heuristic_name=spec, task_type=task_type)
        self._file, name = file_and_name(spec, "heuristic", "function", HeuristicError)
        self._file = self._file.resolve()
        state = self._file.stat()
        kind = f"{task_type.__module__}:{task_type.__qualname__}"
        version = state.st_mtime_ns, state.st_size
        self._sandbox = _opened(f"{self._file}:{name}", spec, kind, version)
        self._session: Session | None = None
        self._asking = Lock()

    @property
    def files(self) -> list[Path]:
        """The files that the heuristic is made of."""
        found = files_in(self._file.parent, self._sandbox.files)
        return [self._file, *(path for path in found if path != self._file)]

    @property
    def held(self) -> Held:
        """The confinement in force on this system."""
        return self._sandbox.held

    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        found = self._found(domain, problem, limits)
        clock.lap("search")
        whole = clock.laps["search"]
        translating = max(0.0, min(found.seconds.get("translate", 0.0), whole))
        clock.laps = {"translate": translating, "search": whole - translating}
        if found.plan is None:
            detail = printable(found.detail)[:_LONGEST_DETAIL]
            return PlanningResult(found.status, None, detail, found.expansions, clock.laps)
        steps = found.plan.steps
        plan = Plan(steps, PlanCheck.of(domain, problem).validated(steps))
        clock.lap("check")
        return PlanningResult(Status.SOLVED, plan, "", found.expansions, clock.laps)

    def _found(self, domain: str, problem: str | PddlProblem, limits: Limits) -> PlanningResult:
        """Search in a new session; raises :class:`PlanningFailure` if its process fails."""
        hints = [] if isinstance(problem, str) else list(problem.unwritten.items())
        named = ((name, value) for name, value in vars(default_limits).items() if name.isupper())
        defaults = {name: value for name, value in named if not isinstance(value, str)}
        asked = _Search(self.search, domain, text_of(problem), hints, limits, defaults)
        seconds = default_limits.GROUND_SECONDS + default_limits.ASTAR_SECONDS
        seconds = (seconds if limits.seconds is None else limits.seconds) + _SECONDS_MORE
        try:
            with self._asking:
                return convert(self._answer(encode(asked), seconds), PlanningResult)
        except ValidationError as error:
            raise self._failure(f"sent an invalid result: {error}") from error
        except AgentFailure as failure:
            own_time = failure.kind == "timeout" and limits.seconds is not None
            places = [*failure.trace.splitlines()[:-1], *failure.aside.splitlines()]
            at = f", at {places[-1]}" if places else ""
            status = Status.TIME_OUT if own_time else Status.HEURISTIC_FAILED
            raise self._failure(f"{failure.detail}{at}", status) from failure

    def _answer(self, call: bytes, seconds: float) -> Any:
        if self._session is None or not self._session.is_open:
            self._session = self._sandbox.open()
        self._session.reset_limits()
        try:
            return self._session.call(call, "plan", seconds)
        except BaseException:  # also a Ctrl-C: the answer would be that to the next call
            self._session.close()
            raise

    def _failure(self, what: str, status: Status = Status.HEURISTIC_FAILED) -> PlanningFailure:
        what = printable(f"heuristic {self.heuristic_name}: {what}")
        return PlanningFailure(status, what[:_LONGEST_DETAIL])


@lru_cache(maxsize=4)
def _opened(spec: str, shown: str, task_type: str, version: tuple[int, int]) -> Sandbox:
    """Return the sandbox of a heuristic, with the ``version`` of its file."""
    folder = str(Path(spec).parent)
    confinement = Confinement(
        folder=folder,
        readable=(folder,),
        seconds_per_answer=default_limits.ASTAR_SECONDS,
        seconds_per_session=inf,
        megabytes=_MEGABYTES,
        alone=True,
    )
    settings = {"spec": spec, "shown": shown, "task_type": task_type}
    return Sandbox(_HOST, settings, confinement, name=f"heuristic '{shown}'", error=HeuristicError)
