"""Planning engines: a domain and a problem in, a valid plan or a status out."""

from planner_clue.planning.default_limits import DEFAULT_ENGINE
from planner_clue.planning.engines.engine import FEATURES, Beginnings, Branch, Engine
from planner_clue.planning.engines.registry import engine_names, installed_engine_names, load_engine

__all__ = [
    "DEFAULT_ENGINE", "FEATURES", "Beginnings", "Branch", "Engine", "engine_names",
    "installed_engine_names", "load_engine",
]  # fmt: skip
