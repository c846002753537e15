"""The best plan for each way to begin: one translation, and a search after each first step."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.engine import Beginnings, Branch, Stopwatch, first_step
from planner_clue.planning.engines.execution import Values, after, applicable
from planner_clue.planning.limited import stop_all
from planner_clue.planning.plan import Plan, Step
from planner_clue.planning.result import PlanningResult, Status
from planner_clue.planning.translator import sas_text

_STATE = "begin_state\n"


class TranslatedBeginnings(Beginnings):
    """A task that is searched from the state after each first step."""

    def __init__(
        self,
        task: Any,
        search: Callable[[str], str],
        read: Callable[[Any, str, Stopwatch], PlanningResult],
        clock: Stopwatch,
    ) -> None:
        """Search by ``search``: a task's text in, what the search says out; ``read`` reads that.

        ``clock`` has timed the translation, with which the first search is charged.
        """
        self._task, self._run, self._read = task, search, read
        self._clock: Stopwatch | None = clock
        self._start: Values = task.init.values
        self._before, _, rest = sas_text(task).partition(_STATE)
        self._after = rest[rest.index("end_state") :]
        self._operators = {
            Step.parse(operator.name): operator
            for operator in task.operators
            if applicable(task, operator, self._start)
        }
        self._searches: dict[Step | None, Future[str]] = {}
        self._pools: list[ThreadPoolExecutor] = []
        """Those whose searches may still be running."""
        super().__init__(
            {step: o.cost if task.metric else 1 for step, o in self._operators.items()}
        )

    def expect(self, firsts: Iterable[Step]) -> None:
        """See :meth:`Beginnings.expect`: what is new is searched for at once, side by side."""
        new = [first for first in (None, *firsts) if first not in self._searches]
        texts = [self._text_from(self._state_after(first)) for first in new]
        pool = ThreadPoolExecutor(len(new) or 1)
        for first, text in zip(new, texts, strict=True):
            self._searches[first] = pool.submit(self._run, text)
        pool.shutdown(wait=False)
        self._pools.append(pool)

    def settle(self) -> None:
        """See :meth:`Beginnings.settle`."""
        try:
            while self._pools:
                self._pools[-1].shutdown()
                self._pools.pop()
        except BaseException:  # as in _result
            stop_all()
            raise

    def _search_all(self) -> Branch:
        found = self._found_after(None)
        plan = found.checked()
        first = first_step(plan)
        return Branch(first, plan.cost - self.steps[first], found)

    def _search(self, first: Step) -> Branch | None:
        try:
            found = self._found_after(first)
        except PlanningFailure as failure:
            if failure.reason != Status.UNSOLVABLE:
                raise
            return None
        rest = found.checked()
        whole = Plan((first, *rest.steps), self.steps[first] + rest.cost)
        return Branch(first, rest.cost, replace(found, plan=whole))

    def _found_after(self, first: Step | None) -> PlanningResult:
        clock, self._clock = self._clock or Stopwatch(), None
        if first not in self._searches:
            self.expect([first] if first else [])
        said = self._result(self._searches[first])
        self._task.init.values = self._state_after(first)
        return self._read(self._task, said, clock)

    def _result(self, search: Future[str]) -> str:
        try:
            return search.result()
        except Exception:
            raise
        except BaseException:  # we are to leave: so are the searches, for which Python would wait
            stop_all()
            raise

    def _state_after(self, first: Step | None) -> Values:
        if first is None:
            return self._start
        return after(self._task, self._operators[first], self._start)

    def _text_from(self, state: Values) -> str:
        values = "".join(f"{value}\n" for value in state)
        return f"{self._before}{_STATE}{values}{self._after}"
