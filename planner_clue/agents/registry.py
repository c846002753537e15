"""Agents by name, loaded into this very process: built in, from a file, or installed."""

import inspect
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import (
    BUILT_IN,
    AgentFactory,
    agent_names,
    installed,
)
from planner_clue.agents.programs.command import SPEEDCLUE, is_program, split
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import AgentNameError, nearest, shown
from planner_clue.plugins import from_file, is_file_spec, run

CPSC415 = "cpsc415:"
"""Prefix of the names of players written for the CPSC 415 tournament."""


def load_here(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of agents ``spec`` that play in this process."""
    if given := settings.class_called(spec):
        return _checked(given, spec)
    if spec.startswith(CPSC415):
        from planner_clue.agents.cpsc415.player import load_player

        return load_player(spec)
    if is_program(spec):
        return _program(*split(spec))
    if spec in BUILT_IN:
        return BUILT_IN[spec].load(settings)
    if spec.endswith("_CluePlayer.py"):
        raise AgentNameError(f"agent '{spec}'; did you mean '{CPSC415}{spec}'?")
    if is_file_spec(spec):
        return _checked(from_file(spec, "agent", "ClassName", AgentNameError), spec)
    if point := installed().get(spec):
        return _checked(run(point.load, f"agent '{spec}'", AgentNameError), spec)
    hint = nearest(spec, agent_names())
    raise AgentNameError(
        f"no agent '{spec}'; {hint}, path/to/file.py:ClassName, "
        "cpsc415:FILE.py or 'command:java -jar mine.jar'"
    )


def _program(kind: str, words: list[str]) -> AgentFactory:
    if kind == SPEEDCLUE:
        from planner_clue.agents.programs.speedclue import SpeedClueFactory

        return SpeedClueFactory(words)
    from planner_clue.agents.programs.json_lines import ProgramFactory

    return ProgramFactory(words)


def _checked(agent: Any, spec: str) -> AgentFactory:
    if not (inspect.isclass(agent) and issubclass(agent, Agent)):
        raise AgentNameError(
            f"agent '{spec}' is {shown(agent)}; expected a class derived from planner_clue.Agent"
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
