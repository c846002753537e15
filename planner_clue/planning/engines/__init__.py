"""Planning engines, by the names of the command line."""

from planner_clue.errors import EngineError, nearest
from planner_clue.planning.engines.base import Engine, Plan, Step
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.engines.names import DEFAULT_ENGINE

__all__ = ["DEFAULT_ENGINE", "Engine", "Plan", "Step", "engine_names", "load_engine"]


_SEARCH = "astar(hmax())"


def _stock() -> Engine:
    from planner_clue.planning.engines.unified import StockFastDownward

    return StockFastDownward("fast-downward-up", _SEARCH)


_ENGINES = {
    "fast-downward": lambda: FastDownward(
        "fast-downward", _SEARCH, "Fast Downward: A* with hmax, optimal plans in milliseconds"
    ),
    "fast-downward-opt": lambda: FastDownward(
        "fast-downward-opt", "astar(lmcut())", "Fast Downward: A* with LM-cut"
    ),
    "fast-downward-up": _stock,
}


def engine_names() -> list[str]:
    """Return the names of the engines, the default first."""
    return list(_ENGINES)


def load_engine(name: str) -> Engine:
    """Return the engine ``name``; :class:`EngineError` if there is none."""
    if name not in _ENGINES:
        raise EngineError(f"no engine '{name}'; {nearest(name, _ENGINES)}")
    return _ENGINES[name]()
