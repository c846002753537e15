"""Planning engines, by the names of the command line."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from planner_clue.errors import EngineError, nearest
from planner_clue.planning.engines.engine import FEATURES, Beginnings, Branch, Engine, Plan, Step
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.engines.names import DEFAULT_ENGINE

__all__ = [
    "DEFAULT_ENGINE",
    "FEATURES",
    "Beginnings",
    "Branch",
    "Engine",
    "Plan",
    "Step",
    "engine_names",
    "installed_engine_names",
    "load_engine",
]

_Maker: TypeAlias = Callable[[str | None, str | None], Engine]
"""Makes an engine for ``--search`` and ``--heuristic``."""
_SEARCH = "astar(hmax())"


def _default(search: str | None, heuristic: str | None) -> Engine:
    _no_heuristic(DEFAULT_ENGINE, heuristic)
    about = "Fast Downward, started directly"
    return FastDownward(DEFAULT_ENGINE, search or _SEARCH, about)


def _optimal(search: str | None, heuristic: str | None) -> Engine:
    _no_heuristic("fast-downward-opt", heuristic)
    about = "the same with LM-cut"
    return FastDownward("fast-downward-opt", search or "astar(lmcut())", about)


def _stock(search: str | None, heuristic: str | None) -> Engine:
    from planner_clue.planning.engines.stock import StockFastDownward

    _no_heuristic("fast-downward-up", heuristic)
    return StockFastDownward("fast-downward-up", search or _SEARCH)


def _astar(search: str | None, heuristic: str | None) -> Engine:
    from planner_clue.planning.engines.clue_astar import ClueAstar

    return ClueAstar(search, heuristic)


_ENGINES: Mapping[str, _Maker] = {
    DEFAULT_ENGINE: _default,
    "fast-downward-opt": _optimal,
    "fast-downward-up": _stock,
    "clue-astar": _astar,
}


def engine_names() -> list[str]:
    """Return the names of our own engines, the default first."""
    return list(_ENGINES)


def installed_engine_names() -> list[str]:
    """Return the names of unified-planning's other engines; importing it takes a second."""
    from planner_clue.planning.engines.installed import installed_names

    return [name for name in installed_names() if name not in _ENGINES]


def load_engine(name: str, search: str | None = None, heuristic: str | None = None) -> Engine:
    """Return the engine ``name``: one of ours, or one installed for unified-planning.

    Raises :class:`EngineError` if there is none, or if it cannot be told how to search.
    """
    if name in _ENGINES:
        return _ENGINES[name](search, heuristic)
    from planner_clue.planning.engines.installed import InstalledEngine

    if name not in installed_engine_names():
        known = [*_ENGINES, *installed_engine_names()]
        raise EngineError(f"no engine '{name}'; {nearest(name, known)}")
    _no_heuristic(name, heuristic)
    if search is not None:
        raise EngineError(f"--search {search}: engine {name} is not told how to search")
    return InstalledEngine(name)


def _no_heuristic(name: str, heuristic: str | None) -> None:
    if heuristic is not None:
        raise EngineError(
            f"--heuristic {heuristic}: engine {name} takes none; expected --engine clue-astar"
        )
