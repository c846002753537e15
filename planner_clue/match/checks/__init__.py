"""Checks of an agent's contract, by games."""

from planner_clue.match.checks.check_agent import AgentReport, check_agent
from planner_clue.match.checks.checked_game import CheckedTable
from planner_clue.match.checks.contract import Check, Finding

__all__ = ["AgentReport", "Check", "CheckedTable", "Finding", "check_agent"]
