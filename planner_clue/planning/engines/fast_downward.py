"""Fast Downward without its driver: grounds in this process, runs only the search binary."""

import importlib.util
import os
import re
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from planner_clue.planning import default_limits, sas
from planner_clue.planning.engines import engine as engines
from planner_clue.planning.engines.engine import Branch, Stopwatch
from planner_clue.planning.grounding import grounded
from planner_clue.planning.plan import Limits, Plan, PlanningResult, Status, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.processes import Finished, run_program, starting, stop_all
from planner_clue.planning.task import without_axioms
from planner_clue.planning.translator import sas_text
from planner_clue.support.errors import PlanningFailure

_OPTIMAL_SEARCHES = ("astar(blind())", "astar(hmax())", "astar(lmcut())")
_SOLVED = (0, 1, 2, 3)
_EXIT_CODES = {
    10: Status.UNSOLVABLE,
    11: Status.UNSOLVABLE,
    12: Status.UNSOLVABLE,  # the search is incomplete
    13: Status.UNSOLVABLE,  # within the bound that the search was given
    20: Status.MEMORY_OUT,
    21: Status.TIME_OUT,
    22: Status.MEMORY_OUT,
    23: Status.TIME_OUT,
    24: Status.MEMORY_OUT,  # and out of time
    34: Status.UNSUPPORTED,
}
"""The status for each exit code: https://www.fast-downward.org/latest/documentation/exit-codes/."""
INCOMPLETE = (12, 13)  # exit codes without a plan that do not prove that there is none
_PLAN_ENDS = "Plan length:"
_TOO_HIGH = re.compile(r"Could not parse '(\d+)' as integer \(out of range\)")
_NO_STATUS = b"could not open /proc/self/status"
_UNSOLVABLE = ("no solution!", 11), ("provably unsolvable", 11)
_ENDS = (_PLAN_ENDS, 0), *_UNSOLVABLE, ("without finding a solution", 12)
"""The exit codes that it would have had, by what it has printed: it asks for its peak memory last,
and aborts where it cannot read that."""
_EXPANDED = re.compile(r"Expanded (\d+) state")
_STEP = re.compile(r"^([^\[\n]+) \(\d+\)$", re.MULTILINE)  # such as travel library study (143)


def solved_by(search: str, *, plain: bool = True) -> Status:
    """Return the status of a plan of a search; with axioms (not ``plain``) none is optimal.

    >>> solved_by("astar(lmcut())").value, solved_by("eager_greedy([ff()])").value
    ('solved-optimally', 'solved')
    """
    optimal = plain and "".join(search.split()) in _OPTIMAL_SEARCHES
    return Status.OPTIMAL if optimal else Status.SOLVED


