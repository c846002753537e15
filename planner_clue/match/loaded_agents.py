"""The agents of a match in this process: loaded once, and their servers closed at the end."""

from functools import partial
from itertools import zip_longest

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.registry import is_apart, load_agent
from planner_clue.match.config import MatchConfig
from planner_clue.support.errors import AgentFailure, AgentNameError


class LoadedAgents:
    """The factories of the agents of a match, slot by slot."""

    def __init__(self, config: MatchConfig) -> None:
        self.config = config
        self._to_check, self._to_play = list[AgentFactory](), list[AgentFactory]()

    def to_check(self) -> list[AgentFactory]:
        """Return the factories for checks; raises :class:`AgentNameError` if one cannot load."""
        if not self._to_check:
            named, settings = self.config.agents, self.config.settings
            self._to_check = [load_agent(agent, settings) for agent in named]
        return self._to_check

    def to_play(self) -> list[AgentFactory]:
        """Return the factories for games.

        Isolated agents are loaded anew, so that no game runs in a process that a check has used. If
        that fails, the agent forfeits its games.
        """
        if not self._to_play:
            self.close()
            again = zip_longest(self.config.agents, self._to_check)
            self._to_play = [self._loaded_again(agent, checked) for agent, checked in again]
        return self._to_play

    def _loaded_again(self, agent: str, checked: AgentFactory | None) -> AgentFactory:
        if checked is not None and not is_apart(agent, self.config.settings):
            return checked
        try:
            return load_agent(agent, self.config.settings)
        except AgentNameError as error:
            return partial(_fail, AgentFailure("crash", f"could not be loaded again: {error}"))

    def close(self) -> None:
        """End the processes of isolated agents; an agent that plays again starts a new one."""
        for factory in (*self._to_check, *self._to_play):
            if close := getattr(factory, "close", None):
                close()


def _fail(failure: AgentFailure) -> Agent:
    raise failure


_last: list[LoadedAgents] = []
"""The agents of the match that this process has loaded last."""


def loaded_agents(config: MatchConfig) -> LoadedAgents:
    """Return the agents of a match, which this process loads once."""
    key = config.agents, config.settings
    if not _last or (_last[0].config.agents, _last[0].config.settings) != key:
        _last[:] = [LoadedAgents(config)]
    return _last[0]
