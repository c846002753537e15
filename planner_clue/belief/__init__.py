"""What a seat can know from what it has seen."""

from planner_clue.belief.belief import Belief
from planner_clue.belief.knowledge import ContradictionError, Knowledge

__all__ = ["Belief", "ContradictionError", "Knowledge"]
