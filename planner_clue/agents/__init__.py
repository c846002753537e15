"""The agents, one file each, and the registry of their names; ``base`` says what every agent is."""

from planner_clue.agents.base import Agent

__all__ = ["Agent"]
