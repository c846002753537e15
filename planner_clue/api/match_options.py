"""The options of a match, as keyword arguments: those of the command ``match``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, get_type_hints

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import agent_names
from planner_clue.agents.settings import (
    AgentSettings,
    IsolationSettings,
    PlanningSettings,
    options_of,
)
from planner_clue.api.sources import TextOrPath, text_from
from planner_clue.deliberation.contract import agent_domain
from planner_clue.errors import AgentNameError, InputError, nearest, shown
from planner_clue.match.config import SEATS, MatchConfig

AgentSpec: TypeAlias = str | type[Agent]
"""An agent: a name, ``path/to/file.py:ClassName``, ``cpsc415:PATH``, ``command:...``, or a
class itself."""


class PlanningOptions(TypedDict, total=False):
    """The options of the planner; all may be left out."""

    engine: str
    search: str
    heuristic: str
    """A name, or ``path/to/file.py:function``."""
    domain: TextOrPath
    """A PDDL domain to plan in, instead of the planner's own."""
    model: str


class MatchOptions(PlanningOptions, total=False):
    """The options of a match, as the command line has them; all may be left out."""

    board: str
    """``classic``, ``huji``, ``none``, or the path of a map."""
    rules: str
    """A rule set with its options, such as ``standard,dice=1``."""
    seats: Literal["rotated", "fixed"]
    isolate: Literal["files", "all", "none"]
    """Which agents sit in processes of their own; classes that are handed over never do."""


def config_of(
    agents: Sequence[AgentSpec], games: int, seed: int, options: MatchOptions
) -> MatchConfig:
    """Return the match, checked.

    Raises an :class:`planner_clue.errors.InputError` for whatever is wrong with it.
    """
    if isinstance(agents, str) or not 3 <= len(agents) <= 6:
        raise InputError(f"agents {shown(agents)}; expected a list of 3 to 6")
    for what, number in (("games", games), ("seed", seed)):
        if type(number) is not int:
            raise InputError(f"{what} {shown(number)}; expected a whole number")
    check_options(options, MatchOptions)
    if (seats := options.get("seats", SEATS[0])) not in SEATS:
        raise InputError(f"seats {shown(seats)}; expected {' or '.join(SEATS)}")
    _check_agents(agents, options)
    classes = tuple(agent for agent in agents if isinstance(agent, type))
    config = MatchConfig(
        tuple(agent.__name__ if isinstance(agent, type) else agent for agent in agents),
        games,
        seed,
        board=options.get("board", "classic"),
        rules=options.get("rules", ""),
        seats=seats,
        settings=AgentSettings(
            planning=planning_settings(options),
            isolation=IsolationSettings(isolate=options.get("isolate", "files")),
            classes=tuple(dict.fromkeys(classes)),
        ),
    )
    config.check()
    return config


def planning_settings(options: PlanningOptions) -> PlanningSettings:
    """Return the settings that some options ask for.

    Raises :class:`planner_clue.errors.DomainError` for a domain that cannot be planned in.
    """
    named = [option.name for option in options_of(PlanningSettings)]
    given: dict[str, Any] = {name: options[name] for name in named if name in options}  # type: ignore[literal-required]
    if domain := given.get("domain"):
        read = text_from(domain, "domain")
        given |= {"domain": agent_domain(*read).text, "domain_source": read.source}
    return PlanningSettings(**given)


def check_options(options: Mapping[str, object], kind: type) -> None:
    """Refuse what is not an option of a kind, and a value that is not possible."""
    known = get_type_hints(kind)
    for name, value in options.items():
        if name not in known:
            raise InputError(f"option {name}; {nearest(name, known)}")
        if not isinstance(value, str | Path):
            raise InputError(f"{name} {shown(value)}; expected a text")
    for option in options_of(IsolationSettings):
        if option.name in options:
            option.check(options[option.name], option.name)


def _check_agents(agents: Sequence[AgentSpec], options: MatchOptions) -> None:
    named: dict[str, AgentSpec] = {name: name for name in agent_names()}
    for agent in agents:
        if isinstance(agent, Agent):
            name = type(agent).__name__
            raise AgentNameError(f"agent {name}() is an object; expected the class, {name}")
        if not isinstance(agent, str | type):
            raise AgentNameError(f"agent {shown(agent)}; expected a name or a class")
        if isinstance(agent, type):
            if options.get("isolate") == "all":
                raise InputError(f"isolate all with the class {agent.__name__}; expected a file")
            if named.setdefault(agent.__name__, agent) is not agent:
                raise AgentNameError(f"two agents are called {agent.__name__}; expected two names")