class FastDownward(engines.Engine):
    """Fast Downward with one search configuration."""

    search: str

    def missing(self) -> str | None:
        """Return the missing installation, for people to read, or None."""
        try:
            search_binary()
        except PlanningFailure as failure:
            return str(failure)
        return None

    def supports(self) -> set[str]:
        """Return its features; LM-cut takes no conditional effects that grounding leaves."""
        return super().supports() - ({"conditional effects"} if "lmcut" in self.search else set())

    def _solve(
        self, domain: str, problem: str | PddlProblem, limits: Limits, clock: Stopwatch
    ) -> PlanningResult:
        task = grounded(domain, problem, limits)
        clock.lap("translate")
        try:
            output = self.run_search(sas_text(task), limits.after(clock.total))
        except PlanningFailure as failure:
            if task.axioms and failure.reason == Status.UNSUPPORTED:
                raise without_axioms(self.search, domain, problem) from failure
            raise
        check = PlanCheck.of(domain, problem)
        return self.parse_plan(task, output, clock, check.validated)

    def beginnings(self, domain: str, problem: str | PddlProblem) -> engines.Beginnings:
        """Return first steps and their plans; the problem is grounded once for all searches."""
        clock = Stopwatch()
        task = grounded(domain, problem)
        clock.lap("translate")
        return SearchedBeginnings(self, task, PlanCheck.of(domain, problem), clock)

    def parse_plan(
        self, task: Any, output: str, clock: Stopwatch, cost: Callable[[tuple[Step, ...]], int]
    ) -> PlanningResult:
        """Return the plan in the output of a search; ``cost`` validates it and returns its cost."""
        _, found, after = output.rpartition("Solution found!")
        steps_text, ended, _ = after.partition(_PLAN_ENDS)
        if not found or not ended:
            raise PlanningFailure(Status.FAILED, "the search printed no plan")
        steps = tuple(Step.parse(f"({match[1]})") for match in _STEP.finditer(steps_text))
        clock.lap("search")
        plan = Plan(steps, cost(steps))
        clock.lap("check")
        expanded = _EXPANDED.findall(output)
        count = int(expanded[-1]) if expanded else None
        status = solved_by(self.search, plain=not task.axioms)
        return PlanningResult(status, plan, expansions=count, seconds=clock.laps)

    def run_search(self, text: str, limits: Limits) -> str:
        """Return the output of the search; raises :class:`PlanningFailure` without a plan."""
        done = self.finished(text, limits)
        if done.code not in _SOLVED:
            raise self._failure(done, limits.memory_mb)
        return done.text

    def finished(self, text: str, limits: Limits) -> Finished:
        """Run the search program on a grounded task; return its output and exit code."""
        seconds = default_limits.SEARCH_SECONDS if limits.seconds is None else limits.seconds
        command = [str(search_binary()), "--search", self.search]
        command += ["--internal-plan-file", os.devnull]
        done = run_program(command, text, seconds, limits.memory_mb or default_limits.MEMORY_MB)
        if done.code == -signal.SIGABRT and _NO_STATUS in done.errors:  # at its end, in a sandbox
            code = next((code for words, code in _ENDS if words in done.text), done.code)
            done = done._replace(code=code)
        return done

    def _failure(self, done: Finished, memory_mb: int | None) -> PlanningFailure:
        if too_high := cost_out_of_range(f"{done.text}{done.last_words}"):
            return too_high
        status = _EXIT_CODES.get(done.code, Status.FAILED)
        not_even_started = done.code == 127 or done.code < 0  # by the loader, or a signal
        if status is Status.MEMORY_OUT or (memory_mb and not_even_started):
            given = f"no plan in {memory_mb or default_limits.MEMORY_MB} MB"
            return PlanningFailure(Status.MEMORY_OUT, given)
        if status is Status.TIME_OUT:
            return PlanningFailure(status, f"no plan within the limits of {self.search}")
        detail = "" if status is Status.UNSOLVABLE else f"exit code {done.code}: {done.last_words}"
        return PlanningFailure(status, detail)


def cost_out_of_range(output: str) -> PlanningFailure | None:
    """Return the failure if the search printed that it cannot read a cost."""
    found = _TOO_HIGH.search(output)
    what = f"cost {found[1]}; Fast Downward takes at most 2147483647" if found else ""
    return PlanningFailure(Status.UNSUPPORTED, what) if found else None


@cache
def search_binary() -> Path:
    """Return up-fast-downward's search program, without importing unified-planning."""
    package = importlib.util.find_spec("up_fast_downward")
    if package is None or not package.submodule_search_locations:
        raise PlanningFailure(Status.MISSING, "pip install up-fast-downward")
    (folder, *_) = package.submodule_search_locations
    program = Path(folder) / "downward" / "builds" / "release" / "bin" / "downward"
    if program.is_file():
        return program
    where = f"no search program in {program.parent}; reinstall up-fast-downward"
    raise PlanningFailure(Status.MISSING, where)


_STATE = "begin_state\n"


