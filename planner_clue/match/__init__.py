"""Matches: who plays whom, run over processes, counted with honest intervals."""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
