"""The agents, one file each, and the registry of their names."""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
