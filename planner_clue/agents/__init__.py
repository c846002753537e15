"""The agents, one file each, and the registry of their names; ``base`` is their interface."""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
