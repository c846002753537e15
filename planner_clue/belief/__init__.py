"""What one seat knows, and how probable the rest is, from what it saw.

Begin with ``belief``: it asks ``knowledge`` for what is certain and ``posterior`` for what is
probable. ``asking`` adds the evidence in the suggestions of others.
"""

from planner_clue.belief.belief import Belief, believe
from planner_clue.belief.knowledge import ContradictionError, Knowledge

__all__ = ["Belief", "ContradictionError", "Knowledge", "believe"]
