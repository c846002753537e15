"""Nobody thinks while others are asked."""

from collections.abc import Sequence

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.isolated_agent import IsolatedAgent


class Floor:
    """Who is asked: an isolated agent runs until somebody else is.

    To stop it after every answer would take as long as many an answer, and an agent is mostly asked
    several times in a row.
    """

    def __init__(self, agents: Sequence[Agent]) -> None:
        """Watch over the agents of a game, from before its first question to :meth:`close`."""
        self._isolated = [agent for agent in agents if isinstance(agent, IsolatedAgent)]
        self._holder: IsolatedAgent | None = None
        for agent in self._isolated:
            agent.stays_awake = True

    def give(self, agent: Agent) -> None:
        """Let the agent that had it rest, before this one is asked."""
        if self._holder is not None and self._holder is not agent:
            self._holder.rest()
        self._holder = agent if isinstance(agent, IsolatedAgent) else None

    def close(self) -> None:
        """Let all agents rest, and from now on after every answer."""
        for agent in self._isolated:
            agent.stays_awake = False
            agent.rest()
