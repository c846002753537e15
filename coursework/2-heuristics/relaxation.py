"""Exercise 2, second part: heuristics for any domain, from the delete relaxation.

``task.operators`` are the ground actions: each has ``step``, ``cost``, ``precondition.holds`` (a
set of atoms) and ``effects``, each with ``adds`` and ``deletes``. ``task.goal.holds`` are the atoms
of the goal.
"""

from typing import Any


def hmax(node: Any, task: Any) -> float:
    """Return the cost of the most expensive goal atom if nothing is ever deleted."""
    return 0


def hadd(node: Any, task: Any) -> float:
    """Return the sum of the costs of all atoms of the goal if nothing were ever deleted."""
    return 0


def relaxed_plan(node: Any, task: Any) -> list[str] | None:
    """Return steps that reach the goal if nothing were ever deleted; None if there are none."""
    return []
