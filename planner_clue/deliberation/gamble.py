"""When to accuse without being certain, because somebody else may win first."""

from collections.abc import Collection

from planner_clue.belief import Belief
from planner_clue.belief.styles import AIMLESS, ANY_CARDS, CARD_PRIORS, CARD_STYLES
from planner_clue.deliberation.assumption import Assumption

SLOW = (AIMLESS, ANY_CARDS)
"""Styles of asking with which players take long to win: there is time to find a proof."""
PATIENCE = 0.25
"""How much more probable a gamble has to be against players of one of these styles."""


def worth_accusing(belief: Belief, worth: float, rivals: Collection[int]) -> Assumption | None:
    """Return the case file to accuse, if it is certain or worth a gamble; otherwise None.

    While others, the ``rivals``, may win, a case file with a probability of at least ``worth`` is
    worth a gamble: waiting for the proof would lose more games (``docs/strength-history.md``). The
    more they seem to choose cards in a style that takes long, the more probable it has to be
    (:data:`PATIENCE`).
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
    asks = [belief.asks(seat) for seat in sorted(rivals)]
    for style in SLOW:
        share = sum(of_seat[style.name] for of_seat in asks) / len(rivals)
        prior = float(CARD_PRIORS[CARD_STYLES.index(style)])
        worth += PATIENCE * max(0.0, share - prior)
    return Assumption(best, chance) if chance >= worth else None
