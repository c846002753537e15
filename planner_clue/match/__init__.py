"""Matches: many games between the same agents, and what came out of them.

- ``config``: what a match is; ``schedule`` and ``seeds``: who sits where, and all random choices;
- ``game``: one game; ``play``: one game of a match, and its record;
- ``runner``: all games, in one or more processes; ``store``: the folder of a match;
- ``stopping``: rules that end a match before its last game;
- ``statistics``, ``seat_game`` and ``failures``: what is counted; ``intervals``: how sure it is;
- ``manifest``: ``match.json``; ``agent_output``: notes, times and files of agents;
- ``agent_replay``: replay of a recorded game by an agent.
"""

from planner_clue.match.config import MatchConfig
from planner_clue.match.runner import run_match

__all__ = ["MatchConfig", "run_match"]
