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
from unified_planning.engines import PlanGenerationResult
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.io import PDDLWriter
from unified_planning.model.problem_kind import LATEST_PROBLEM_KIND_VERSION, ProblemKind

from planner_clue.planning.astar import Limits, SearchLimitError, Task, astar
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.engines.engine import Step
from planner_clue.planning.problem import Atom, PddlProblem

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


class ClueAstarPlanner(up.engines.Engine, up.engines.mixins.OneshotPlannerMixin):
    """A* in Python; parameters ``search``, ``heuristic`` and ``expansions``."""

    def __init__(
        self, search: str | None = None, heuristic: str | None = None, expansions: int = 500_000
    ) -> None:
        up.engines.Engine.__init__(self)
        up.engines.mixins.OneshotPlannerMixin.__init__(self)
        self._settings = ClueAstar(search, heuristic)
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
        task = Task.ground(writer.get_domain(), _as_data(problem), writer.get_problem())
        limits = Limits(self._expansions, timeout or Limits().seconds)
        try:
            searched = task.with_unit_costs() if self._settings.unit else task
            found, expanded = astar(
                searched, self._settings.estimate, self._settings.weight, limits
            )
        except SearchLimitError:
            return PlanGenerationResult(Status.TIMEOUT, None, self.name)
        told = {"expansions": str(expanded)}
        if found is None:
            return PlanGenerationResult(Status.UNSOLVABLE_PROVEN, None, self.name, told)
        instances = [_instance(writer, step, problem) for step in found.plan()]
        plan = up.plans.SequentialPlan(instances, problem.environment)
        return PlanGenerationResult(Status.SOLVED_SATISFICING, plan, self.name, told)


def _as_data(problem: Any) -> PddlProblem:
    """Return what heuristics may want to know of a problem: what holds at first."""
    init: set[Atom] = set()
    values: dict[Atom, int] = {}
    for fluent, value in problem.initial_values.items():
        atom = (fluent.fluent().name, *map(str, fluent.args))
        if value.is_true():
            init.add(atom)
        elif not value.is_bool_constant():
            values[atom] = int(value.constant_value())
    objects: dict[str, tuple[str, ...]] = {}
    for thing in problem.all_objects:
        objects[thing.type.name] = (*objects.get(thing.type.name, ()), thing.name)
    return PddlProblem(
        problem.name or "problem", "domain", objects, frozenset(init), values, frozenset()
    )


def _instance(writer: Any, step: Step, problem: Any) -> Any:
    action = writer.get_item_named(step.action)
    objects = [writer.get_item_named(argument) for argument in step.arguments]
    return up.plans.ActionInstance(
        action, tuple(problem.environment.expression_manager.ObjectExp(o) for o in objects)
    )
