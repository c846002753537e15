"""Which card to show: one that tells the least."""

from collections.abc import Sequence

from planner_clue.belief.transcript import Transcript
from planner_clue.cards import Card


def least_telling(cards: Sequence[Card], transcript: Transcript) -> Card:
    """Return what the asker has seen before, else what others have, else room, else weapon.

    ``cards`` are those that may be shown, in the order of the suggestion.
    """
    seen_by_asker = [card for to, card in transcript.shown if to == transcript.asker]
    seen_by_anybody = [card for _, card in transcript.shown if card in cards]
    told = [card for card in cards if card in seen_by_asker]
    return next(iter([*told, *seen_by_anybody, cards[-1]]))
