"""When to accuse without being certain, because somebody else may win first."""

from planner_clue.belief import Belief
from planner_clue.deliberation.assumption import Assumption


def worth_accusing(belief: Belief, worth: float, *, others_may_win: bool) -> Assumption | None:
    """Return the case file to accuse, if it is certain or worth a gamble; otherwise None.

    While others may win, a case file with a probability of at least ``worth`` is worth a gamble:
    waiting for the proof would lose more games (``docs/strength.md``).
    """
    known = belief.case_file()
    if known is not None:
        return Assumption(known, 1.0)
    if not others_may_win:
        return None
    best = belief.most_probable()[0]
    chance = belief.chance(best)
    return Assumption(best, chance) if chance >= worth else None
