"""Agents by name: built in, from files, and from installed packages."""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from planner_clue.agents.base import Agent
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Board
from planner_clue.errors import AgentNameError, nearest
from planner_clue.plugins import from_file, is_file_spec, run
from planner_clue.table.rules import Rules

ENTRY_POINTS = "planner_clue.agents"
"""The group under which other packages register agents."""
CPSC415 = "cpsc415:"
"""How the names of players written for the CPSC 415 tournament begin."""
AgentFactory: TypeAlias = Callable[[], Agent]


@dataclass(frozen=True)
class BuiltIn:
    """A registered agent: where its class is, and in one line what it does."""

    module: str
    class_name: str
    summary: str

    def load(self, settings: AgentSettings) -> AgentFactory:
        """Import the class and return a factory of its objects."""
        taken = self.takes()
        planning = asdict(settings.planning)
        given = {name: value for name, value in planning.items() if name in taken}
        return partial(self._agent(), **given)

    def takes(self) -> frozenset[str]:
        """Return the names of the :class:`PlanningSettings` that are for this agent."""
        return frozenset(inspect.signature(self._agent()).parameters)

    def _agent(self) -> Any:
        return getattr(importlib.import_module(self.module), self.class_name)


BUILT_IN = {
    "exact": BuiltIn(
        "planner_clue.agents.exact",
        "ExactAgent",
        "knows exactly what can be known, asks about the most probable, plans nothing",
    ),
    "bn1": BuiltIn(
        "planner_clue.agents.bn1",
        "Bn1Agent",
        "a Bayesian network with fixed counts of each category in every hand, played greedily",
    ),
    "bn2": BuiltIn(
        "planner_clue.agents.bn2",
        "Bn2Agent",
        "a Bayesian network of single cards, played greedily; accuses at 97 %",
    ),
    "entropy": BuiltIn(
        "planner_clue.agents.entropy",
        "EntropyAgent",
        "asks about what it is least sure of; accuses when each card has more than 80 %",
    ),
    "ladder-1": BuiltIn(
        "planner_clue.agents.ladder_1",
        "WeakThinker",
        "a weak thinker: crosses off what it is shown, walks to rooms it has not seen",
    ),
    "ladder-2": BuiltIn(
        "planner_clue.agents.ladder_2",
        "BetterThinker",
        "a better thinker: concludes from all questions and answers, walks to the nearest room",
    ),
    "planner": BuiltIn(
        "planner_clue.agents.planner",
        "PlannerAgent",
        "assumes a case file, plans how to prove it, and plans again when an answer disagrees",
    ),
    "planner-huji": BuiltIn(
        "planner_clue.agents.planner_huji",
        "PlannerHujiAgent",
        "the published planner: draws a case file, plans its whole proof, replans on surprises",
    ),
    "random": BuiltIn(
        "planner_clue.agents.random",
        "RandomAgent",
        "enters rooms it has not seen, asks about cards it has not seen; else wanders",
    ),
    "rules": BuiltIn(
        "planner_clue.agents.rule_based",
        "RulesAgent",
        "a note sheet with three inference rules; asks about two unknown cards at a time",
    ),
}
"""The agents that come with planner-clue, by name."""


def agent_names() -> list[str]:
    """Return the registered names: built in, then entry points."""
    installed = (point.name for point in entry_points(group=ENTRY_POINTS))
    return [*BUILT_IN, *(name for name in installed if name not in BUILT_IN)]


def settings_taken(spec: str) -> frozenset[str]:
    """Return the names of the :class:`PlanningSettings` that an agent takes.

    Only agents that come with planner-clue take any.
    """
    return BUILT_IN[spec].takes() if spec in BUILT_IN else frozenset()


def load_agent(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of agents that a match names ``spec``.

    That is a registered name, ``file.py:ClassName``, or ``cpsc415:PATH``; the last gets a process
    of its own. Raises :class:`AgentNameError` with what is wrong and the nearest valid name.
    """
    if spec.startswith(CPSC415):
        from planner_clue.agents.cpsc415.loading import METHOD_NAMES, check_file
        from planner_clue.agents.isolation.isolated_agent import IsolatedAgentFactory

        check_file(spec)
        return IsolatedAgentFactory(spec, settings, METHOD_NAMES)
    return load_here(spec, settings)


def check_fits(spec: str, board: Board | None, rules: Rules, players: int) -> None:
    """Raise :class:`AgentNameError` for an agent that was written for other tables."""
    if not spec.startswith(CPSC415):
        return
    if board is not None:
        raise AgentNameError(
            f"agent '{spec}' on board {board.name}; it knows no board: expected --board none"
        )
    if players != 3:
        raise AgentNameError(f"agent '{spec}' with {players} players; expected 3")
    if rules.without:
        raise AgentNameError(
            f"agent '{spec}' under --rules {rules.name}, without {', '.join(rules.without)}; "
            "expected all 21 cards, as in --rules cpsc415"
        )


def load_here(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of agents ``spec`` that play in this process."""
    if spec.startswith(CPSC415):
        from planner_clue.agents.cpsc415.loading import load_player

        return load_player(spec)
    if spec in BUILT_IN:
        return BUILT_IN[spec].load(settings)
    if spec.endswith("_CluePlayer.py"):
        raise AgentNameError(f"agent '{spec}'; did you mean '{CPSC415}{spec}'?")
    if is_file_spec(spec):
        return _checked(from_file(spec, "agent", "ClassName", AgentNameError), spec)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == spec:
            return _checked(run(point.load, f"agent '{spec}'", AgentNameError), spec)
    hint = nearest(spec, agent_names())
    raise AgentNameError(f"no agent '{spec}'; {hint}, path/to/file.py:ClassName or cpsc415:FILE.py")


def _checked(agent: Any, spec: str) -> AgentFactory:
    if not (inspect.isclass(agent) and issubclass(agent, Agent)):
        raise AgentNameError(
            f"agent '{spec}' is {agent!r}; expected a class of planner_clue.agents.Agent"
        )
    if inspect.isabstract(agent):
        missing = ", ".join(sorted(agent.__abstractmethods__))
        raise AgentNameError(f"agent '{spec}' does not define: {missing}")
    try:
        inspect.signature(agent).bind()
    except TypeError as error:
        raise AgentNameError(
            f"agent '{spec}' cannot be made as {agent.__name__}(): {error}"
        ) from error
    return agent
