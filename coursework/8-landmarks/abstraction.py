"""Exercise 8, second part: a pattern database over a projection of your choice."""

from typing import Any

LARGEST = 60
"""Projected states that can be reached, at most."""


def pattern(task: Any) -> list[Any]:
    """Return the atoms of the projection."""
    return []  # TO DO: this is the projection in which every state is a goal


def pdb(node: Any, task: Any) -> float:
    """Return the cost of a best plan from the projected state, in the projected task."""
    return 0
