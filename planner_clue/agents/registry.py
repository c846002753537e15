"""Agents by name, loaded into the process of the match or into processes of their own."""

import inspect
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import BUILT_IN, AgentFactory, agent_names, installed
from planner_clue.agents.command import COMMAND, SPEEDCLUE, is_program
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.game.board import Board
from planner_clue.game.cards import Deck
from planner_clue.game.rules import Rules
from planner_clue.support.errors import AgentNameError, nearest, shown
from planner_clue.support.plugins import file_and_name, from_file, is_file_spec, run

if TYPE_CHECKING:
    from planner_clue.agents.isolated_agent import IsolatedAgentFactory

CPSC415 = "cpsc415:"
"""Name prefix of players of the CPSC 415 tournament."""
_ADAPTERS = {
    COMMAND: "planner_clue.adapters.programs.json_lines",
    SPEEDCLUE: "planner_clue.adapters.programs.speedclue",
    CPSC415: "planner_clue.adapters.cpsc415.player",
}
"""The modules that load agents with another interface, by the prefix of their names."""
SPEEDCLUE_RULES = "standard,last_wins=yes"


def _adapter(spec: str) -> Any:
    """Return the adapter of an agent's prefix, if any; imported here, because few need it."""
    found = (module for prefix, module in _ADAPTERS.items() if spec.startswith(prefix))
    return import_module(module) if (module := next(found, None)) else None


def is_isolated(spec: str, isolation: IsolationSettings) -> bool:
    """Return whether ``spec`` always runs in its own process, as programs do."""
    of_a_file = is_file_spec(spec) and isolation.isolate == "files"
    always = is_program(spec) or spec.startswith(CPSC415)
    return isolation.isolate == "all" or always or of_a_file


def load_agent(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of the agents named ``spec``; raises :class:`AgentNameError`."""
    return load_isolated(spec, settings) if is_apart(spec, settings) else load_here(spec, settings)


def is_apart(spec: str, settings: AgentSettings) -> bool:
    """Return whether agent ``spec`` runs in its own process with these settings."""
    return not settings.class_called(spec) and is_isolated(spec, settings.isolation)


def load_isolated(
    spec: str, settings: AgentSettings, *, hash_seed: int = 0
) -> "IsolatedAgentFactory":
    """Return a factory of isolated agents, whose processes use ``hash_seed``."""
    # Imported here, because a process that hosts an agent needs none of it.
    from planner_clue.agents.isolated_agent import IsolatedAgentFactory

    names = adapter.METHOD_NAMES if (adapter := _adapter(spec)) else None
    return IsolatedAgentFactory(spec, settings, file_of(spec), names, hash_seed=hash_seed)


def file_of(spec: str) -> Path | None:
    """Return the file that ``spec`` names, if any; :class:`AgentNameError` if it is missing."""
    if spec.startswith(CPSC415):
        return Path(_adapter(spec).check_file(spec))
    if is_program(spec) or not is_file_spec(spec) or spec.endswith("_CluePlayer.py"):
        return None
    return file_and_name(spec, "agent", "ClassName", AgentNameError)[0]


_OF_USUAL_RULES = "bn1", "bn2", "entropy", "ladder-1", "ladder-2", "planner-huji", "rules"
"""Agents that take a card for the case file's if no hand has it, and may name own cards."""


def check_fits(spec: str, board: Board | None, rules: Rules, players: int) -> None:
    """Raise :class:`AgentNameError` for an agent that cannot play at this table."""
    is_contest = spec.startswith((CPSC415, SPEEDCLUE))
    is_unusual = rules.face_up or rules.pile or not rules.own_cards
    if is_unusual and (is_contest or spec in _OF_USUAL_RULES):
        expected = "expected an agent that knows these rules, such as exact or planner"
        raise AgentNameError(f"agent '{spec}' under --rules {rules}; {expected}")
    if not is_contest:
        return
    if board:
        what = f"agent '{spec}' on board {board.name}"
        raise AgentNameError(f"{what}; it cannot play on a board; expected --board none")
    usual = "cpsc415" if spec.startswith(CPSC415) else SPEEDCLUE_RULES
    if spec.startswith(CPSC415):
        if players != 3:
            raise AgentNameError(f"agent '{spec}' with {players} players; expected 3")
    elif rules.suggest_or_accuse or rules.secret_accusations:
        raise AgentNameError(
            f"agent '{spec}' under --rules {rules}; it accuses after its suggestions, and hears of "
            f"all accusations: expected --rules {usual}"
        )
    if board is not None and board.deck != Deck():
        what = f"agent '{spec}' with the cards of {board.name}"
        raise AgentNameError(f"{what}; expected the classic ones")
    if rules.without:
        what = f"agent '{spec}' under --rules {rules.name}, without {', '.join(rules.without)}"
        raise AgentNameError(f"{what}; expected all 21 cards, as in --rules {usual}")


def load_here(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of agents ``spec`` that play in this process."""
    if given := settings.class_called(spec):
        return _checked(given, spec)
    if adapter := _adapter(spec):
        factory: AgentFactory = adapter.load(spec)
        return factory
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
        "cpsc415:FILE.py, 'command:java -jar mine.jar' or 'speedclue:java -jar Bot.jar'"
    )


def _checked(agent: Any, spec: str) -> AgentFactory:
    if not (inspect.isclass(agent) and issubclass(agent, Agent)):
        what = f"agent '{spec}' is {shown(agent)}"
        raise AgentNameError(f"{what}; expected a class derived from planner_clue.Agent")
    if inspect.isabstract(agent):
        missing = ", ".join(sorted(agent.__abstractmethods__))
        raise AgentNameError(f"agent '{spec}' does not define: {missing}")
    try:
        if agent.__init__ is not object.__init__ or agent.__new__ is not object.__new__:
            inspect.signature(agent).bind()
    except TypeError as error:
        what = f"agent '{spec}' cannot be made as {agent.__name__}()"
        raise AgentNameError(f"{what}: {error}") from error
    return agent
