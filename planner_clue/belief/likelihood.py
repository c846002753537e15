"""The likelihood of a choice with each hand of its player, in each style of choosing.

The formulas stand in :mod:`planner_clue.belief.styles`. A hand matters only by its suspects,
weapons and rooms, so likelihoods are arrays over all sets of these (:class:`Subsets`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief import styles
from planner_clue.belief.counting import Integers, Numbering
from planner_clue.belief.room_choices import RoomChoice
from planner_clue.belief.walks import Walk
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat

Booleans: TypeAlias = NDArray[np.bool_]

_SLIPS = 1e-3  # share of the bluffs in which a player names honest cards after all
_OWN, _SHOWN, _ELSEWHERE, _UNKNOWN, _NEAREST = (
    np.array([[getattr(style, weight)] for style in styles.ROOM_STYLES], np.float64)
    for weight in ("own", "shown", "elsewhere", "unknown", "nearest")
)
"""The weights of the styles of room, each of shape (styles, 1)."""
_WANDERS = np.array([[style.near is None] for style in styles.ROOM_STYLES])
_NEAR = np.array([[style.near or 0.0] for style in styles.ROOM_STYLES])
"""Whether each style walks anywhere, and how much it likes near rooms, of the same shape."""


class Subsets:
    """All sets of some cards, numbered: set *n* has card *c* if bit *c* of *n* is set."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        numbers = np.arange(1 << len(self.cards))
        self._has = {card: numbers >> bit & 1 == 1 for bit, card in enumerate(self.cards)}
        self._nowhere = np.zeros(len(numbers), np.bool_)
        self.sizes: styles.Floats = np.bitwise_count(numbers).astype(np.float64)
        """The number of cards of each set, shape (sets,)."""

    def has(self, card: Card) -> Booleans:
        """Return whether each set has a card, shape (sets,)."""
        has: Booleans = self._has.get(card, self._nowhere)
        return has

    def sums(self, values: Mapping[Card, float]) -> styles.Floats:
        """Return the sum of the values of the cards in each set, shape (sets,)."""
        sums = np.zeros(1)
        for card in self.cards:
            sums = np.concatenate([sums, sums + values.get(card, 0.0)])
        return sums

    def numbers_of(
        self, hands: Integers, numbering: Numbering, known: Collection[Card]
    ) -> Integers:
        """Return each hand's set as a number, shape (hands,); ``known`` cards are in all."""
        bits, fixed = dict[int, int](), 0
        for bit, card in enumerate(self.cards):
            if (number := numbering.number_of(card)) is not None:
                bits[number] = 1 << bit
            elif card in known:
                fixed |= 1 << bit
        if not bits:
            return np.full(len(hands), fixed)
        # The cards of a category stand together, so a few bits of a hand say which it has.
        first, last = min(bits), max(bits)
        table = np.array([fixed])
        for number in range(first, last + 1):
            table = np.concatenate([table, table | bits.get(number, 0)])
        numbers: Integers = table[hands >> first & len(table) - 1]
        return numbers


class Naming(NamedTuple):
    """The naming of a card of one category; arrays over sets of own cards, shape (sets,)."""

    own: styles.Floats  # the number of own cards of the category
    names_own: Booleans  # whether it names one of them
    honest: dict[bool, styles.Floats]  # probability of the named card without and with an aim
    own_last: Booleans  # whether the card of the latest suggestion is one of them
    again: bool  # whether the named card is that of the latest suggestion

    def filler(self) -> styles.Floats:
        """Return the probability of the named card where own ones are drawn, shape (sets,)."""
        drawn = self.names_own / np.maximum(self.own, 1)
        return np.where(self.own > 0, drawn, self.honest[True])


