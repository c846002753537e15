"""Which questions are about the cards that are probably in the case file."""

from collections import defaultdict

from planner_clue.belief import Belief
from planner_clue.cards import Suggestion

_DIGITS = 9
"""Sums of probabilities that agree to this many decimals count as equal."""


def chances_of_questions(belief: Belief) -> defaultdict[Suggestion, float]:
    """Return how probable the suspect and weapon of a question are if its room is right.

    A room that cannot be right says nothing about suspect and weapon.
    """
    chances: defaultdict[Suggestion, float] = defaultdict(float)
    impossible = set(belief.deck.rooms).difference(belief.candidates()[-1])
    for (suspect, weapon, right), chance in belief.case_files().items():
        for room in (right, *impossible):
            chances[Suggestion(suspect, weapon, room)] += chance
    for asked, chance in chances.items():
        chances[asked] = round(chance, _DIGITS)
    return chances
