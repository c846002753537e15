"""``clue-astar`` as a unified-planning engine, for any program that uses that library.

>>> import unified_planning as up
>>> environment = up.environment.Environment()
>>> environment.factory.add_engine("clue-astar", __name__, "ClueAstarPlanner")
>>> environment.factory.engine("clue-astar").is_oneshot_planner()
True
"""

from collections.abc import Callable
from typing import IO, Any

import unified_planning as up
from unified_planning.engines import LogMessage, PlanGenerationResult
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel
from unified_planning.io import PDDLWriter
from unified_planning.model.problem_kind import LATEST_PROBLEM_KIND_VERSION, ProblemKind

from planner_clue.planning.astar.heuristics import DEFAULT_HEURISTIC, load_heuristic
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.plan import Step
from planner_clue.planning.result import Limits
from planner_clue.planning.result import Status as Outcome

_FEATURES = (
    "ACTION_BASED",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS",
    "EQUALITIES",
    "CONDITIONAL_EFFECTS",
    "ACTIONS_COST",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST",
    "INT_FLUENTS",
    "REAL_FLUENTS",
    "PLAN_LENGTH",
)


_STATUS = {
    Outcome.SOLVED: Status.SOLVED_SATISFICING,
    Outcome.OPTIMAL: Status.SOLVED_OPTIMALLY,
    Outcome.UNSOLVABLE: Status.UNSOLVABLE_PROVEN,
    Outcome.TIME_OUT: Status.TIMEOUT,
    Outcome.EXPANSIONS_OUT: Status.TIMEOUT,
    Outcome.MEMORY_OUT: Status.MEMOUT,
    Outcome.UNSUPPORTED: Status.UNSUPPORTED_PROBLEM,
}
"""Our statuses in unified-planning's words; every other one is an internal error."""


class ClueAstarPlanner(up.engines.Engine, up.engines.mixins.OneshotPlannerMixin):
    """A* in Python; parameters ``search``, ``heuristic`` and ``expansions``."""

    def __init__(
        self, search: str | None = None, heuristic: str | None = None, expansions: int = 500_000
    ) -> None:
        up.engines.Engine.__init__(self)
        up.engines.mixins.OneshotPlannerMixin.__init__(self)
        spec = heuristic or DEFAULT_HEURISTIC
        self._engine = ClueAstar(search, load_heuristic(spec), spec)
        self._expansions = expansions

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return "clue-astar"

    @staticmethod
    def supported_kind() -> Any:
        """Return what problems may ask for: classical planning with action costs."""
        return ProblemKind(_FEATURES, version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        """Tell whether it takes problems of this kind."""
        return bool(problem_kind <= ClueAstarPlanner.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Promise nothing more than a plan: that depends on the heuristic."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> Any:
        writer = PDDLWriter(problem)
        limits = Limits(seconds=timeout, expansions=self._expansions)
        found = self._engine.solve(writer.get_domain(), writer.get_problem(), limits)
        told = {"expansions": str(found.expansions or 0)}
        logs = [LogMessage(LogLevel.INFO, found.detail)] if found.detail else []
        plan = None
        if found.plan:
            instances = [_instance(writer, step, problem) for step in found.plan.steps]
            plan = up.plans.SequentialPlan(instances, problem.environment)
        status = _STATUS.get(found.status, Status.INTERNAL_ERROR)
        return PlanGenerationResult(status, plan, self.name, told, logs)


def _instance(writer: Any, step: Step, problem: Any) -> Any:
    action = writer.get_item_named(step.action)
    objects = [writer.get_item_named(argument) for argument in step.arguments]
    return up.plans.ActionInstance(
        action, tuple(problem.environment.expression_manager.ObjectExp(o) for o in objects)
    )
