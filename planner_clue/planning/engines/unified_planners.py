"""Our engines as one-shot planners of unified-planning."""

import re
import time
import warnings
from abc import abstractmethod
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from typing import IO, Any

import unified_planning as up
from unified_planning.engines import Credits, LogMessage, PlanGenerationResult
from unified_planning.engines import PlanGenerationResultStatus as Outcome
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel
from unified_planning.io import PDDLWriter
from unified_planning.model import Problem
from unified_planning.model.fluent import get_all_fluent_exp
from unified_planning.model.problem_kind import LATEST_PROBLEM_KIND_VERSION, ProblemKind

from planner_clue.planning import default_limits
from planner_clue.planning.astar.heuristics import DEFAULT_HEURISTIC, HEURISTICS
from planner_clue.planning.engines import clue_astar, fast_downward, registry
from planner_clue.planning.plan import Limits, PlanningResult, Status
from planner_clue.planning.processes import Finished
from planner_clue.support.errors import PlanningFailure, described


class WrittenProblem(Problem):
    """A view of a problem without the initial values that are false."""

    @classmethod
    def of(cls, problem: Any) -> Any:
        """Return the view; problems that are more than classical ones are returned as they are."""
        if type(problem) is not Problem:
            return problem
        view = copy(problem)
        view.__class__ = cls
        view.known_kind = problem.kind
        values = dict(problem.explicit_initial_values)
        for fluent in problem.fluents:
            default = problem.fluents_defaults.get(fluent)
            if default is not None and not default.is_false():
                for ground in get_all_fluent_exp(problem, fluent):
                    values.setdefault(ground, default)
        view.known_values = values
        return view

    @property
    def kind(self) -> Any:
        """The kind of the problem."""
        return self.known_kind

    @property
    def initial_values(self) -> Any:
        """The values of ground fluents, but for most that are false."""
        return self.known_values


CLASSICAL = (
    *("ACTION_BASED", "FLAT_TYPING", "HIERARCHICAL_TYPING", "NEGATIVE_CONDITIONS", "EQUALITIES"),
    *("CONDITIONAL_EFFECTS", "ACTIONS_COST", "STATIC_FLUENTS_IN_ACTIONS_COST", "PLAN_LENGTH"),
    *("INT_NUMBERS_IN_ACTIONS_COST", "REAL_NUMBERS_IN_ACTIONS_COST", "INT_FLUENTS", "REAL_FLUENTS"),
)
"""Classical planning with action costs, as unified-planning calls it.

Real numbers are included because its reader of PDDL reads every number as one; a fraction is
refused when the problem is solved.
"""
_STATUS = {
    Status.SOLVED: Outcome.SOLVED_SATISFICING,
    Status.OPTIMAL: Outcome.SOLVED_OPTIMALLY,
    Status.UNSOLVABLE: Outcome.UNSOLVABLE_PROVEN,
    Status.TIME_OUT: Outcome.TIMEOUT,
    Status.EXPANSIONS_OUT: Outcome.TIMEOUT,
    Status.MEMORY_OUT: Outcome.MEMOUT,
    Status.UNSUPPORTED: Outcome.UNSUPPORTED_PROBLEM,
    Status.TOO_LARGE: Outcome.UNSUPPORTED_PROBLEM,
}
"""Our statuses in unified-planning's words; every other one is an internal error."""
_POINT_ZERO = re.compile(r"(?<=\d)\.0+(?=[\s)])")
_BROKEN = re.compile(r"(?<![^\s(])-?\d*\.\d+")
_NO_TIMEOUT = 86_400.0  # seconds; a user without a timeout prefers to wait


