"""When to accuse without being certain, because somebody else may win first."""

from collections.abc import Collection

from planner_clue.belief import Belief
from planner_clue.belief.styles import ANY_CARDS
from planner_clue.deliberation.assumption import Assumption

PATIENCE = 0.25
"""How much more probable a gamble has to be against players who ask about any cards: they need long
to win, so there is time to find a proof."""


def worth_accusing(belief: Belief, worth: float, rivals: Collection[int]) -> Assumption | None:
    """Return the case file to accuse, if it is certain or worth a gamble; otherwise None.

    While others, the ``rivals``, may win, a case file with a probability of at least ``worth`` is
    worth a gamble: waiting for the proof would lose more games (``docs/strength.md``). The more
    they seem to ask about any cards, the more probable it has to be, by up to :data:`PATIENCE`.
    """
    known = belief.case_file()
    if known is not None:
        return Assumption(known, 1.0)
    if not rivals:
        return None
    best = belief.most_probable()[0]
    chance = belief.chance(best)
    if chance < worth:
        return None
    careless = sum(belief.asks(seat)[ANY_CARDS.name] for seat in sorted(rivals)) / len(rivals)
    patience = PATIENCE * max(0.0, careless - ANY_CARDS.prior)
    return Assumption(best, chance) if chance >= worth + patience else None
