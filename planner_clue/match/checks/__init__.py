"""Checks of an agent's contract, by games.

- ``check_agent``: all checks; ``contract``: findings, and the checks of answers and limits;
  ``determinism``: the check of games played again;
- ``checked_game``: the games; ``rash_opponent``: an opponent in them that accuses wrongly.
"""

from planner_clue.match.checks.check_agent import AgentReport, check_agent
from planner_clue.match.checks.checked_game import CheckedTable
from planner_clue.match.checks.contract import Check, Finding

__all__ = ["AgentReport", "Check", "CheckedTable", "Finding", "check_agent"]
