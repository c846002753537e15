"""``clue-astar`` as an engine of unified-planning, for any program that uses that library."""

from planner_clue.planning.astar.heuristics import DEFAULT_HEURISTIC, HEURISTICS
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.engines.registry import load_engine
from planner_clue.planning.engines.unified_oneshot import Answer, UnifiedOneshot
from planner_clue.planning.result import Limits


class ClueAstarPlanner(UnifiedOneshot):
    """A* in Python; parameters ``search``, ``heuristic`` and ``expansions``.

    It promises nothing more than a plan: how good that is depends on the heuristic.
    """

    def __init__(
        self, search: str | None = None, heuristic: str | None = None, expansions: int = 500_000
    ) -> None:
        super().__init__(Limits(expansions=expansions))
        spec = heuristic or DEFAULT_HEURISTIC
        engine = load_engine("clue-astar", search, spec)
        assert isinstance(engine, ClueAstar)
        self._engine = engine

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return "clue-astar"

    def _planned(self, domain: str, problem: str, limits: Limits) -> Answer:
        engine = self._engine
        found = engine.solve(domain, problem, limits)
        if found.plan is None:
            # A heuristic of somebody else's may call states hopeless that are not.
            return Answer(found, is_proof=engine.heuristic_name in HEURISTICS)
        said = f"{engine.configuration}: cost {found.plan.cost}"
        return Answer(found, f"{said}, {found.expansions} states expanded")
