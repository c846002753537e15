"""The belief after everything that a file of a real table says."""

from planner_clue.belief.belief import Belief
from planner_clue.belief.choice import ChoiceOfCard, uniform
from planner_clue.belief.knowledge import ContradictionError
from planner_clue.errors import SeenError
from planner_clue.table.seen import Seen


def belief_from(
    seen: Seen, source: str, choice: ChoiceOfCard | None = uniform, *, asking: int = 1
) -> Belief:
    """Return the belief of a seat that has seen this; ``choice`` and ``asking`` as for `Belief`.

    Raises :class:`SeenError`, which names ``source``, if the observations contradict each other.
    """
    known = Belief(seen.seat, choice, asking=asking)
    try:
        for event in seen.events:
            known.observe(event)
        known.check()
    except ContradictionError as error:
        raise SeenError(f"{source}: {error}") from error
    return known
