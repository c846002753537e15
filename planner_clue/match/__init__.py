"""Matches: many games between the same agents, and what they show.

Begin with ``game``, the loop of one game, and ``runner``, which plays many. ``runs`` reads matches
again, ``tournament`` and ``study`` compare agents, ``checks`` tries one agent.
"""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
