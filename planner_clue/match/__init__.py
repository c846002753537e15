"""Matches: many games between the same agents, and their results."""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
