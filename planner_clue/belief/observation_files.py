"""The belief from a file of observations at a real table."""

from planner_clue.belief.belief import Belief, believe
from planner_clue.belief.choice import ChoiceOfCard, uniform
from planner_clue.belief.knowledge import ContradictionError
from planner_clue.belief.reasons import find_conflict
from planner_clue.belief.transcript import Transcript
from planner_clue.errors import SeenError
from planner_clue.table.observations import SeatObservations


def belief_from(
    seen: SeatObservations, source: str, choice: ChoiceOfCard | None = uniform, *, asking: int = 1
) -> Belief:
    """Return the belief of a seat that has seen this; ``choice`` and ``asking`` as for `Belief`.

    Raises :class:`SeenError`, which names ``source`` and the observations, as few as possible, if
    they contradict each other.
    """
    try:
        known = believe(seen.seat, seen.events, choice, asking=asking)
        known.check()
    except ContradictionError as error:
        raise contradiction(seen, source, error) from error
    return known


def contradiction(seen: SeatObservations, source: str, error: ContradictionError) -> SeenError:
    """Return the contradiction in a file whose observations cannot all be true."""
    transcript = Transcript(seen.seat)
    for event in seen.events:
        transcript.observe(event)
    conflict = find_conflict(seen.seat, transcript.evidence)
    if conflict is None:
        return SeenError(f"{source}: {error}")
    said = conflict.in_words(seen.names, lambda piece: f"in {seen.where[piece.observation]}")
    return SeenError(f"{source}: {seen.where[conflict.impossible.observation]}: {said}")
