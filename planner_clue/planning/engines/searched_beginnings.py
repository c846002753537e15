"""The best plan for each first step of a grounded task, by searches side by side.

Where the parts that are reached after first steps have no operator in common, each search is given
its part alone, and begins only if a lower bound (hmax, Bonet and Geffner 2001) is better. Otherwise
each is given the whole task, in the state after its first step.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from math import inf
from typing import Any, Protocol

from planner_clue.planning import sas
from planner_clue.planning.engines.engine import (
    NO_LIMITS,
    Beginnings,
    Branch,
    Stopwatch,
    first_step,
)
from planner_clue.planning.plan import Limits, PlanningResult, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.translator import sas_text
from planner_clue.sandbox.limits import starting, stop_all

_STATE = "begin_state\n"


class SearchEngine(Protocol):
    """An engine that searches grounded tasks."""

    def run_search(self, text: str, limits: Limits) -> str:
        """Return the output of the search for a grounded task."""

    def plan_said(
        self, task: Any, said: str, clock: Stopwatch, cost: Callable[[tuple[Step, ...]], int]
    ) -> PlanningResult:
        """Return the plan that a search printed; ``cost`` validates it and returns its cost."""


class SearchedBeginnings(Beginnings):
    """The best plan for each first step: a task that is searched from the state after it."""

    def __init__(self, engine: SearchEngine, task: Any, check: PlanCheck, clock: Stopwatch) -> None:
        """``clock`` has timed the grounding, with which the first search is charged."""
        self._engine, self._task, self._check = engine, task, check
        self._clock: Stopwatch | None = clock
        self._searches: dict[sas.Values, Future[str]] = {}
        """By the state in which they start."""
        self._pools: list[ThreadPoolExecutor] = []
        """Those whose searches may still be running."""
        firsts = {Step.parse(one.name): one for one in sas.may_begin(task)}
        if task.axioms:
            firsts = {
                one: made for one, made in firsts.items() if not check.unmet(one, check.start)
            }
        super().__init__({one: check.cost(one) for one in firsts})
        self._states: dict[Step | None, sas.Values] = {None: tuple(task.init.values)}
        self._parts: dict[sas.Values, list[int]] = {}
        """The operators that can be reached from each state; empty if they overlap."""
        self._bounds: dict[Step, float] = {}
        """The least cost of a plan that begins with each first step; empty if parts overlap."""
        if isinstance(task, sas.SasTask):
            self._states |= {one: sas.successor(task, made) for one, made in firsts.items()}
            self._take_apart(sas.Relaxation(task))
        else:
            encoder = sas.StateEncoder(task)
            self._states |= {one: encoder.values(check.successor(one)) for one in firsts}

    def _take_apart(self, relaxation: sas.Relaxation) -> None:
        reached = {s: relaxation.reached(s) for one, s in self._states.items() if one}
        if sum(len(part) for part, _ in reached.values()) <= len(self._task.operators):
            self._parts = {state: part for state, (part, _) in reached.items()}
            bounds = {one: reached[self._states[one]][1] for one in self.steps}
            self._bounds = {one: self.steps[one] + bound for one, bound in bounds.items()}

    def best(self) -> Branch:
        """See :meth:`Beginnings.best`."""
        if self._best is None:
            least = inf
            for first in sorted(self._bounds, key=self._waits):
                branch = self.branch(first) if self._bounds[first] < least else None
                if branch and branch.plan.cost < least:
                    self._best, least = branch, branch.plan.cost
        return super().best()

    def _waits(self, first: Step) -> tuple[bool, float]:
        """Order first steps: those announced, then those with the least bounds."""
        return self._states[first] not in self._searches, self._bounds[first]

    def expect(self, firsts: Iterable[Step]) -> None:
        """See :meth:`Beginnings.expect`: what is new is searched for at once, side by side."""
        wanted = firsts if self._parts else (None, *firsts)
        states = dict.fromkeys(self._states[first] for first in wanted)
        texts = {state: self._text(state) for state in states if state not in self._searches}
        with starting():  # Python would wait for ever for a thread that it does not know yet
            pool = ThreadPoolExecutor(len(texts) or 1)
            for state, text in texts.items():
                self._searches[state] = pool.submit(self._engine.run_search, text, NO_LIMITS)
            pool.shutdown(wait=False)
            self._pools.append(pool)

    def stop(self) -> None:
        """See :meth:`Beginnings.settle`."""
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
            said = self._searches[self._states[first]].result()
        except Exception:
            raise
        except BaseException:  # we are to leave: so are the searches, for which Python would wait
            stop_all()
            raise
        found = self._engine.plan_said(
            self._task, said, clock, lambda steps: self._check.validated((*begin, *steps))
        )
        plan = found.checked()
        whole = replace(plan, steps=(*begin, *plan.steps))
        first = first_step(whole)
        return Branch(first, plan.cost - self.steps[first], replace(found, plan=whole))

    def _text(self, state: sas.Values) -> str:
        if state in self._parts:
            return sas_text(sas.part_of(self._task, self._parts[state], state))
        before, _, rest = sas_text(self._task).partition(_STATE)
        lines = "".join(f"{value}\n" for value in state)
        return f"{before}{_STATE}{lines}{rest[rest.index('end_state') :]}"
