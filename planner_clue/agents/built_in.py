"""The agents that ship with planner-clue, and the names of all installed agents."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import asdict

from planner_clue.agents.base import Agent
from planner_clue.agents.settings import AgentSettings

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "planner_clue.agents"
"""Entry point group in which other packages register agents."""
AgentFactory: TypeAlias = Callable[[], Agent]


@dataclass(frozen=True)
class BuiltIn:
    """A registered agent: the place of its class, and a summary in one line."""

    name: str
    """Its module, relative to this package or absolute, and its class: ``exact:ExactAgent``."""
    summary: str

    def load(self, settings: AgentSettings) -> AgentFactory:
        """Import the class and return a factory of its objects."""
        taken = self.takes()
        given = {name: value for name, value in asdict(settings.planning).items() if name in taken}
        return partial(self._agent(), **given)

    def takes(self) -> frozenset[str]:
        """Return the names of the :class:`PlanningSettings` that this agent takes."""
        agent = self._agent()
        if agent.__init__ is object.__init__:  # whose signature is slow to find
            return frozenset()
        return frozenset(inspect.signature(agent).parameters)

    def _agent(self) -> Any:
        whole = self.name if "." in self.name else f"{__package__}.{self.name}"
        return resolve_name(whole)


BUILT_IN = {
    "exact": BuiltIn("exact:ExactAgent",
        "has exact probabilities, suggests the most probable cards, plans nothing"),
    "bn1": BuiltIn("bn1:Bn1Agent",
        "a Bayesian network that assumes counts of each category in every hand, played greedily"),
    "bn2": BuiltIn("bn2:Bn2Agent",
        "a Bayesian network of single cards, played greedily; accuses at 97 %"),
    "entropy": BuiltIn("entropy:EntropyAgent",
        "suggests the least certain cards; accuses when each card has more than 80 %"),
    "ladder-1": BuiltIn("ladder:WeakThinker",
        "a weak thinker: crosses off what it is shown, walks to rooms it has not seen"),
    "ladder-2": BuiltIn("ladder:BetterThinker",
        "a better thinker: concludes from all suggestions and answers, walks to the nearest room"),
    "monte-carlo": BuiltIn("monte_carlo:MonteCarloAgent",
        "makes the suggestion that wins most playouts with deals from its belief; accuses at 60 %"),
    "planner": BuiltIn("planner_clue.planner.planner_agent:PlannerAgent",
        "assumes a case file, plans how to prove it, and plans again when an answer disagrees"),
    "planner-huji": BuiltIn("planner_clue.planner.planner_huji:PlannerHujiAgent",
        "the published planner: draws a case file and plans all suggestions that would prove it"),
    "random": BuiltIn("random:RandomAgent",
        "enters rooms it has not seen, suggests cards it has not seen; else wanders"),
    "rules": BuiltIn("rule_based:RulesAgent",
        "a note sheet with three inference rules; suggests two unknown cards at a time"),
}  # fmt: skip


def agent_names() -> list[str]:
    """Return all registered names: built-in agents, then entry points.

    >>> clue.agent_names()[:4]
    ['exact', 'bn1', 'bn2', 'entropy']
    """
    return [*BUILT_IN, *(name for name in installed() if name not in BUILT_IN)]


def installed() -> "dict[str, EntryPoint]":
    """Return the agents that other packages register, by name."""
    from importlib.metadata import entry_points  # not in a process that plays one agent

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def settings_taken(spec: str) -> frozenset[str]:
    """Return the names of the :class:`PlanningSettings` that a built-in agent takes."""
    return BUILT_IN[spec].takes() if spec in BUILT_IN else frozenset()
