"""The belief of a seat at a real table."""

from planner_clue.api.sources import SeenSource, name_of, seen_from
from planner_clue.belief import Belief
from planner_clue.belief.choice import uniform
from planner_clue.belief.from_seen import belief_from


def read_belief(source: SeenSource, *, logic: bool = False, asking: int = 1) -> Belief:
    """Return what follows from a hand and a list of observations.

    ``source`` is a file as for ``planner-clue belief``: its path, its text, or its content. With
    ``logic``, every possible deal is equally probable, however players choose the cards they
    show. ``asking`` is as for :class:`planner_clue.Belief`.

    Raises :class:`planner_clue.errors.SeenError` for what is wrong or contradicts itself.
    """
    return belief_from(
        seen_from(source), name_of(source), None if logic else uniform, asking=asking
    )
