"""``clue-astar`` as an engine: ground, search by a heuristic of choice, validate."""

from planner_clue.errors import EngineError, PlanningFailure, described
from planner_clue.planning.astar import Limits, Node, SearchLimitError, Task, astar
from planner_clue.planning.astar.heuristics import ADMISSIBLE, DEFAULT_HEURISTIC, load_heuristic
from planner_clue.planning.engines.engine import Engine, Plan, Stopwatch
from planner_clue.planning.problem import PddlProblem

DEFAULT_SEARCH = "astar"
_WEIGHTED, _UNIT = "wastar=", "unit-"
_SEARCHES = f"astar, {_WEIGHTED}WEIGHT or greedy, or {_UNIT}astar where every action counts one,"


class ClueAstar(Engine):
    """A* in Python, with heuristics that are Python functions."""

    def __init__(
        self,
        search: str | None = None,
        heuristic: str | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Search by ``astar``, ``wastar=WEIGHT`` or ``greedy``, and a heuristic's name.

        With ``unit-`` before it, a search counts actions instead of their costs.
        """
        self.name = "clue-astar"
        self.search = search or DEFAULT_SEARCH
        self.heuristic_name = heuristic or DEFAULT_HEURISTIC
        self.description = "our own A*, for teaching"
        self.unit = self.search.startswith(_UNIT)
        self.weight = _weight(self.search)
        self._heuristic = load_heuristic(self.heuristic_name)
        self._limits = limits or Limits()

    @property
    def configuration(self) -> str:
        """See :attr:`Engine.configuration`."""
        return f"{self.search}, {self.heuristic_name}"

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        return None

    def supports(self) -> set[str]:
        """See :meth:`Engine.supports`."""
        optimal = self.weight == 1 and not self.unit and self.heuristic_name in ADMISSIBLE
        return super().supports() - (set() if optimal else {"optimal plans"})

    def solve(self, domain: str, problem: PddlProblem) -> Plan:
        """See :meth:`Engine.solve`."""
        clock = Stopwatch()
        task = Task.ground(domain, problem)
        clock.lap("translate")
        try:
            searched = task.with_unit_costs() if self.unit else task
            found, expanded = astar(searched, self.estimate, self.weight, self._limits)
        except SearchLimitError as error:
            raise PlanningFailure("time-out", str(error)) from error
        if found is None:
            raise PlanningFailure("unsolvable", f"{expanded} expansions")
        clock.lap("search")
        return Plan(found.plan(), task.cost(found.plan()), clock.laps, expanded)

    def estimate(self, node: Node, task: Task) -> float:
        """Ask the heuristic, which may be somebody's first."""
        try:
            estimate = self._heuristic(node, task)
            if not estimate >= 0:
                raise ValueError(f"expected a number from 0, got {estimate!r}")
        except Exception as error:
            raise PlanningFailure(
                "engine-error", f"heuristic {self.heuristic_name}: {described(error)}"
            ) from error
        return estimate


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
