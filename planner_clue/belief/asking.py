"""Suggestions of players, and their rooms, as evidence of the cards they hold.

By Bayes' rule a hand counts in proportion to the probability that its holder would have made its
choices: the rooms it entered, and the suspects and weapons it named there
(:mod:`planner_clue.belief.styles` has the likelihoods). The likelihood of a hand of one seat is

    sum over the styles c of cards and r of rooms of
        P(c, r) * P(pairs that it named | hand, rooms, c) * P(rooms that it chose | hand, r)

and for each other seat the likelihood of what that seat did with the cards it was shown is

    product over the hidden shows to it of
        mean over the cards of the hand that could have been shown of
            P(later choices of the other seat, if it was shown this card)
            / P(the same choices, if it was not).

A hidden show is a card shown to another seat, unseen by this one, as long as several are possible.
The weight of the hand is the product of all these, each discounted as much as the seat that chose.
The styles of a table are alike: the prior of a style for a seat is the mean of its share in
:data:`~planner_clue.belief.styles.PRIORS` and of how each other seat seems to choose (a Pólya urn
that begins with one ball).

This evidence changes what is probable, but never what is possible.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from planner_clue.belief import styles
from planner_clue.belief.counting import Integers, Numbering, sets_of_size
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.likelihood import Likelihood, Subsets
from planner_clue.belief.room_choices import RoomChoice, RoomChoices
from planner_clue.belief.styles import ByStyle, Floats, OfHands, alike, discount, discounted
from planner_clue.belief.transcript import Evidence
from planner_clue.belief.walks import Walk
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Passed, Revealed, Showed, Suggested

ASKING = 256
"""Factor by which an honest player is less likely to name a card that it holds or was shown; the
default of ``planner``, of its hints and of its plans."""


class HiddenShow(NamedTuple):
    """A card that one seat showed another, unseen by this seat."""

    seat: int
    to: int
    asked: Suggestion
    before: Mapping[Card, Floats]
    """Per card of the three that this seat does not hold: log-likelihood ratios of the other seat's
    earlier choices, given that it knew the card, shape (styles,)."""


class OwnCards(NamedTuple):
    """Which suspects, weapons and rooms hands have, as numbers of sets, each of shape (hands,)."""

    suspects: Integers
    weapons: Integers
    rooms: Integers


@dataclass
class Asker:
    """The choices of one of the other seats, and the cards that it was shown."""

    chosen: ByStyle | None = None
    """The probability of its choices in each style, with each set of own cards; shapes (styles,
    sets of suspects, sets of weapons, sets of :attr:`where`) and (styles, sets of rooms). None
    before it chose."""
    where: list[Card] = field(default_factory=list)
    """The rooms where it suggested and that it may hold, at most :data:`_MOST_ROOMS`; sets of
    them are numbered as in :class:`~planner_clue.belief.likelihood.Subsets`."""
    last: Suggestion | None = None
    shown: set[Card] = field(default_factory=set)  # cards that this seat showed it, or face up
    aware: dict[Card, Floats] = field(default_factory=dict)
    """Per card that others may have shown it: log-likelihood ratios of its choices in each style,
    given that it knows the card, shape (styles,)."""


class Asked:
    """The suggestions of the other seats, with their knowledge at that time."""

    def __init__(self, seat: Seat, odds: int) -> None:
        """Listen from ``seat``; an honest player avoids known cards by the factor ``odds``."""
        self.odds = odds
        self.seat = seat
        self.has_suggestions = False  # whether another seat has made a suggestion
        self._shows: list[HiddenShow] = []
        self._passed: dict[Card, set[int]] = defaultdict(set)
        self._answered: list[tuple[int, int, Suggestion]] = []
        """Who showed a card unseen by this seat, to whom, and what was asked."""
        self._players = [Asker(shown=set(seat.face_up)) for _ in range(seat.players)]
        if odds > 1:
            self._knowledge = Knowledge(seat)
            """What is certain without counting deals, whenever somebody asks for that."""
            self._likelihood = sets = Likelihood(seat, odds)
            seen = *seat.hand, *seat.face_up
            others = [card for card in seat.deck.cards if card not in seen]
            at_first = Numbering(seat.deck, others)
            hands = (sets_of_size(len(others), size) for size in seat.hand_sizes)
            self._first_sets = [
                self._numbers_of(of_seat[:: 1 + len(of_seat) // _MOST_HANDS], at_first, ())
                for of_seat in hands
            ]
            """Hands that each other seat could have when the game began, a systematic sample."""
            self._choices = RoomChoices(seat)
            cards = np.ones((1, len(sets.suspects.sizes), len(sets.weapons.sizes), 1))
            rooms = np.ones((1, len(sets.rooms.sizes)))
            self._unheard = ByStyle(
                styles.CARD_PRIORS[:, None, None, None] * cards, styles.ROOM_PRIORS[:, None] * rooms
            )
            """The priors, which stand for :attr:`Asker.chosen` before a player chose."""

    @property
    def is_informative(self) -> bool:
        """Whether anything was heard that changes a probability."""
        return any(player.chosen for player in self._players)

    def observe(self, event: Event, evidence: Evidence | None) -> bool:
        """Note the choices of others; return whether that changes any probability."""
        if self.odds == 1:
            return False
        me, changed = self.seat.index, False
        for choice in self._choices.observe(event):
            if choice.seat != me:
                self._find_shown(choice.seat)
                self._enter(choice)
                changed = True
        if evidence:
            evidence.add_to(self._knowledge)
        match event:
            case Suggested(seat=asker, cards=asked) if asker != me:
                self._find_shown(asker)
                self._hear(asker, asked)
                return True
            case Passed(seat=seat) if evidence and evidence.asked:
                for card in evidence.asked:
                    self._passed[card].add(seat)
            case Showed(card=None) if evidence and evidence.asked:
                self._hide(event.seat, event.to, evidence.asked)
            case Showed() | Revealed():
                self._note_seen(event)
        return changed

    def _note_seen(self, event: Showed | Revealed) -> None:
        """Note which cards other seats saw: from this seat, or with everybody else."""
        if isinstance(event, Revealed):
            for player in self._players:
                player.shown.update(event.cards if event.holds else ())
        elif event.card and event.seat == self.seat.index:
            self._players[event.to].shown.add(event.card)

    def _find_shown(self, to: int) -> None:
        """Note which cards a seat was certainly shown; such shows give no further information."""
        hidden, holders = [], self._knowledge.holders
        for show in self._shows:
            could_show = show.to == to and [c for c in show.asked if show.seat in holders(c)]
            if could_show and len(could_show) == 1:
                self._players[to].shown.add(could_show[0])
            else:
                hidden.append(show)
        self._shows = hidden

    def _enter(self, choice: RoomChoice | Walk) -> None:
        player = self._players[choice.seat]
        before = player.chosen or self._unheard
        likelihood = self._likelihood.of_room(choice, player.shown)
        player.chosen = before._replace(rooms=_after(before.rooms, likelihood, styles.ROOM_PRIORS))
        for room in choice.rooms:
            if room in player.aware and room not in player.shown:
                ratios = self._likelihood.ratio_of_room(room, choice, player.shown)
                player.aware[room] = player.aware[room] + np.log(ratios)

    def _hear(self, asker: int, asked: Suggestion) -> None:
        player = self._players[asker]
        before = player.chosen or self._unheard
        chances, in_own_room = self._by_room(player.where, asked.room, before.cards)
        pair = self._likelihood.of_pair(asked, player.last, player.shown, self._appeal(asker))
        pair = pair[..., np.newaxis]
        likelihood = pair[..., 0, :] * in_own_room[0] + pair[..., 1, :] * in_own_room[1]
        player.chosen = before._replace(cards=_after(chances, likelihood, styles.CARD_PRIORS))
        for card, aware in player.aware.items():
            if card not in player.shown and card not in self.seat.rooms:
                ratios = self._likelihood.ratio_of_pair(card, asked, player.last, player.shown)
                player.aware[card] = aware + np.log(ratios)
        player.last, self.has_suggestions = asked, True

    def _appeal(self, asker: int) -> dict[Card, float]:
        """Return the factor of each card's weight by what others answered, if it is not 1."""
        others = self.seat.players - 1
        appeal = {
            card: styles.GREEDY_WEIGHT ** (len(seats - {asker}) / others)
            for card, seats in self._passed.items()
        }
        for seat, to, asked in self._answered:
            if asker not in (seat, to):
                appeal |= {card: appeal.get(card, 1.0) * styles.DOUBT for card in asked}
        return appeal

    def _by_room(self, where: list[Card], room: Card, chances: Floats) -> tuple[Floats, Floats]:
        """Return the chances by rooms where a seat suggested, this one included.

        Also returns whether the room is an own one in each set of them, as weights of no and yes,
        shape (2, sets of rooms); of rooms beyond :data:`_MOST_ROOMS` both are equal.
        """
        may_hold = room in self._likelihood.rooms.cards
        if may_hold and room not in where and len(where) < _MOST_ROOMS:
            where.append(room)
            chances = np.concatenate([chances, chances], axis=-1)
        owns = Subsets(where).has(room).astype(np.float64)
        if may_hold and room not in where:
            owns += 0.5
        return chances, np.stack([1 - owns, owns])

    def _hide(self, seat: int, to: int, asked: Suggestion) -> None:
        aware = self._players[to].aware
        for card in asked:
            kinds = styles.ROOM_STYLES if card == asked.room else styles.CARD_STYLES
            if card not in self.seat.hand and card not in self.seat.face_up:
                aware.setdefault(card, np.zeros(len(kinds)))
        before = {card: aware[card] for card in asked if card in aware}
        self._answered.append((seat, to, asked))
        self._shows.append(HiddenShow(seat, to, asked, before))

    def weigh(
        self,
        sets: Mapping[int, Integers],
        numbering: Numbering,
        known: Sequence[Collection[Card]],
        silences: Mapping[int, Integers],
        bits: int,
    ) -> dict[int, Integers]:
        """Return for each hand of some seats how well it explains what was heard, shape (hands,).

        ``sets`` are the hands of each seat that has unlocated cards; ``known`` are its other cards.
        The weights are whole numbers from 1 to ``2 ** bits``, times ``silences`` of each seat.
        """
        plain = self._plain(sets, numbering, known)
        of_hands = self._alike(plain)
        discounts = [
            discount(now, self._chances(player, first)) if player.chosen else 1.0
            for now, player, first in zip(plain, self._players, self._first_sets, strict=True)
        ]
        explained = {
            seat: silences.get(seat, 1) * discounted(of_hands[seat].chances(), discounts[seat])
            for seat in sets
        }
        shares = [of_seat.shares() for of_seat in of_hands]
        for (seat, to), likely in self._of_shows(sets, numbering, known, shares).items():
            explained[seat] = explained[seat] * discounted(likely, discounts[to])
        weights = {}
        for seat, chances in explained.items():
            scale = 2**bits / (float(chances.max(initial=0)) or 1.0)
            weights[seat] = np.maximum(1, np.rint(chances * scale)).astype(np.int64)
        return weights

    def _of_shows(
        self,
        sets: Mapping[int, Integers],
        numbering: Numbering,
        known: Sequence[Collection[Card]],
        shares: Sequence[ByStyle],
    ) -> dict[tuple[int, int], Floats]:
        """Return the likelihood of later choices with each hand of a seat that showed, (hands,)."""
        found: dict[tuple[int, int], Floats] = {}
        for show in self._shows:
            if show.seat in sets and numbering.set_of(show.asked):
                likely, aware = dict[Card, float](), self._players[show.to].aware
                for card, before in show.before.items():  # the logarithms, within limits
                    later = np.minimum(np.maximum(aware[card] - before, -_MOST_LOG), _MOST_LOG)
                    likely[card] = float(np.exp(later) @ shares[show.to][card == show.asked.room])
                means = _mean_of_shown(likely, sets[show.seat], numbering, known[show.seat])
                means = means * found.get((show.seat, show.to), 1.0)
                found[show.seat, show.to] = np.maximum(means / means.max(), _LEAST)
        return found

    def _plain(
        self, sets: Mapping[int, Integers], numbering: Numbering, known: Sequence[Collection[Card]]
    ) -> list[OfHands]:
        """Return the probability of each style and the choices, with each hand of each seat."""
        of_seats = []
        for seat, player in enumerate(self._players):
            hands = sets.get(seat, _NOTHING_MORE)
            of_seats.append(self._chances(player, self._numbers_of(hands, numbering, known[seat])))
        return of_seats

    def _alike(self, plain: Sequence[OfHands]) -> list[OfHands]:
        """Return the same, with priors of the styles that go by how the others choose."""
        return alike(plain, [seat for seat, player in enumerate(self._players) if player.chosen])

    def _numbers_of(
        self, hands: Integers, numbering: Numbering, known: Collection[Card]
    ) -> OwnCards:
        sets = self._likelihood
        categories = sets.suspects, sets.weapons, sets.rooms
        return OwnCards(*(one.numbers_of(hands, numbering, known) for one in categories))

    def _chances(self, player: Asker, own: OwnCards) -> OfHands:
        where = np.zeros_like(own.rooms)
        for bit, room in enumerate(player.where):
            where |= self._likelihood.rooms.has(room)[own.rooms].astype(np.int64) << bit
        chosen = player.chosen or self._unheard
        _, _, *shape = chosen.cards.shape
        cells = (own.suspects * shape[0] + own.weapons) * shape[1] + where
        cards = chosen.cards.reshape(len(styles.CARD_PRIORS), -1).take(cells, axis=1)
        return OfHands(ByStyle(cards, chosen.rooms.take(own.rooms, axis=1)))

    def styles(
        self,
        hands_of: Mapping[int, tuple[Integers, Integers]],
        numbering: Numbering,
        known: Sequence[Collection[Card]],
    ) -> list[ByStyle]:
        """Return the probability of each style of every seat, arrays of shape (styles,).

        ``hands_of`` has the possible hands of each seat and the weights of their deals; ``known``
        are its other cards.
        """
        if not self.is_informative:
            return [ByStyle(styles.CARD_PRIORS, styles.ROOM_PRIORS)] * len(known)
        hands, found = {seat: sets for seat, (sets, _) in hands_of.items()}, []
        for seat, of_seat in enumerate(self._alike(self._plain(hands, numbering, known))):
            weights = hands_of[seat][1].astype(np.float64)
            found.append(of_seat.shares_of(weights / weights.sum()))
        return found


