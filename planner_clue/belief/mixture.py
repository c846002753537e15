"""The mixture over styles: what the choices of a seat say of its hand and of its styles."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from planner_clue.belief.styles import CARD_PRIORS, PRIORS, ROOM_PRIORS, Floats


class ByStyle(NamedTuple):
    """Probabilities of styles, and of choices in them; the first axis is that of the styles."""

    cards: Floats
    """Of the styles of suspect and weapon."""
    rooms: Floats
    """Of the styles of room."""


_TOGETHER: Floats = PRIORS / np.outer(CARD_PRIORS, ROOM_PRIORS)
"""The likelihood of a style of cards and one of rooms together, relative to independence."""


class OfHands(NamedTuple):
    """The probabilities of the choices of one seat with each of its hands."""

    chosen: ByStyle
    """Of shape (styles, hands)."""
    together: Floats = _TOGETHER
    """Factor for each pair of styles, shape (styles of cards, styles of rooms)."""

    def chances(self) -> Floats:
        """Return the probability of all choices with each hand, shape (hands,)."""
        cards, rooms = self.chosen
        chances: Floats = (cards * (self.together @ rooms)).sum(axis=0)
        return chances

    def shares(self) -> ByStyle:
        """Return the probability of each style, all hands alike, shape (styles,)."""
        both = self.together * (self.chosen.cards @ self.chosen.rooms.T)
        return ByStyle(*(both.sum(axis=axis) / (both.sum() or 1.0) for axis in (1, 0)))

    def shares_of(self, weights: Floats) -> ByStyle:
        """Return the probability of each style where hands have weights that sum to 1."""
        cards, rooms = self.chosen
        by_hand = weights / self.chances()
        return ByStyle(
            (cards * (self.together @ rooms)) @ by_hand,
            (rooms * (self.together.T @ cards)) @ by_hand,
        )


def alike(plain: Sequence[OfHands], heard: Sequence[int]) -> list[OfHands]:
    """Return the same, with priors of the styles that go by how the other seats choose."""
    seeming = {seat: plain[seat].shares() for seat in heard}
    found = []
    for seat, of_seat in enumerate(plain):
        others = [shares for other, shares in seeming.items() if other != seat]
        cards = np.mean([CARD_PRIORS, *(shares.cards for shares in others)], axis=0)
        rooms = np.mean([ROOM_PRIORS, *(shares.rooms for shares in others)], axis=0)
        likelier = np.outer(cards / CARD_PRIORS, rooms / ROOM_PRIORS)
        found.append(of_seat._replace(together=_TOGETHER * likelier))
    return found