@dataclass(frozen=True)
class EngineAnswer:
    """The answer of one of our engines to a problem."""

    result: PlanningResult
    output: str = ""
    is_proof: bool = True  # whether it proves that there is no plan where it finds none

    @property
    def logs(self) -> list[LogMessage]:
        """Its output, and why there is no plan."""
        logs = [LogMessage(LogLevel.INFO, self.output)] if self.output else []
        if self.result.plan is None:
            detail = f": {self.result.detail}" if self.result.detail else ""
            logs.append(LogMessage(LogLevel.ERROR, f"{self.result.status.value}{detail}"))
        return logs

    def outcome(self, has_metric: bool) -> Outcome:
        """Return its status for unified-planning: without a metric, no plan is optimal."""
        status = self.result.status
        if status is Status.OPTIMAL and not has_metric:
            return Outcome.SOLVED_SATISFICING
        if status is Status.UNSOLVABLE and not self.is_proof:
            return Outcome.UNSOLVABLE_INCOMPLETELY
        return _STATUS.get(status, Outcome.INTERNAL_ERROR)


class UnifiedOneshot(up.engines.Engine, up.engines.mixins.OneshotPlannerMixin):
    """A one-shot planner that runs one of our engines."""

    NAME: str
    FEATURES: tuple[str, ...] = CLASSICAL
    OPTIMAL = False

    def __init__(self, limits: Limits) -> None:
        up.engines.Engine.__init__(self)
        up.engines.mixins.OneshotPlannerMixin.__init__(self)
        self._limits = limits

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return self.NAME

    @classmethod
    def supported_kind(cls) -> Any:
        """Return the supported kind of problems."""
        return ProblemKind(cls.FEATURES, version=LATEST_PROBLEM_KIND_VERSION)

    @classmethod
    def supports(cls, problem_kind: Any) -> bool:
        """Return whether it takes problems of this kind."""
        return bool(problem_kind <= cls.supported_kind())

    @classmethod
    def satisfies(cls, optimality_guarantee: Any) -> bool:
        """Return whether every plan keeps the guarantee."""
        return cls.OPTIMAL or bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @abstractmethod
    def _planned(self, domain: str, problem: str, limits: Limits) -> EngineAnswer:
        """Return the answer of one of our engines to two texts."""

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | tuple[IO[str], IO[str]] | None = None,
    ) -> Any:
        if heuristic is not None:
            warnings.warn(f"{self.name} takes no heuristic with a problem.", stacklevel=3)
        began = time.perf_counter()
        writer = PDDLWriter(WrittenProblem.of(problem))
        answer = self._answer(timeout, writer)
        streams = output_stream if isinstance(output_stream, tuple) else (output_stream,) * 2
        for log in answer.logs:
            if (stream := streams[log.level is LogLevel.ERROR]) is not None:
                stream.write(log.message.rstrip("\n") + "\n")
        found, plan = answer.result, None
        if found.plan is not None:
            exp, named = problem.environment.expression_manager.ObjectExp, writer.get_item_named
            instances = [
                up.plans.ActionInstance(
                    named(step.action), tuple(exp(named(argument)) for argument in step.arguments)
                )
                for step in found.plan.steps
            ]
            plan = up.plans.SequentialPlan(instances, problem.environment)
        metrics = {"engine_internal_time": f"{time.perf_counter() - began:.6f}"}
        if found.expansions is not None:
            metrics["expansions"] = str(found.expansions)
        outcome = answer.outcome(has_metric=bool(problem.quality_metrics))
        return PlanGenerationResult(outcome, plan, self.name, metrics, answer.logs)

    def _answer(self, timeout: float | None, writer: Any) -> EngineAnswer:
        began = time.perf_counter()
        whole = Limits(_NO_TIMEOUT if timeout is None else timeout)
        try:
            texts = _whole(writer.get_domain()), _whole(writer.get_problem())
            left = whole.after(time.perf_counter() - began)
            return self._planned(*texts, replace(self._limits, seconds=left.seconds))
        except PlanningFailure as failure:
            return EngineAnswer(PlanningResult(Status(failure.reason), None, failure.detail))
        except Exception as error:  # the writer may raise anything
            return EngineAnswer(PlanningResult(Status.FAILED, None, described(error)))


