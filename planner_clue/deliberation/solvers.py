"""The planning engines, with the heuristics for Clue."""

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
    """Return the engine ``name``, with its search algorithm and heuristic if given.

    Only ``clue-astar`` takes a ``heuristic``: a name, or ``file.py:function``. Raises
    :class:`planner_clue.errors.EngineError` for an unknown engine or search, and
    :class:`planner_clue.errors.HeuristicError` for an unknown heuristic.
    """
    return engines.load_engine(name, search, heuristic, CLUE_HEURISTICS, ClueTask)