class Likelihood:
    """The likelihoods of the choices of other players, as one seat knows them."""

    def __init__(self, seat: Seat, odds: int) -> None:
        """Set up for what ``seat`` hears; honest players avoid known cards by ``odds``."""
        self._ratio = 1 / odds
        self._categories = seat.suspects, seat.weapons
        self.suspects, self.weapons, self.rooms = (
            Subsets([card for card in category if card not in (*seat.hand, *seat.face_up)])
            for category in (seat.suspects, seat.weapons, seat.rooms)
        )
        self._pairs = len(seat.suspects) * len(seat.weapons)
        self._usual_share = sum(seat.hand_sizes) / seat.players / len(seat.deck)
        """The share of the deck that a seat holds on average."""

    def of_pair(
        self,
        asked: Suggestion,
        last: Suggestion | None,
        shown: Collection[Card],
        appeal: Mapping[Card, float],
    ) -> styles.Floats:
        """Return the likelihood of a suspect and weapon, in each style.

        ``last`` is the player's latest suggestion, ``shown`` the cards that this seat showed it;
        ``appeal`` has factors of the weights of cards, by default 1. Shape (styles, sets of
        suspects, sets of weapons, 2); the last axis says whether the room is an own one.
        """
        suspect, weapon = (
            self._naming(
                sets, category, asked[place], last and last[place], shown=shown, appeal=appeal
            )
            for place, (sets, category) in enumerate(
                zip((self.suspects, self.weapons), self._categories, strict=True)
            )
        )
        honest = {a: suspect.honest[a][:, np.newaxis] * weapon.honest[a] for a in (True, False)}
        bluffs = {
            repeats: [_bluff(suspect, weapon, honest[True], repeats)] * 2
            for repeats in sorted({style.repeats for style in styles.CARD_STYLES})
        }
        own_suspect, own_weapon = suspect.filler()[:, np.newaxis], weapon.filler()
        one = own_suspect * weapon.honest[True] + suspect.honest[True][:, np.newaxis] * own_weapon
        alone = [own_suspect * own_weapon, one / 2]
        """Of a pair that fills up with own cards, outside and in own rooms."""
        return np.stack(
            [
                self._of_style(honest[s.aims], alone if s.isolates else bluffs[s.repeats], s)
                for s in styles.CARD_STYLES
            ]
        )

    def _naming(
        self,
        sets: Subsets,
        category: Sequence[Card],
        named: Card,
        last: Card | None,
        *,
        shown: Collection[Card],
        appeal: Mapping[Card, float],
    ) -> Naming:
        likes = self._likes(sets.has(named) | (named in shown))
        aimless, aimed = (
            likes * weights[named] / self._total(sets, weights, shown)
            for weights in (
                dict.fromkeys(category, 1.0),
                {card: appeal.get(card, 1.0) for card in category},
            )
        )
        if last is not None:
            likes_last = self._likes(sets.has(last) | (last in shown))
            aimed = _or_again(aimed, likes_last, named == last)
        own_last = sets.has(last) if last is not None else np.zeros_like(sets.has(named))
        honest = {False: aimless, True: aimed}
        return Naming(sets.sizes, sets.has(named), honest, own_last, named == last)

    def _total(
        self, sets: Subsets, weights: Mapping[Card, float], shown: Collection[Card]
    ) -> styles.Floats:
        """Return the sum of ``w`` over a category for each set of own cards, shape (sets,)."""
        known = sum(weights[card] for card in weights if card in shown)
        unknown = {card: weight for card, weight in weights.items() if card not in shown}
        located = known + sets.sums(unknown)
        return sum(weights.values()) - located * (1 - self._ratio)

    def _likes(self, known: Booleans | bool) -> styles.Floats:
        """Return ``l`` of a card by whether its player knows its place."""
        return np.where(known, self._ratio, 1.0)

    def _of_style(
        self, honest: styles.Floats, bluffs: Sequence[styles.Floats], style: styles.CardStyle
    ) -> styles.Floats:
        """Return the likelihood in a style; ``bluffs`` are those outside and in own rooms."""
        if style.bluffs is None:
            return np.full((*honest.shape, 2), 1 / self._pairs)
        if style.bluffs == 0:
            return np.stack([honest, honest], axis=-1)
        shares = [(style.share(in_own) or 0.0) * (1 - _SLIPS) for in_own in (False, True)]
        both = zip(shares, bluffs, strict=True)
        return np.stack([(1 - share) * honest + share * bluff for share, bluff in both], axis=-1)

    def of_room(self, choice: RoomChoice | Walk, shown: Collection[Card]) -> styles.Floats:
        """Return the likelihood of a choice or walk in each style, shape (styles, sets)."""
        return _of_room(choice, shown, {room: self.rooms.has(room) for room in choice.rooms})

    def ratio_of_pair(
        self, hidden: Card, asked: Suggestion, last: Suggestion | None, shown: Collection[Card]
    ) -> styles.Floats:
        """Return how many times more likely a pair is if its player was shown a suspect or weapon.

        The player has as many own cards as usual. Shape (styles,).
        """
        place = 0 if hidden in self._categories[0] else 1
        named, before = asked[place], last and last[place]
        usual, aware = (
            self._usually(self._categories[place], named, before, cards)
            for cards in (shown, {*shown, hidden})
        )
        ratios = []
        for style in styles.CARD_STYLES:
            elsewhere, in_own = (style.own_share(in_own) for in_own in (False, True))
            own = 1.0  # nothing is chosen honestly
            if elsewhere is not None and in_own is not None:
                own = elsewhere + self._usual_share * (in_own - elsewhere)
            ratio = aware[style.aims] / usual[style.aims]
            ratios.append((1 - own) * ratio + own)
        return np.array(ratios)

    def _usually(
        self, category: Sequence[Card], named: Card, last: Card | None, shown: Collection[Card]
    ) -> dict[bool, styles.Floats]:
        """Return the probability of a named card as :attr:`Naming.honest`, of a usual hand."""
        located = self._usual_share * len(category) + len(set(category).intersection(shown))
        located = min(located, len(category) - 1)
        total = len(category) - located * (1 - self._ratio)
        aimless = aimed = self._likes(named in shown) / total
        if last is not None:
            aimed = _or_again(aimless, self._likes(last in shown), named == last)
        return {False: aimless, True: aimed}

    def ratio_of_room(
        self, hidden: Card, choice: RoomChoice | Walk, shown: Collection[Card]
    ) -> styles.Floats:
        """Return the likelihood ratio of a choice or walk after such a show, shape (styles,)."""
        usual, aware = (
            _of_room(choice, known, {r: self._usual_share * (r not in known) for r in choice.rooms})
            for known in (shown, {*shown, hidden})
        )
        return (aware / usual)[:, 0]


