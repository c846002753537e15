"""Matches: many games between the same agents, and their results.

- ``config``: the configuration; ``schedule``: seats and deals, and the seeds of all random choices;
- ``game``: one game, and the notes, times and files of its agents; ``play``: one game of a match,
  its record and counts;
- ``runner``: all games, in one or more processes; ``store``: the folder of a match;
- ``stopping``: rules that end a match before its last game;
- ``statistics``: counts; ``intervals``: confidence intervals;
- ``manifest``: ``match.json``; ``agent_replay``: replay of a recorded game by an agent.
"""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
