"""Which case file a planner takes for true."""

from collections.abc import Sequence
from math import prod
from random import Random
from typing import NamedTuple

from planner_clue.belief import Belief
from planner_clue.cards import Card, CaseFile


class Assumption(NamedTuple):
    """A case file that is taken for true, and the probability that it is."""

    case_file: CaseFile
    chance: float


def most_probable(belief: Belief, current: CaseFile | None, rng: Random) -> Assumption:
    """Assume the most probable case file; between equals, the ``current`` one, or any."""
    equals = belief.most_probable()
    assumed = current if current in equals else rng.choice(equals)
    return Assumption(assumed, belief.chance(assumed))


def any_possible(
    candidates: Sequence[Sequence[Card]], current: CaseFile | None, rng: Random
) -> Assumption:
    """Assume the ``current`` case file while it is possible, else draw each card by itself.

    ``candidates`` are the cards of each category that may be in the case file; all of them
    count as equally probable.
    """
    chance = 1 / prod(map(len, candidates))
    if current and all(card in of for card, of in zip(current, candidates, strict=True)):
        return Assumption(current, chance)
    return Assumption(CaseFile(*map(rng.choice, candidates)), chance)
