"""The agents, one file each, in this process or in processes of their own.

Begin with ``base``, their interface, and ``exact``, a whole agent on one page. ``registry`` finds
agents by name; ``isolated_agent`` and ``agent_host`` are the two ends of one that runs apart.
"""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
