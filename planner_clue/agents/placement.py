"""Loading of agents into the process of the match, or into one of their own."""

from pathlib import Path

from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.programs.command import SPEEDCLUE, is_program
from planner_clue.agents.registry import CPSC415, load_here
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.board import Board
from planner_clue.errors import AgentNameError
from planner_clue.plugins import file_and_name, is_file_spec
from planner_clue.table.rules import Rules

SPEEDCLUE_RULES = "standard,last_wins=yes"
"""The rules of the Speed Clue contest."""


def is_isolated(spec: str, isolation: IsolationSettings) -> bool:
    """Tell whether agent ``spec`` sits in a process of its own.

    Programs always do, and players of the CPSC 415 tournament, because they use global random
    generators.
    """
    of_a_file = is_file_spec(spec) and isolation.isolate == "files"
    always = is_program(spec) or spec.startswith(CPSC415)
    return isolation.isolate == "all" or always or of_a_file


def load_agent(spec: str, settings: AgentSettings) -> AgentFactory:
    """Return a factory of agents that a match names ``spec``.

    That is a registered name, ``file.py:ClassName``, ``cpsc415:PATH``, or a command. Raises
    :class:`AgentNameError` with what is wrong and the nearest valid name.
    """
    if is_apart(spec, settings):
        return load_isolated(spec, settings)
    return load_here(spec, settings)


def is_apart(spec: str, settings: AgentSettings) -> bool:
    """Tell whether agent ``spec`` sits in a process of its own under these settings."""
    return not settings.class_called(spec) and is_isolated(spec, settings.isolation)


def load_isolated(
    spec: str, settings: AgentSettings, *, hash_seed: int = 0
) -> IsolatedAgentFactory:
    """Return a factory of agents ``spec`` that sit in processes of their own.

    Their sets of texts stand in an order that follows from ``hash_seed``; in matches that is 0.
    Raises :class:`AgentNameError`.
    """
    names = None
    if spec.startswith(CPSC415):
        from planner_clue.agents.cpsc415.player import METHOD_NAMES

        names = METHOD_NAMES
    elif spec.startswith(SPEEDCLUE):
        from planner_clue.agents.programs import speedclue

        names = speedclue.METHOD_NAMES
    return IsolatedAgentFactory(spec, settings, file_of(spec), names, hash_seed=hash_seed)


def file_of(spec: str) -> Path | None:
    """Return the file that ``spec`` names; None for an agent that is registered, or a program.

    Raises :class:`AgentNameError` if there is no such file.
    """
    if spec.startswith(CPSC415):
        from planner_clue.agents.cpsc415.player import check_file

        return check_file(spec)
    if is_program(spec) or not is_file_spec(spec) or spec.endswith("_CluePlayer.py"):
        return None
    return file_and_name(spec, "agent", "ClassName", AgentNameError)[0]


def check_fits(spec: str, board: Board | None, rules: Rules, players: int) -> None:
    """Raise :class:`AgentNameError` for an agent that was written for other tables."""
    if not spec.startswith((CPSC415, SPEEDCLUE)):
        return
    if board is not None:
        raise AgentNameError(
            f"agent '{spec}' on board {board.name}; it knows no board: expected --board none"
        )
    if spec.startswith(SPEEDCLUE):
        _check_speedclue(spec, rules)
    elif players != 3:
        raise AgentNameError(f"agent '{spec}' with {players} players; expected 3")
    if rules.without:
        raise AgentNameError(
            f"agent '{spec}' under --rules {rules.name}, without {', '.join(rules.without)}; "
            f"expected all 21 cards, as in --rules {_usual_rules(spec)}"
        )


def _usual_rules(spec: str) -> str:
    return "cpsc415" if spec.startswith(CPSC415) else SPEEDCLUE_RULES


def _check_speedclue(spec: str, rules: Rules) -> None:
    if rules.suggest_or_accuse or rules.secret_accusations:
        raise AgentNameError(
            f"agent '{spec}' under --rules {rules}; it accuses after its suggestions, and hears of "
            f"all accusations: expected --rules {SPEEDCLUE_RULES}"
        )
