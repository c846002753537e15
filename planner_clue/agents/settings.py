"""How agents are set up, as the command line says it and as records keep it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from planner_clue.planning.engines.names import DEFAULT_ENGINE

_SECONDS = "agent_limit"
"""The name of the time limit in records and in ``match.json``."""


@dataclass(frozen=True, kw_only=True)
class PlanningSettings:
    """How the planners plan; an agent takes those that its class has arguments for."""

    engine: str = DEFAULT_ENGINE
    search: str | None = None
    """The engine's search configuration, instead of its own."""
    heuristic: str | None = None
    """A heuristic for ``clue-astar``: a registered name or ``file.py:function``."""
    domain: str | None = None
    """The PDDL text of a domain to plan in, instead of the agent's own."""
    model: str | None = None
    """What writes the problems, by name; None for the model that the domain is for."""


@dataclass(frozen=True, kw_only=True)
class IsolationSettings:
    """What an agent in a process of its own may do."""

    seconds_per_answer: int = 30
    """How long it may take for one answer."""


@dataclass(frozen=True, kw_only=True)
class AgentSettings:
    """All that can be set about the agents of a match."""

    planning: PlanningSettings = PlanningSettings()
    isolation: IsolationSettings = IsolationSettings()

    def to_json(self) -> dict[str, Any]:
        """Return the settings as one flat object, as records and ``match.json`` have them."""
        return asdict(self.planning) | {_SECONDS: self.isolation.seconds_per_answer}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AgentSettings":
        """Return the settings of :meth:`to_json`; what is missing is as it is by default.

        Raises ``TypeError`` for anything else.
        """
        planning = {**data}
        seconds = planning.pop(_SECONDS, IsolationSettings.seconds_per_answer)
        return cls(
            planning=PlanningSettings(**planning),
            isolation=IsolationSettings(seconds_per_answer=seconds),
        )
