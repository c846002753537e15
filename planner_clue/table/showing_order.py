"""Who is asked to show a card: rules 9 and 10 of ``docs/rules.md``."""

from collections.abc import Sequence, Set
from typing import NamedTuple

from planner_clue.cards import Card, Suggestion


class ClockwiseAnswers(NamedTuple):
    """How the others answer a suggestion, up to the first who can show a card."""

    passed: list[int]
    """The seats that hold none of the three, in the order in which they were asked."""
    shower: int | None
    """The first seat that holds one; None if all others passed."""
    cards: tuple[Card, ...]
    """What the shower may show: the cards of the three that it holds."""


def ask_clockwise(
    suggestion: Suggestion, suggester: int, hands: Sequence[Set[Card]]
) -> ClockwiseAnswers:
    """Ask clockwise from the ``suggester``, who is not asked, until somebody can show (rule 10).

    Own cards may be suggested (rule 9), so it may be that nobody can.
    """
    players = len(hands)
    passed: list[int] = []
    for step in range(1, players):
        seat = (suggester + step) % players
        hand = hands[seat]
        cards = tuple([card for card in suggestion if card in hand])
        if cards:
            return ClockwiseAnswers(passed, seat, cards)
        passed.append(seat)
    return ClockwiseAnswers(passed, None, ())
