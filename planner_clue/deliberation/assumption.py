"""Which case file a planner assumes."""

from collections.abc import Sequence
from math import prod
from random import Random
from typing import NamedTuple

from planner_clue.belief import Belief
from planner_clue.cards import Card, CaseFile


class Assumption(NamedTuple):
    """An assumed case file, and the probability that it is right."""

    case_file: CaseFile
    chance: float


def most_probable(belief: Belief, current: CaseFile | None, rng: Random) -> Assumption:
    """Assume the most probable case file; of several, the ``current`` one, or else any."""
    equals = belief.most_probable()
    assumed = current if current in equals else rng.choice(equals)
    return Assumption(assumed, belief.chance(assumed))


def any_possible(
    candidates: Sequence[Sequence[Card]], current: CaseFile | None, rng: Random
) -> Assumption:
    """Assume the ``current`` case file while it is possible; otherwise draw one.

    ``candidates`` are the cards of each category that may be in the case file. All cards of a
    category are taken as equally probable.

    >>> candidates = [[Card("green")], [Card("rope"), Card("knife")], [Card("hall")]]
    >>> any_possible(candidates, CaseFile(Card("green"), Card("rope"), Card("hall")), Random(1))
    Assumption(case_file=CaseFile(suspect='green', weapon='rope', room='hall'), chance=0.5)
    """
    chance = 1 / prod(map(len, candidates))
    if current and all(card in of for card, of in zip(current, candidates, strict=True)):
        return Assumption(current, chance)
    return Assumption(CaseFile(*map(rng.choice, candidates)), chance)
