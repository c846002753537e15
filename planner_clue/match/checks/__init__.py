"""Whether an agent keeps the contract: games of it, and what they tell.

- ``check_agent``: everything at once; ``checked_tables``: where it is played;
- ``checked_game``: one game of the agent, and all that was seen of it; ``watched``: how it is seen;
- ``findings``: what a check comes to; ``decided`` and ``limits``: the checks of answers, and of
  time, memory and output; ``again``: whether games can be repeated;
- ``left_behind``: notes, times and files; ``hanging``: where an agent was when time was up;
- ``rash``: an opponent that accuses wrongly.
"""

from planner_clue.match.checks.check_agent import AgentReport, check_agent
from planner_clue.match.checks.checked_tables import CheckedTable
from planner_clue.match.checks.findings import Check, Finding

__all__ = ["AgentReport", "Check", "CheckedTable", "Finding", "check_agent"]
