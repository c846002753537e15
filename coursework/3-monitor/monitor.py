"""Exercise 3: does this observation break this plan?"""

from typing import Any


def trigger(situation: dict[str, Any]) -> str | None:
    """Return the name of the first reason to plan again, or None if there is none."""
    return None


def broken(situation: dict[str, Any]) -> int | None:
    """Return the number of the first step that cannot go as planned, or None."""
    return None
