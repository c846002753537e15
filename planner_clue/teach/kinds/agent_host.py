"""What runs in the box for exercises whose submission is an agent."""

from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.host import AgentHost
from planner_clue.errors import AgentFailure
from planner_clue.teach.kinds.function_host import FunctionHost


class BoxedAgentHost(FunctionHost):
    """Seats a new agent for each game, tells it what it may know, and asks it."""

    def __init__(self) -> None:
        super().__init__()
        self._host: AgentHost | None = None

    def prepare(self, file: str, name: str) -> None:
        """Load the class of the agent."""
        found = self.load(file, name)
        if not (isinstance(found, type) and issubclass(found, Agent)):
            raise AgentFailure("crash", f"{name} in {file} is not derived from planner_clue.Agent")
        self._host = AgentHost(found)

    def carry_out(self, data: dict[str, Any]) -> Any:
        """Return the agent's answer to a message of a match."""
        assert self._host is not None
        return self._host.carry_out(data)
