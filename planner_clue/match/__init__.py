"""Matches: many games between the same agents, and what came out of them.

- ``config``: what a match is; ``schedule`` and ``seeds``: who sits where, and all random choices;
- ``game``: one game; ``play``: one game of a match, and its record;
- ``runner``: all games, in one or more processes; ``store``: the folder of a match;
- ``stopping``: rules that end a match before its last game;
- ``statistics``, ``seat_game`` and ``failures``: what is counted; ``intervals``: how sure it is;
- ``guarded``: what agents leave behind, read safely;
- ``rethink``: an agent that plays a recorded game again.
"""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
