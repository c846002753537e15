"""Planning engines: two PDDL texts in, a checked plan out, or why there is none."""

from planner_clue.planning.engines.by_name import (
    engine_names,
    installed_engine_names,
    load_engine,
)
from planner_clue.planning.engines.engine import FEATURES, Beginnings, Branch, Engine
from planner_clue.planning.engines.names import DEFAULT_ENGINE

__all__ = [
    "DEFAULT_ENGINE",
    "FEATURES",
    "Beginnings",
    "Branch",
    "Engine",
    "engine_names",
    "installed_engine_names",
    "load_engine",
]
