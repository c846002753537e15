"""Other people's work under limits of time, memory and output: programs, and Python in a child."""

from planner_clue.planning.limited.child import in_child
from planner_clue.planning.limited.program import Finished, listen, run_program
from planner_clue.planning.limited.running import (
    check_interrupted,
    forget_interrupts,
    interrupt,
    leave,
    starting,
    stop_all,
)

__all__ = [
    "Finished",
    "check_interrupted",
    "forget_interrupts",
    "in_child",
    "interrupt",
    "leave",
    "listen",
    "run_program",
    "starting",
    "stop_all",
]