class SearchedBeginnings(engines.Beginnings):
    """The best plan for each first step, by searches from the states after it, side by side.

    If no operator is reachable after two first steps, each search gets only its part of the task,
    and begins only if its lower bound (hmax, Bonet and Geffner 2001) beats the best plan.
    """

    def __init__(self, engine: FastDownward, task: Any, check: PlanCheck, clock: Stopwatch) -> None:
        """``clock`` has timed the grounding, with which the first search is charged."""
        self._engine, self._task, self._check = engine, task, check
        self._clock: Stopwatch | None = clock
        self._searches: dict[sas.Values, Future[str]] = {}  # by the state in which they start
        self._pools: list[ThreadPoolExecutor] = []
        firsts = {Step.parse(one.name): one for one in sas.may_begin(task)}
        if task.axioms:
            firsts = {one: op for one, op in firsts.items() if not check.unmet(one, check.start)}
        super().__init__({one: check.cost(one) for one in firsts})
        self._states: dict[Step | None, sas.Values] = {None: tuple(task.init.values)}
        self._parts: dict[sas.Values, list[int]] = {}  # reachable operators; empty if they overlap
        self._bounds: dict[Step, float] = {}  # least cost per first step; empty if parts overlap
        if isinstance(task, sas.SasTask):
            self._states |= {one: sas.successor(task, made) for one, made in firsts.items()}
            relaxed = sas.DeleteRelaxation(task)
            reached = {s: relaxed.reached(s) for one, s in self._states.items() if one}
            if sum(len(part) for part, _ in reached.values()) <= len(task.operators):
                self._parts = {state: part for state, (part, _) in reached.items()}
                bounds = {one: reached[self._states[one]][1] for one in self.steps}
                self._bounds = {one: self.steps[one] + bound for one, bound in bounds.items()}
        else:
            encoder = sas.StateEncoder(task)
            self._states |= {one: encoder.values(check.successor(one)) for one in firsts}

    def best(self) -> Branch:
        """Return the best plan of all, as the branch that it begins."""
        if self._best is None:
            least = inf
            for first in sorted(self._bounds, key=self._waits):
                branch = self.branch(first) if self._bounds[first] < least else None
                if branch and branch.plan.cost < least:
                    self._best, least = branch, branch.plan.cost
        return super().best()

    def _waits(self, first: Step) -> tuple[bool, float]:
        """Order first steps: announced ones, then by increasing bounds."""
        return self._states[first] not in self._searches, self._bounds[first]

    def expect(self, firsts: Iterable[Step]) -> None:
        """Start all new searches at once, in parallel."""
        wanted = firsts if self._parts else (None, *firsts)
        states = dict.fromkeys(self._states[first] for first in wanted)
        texts = {state: self._text(state) for state in states if state not in self._searches}
        with starting():  # Python would wait for ever for a thread that it does not know yet
            pool = ThreadPoolExecutor(len(texts) or 1)
            for state, text in texts.items():
                search = self._engine.run_search
                self._searches[state] = pool.submit(search, text, engines.NO_LIMITS)
            pool.shutdown(wait=False)
            self._pools.append(pool)

    def stop(self) -> None:
        """Wait for announced searches that are no longer needed."""
        try:
            while self._pools:
                self._pools[-1].shutdown()
                self._pools.pop()
        except BaseException:  # as in _search
            stop_all()
            raise

    def _search(self, first: Step | None) -> Branch:
        clock, self._clock = self._clock or Stopwatch(), None
        begin = (first,) if first else ()
        if self._states[first] not in self._searches:
            self.expect(begin)
        try:
            output = self._searches[self._states[first]].result()
        except Exception:
            raise
        except BaseException:  # we are to leave: so are the searches, for which Python would wait
            stop_all()
            raise
        found = self._engine.parse_plan(
            self._task, output, clock, lambda steps: self._check.validated((*begin, *steps))
        )
        plan = found.checked()
        whole = replace(plan, steps=(*begin, *plan.steps))
        first = engines.first_step(whole)
        return Branch(first, plan.cost - self.steps[first], replace(found, plan=whole))

    def _text(self, state: sas.Values) -> str:
        if state in self._parts:
            return sas_text(sas.part_of(self._task, self._parts[state], state))
        before, _, rest = sas_text(self._task).partition(_STATE)
        lines = "".join(f"{value}\n" for value in state)
        return f"{before}{_STATE}{lines}{rest[rest.index('end_state') :]}"
