"""Knowledge and probabilities of a seat, from its observations."""

from planner_clue.belief.belief import Belief, believe
from planner_clue.belief.knowledge import ContradictionError, Knowledge

__all__ = ["Belief", "ContradictionError", "Knowledge", "believe"]
