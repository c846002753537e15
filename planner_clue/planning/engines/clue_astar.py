"""``clue-astar`` as an engine: ground, and search by a heuristic of choice."""

from planner_clue.errors import EngineError
from planner_clue.planning.astar import Heuristic, Task, astar
from planner_clue.planning.astar.evaluator import HeuristicEvaluator
from planner_clue.planning.astar.heuristics import ADMISSIBLE, DEFAULT_HEURISTIC, hmax
from planner_clue.planning.engines.engine import Engine, Stopwatch
from planner_clue.planning.plan import Plan
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.result import Limits, PlanningResult, Status

DEFAULT_SEARCH = "astar"
_WEIGHTED, _UNIT = "wastar=", "unit-"
_SEARCHES = f"astar, {_WEIGHTED}WEIGHT or greedy, or {_UNIT}astar where every action counts one,"


class ClueAstar(Engine):
    """A* in Python, with heuristics that are Python functions."""

    search: str

    def __init__(
        self,
        search: str | None = None,
        heuristic: Heuristic = hmax,
        heuristic_name: str = DEFAULT_HEURISTIC,
        task_type: type[Task] = Task,
    ) -> None:
        """Search by ``astar``, ``wastar=WEIGHT`` or ``greedy``, and by a heuristic.

        With ``unit-`` before it, a search counts actions instead of their costs. The heuristic
        is handed a task of ``task_type``.
        """
        self.name = "clue-astar"
        self.search = search or DEFAULT_SEARCH
        self.heuristic_name = heuristic_name
        self.description = "our own A*, for teaching"
        self.unit = self.search.startswith(_UNIT)
        self.weight = _weight(self.search)
        self._estimate = HeuristicEvaluator(heuristic_name, heuristic)
        self._task_type = task_type

    @property
    def configuration(self) -> str:
        """See :attr:`Engine.configuration`."""
        return f"{self.search}, {self.heuristic_name}"

    @property
    def is_optimal(self) -> bool:
        """Whether the plans it finds cost as little as any."""
        return self.weight == 1 and not self.unit and self.heuristic_name in ADMISSIBLE

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        return None

    def supports(self) -> set[str]:
        """See :meth:`Engine.supports`."""
        return super().supports() - (set() if self.is_optimal else {"optimal plans"})

    def _solve(
        self,
        domain: str,
        problem: str | PddlProblem,
        limits: Limits,
        clock: Stopwatch,
    ) -> PlanningResult:
        task = self._task_type.ground(domain, problem, limits=limits)
        clock.lap("translate")
        searched = task.with_unit_costs() if self.unit else task
        left = limits.after(clock.total)
        with self._estimate.watched(left):
            found, expanded = astar(searched, self._estimate, self.weight, left)
        clock.lap("search")
        if found is None:
            said = f"{expanded} expansions"
            return PlanningResult(Status.UNSOLVABLE, None, said, expanded, clock.laps)
        status = Status.OPTIMAL if self.is_optimal else Status.SOLVED
        plan = Plan(found.plan(), task.cost(found.plan()))
        return PlanningResult(status, plan, "", expanded, clock.laps)


def _weight(search: str) -> float:
    way = search.removeprefix(_UNIT)
    if way == "astar":
        return 1
    if way == "greedy":
        return float("inf")
    text = way.removeprefix(_WEIGHTED)
    try:
        weight = float(text) if way.startswith(_WEIGHTED) else -1
    except ValueError:
        weight = -1
    if not 0 <= weight < float("inf"):
        raise EngineError(f"--search {search}; expected {_SEARCHES} for clue-astar")
    return weight
