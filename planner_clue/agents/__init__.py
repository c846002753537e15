"""The agents, one file each, and the registry of their names.

- ``base``: what every agent is; ``registry``, ``settings``: how agents are named and set up;
- ``random``, ``exact``, ``bn1``, ``bn2``, ``entropy``, ``ladder_1``, ``ladder_2``, ``rule_based``,
  ``planner``, ``planner_huji``: the agents;
- ``greedy``, ``probable``, ``planning_agent``: what several of them have in common;
- ``walking``, ``showing``, ``heard_answers``, ``note_sheet``, ``networks``: what they use;
- ``isolation``: agents in processes of their own;
- ``cpsc415``: players of the CPSC 415 tournament.
"""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
