"""Planning engines, by the names of the command line."""

from collections.abc import Mapping

from planner_clue.errors import EngineError, nearest
from planner_clue.planning.astar.heuristics import DEFAULT_HEURISTIC, load_heuristic
from planner_clue.planning.astar.search import Heuristic
from planner_clue.planning.astar.task import Task
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.engines.engine import Engine
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.engines.names import DEFAULT_ENGINE

CLUE_ASTAR = "clue-astar"
_STOCK = "fast-downward-up"
_FAST_DOWNWARD = {
    DEFAULT_ENGINE: ("astar(hmax())", "Fast Downward, started directly"),
    "fast-downward-opt": ("astar(lmcut())", "the same with LM-cut"),
    _STOCK: ("astar(hmax())", "unified-planning's stock engine"),
}
"""The engines that run Fast Downward, each with its search and what it is."""


def engine_names() -> list[str]:
    """Return the names of our own engines, the default first."""
    return [*_FAST_DOWNWARD, CLUE_ASTAR]


def installed_engine_names() -> list[str]:
    """Return the names of unified-planning's other engines; importing it takes a second."""
    from planner_clue.planning.engines.installed import installed_names

    return [name for name in installed_names() if name not in engine_names()]


def load_engine(
    name: str,
    search: str | None = None,
    heuristic: str | None = None,
    more: Mapping[str, Heuristic] | None = None,
    task_type: type[Task] = Task,
) -> Engine:
    """Return the engine ``name``: one of ours, or one installed for unified-planning.

    For ``clue-astar``, ``more`` are heuristics beside the general ones, by name, and ``task_type``
    is what heuristics are handed. Raises :class:`EngineError` if there is no such engine, or if
    it cannot be told how to search.
    """
    if name == CLUE_ASTAR:
        spec = heuristic or DEFAULT_HEURISTIC
        return ClueAstar(search, load_heuristic(spec, more), spec, task_type)
    known = name in _FAST_DOWNWARD
    if not known and name not in installed_engine_names():
        names = [*engine_names(), *installed_engine_names()]
        raise EngineError(f"no engine '{name}'; {nearest(name, names)}")
    if heuristic is not None:
        raise EngineError(
            f"--heuristic {heuristic}: engine {name} takes none; expected --engine {CLUE_ASTAR}"
        )
    return _fast_downward(name, search) if known else _installed(name, search)


def _fast_downward(name: str, search: str | None) -> Engine:
    own, about = _FAST_DOWNWARD[name]
    if name != _STOCK:
        return FastDownward(name, search or own, about)
    from planner_clue.planning.engines.stock import StockFastDownward

    return StockFastDownward(name, search or own, about)


def _installed(name: str, search: str | None) -> Engine:
    from planner_clue.planning.engines.installed import InstalledEngine

    if search is not None:
        raise EngineError(f"--search {search}: engine {name} is not told how to search")
    return InstalledEngine(name)
