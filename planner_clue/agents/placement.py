"""Where an agent runs: in the process of the match, or in one of its own."""

from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.registry import CPSC415, load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Board
from planner_clue.errors import AgentNameError
from planner_clue.table.rules import Rules


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
