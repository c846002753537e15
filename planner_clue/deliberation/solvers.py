"""The planning engines as the planners use them: with the heuristics that know of Clue."""

from planner_clue.deliberation.clue_heuristics import CLUE_HEURISTICS, ClueTask
from planner_clue.planning import engines
from planner_clue.planning.astar import Heuristic, heuristics
from planner_clue.planning.astar.heuristics import ADMISSIBLE
from planner_clue.planning.engines import (
    DEFAULT_ENGINE,
    Engine,
    engine_names,
    installed_engine_names,
)

__all__ = [
    "ADMISSIBLE",
    "DEFAULT_ENGINE",
    "HEURISTICS",
    "engine_names",
    "installed_engine_names",
    "load_engine",
]

HEURISTICS: dict[str, Heuristic] = {**heuristics.HEURISTICS, **CLUE_HEURISTICS}
"""Every heuristic of ``clue-astar``, by name."""


def load_engine(name: str, search: str | None = None, heuristic: str | None = None) -> Engine:
    """Return the engine ``name``; ``clue-astar`` with any heuristic by name, or from a file.

    Raises :class:`planner_clue.errors.EngineError` if there is no such engine, or if it cannot
    be told how to search, and :class:`planner_clue.errors.HeuristicError` for a heuristic.
    """
    return engines.load_engine(name, search, heuristic, CLUE_HEURISTICS, ClueTask)
