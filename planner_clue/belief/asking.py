"""What players ask about, as evidence of the cards they hold.

A player who knows where a card is need not ask about it, and most players seldom do. So a player
who asks about a card probably does not hold it. And a player who was shown one of three cards
and later asks about two of them again was probably shown the third. Rooms count like other
cards, although a player may ask in a room only because it is near.

This evidence changes what is probable, but never what is possible. Its strength is a ratio,
:attr:`Asked.odds`. Some players bluff: they ask about cards whose place they know. A player who
is seen to bluff is trusted less from then on.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.counting import Integers
from planner_clue.belief.numbering import Numbering
from planner_clue.cards import Card, Suggestion


@dataclass
class HiddenShow:
    """A card that one seat showed another, unseen by this seat."""

    seat: int
    to: int
    asked: Suggestion
    again: set[Card] = field(default_factory=set)
    """The cards of the three that ``to`` asked about again later."""


@dataclass
class Asked:
    """What the other seats asked about, and what they knew when they did."""

    odds: int = 1
    """How many times less probable it is that a player asks about a card whose place it knows.
    With 1, questions tell nothing."""
    cards: dict[int, set[Card]] = field(default_factory=dict)
    """The cards that each seat asked about."""
    shows: list[HiddenShow] = field(default_factory=list)
    _known: dict[int, set[Card]] = field(default_factory=dict)
    """Cards whose place each seat surely knows, because this seat and that seat showed them
    to each other."""
    _bluffs: dict[int, set[Card]] = field(default_factory=dict)
    """Cards that each seat asked about although it knew where they are."""

    def hear(self, seat: int, cards: Suggestion) -> bool:
        """Note what another seat asks about; return whether that changes any probability."""
        named, trusted = self.cards.setdefault(seat, set()), self.odds_of(seat)
        news = not named.issuperset(cards)
        named.update(cards)
        known = self._known.get(seat, set())
        self._bluffs.setdefault(seat, set()).update(known.intersection(cards))
        news = news or self.odds_of(seat) != trusted
        for show in self.shows:
            if show.to == seat:
                again = set(show.asked).intersection(cards)
                news = news or not show.again.issuperset(again)
                show.again.update(again)
        return news and self.odds > 1

    def see(self, seat: int, card: Card) -> bool:
        """Note a card that a seat showed to this one; return whether it is trusted less now."""
        trusted = self.odds_of(seat)
        self._known.setdefault(seat, set()).add(card)
        if card in self.cards.get(seat, ()):
            self._bluffs.setdefault(seat, set()).add(card)
        return self.odds_of(seat) != trusted

    def show(self, to: int, card: Card) -> None:
        """Note a card that this seat showed to another."""
        self._known.setdefault(to, set()).add(card)

    def hide(self, seat: int, to: int, asked: Suggestion) -> None:
        """Note that one seat showed another one of three cards, unseen by this seat."""
        self.shows.append(HiddenShow(seat, to, asked))

    def odds_of(self, seat: int) -> int:
        """Return :attr:`odds` for one seat: halved for each card it bluffed about, at least 1."""
        return max(1, self.odds >> len(self._bluffs.get(seat, ())))

    def weigh(
        self,
        seat: int,
        sets: Integers,
        numbering: Numbering,
        known: Collection[Card],
        bits: int,
    ) -> Integers:
        """Return for each hand how well it explains the questions, shape (hands,).

        Whole numbers from 1 to ``2 ** bits``, in proportion to

            odds_of(seat) ** -(number of cards in the hand that the seat asked about)
            * product over the seat's hidden shows of P(the other asks again as it did)

        ``sets`` are the hands, as sets of numbered cards; ``known`` are further cards that the
        seat certainly has.
        """
        named = numbering.set_of(self.cards.get(seat, ()))
        held = np.bitwise_count(sets & named)
        chances = float(self.odds_of(seat)) ** -held.astype(np.float64)
        for show in self.shows:
            if show.seat == seat and show.again:
                chances *= self._chance_of_asking_again(show, sets, numbering, known)
        largest = float(chances.max(initial=0)) or 1.0
        rounded = np.rint(chances * (2**bits / largest))
        weights: Integers = np.maximum(1, rounded).astype(np.int64)
        return weights

    def _chance_of_asking_again(
        self, show: HiddenShow, sets: Integers, numbering: Numbering, known: Collection[Card]
    ) -> NDArray[np.float64]:
        """Return for each hand how probably the other asks again as it did, shape (hands,).

        The shown card is one of those the hand could show, all equally likely. If the other
        asked about the shown card again, its questions are ``odds_of(other)`` times less
        probable. The result is the average over these cards: 1, or ``1 / odds_of(other)``
        for a card that was asked about again.
        """
        could_show, again = np.zeros(len(sets)), np.zeros(len(sets))
        for card in show.asked:
            held = np.full(len(sets), card in known) | (sets & numbering.set_of([card]) != 0)
            could_show += held
            again += held if card in show.again else 0
        unlikely = again * (1 - 1 / self.odds_of(show.to))
        return 1 - unlikely / np.maximum(could_show, 1)
