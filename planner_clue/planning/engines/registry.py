"""Planning engines by name: on the command line, and in unified-planning.

unified-planning finds no engines in installed packages: a program or ``up.ini`` has to add them.
"""

import os
from collections.abc import Mapping
from typing import Any

from planner_clue.planning.astar.heuristics import DEFAULT_HEURISTIC, load_heuristic
from planner_clue.planning.astar.search import Heuristic
from planner_clue.planning.astar.task import Task
from planner_clue.planning.default_limits import DEFAULT_ENGINE
from planner_clue.planning.engines import clue_astar, engine, fast_downward
from planner_clue.sandbox.confinement import FOLDER
from planner_clue.support.errors import EngineError, nearest
from planner_clue.support.plugins import is_file_spec

CLUE_ASTAR = "clue-astar"
_STOCK = "fast-downward-up"
_FAST_DOWNWARD = {
    DEFAULT_ENGINE: ("astar(hmax())", "Fast Downward, started directly"),
    "fast-downward-opt": ("astar(lmcut())", "the same with LM-cut"),
    _STOCK: ("astar(hmax())", "unified-planning's stock engine"),
}
"""The engines that run Fast Downward, each with its default search and its description."""


def engine_names() -> list[str]:
    """Return the names of our own engines, the default first.

    >>> clue.engine_names()
    ['fast-downward', 'fast-downward-opt', 'fast-downward-up', 'clue-astar']
    """
    return [*_FAST_DOWNWARD, CLUE_ASTAR]


def installed_engine_names() -> list[str]:
    """Return the names of unified-planning's other engines; importing it takes a second."""
    from planner_clue.planning.engines.unified_adapters import installed_names

    return [name for name in installed_names() if name not in engine_names()]


def load_engine(
    name: str,
    search: str | None = None,
    heuristic: str | None = None,
    more: Mapping[str, Heuristic] | None = None,
    task_type: type[Task] = Task,
) -> engine.Engine:
    """Return an engine, ``clue-astar`` with ``more`` heuristics; raises :class:`EngineError`."""
    if name == CLUE_ASTAR:
        spec = heuristic or DEFAULT_HEURISTIC
        if is_file_spec(spec) and FOLDER not in os.environ:  # not in a sandbox
            from planner_clue.planning.engines.confined_astar import ConfinedAstar

            return ConfinedAstar(search, spec, task_type)
        return clue_astar.ClueAstar(search, load_heuristic(spec, more), spec, task_type)
    if name not in _FAST_DOWNWARD and name not in installed_engine_names():
        names = [*engine_names(), *installed_engine_names()]
        raise EngineError(f"no engine '{name}'; {nearest(name, names)}")
    if heuristic is not None:
        what = f"--heuristic {heuristic}: engine {name} takes none"
        raise EngineError(f"{what}; expected --engine {CLUE_ASTAR}")
    if name in _FAST_DOWNWARD and name != _STOCK:
        own, about = _FAST_DOWNWARD[name]
        return fast_downward.FastDownward(name, search or own, about)
    from planner_clue.planning.engines.unified_adapters import InstalledEngine, StockFastDownward

    if name == _STOCK:
        own, about = _FAST_DOWNWARD[name]
        return StockFastDownward(name, search or own, about)
    if search is not None:
        raise EngineError(f"--search {search}: engine {name} takes no search setting")
    return InstalledEngine(name)


_MODULE = "planner_clue.planning.engines.unified_planners"
UNIFIED_ENGINES = {
    "clue-astar": "ClueAstarPlanner",
    "clue-fast-downward": "ClueFastDownwardPlanner",
    "clue-fast-downward-opt": "ClueFastDownwardOptimalPlanner",
}
"""The classes of our engines for unified-planning, by name."""


def register_engines(environment: Any = None) -> None:
    """Register our engines with unified-planning, in its global environment or another one.

    When unified-planning chooses an engine by itself, ours come last in its order.

    >>> from unified_planning.environment import Environment
    >>> environment = Environment()
    >>> register_engines(environment)
    >>> environment.factory.engine("clue-fast-downward").is_oneshot_planner()
    True
    """
    from unified_planning.environment import get_environment

    factory = (environment or get_environment()).factory
    for name, planner in UNIFIED_ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, _MODULE, planner)


def up_ini() -> str:
    """Return a file ``up.ini`` by which unified-planning knows our engines in every program."""
    return "\n".join(
        f"[engine {name}]\nmodule_name: {_MODULE}\nclass_name: {planner}\n"
        for name, planner in UNIFIED_ENGINES.items()
    )
