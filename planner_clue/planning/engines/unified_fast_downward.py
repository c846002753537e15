"""Fast Downward as an engine of unified-planning, by the short way.

The stock engine starts three processes and hands them files. Here problems are grounded in this
process, as far as they are simple, and only the search program is started.
"""

from typing import Any

from unified_planning.engines import Credits

from planner_clue.planning import default_limits
from planner_clue.planning.engines.fast_downward import INCOMPLETE, FastDownward
from planner_clue.planning.engines.unified_oneshot import CLASSICAL, Answer, UnifiedOneshot
from planner_clue.planning.result import Limits
from planner_clue.sandbox.program import Finished

_CONDITIONS = ("DISJUNCTIVE_CONDITIONS", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS")
"""May be translated to axioms, with which no plan is known to be optimal."""
_CONDITIONAL = "CONDITIONAL_EFFECTS"
_SEARCH, _OPTIMAL_SEARCH = "astar(hmax())", "astar(lmcut())"


class ClueFastDownwardPlanner(UnifiedOneshot):
    """Fast Downward, with a search of choice; parameters ``search`` and ``memory_mb``.

    Plans of the default search are optimal wherever there is something to minimize and no axiom is
    needed, and their status says so; other searches are possible, so no guarantee is given.
    """

    FEATURES: tuple[str, ...] = (*CLASSICAL, *_CONDITIONS, "FORALL_EFFECTS")

    def __init__(self, search: str = _SEARCH, memory_mb: int = default_limits.MEMORY_MB) -> None:
        """Search by ``search``, in Fast Downward's notation, within ``memory_mb`` megabytes."""
        super().__init__(Limits(memory_mb=memory_mb))
        self._search = search

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return "clue-fast-downward"

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

    def _planned(self, domain: str, problem: str, limits: Limits) -> Answer:
        engine = _Overheard(self.name, self._search, "for unified-planning")
        found, done = engine.solve(domain, problem, limits), engine.done
        return Answer(found, done.text, is_proof=done.code not in INCOMPLETE)


class ClueFastDownwardOptimalPlanner(ClueFastDownwardPlanner):
    """Fast Downward by A* with LM-cut, for problems in which that is optimal."""

    FEATURES = tuple(feature for feature in CLASSICAL if feature != _CONDITIONAL)
    OPTIMAL = True

    def __init__(self, memory_mb: int = default_limits.MEMORY_MB) -> None:
        """Search within ``memory_mb`` megabytes."""
        super().__init__(_OPTIMAL_SEARCH, memory_mb)

    @property
    def name(self) -> str:
        """The name it is registered under."""
        return "clue-fast-downward-opt"


class _Overheard(FastDownward):
    """The engine, which keeps the output of its search."""

    done = Finished()

    def finished(self, text: str, limits: Limits) -> Finished:
        """See :meth:`FastDownward.finished`."""
        self.done = super().finished(text, limits)
        return self.done