def _of_room(
    choice: RoomChoice | Walk, shown: Collection[Card], own: Mapping[Card, Booleans | float]
) -> styles.Floats:
    """Return the likelihood of a choice of rooms or walk, a row per style, by ``own`` rooms."""
    if isinstance(choice, Walk):
        return _of_walk(choice, shown, own)
    total = chosen = np.zeros_like(_ELSEWHERE) if choice.must_choose else _ELSEWHERE
    for room in choice.rooms:
        unlike = _SHOWN if room in shown else _UNKNOWN
        weight = own[room] * _OWN + (1 - own[room]) * unlike
        if room in choice.nearest:
            weight = weight * _NEAREST
        total = total + weight
        chosen = weight if room == choice.chosen else chosen
    return chosen / total


def _of_walk(
    walk: Walk, shown: Collection[Card], own: Mapping[Card, Booleans | float]
) -> styles.Floats:
    """Return the likelihood of a stop after those before it, as :func:`_of_room` does."""
    unlike = np.hstack([_SHOWN if room in shown else _UNKNOWN for room in walk.rooms])
    is_own = np.array([np.atleast_1d(own[room]) for room in walk.rooms], np.float64)
    targets = walk.earlier_stops * np.exp(-_NEAR * walk.extra_turns)
    goes = np.stack([targets * walk.this_stop, targets])
    after, before = (goes * unlike).sum(axis=2, keepdims=True) + goes * (_OWN - unlike) @ is_own
    return np.where(_WANDERS, walk.uniform, after / before)


def _or_again(fresh: styles.Floats, likes_last: styles.Floats, is_last: bool) -> styles.Floats:
    """Return the probability of a card, ``fresh`` unless its player repeats the last one."""
    share = styles.PERSEVERATION_WEIGHT * likes_last
    return share * is_last + (1 - share) * fresh


def _bluff(suspect: Naming, weapon: Naming, honest: styles.Floats, repeats: float) -> styles.Floats:
    """Return the likelihood of a pair with an own card, perhaps one it named before."""
    count = suspect.own[:, np.newaxis] + weapon.own
    of_suspect = suspect.names_own[:, np.newaxis] / np.maximum(count, 1)
    of_weapon = weapon.names_own / np.maximum(count, 1)
    if repeats:
        last = suspect.own_last[:, np.newaxis].astype(np.float64) + weapon.own_last
        again, anew = repeats / np.maximum(last, 1), 1 - repeats * (last > 0)
        repeated = (suspect.own_last & suspect.again)[:, np.newaxis]
        of_suspect = anew * of_suspect + again * repeated
        of_weapon = anew * of_weapon + again * (weapon.own_last & weapon.again)
    bluff = of_suspect * weapon.honest[True] + of_weapon * suspect.honest[True][:, np.newaxis]
    return np.where(count > 0, bluff, honest)
