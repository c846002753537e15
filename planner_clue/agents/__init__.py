"""The agents, one file each, and the registry of their names.

- ``base``: what every agent is; ``registry``, ``settings``: how agents are named and set up;
- ``random``, ``exact``, ``bn1``, ``bn2``, ``entropy``, ``ladder``, ``monte_carlo``,
  ``rule_based``, ``planner``, ``planner_huji``: the agents;
- ``greedy``, ``planner``: base classes of several of them;
- ``bayesian_networks``: the networks of two of them;
- ``isolated_agent``, ``agent_host``, ``wire``: agents in processes of their own;
- ``cpsc415``: players of the CPSC 415 tournament.
"""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
