"""Our engines made known to unified-planning, where they can be named from then on.

unified-planning looks for no engines in installed packages. It knows a list of its own, what a
program adds, and what a file ``up.ini`` adds; here is one line for each of the last two.
"""

from typing import Any

_FOLDER = "planner_clue.planning.engines"
UNIFIED_ENGINES = {
    "clue-astar": (f"{_FOLDER}.unified_astar", "ClueAstarPlanner"),
    "clue-fast-downward": (f"{_FOLDER}.unified_fast_downward", "ClueFastDownwardPlanner"),
    "clue-fast-downward-opt": (
        f"{_FOLDER}.unified_fast_downward",
        "ClueFastDownwardOptimalPlanner",
    ),
}
"""Our engines for unified-planning: by name, the module and the class."""


def register_engines(environment: Any = None) -> None:
    """Let a program name our engines in unified-planning, in its global environment or another.

    They come last in the order in which unified-planning chooses engines by itself. What is
    registered already is left as it is.

    >>> from unified_planning.environment import Environment
    >>> environment = Environment()
    >>> register_engines(environment)
    >>> environment.factory.engine("clue-fast-downward").is_oneshot_planner()
    True
    """
    from unified_planning.environment import get_environment

    factory = (environment or get_environment()).factory
    for name, (module, planner) in UNIFIED_ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, module, planner)


def up_ini() -> str:
    """Return a file ``up.ini`` by which unified-planning knows our engines in every program.

    >>> print(up_ini().partition("[engine clue-fast")[0])
    [engine clue-astar]
    module_name: planner_clue.planning.engines.unified_astar
    class_name: ClueAstarPlanner
    <BLANKLINE>
    <BLANKLINE>
    """
    return "\n".join(
        f"[engine {name}]\nmodule_name: {module}\nclass_name: {planner}\n"
        for name, (module, planner) in UNIFIED_ENGINES.items()
    )
