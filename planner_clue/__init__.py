"""planner-clue: a classical planner that plays Clue, and the table it plays at."""

from typing import Any

__version__ = "0.1.0"


def register_engines(environment: Any = None) -> None:
    """Let a program name our planning engines in unified-planning.

    They are ``clue-astar``, ``clue-fast-downward`` and ``clue-fast-downward-opt``.
    ``environment`` is one of unified-planning; left out, it is the global one.
    """
    from planner_clue.planning.engines.registering import register_engines as register

    register(environment)
