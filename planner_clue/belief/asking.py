"""What players ask about, as evidence of the cards they hold.

A player who knows where a card is need not ask about it, and most players seldom do. So a player
who asks about a card probably does not hold it. And a player who was shown one of three cards
and later asks about two of them again was probably shown the third. Rooms count like other
cards, although a player may ask in a room only because it is near.

Some players bluff: they ask about cards that they hold. Two things give them away, and from then
on their questions tell nothing:

- Nobody answers a question, and the player does not accuse. Then it most probably holds one of
  the three cards itself: else it would know the case file. That holds only where the player may
  accuse at once and everybody hears of it.
- A suspect or weapon that it asked about is in its own hand. A room does not count.

This evidence changes what is probable, but never what is possible. Its strength is a ratio,
:attr:`Asked.odds`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.counting import Integers
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.transcript import Evidence
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.rules import Rules

UNEXPLAINED = 0.03
"""How much less probable it is that a player without any of three cards asks about them, is not
answered, and does not accuse."""


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
    seat: Seat | None = None
    """The seat that listens; None where there is nothing to hear."""
    cards: dict[int, set[Card]] = field(default_factory=dict)
    """The cards that each seat asked about."""
    unanswered: dict[int, set[Suggestion]] = field(default_factory=dict)
    """The questions of each seat that nobody answered and no accusation followed."""
    shows: list[HiddenShow] = field(default_factory=list)
    _latest: tuple[int, Suggestion] | None = None
    """The latest question and who asked it, if nobody answered it."""

    def __post_init__(self) -> None:
        rules = self.seat.read_rules() if self.seat else Rules()
        self._accuse_openly = not (rules.suggest_or_accuse or rules.secret_accusations)

    # -- what is heard --------------------------------------------------------------

    def observe(self, event: Event, evidence: Evidence | None, knowledge: Knowledge) -> bool:
        """Note how others ask; return whether the event changes any probability by that.

        ``evidence`` is the event as evidence, ``knowledge`` what was certain before it.
        """
        if self.seat is None or self.odds == 1:
            return False
        match event:
            case Suggested(seat=asker, cards=asked):
                self._latest = None
                known = knowledge.known_cards(asker)
                return asker != self.seat.index and self._hear(asker, asked, known)
            case Passed() if evidence and evidence.asked and evidence.asker is not None:
                asker = evidence.asker
                if asker == (event.seat + 1) % self.seat.players != self.seat.index:
                    known = knowledge.known_cards(asker)
                    return self._accuse_openly and self._wonder(asker, evidence.asked, known)
            case Showed(card=None) if evidence and evidence.asked:
                self.shows.append(HiddenShow(event.seat, event.to, evidence.asked))
            case Accused():
                return self._explain(event.seat)
        return False

    def _hear(self, seat: int, asked: Suggestion, known: Collection[Card]) -> bool:
        """Note what another seat asks about."""
        named, trusted = self.cards.setdefault(seat, set()), self.odds_of(seat, known)
        news = not named.issuperset(asked)
        named.update(asked)
        for show in self.shows:
            if show.to == seat:
                again = set(show.asked).intersection(asked)
                news = news or not show.again.issuperset(again)
                show.again.update(again)
        trusts = self.odds_of(seat, known)
        return trusts != trusted or (news and trusts > 1)

    def _wonder(self, seat: int, asked: Suggestion, known: Collection[Card]) -> bool:
        """Note that nobody answered another seat."""
        self._latest = seat, asked
        trusted, unanswered = self.odds_of(seat, known), self.unanswered.setdefault(seat, set())
        news = trusted > 1 or (asked not in unanswered and set(asked).isdisjoint(known))
        unanswered.add(asked)
        return news

    def _explain(self, seat: int) -> bool:
        """Note an accusation, which explains a question that nobody answered."""
        if self._latest is None or self._latest[0] != seat:
            return False
        self.unanswered[seat].discard(self._latest[1])
        self._latest = None
        return True

    # -- what it tells --------------------------------------------------------------

    def odds_of(self, seat: int, known: Collection[Card]) -> int:
        """Return :attr:`odds` for one seat, which is known to have certain cards.

        1 if nobody answered one of its questions, or if it asked about a suspect or a weapon
        among its ``known`` cards.
        """
        if self.unanswered.get(seat) or self._asked_about_own(seat, known):
            return 1
        return self.odds

    def trust(self, knowledge: Knowledge) -> list[int]:
        """Return :meth:`odds_of` of every seat."""
        if self.odds == 1:
            return []
        return [self.odds_of(seat, knowledge.known_cards(seat)) for seat in range(knowledge.case)]

    def _asked_about_own(self, seat: int, known: Collection[Card]) -> bool:
        named, rooms = self.cards.get(seat, ()), self.seat.rooms if self.seat else ()
        return any(card in named and card not in rooms for card in known)

    def weigh(
        self,
        seat: int,
        sets: Integers,
        numbering: Numbering,
        known: Sequence[Collection[Card]],
        bits: int,
    ) -> Integers:
        """Return for each hand how well it explains the questions, shape (hands,).

        Whole numbers from 1 to ``2 ** bits``, in proportion to

            odds_of(seat) ** -(number of cards in the hand that the seat asked about)
            * UNEXPLAINED ** (number of its unanswered questions about no card of the hand)
            * product over the seat's hidden shows of P(the other asks again as it did)

        ``sets`` are the hands, as sets of numbered cards; ``known`` are, for each seat, further
        cards that it certainly has.
        """
        named = numbering.set_of(self.cards.get(seat, ()))
        held = np.bitwise_count(sets & named)
        chances = float(self.odds_of(seat, known[seat])) ** -held.astype(np.float64)
        for asked in self.unanswered.get(seat, ()):
            if not any(card in known[seat] for card in asked):
                chances[sets & numbering.set_of(asked) == 0] *= UNEXPLAINED
        for show in self.shows:
            if show.seat == seat and show.again:
                odds = self.odds_of(show.to, known[show.to])
                chances *= _chance_of_asking_again(show, odds, sets, numbering, known[seat])
        largest = float(chances.max(initial=0)) or 1.0
        rounded = np.rint(chances * (2**bits / largest))
        weights: Integers = np.maximum(1, rounded).astype(np.int64)
        return weights


def _chance_of_asking_again(
    show: HiddenShow, odds: int, sets: Integers, numbering: Numbering, known: Collection[Card]
) -> NDArray[np.float64]:
    """Return for each hand how probably the other asks again as it did, shape (hands,).

    The shown card is one of those the hand could show, all equally likely. If the other asked
    about the shown card again, its questions are ``odds`` times less probable. The result is the
    average over these cards: 1, or ``1 / odds`` for a card that was asked about again.
    """
    could_show, again = np.zeros(len(sets)), np.zeros(len(sets))
    for card in show.asked:
        held = np.full(len(sets), card in known) | (sets & numbering.set_of([card]) != 0)
        could_show += held
        again += held if card in show.again else 0
    unlikely = again * (1 - 1 / odds)
    return 1 - unlikely / np.maximum(could_show, 1)
