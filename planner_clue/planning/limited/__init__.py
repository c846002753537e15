"""Other people's work under limits of time, memory and output: programs, and Python in a child."""

from planner_clue.planning.limited.child import in_child
from planner_clue.planning.limited.program import Finished, listen, run_program
from planner_clue.planning.limited.running import interrupt, stop_all

__all__ = ["Finished", "in_child", "interrupt", "listen", "run_program", "stop_all"]