def _whole(text: str) -> str:
    """Return a text with its real numbers as whole ones; refuses fractions as ``unsupported``."""
    whole = _POINT_ZERO.sub("", text)
    if broken := _BROKEN.search(whole):
        what = f"number {broken[0]}; expected whole numbers for costs"
        raise PlanningFailure(Status.UNSUPPORTED, what)
    return whole


class ClueAstarPlanner(UnifiedOneshot):
    """A* with ``search``, ``heuristic`` and ``expansions``; it promises no more than a plan."""

    NAME = "clue-astar"

    def __init__(
        self, search: str | None = None, heuristic: str | None = None, expansions: int = 500_000
    ) -> None:
        super().__init__(Limits(expansions=expansions))
        spec = heuristic or DEFAULT_HEURISTIC
        engine = registry.load_engine("clue-astar", search, spec)
        assert isinstance(engine, clue_astar.ClueAstar)
        self._engine = engine

    def _planned(self, domain: str, problem: str, limits: Limits) -> EngineAnswer:
        engine = self._engine
        found = engine.solve(domain, problem, limits)
        if found.plan is None:
            # A heuristic of somebody else's may call states hopeless that are not.
            return EngineAnswer(found, is_proof=engine.heuristic_name in HEURISTICS)
        summary = f"{engine.configuration}: cost {found.plan.cost}"
        return EngineAnswer(found, f"{summary}, {found.expansions} states expanded")


_CONDITIONS = ("DISJUNCTIVE_CONDITIONS", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS")
"""May be translated to axioms, with which no plan is known to be optimal."""
_CONDITIONAL = "CONDITIONAL_EFFECTS"
_SEARCH, _OPTIMAL_SEARCH = "astar(hmax())", "astar(lmcut())"


class ClueFastDownwardPlanner(UnifiedOneshot):
    """Fast Downward; the default search is optimal if costs are minimized without axioms."""

    NAME = "clue-fast-downward"
    FEATURES: tuple[str, ...] = (*CLASSICAL, *_CONDITIONS, "FORALL_EFFECTS")

    def __init__(self, search: str = _SEARCH, memory_mb: int = default_limits.MEMORY_MB) -> None:
        super().__init__(Limits(memory_mb=memory_mb))
        self._search = search

    @staticmethod
    def get_credits(**kwargs: Any) -> Any:
        """Return the authors of Fast Downward."""
        del kwargs
        about = "Fast Downward is a classical planning system; here its search program alone."
        return Credits(
            name="Fast Downward",
            author="the Fast Downward team (github.com/aibasel/downward)",
            contact="gabriele.roeger@unibas.ch (for the package up-fast-downward)",
            website="https://www.fast-downward.org",
            license="GPLv3",
            short_description=about,
            long_description=f"{about} It is started by planner-clue.",
        )

    def _planned(self, domain: str, problem: str, limits: Limits) -> EngineAnswer:
        engine = _Overheard(self.name, self._search, "for unified-planning")
        found, done = engine.solve(domain, problem, limits), engine.done
        return EngineAnswer(found, done.text, is_proof=done.code not in fast_downward.INCOMPLETE)


class ClueFastDownwardOptimalPlanner(ClueFastDownwardPlanner):
    """Fast Downward by A* with LM-cut, for problems in which that is optimal."""

    NAME = "clue-fast-downward-opt"
    FEATURES = tuple(feature for feature in CLASSICAL if feature != _CONDITIONAL)
    OPTIMAL = True

    def __init__(self, memory_mb: int = default_limits.MEMORY_MB) -> None:
        super().__init__(_OPTIMAL_SEARCH, memory_mb)


class _Overheard(fast_downward.FastDownward):
    """The engine, which keeps the output of its search."""

    done = Finished()

    def finished(self, text: str, limits: Limits) -> Finished:
        self.done = super().finished(text, limits)
        return self.done
