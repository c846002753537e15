"""Which observations contradict each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planner_clue.belief.consistency import first_impossible, is_possible
from planner_clue.belief.reasons import minimal, what_happened
from planner_clue.belief.transcript import Evidence
from planner_clue.table.decisions import Seat


@dataclass(frozen=True)
class Conflict:
    """A piece of evidence that cannot be true, and what it contradicts."""

    impossible: Evidence
    """The first piece that cannot be true after those before it."""
    against: tuple[Evidence, ...]
    """Pieces before it that rule it out, none to spare. None at all if it contradicts the seat's
    own hand."""

    def in_words(self, names: Sequence[str], where: Callable[[Evidence], str]) -> str:
        """Return what cannot be true and what it contradicts; ``where`` says "in line 3", say."""
        earlier = [f"{what_happened(piece, names)} {where(piece)}" for piece in self.against]
        reason = "; ".join(earlier) or "your own hand"
        said = what_happened(self.impossible, names)
        return f"{said}: that cannot be true, it contradicts {reason}"


def find_conflict(seat: Seat, evidence: Sequence[Evidence]) -> Conflict | None:
    """Return the first conflict in what a seat has seen; None if some deal fits all of it.

    Whole observations are left out first, one after the other as far as they are not needed, and
    then single pieces.
    """
    impossible = first_impossible(seat, evidence)
    if impossible is None:
        return None
    before = evidence[: evidence.index(impossible)]

    def ruled_out(kept: Sequence[Evidence]) -> bool:
        return not is_possible(seat, [*kept, impossible])

    numbers = sorted({piece.observation for piece in before})
    needed = minimal(
        lambda kept: ruled_out([piece for piece in before if piece.observation in kept]), numbers
    )
    pieces = [piece for piece in before if piece.observation in needed]
    left = minimal(lambda kept: ruled_out([pieces[n] for n in kept]), range(len(pieces)))
    return Conflict(impossible, tuple(pieces[number] for number in left))