_MOST_HANDS = 512  # sampled hands by which choices are judged as if no card were known
_LEAST = 1e-100  # relative to the largest; products of two are still positive
_MOST_ROOMS = 6  # rooms per seat in which it matters whether they are own ones
_MOST_LOG = 50.0  # the largest log-likelihood ratio of choices
_NOTHING_MORE: Integers = np.zeros(1, np.int64)  # the one hand of a seat without unlocated cards


def _after(chances: Floats, likelihood: Floats, prior: Floats) -> Floats:
    """Return chances of styles (first axis) after one more choice; the style may change before."""
    anew = np.multiply.outer(styles.SWITCHING * prior, chances.sum(axis=0))
    after: Floats = ((1 - styles.SWITCHING) * chances + anew) * likelihood
    scaled: Floats = np.maximum(after / after.max(), _LEAST)
    return scaled


def _mean_of_shown(
    likely: Mapping[Card, float], hands: Integers, numbering: Numbering, known: Collection[Card]
) -> Floats:
    """Return the mean of ``likely`` over the cards that each hand could have shown, (hands,)."""
    could_show, sums = np.zeros(len(hands)), np.zeros(len(hands))
    for card, ratio in likely.items():
        held = np.ones(len(hands)) if card in known else hands & numbering.set_of([card]) != 0
        could_show += held
        sums += held * ratio
    return np.where(could_show > 0, sums / np.maximum(could_show, 1), 1.0)
