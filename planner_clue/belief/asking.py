"""What players ask about, as evidence of the cards they hold.

A player who knows where a card is need not ask about it, and most players seldom do. So a player
who asks about a card probably does not hold it, and one who asks about a card that this seat
showed it probably asks about any cards. And a player who was shown one of three cards and later
asks about two of them again was probably shown the third. Rooms count too, although a player may
ask in a room only because it is near.

Some players bluff: they ask about cards that they hold. How probable that is of a seat, its
questions tell together with all that is known of its hand (:mod:`planner_clue.belief.styles`).
And if nobody answers a question and the player does not accuse, it most probably holds one of the
three cards itself: else it would know the case file. That holds only where the player may accuse
at once and everybody hears of it.

This evidence changes what is probable, but never what is possible. Its strength is a ratio,
:attr:`Asked.odds`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from planner_clue.belief.counting import Integers
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.styles import PRIORS, STYLES, Floats, HandsOfAsker, Heard
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
    """How many times less readily an honest player asks about a card whose place it knows: one
    that it holds, or that it was shown. With 1, questions tell nothing."""
    seat: Seat | None = None
    """The seat that listens; None where there is nothing to hear."""
    questions: dict[int, list[Heard]] = field(default_factory=dict)
    """What each other seat asked, in order."""
    shown: dict[int, set[Card]] = field(default_factory=dict)
    """The cards that this seat showed each other one."""
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
                return asker != self.seat.index and self._hear(asker, asked)
            case Passed() if evidence and evidence.asked and evidence.asker is not None:
                asker = evidence.asker
                if asker == (event.seat + 1) % self.seat.players != self.seat.index:
                    known = knowledge.known_cards(asker)
                    return self._accuse_openly and self._wonder(asker, evidence.asked, known)
            case Showed(card=None) if evidence and evidence.asked:
                self.shows.append(HiddenShow(event.seat, event.to, evidence.asked))
            case Showed(card=card) if card and event.seat == self.seat.index:
                self.shown.setdefault(event.to, set()).add(card)
            case Accused():
                return self._explain(event.seat)
        return False

    def _hear(self, seat: int, asked: Suggestion) -> bool:
        """Note what another seat asks about, which always tells something of how it asks."""
        shown = frozenset(self.shown.get(seat, ()))
        self.questions.setdefault(seat, []).append(Heard(asked, shown))
        for show in self.shows:
            if show.to == seat:
                show.again.update(set(show.asked).intersection(asked))
        return True

    def _wonder(self, seat: int, asked: Suggestion, known: Collection[Card]) -> bool:
        """Note that nobody answered another seat."""
        self._latest = seat, asked
        unanswered = self.unanswered.setdefault(seat, set())
        news = asked not in unanswered and set(asked).isdisjoint(known)
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

    def weigh(
        self,
        sets: Mapping[int, Integers],
        numbering: Numbering,
        known: Sequence[Collection[Card]],
        bits: int,
    ) -> dict[int, Integers]:
        """Return for each hand of some seats how well it explains the questions, shape (hands,).

        ``sets`` are the hands of each seat that has unlocated cards, as sets of them; ``known``
        are the other cards of every seat. The weights are whole numbers from 1 to ``2 ** bits``,
        in proportion to

            sum over the styles of P(style) * P(its suspects and weapons, in this style)
            * odds ** -(number of rooms in the hand that the seat asked in)
            * UNEXPLAINED ** (number of its unanswered questions about no card of the hand)
            * product over the seat's hidden shows of P(the other asks again as it did)
        """
        hands = self._hands(sets, numbering, known)
        chances = self._chances(hands)
        honesty = [_honesty(of_seat) for of_seat in chances]
        weights = {}
        for seat in sets:
            explained = chances[seat].sum(axis=0) * self._besides(seat, hands, honesty)
            scaled = np.rint(explained * (2**bits / (float(explained.max(initial=0)) or 1.0)))
            weights[seat] = np.maximum(1, scaled).astype(np.int64)
        return weights

    def _hands(
        self, sets: Mapping[int, Integers], numbering: Numbering, known: Sequence[Collection[Card]]
    ) -> list[HandsOfAsker]:
        """Return the hands of every seat, also of those that have no unlocated cards."""
        assert self.seat is not None
        return [
            HandsOfAsker(self.seat, sets.get(seat, _NOTHING_MORE), numbering, cards)
            for seat, cards in enumerate(known)
        ]

    def _chances(self, hands: Sequence[HandsOfAsker]) -> list[Floats]:
        """Return how probable each style and the questions are, with each hand of each seat.

        Each of shape (styles, hands). People at one table ask alike. So the prior of a seat's
        styles is the mean of that of anybody and of how each other seat seems to ask, by its own
        questions (a Pólya urn that begins with one ball).
        """
        chances = [
            of_seat.chances(self.questions.get(seat, ()), self.odds)
            for seat, of_seat in enumerate(hands)
        ]
        seeming = {seat: _shares(chances[seat]) for seat in self.questions}
        alike = []
        for seat, of_seat in enumerate(chances):
            others = [shares for other, shares in seeming.items() if other != seat]
            prior: Floats = np.mean([PRIORS, *others], axis=0)
            alike.append(of_seat * (prior / PRIORS)[:, np.newaxis])
        return alike

    def styles(
        self,
        hands_of: Mapping[int, tuple[Integers, Integers]],
        numbering: Numbering,
        known: Sequence[Collection[Card]],
    ) -> list[dict[str, float]]:
        """Return how probably each seat asks in each style, by the style's name.

        ``hands_of`` has the possible hands of each seat, as sets of unlocated cards, and the
        weights of the deals with each of them; ``known`` are the other cards of every seat.
        """
        hands = self._hands({seat: sets for seat, (sets, _) in hands_of.items()}, numbering, known)
        found = []
        for seat, chances in enumerate(self._chances(hands)):
            weights = hands_of[seat][1].astype(np.float64)
            shares = (chances / chances.sum(axis=0)) @ (weights / weights.sum())
            found.append({s.name: float(share) for s, share in zip(STYLES, shares, strict=True)})
        return found

    def _besides(
        self, seat: int, hands: Sequence[HandsOfAsker], honesty: Sequence[float]
    ) -> Floats:
        """Return how well each hand of a seat explains all but its suspects and weapons."""
        mine, questions = hands[seat], self.questions.get(seat, ())
        chances = np.ones(mine.count)
        for room in dict.fromkeys(heard.asked.room for heard in questions):
            chances[mine.has(room)] /= self.odds
        for asked in self.unanswered.get(seat, ()):
            explains = np.any([mine.has(card) for card in asked], axis=0)
            chances[~explains] *= UNEXPLAINED
        for show in self.shows:
            if show.seat == seat and show.again:
                liked = honesty[show.to] / self.odds + 1 - honesty[show.to]
                chances *= _chance_of_asking_again(show, liked, mine)
        return chances


_NOTHING_MORE: Integers = np.zeros(1, np.int64)
"""The one hand, of unlocated cards, of a seat that has none."""


def _shares(chances: Floats) -> Floats:
    """Return how probable each style is, all hands counted alike, shape (styles,).

    ``chances`` is of shape (styles, hands).
    """
    of_styles: Floats = chances.sum(axis=1)
    return of_styles / (float(of_styles.sum()) or 1.0)


def _honesty(chances: Floats) -> float:
    """Return how probably the next question of a seat is an honest one; all hands count alike."""
    return float(_shares(chances) @ [style.honest for style in STYLES])


def _chance_of_asking_again(show: HiddenShow, liked: float, hands: HandsOfAsker) -> Floats:
    """Return for each hand how probably the other asks again as it did, shape (hands,).

    The shown card is one of those the hand could show, all equally likely. If the other asked
    about the shown card again, that is ``liked`` times as probable as otherwise. The result is
    the average over these cards.
    """
    could_show, again = np.zeros(hands.count), np.zeros(hands.count)
    for card in show.asked:
        held = hands.has(card)
        could_show += held
        again += held if card in show.again else 0
    return 1 - again * (1 - liked) / np.maximum(could_show, 1)
