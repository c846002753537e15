"""What players ask about: what a question tells besides its answer.

Nobody has to ask about suspects and weapons of which they know where they are, and most players
seldom do. So whoever asks about a card holds it the less probably; and whoever was shown one of
three cards and asks about two of them again was probably shown the third. Rooms are taken alike,
though a player may ask in one only because it is near. This is no knowledge, only evidence: it
changes what is probable and never what is possible. Who is seen to ask about what it knows is
believed the less.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.counting import Integers
from planner_clue.cards import Card, Suggestion


@dataclass
class HiddenShow:
    """A card that was shown to somebody else, and which of the three that seat asked for again."""

    seat: int
    to: int
    asked: Suggestion
    again: set[Card] = field(default_factory=set)


@dataclass
class Asked:
    """The cards that others asked about, and the cards they were shown."""

    odds: int = 1
    """How many times less probably a player asks about a card that it knows, for each such card;
    with 1 questions tell nothing. Halved for each such card that it is seen to ask about."""
    cards: dict[int, set[Card]] = field(default_factory=dict)
    """By the seat that asked."""
    shows: list[HiddenShow] = field(default_factory=list)
    _known: dict[int, set[Card]] = field(default_factory=dict)
    """What each seat knows for sure: what this seat showed to it, and what it showed itself."""
    _idle: dict[int, set[Card]] = field(default_factory=dict)
    """Cards that a seat asked about although it knew them."""

    def hear(self, seat: int, cards: Suggestion) -> bool:
        """Note what a seat asks about; tell whether that is news."""
        named, trusted = self.cards.setdefault(seat, set()), self.odds_of(seat)
        news = not named.issuperset(cards)
        named.update(cards)
        self._idle.setdefault(seat, set()).update(self._known.get(seat, set()).intersection(cards))
        news = news or self.odds_of(seat) != trusted
        for show in self.shows:
            if show.to == seat:
                again = set(show.asked).intersection(cards)
                news = news or not show.again.issuperset(again)
                show.again.update(again)
        return news and self.odds > 1

    def see(self, seat: int, card: Card) -> bool:
        """Note a card that a seat showed to this one; tell whether it is trusted less now."""
        trusted = self.odds_of(seat)
        self._known.setdefault(seat, set()).add(card)
        if card in self.cards.get(seat, ()):
            self._idle.setdefault(seat, set()).add(card)
        return self.odds_of(seat) != trusted

    def show(self, to: int, card: Card) -> None:
        """Note a card that this seat showed."""
        self._known.setdefault(to, set()).add(card)

    def hide(self, seat: int, to: int, asked: Suggestion) -> None:
        """Note that a seat showed another one of three cards."""
        self.shows.append(HiddenShow(seat, to, asked))

    def odds_of(self, seat: int) -> int:
        """Return :attr:`odds` as far as this seat still deserves it."""
        return max(1, self.odds >> len(self._idle.get(seat, ())))

    def weigh(
        self,
        seat: int,
        sets: Integers,
        set_of: Callable[[Iterable[Card]], int],
        known: Collection[Card],
        bits: int,
    ) -> Integers:
        """Return how probably a seat with each of these hands asks and shows as it did.

        Proportional whole numbers of so many bits. ``set_of`` makes a set like those in ``sets``
        of the unlocated ones of some cards; ``known`` are cards that the seat is known to have.
        """
        named = set_of(self.cards.get(seat, ()))
        held = np.bitwise_count(sets & named)
        chances = float(self.odds_of(seat)) ** -held.astype(np.float64)
        for show in self.shows:
            if show.seat == seat and show.again:
                chances *= self._asking_on(show, sets, set_of, known)
        most = float(chances.max(initial=0)) or 1.0
        weights: Integers = np.maximum(1, np.rint(chances * (2**bits / most))).astype(np.int64)
        return weights

    def _asking_on(
        self,
        show: HiddenShow,
        sets: Integers,
        set_of: Callable[[Iterable[Card]], int],
        known: Collection[Card],
    ) -> NDArray[np.float64]:
        """Return how probably the other asks on as it did, any card being shown alike."""
        could_show, again = np.zeros(len(sets)), np.zeros(len(sets))
        for card in show.asked:
            held = np.full(len(sets), card in known) | (sets & set_of([card]) != 0)
            could_show += held
            again += held if card in show.again else 0
        unlikely = again * (1 - 1 / self.odds_of(show.to))
        return 1 - unlikely / np.maximum(could_show, 1)
