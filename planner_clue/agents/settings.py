"""Settings of agents, from the command line and in records."""

import dataclasses
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct, convert, field, to_builtins
from msgspec.structs import fields

from planner_clue.agents.base import Agent
from planner_clue.planning.engines.registry import DEFAULT_ENGINE


@dataclass(frozen=True, kw_only=True)
class PlanningSettings:
    """Settings of planners; an agent takes those that its class has arguments for."""

    engine: str = DEFAULT_ENGINE
    search: str | None = None
    """The engine's search configuration, instead of its own."""
    heuristic: str | None = None
    """A heuristic for ``clue-astar``: a registered name or ``file.py:function``."""
    domain: str | None = None
    """The PDDL text of a domain to plan in, instead of the agent's own."""
    model: str | None = None
    """The model that writes the problems, by name; None for that of the domain."""


class IsolationSettings(Struct, frozen=True, kw_only=True):
    """The agents that sit in processes of their own, and their limits there."""

    isolate: Annotated[str, Meta(pattern="^(files|all|none)$")] = "files"
    """``files``: those that come from files; ``all``; or ``none``."""
    seconds_per_answer: Annotated[int, Meta(ge=1)] = field(name="agent_limit", default=30)
    """Maximum time of one answer."""
    seconds_per_game: Annotated[int, Meta(ge=1)] = field(name="agent_game_limit", default=600)
    """Maximum time of all answers of a game."""
    megabytes: Annotated[int, Meta(ge=1)] = field(name="agent_memory", default=2048)
    """Maximum memory of an agent, with all processes that it starts."""
    hidden: tuple[str, ...] = ()
    """Folders that no agent may see, such as that of the match; no record has them."""


@dataclass(frozen=True, kw_only=True)
class AgentSettings:
    """All that can be set about the agents of a match."""

    planning: PlanningSettings = PlanningSettings()
    isolation: IsolationSettings = dataclasses.field(default_factory=IsolationSettings)
    classes: tuple[type[Agent], ...] = ()
    """Classes that a match in this process may name as agents; no record has them."""

    def class_called(self, name: str) -> type[Agent] | None:
        """Return the class of :attr:`classes` with this name."""
        return next((given for given in self.classes if given.__name__ == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as one flat object, as records and ``match.json`` have them."""
        isolation = to_builtins(self.isolation)
        del isolation["hidden"]
        return {**asdict(self.planning), **isolation}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AgentSettings":
        """Return the settings of :meth:`to_json`; what is missing is as it is by default.

        Raises ``TypeError`` or ``ValueError`` for anything else.
        """
        isolation = convert(data, IsolationSettings)
        names = {field.encode_name for field in fields(isolation)} - {"hidden"}
        planning = {name: value for name, value in data.items() if name not in names}
        return cls(planning=PlanningSettings(**planning), isolation=isolation)
