"""Styles of choosing a suggestion, and the likelihood of a choice in each of them.

A suggestion names a room within reach, a suspect and a weapon. It is not known in advance how the
players at a table choose. So there are some *styles* of choosing cards and some of choosing rooms,
with priors. The weight of a hand is the mixture over all styles
(:mod:`planner_clue.belief.asking`). For every hand and style, the likelihoods sum to one over all
possible choices of the player (:mod:`planner_clue.belief.likelihood`):

``P(suspect, weapon | hand, room, shown, last, style)``
    Let ``l(c)`` be 1 for a card whose place the player does not know, and ``1 / odds`` for one
    that it holds or was shown, and
    ``w(c) = l(c) * GREEDY_WEIGHT ** passes(c) * DOUBT ** shows(c)``, where ``passes(c)`` is the
    share of the other seats that have passed on the card, and ``shows(c)`` counts the suggestions
    of it that a third seat answered to a fourth, unseen by this seat and by the player. The more
    have passed, and the fewer may have shown it, the more probable is the card in the case file.
    An honest player names the suspect ``s`` with probability

        honest(s) = a * [s = last] + (1 - a) * w(s) / sum over the suspects of w,
        a = PERSEVERATION_WEIGHT * l(last),

    where ``last`` is the suspect of its latest suggestion (``a`` is 0 before the first one). It
    chooses the weapon independently in the same way. Without an aim, ``a``, ``passes`` and
    ``shows`` are 0. A bluffing player draws one of its own suspects and weapons, names it, and
    chooses the other card honestly. Without such a card it is honest. With probability
    ``repeats``, it draws only among the own cards of its latest suggestion, if there are any. A
    player that *isolates* asks about a single card. It draws an own suspect and an own weapon;
    in an own room, it draws only one of the two, with equal probability. In a category without
    an own card, it is honest. A style bluffs in a fixed share of its suggestions. This share
    may be different in own rooms, because a player who wants to learn about few cards at a time
    names an own card or suggests in an own room, but not both. The style *any* names all pairs
    with the same probability.

``P(room | hand, shown, rooms in reach, style)``
    Each room in reach has a weight: one for rooms whose place the player does not know, one for
    own rooms, one for rooms that it was shown. Entering none of them (rolling, or walking
    past) also has a weight. The probability of a choice is its share of the sum. So a player who
    has to enter the only room gives no information. The style *the nearest* multiplies the weight
    of the rooms that are nearest by the dice, regardless of their holders.

``P(stops of a journey | hand, style)``
    A player that stops in the hallway has a room *r* as its target with the probability

        P(r | hand, style) = weight(r) * exp(-near * extra(r)) / sum over all rooms of the same,

    where ``extra`` are the turns to it beyond those to the nearest, from where the journey began,
    and ``near`` belongs to the style. Its stops have the likelihood

        sum over the rooms r of P(r | hand, style) * product over the stops of P(stop | r)

    (:mod:`planner_clue.belief.walks`). In a style without ``near`` all places in reach are alike.

From one choice to the next a player changes its style with a small probability,
:data:`SWITCHING`, to one drawn from the priors (the fixed-share mixture of Herbster and Warmuth
1998). So a belief never becomes entirely certain of a style.

The priors and constants were fitted by hand in November 2026, with seed 201: to 200 games against
each kind in ``FITTED`` of ``benchmarks/askers.py``, and up to 102 against ``random`` and against
``bn1`` with ``bn2``; the other kinds judge them. Values for players that isolate and of repeated
bluffs were fitted to kinds of ``benchmarks/rivals.py`` and ``people.py`` (24 November). They hardly
matter: of 4.322 bits that a belief lacked, four times the odds made 4.311, a fourth 4.362, and
twice the prior of any cards 4.326 (``benchmarks/results/aim-trials.csv``).
``python -m benchmarks.constants evidence FOLDER...`` changes each and prints the difference.

A player may choose in none of these styles. So the weight of a hand is another mixture. It is
prediction with expert advice (Herbster and Warmuth 1998) with two experts: one uses the choices of
a seat as evidence, and the other assumes that they are independent of its cards,

    weight(hand) = d + (1 - d) * L(hand) / mean of L over the hands that the seat may have now,

with L the likelihood of the choices in the mixture over styles. Each expert is weighed by how
well it predicted the cards of the seat that were seen since. By Bayes' rule, the odds of the first
expert are multiplied by a likelihood ratio: the likelihood of the choices with the remaining hands,
divided by their likelihood with the initial hands:

    d = SHARED + (1 - SHARED) * p / (p + (1 - p) * now / first)

where p is :data:`PRIOR_DISCOUNT`, and *now* and *first* are the means of L over these hands. The
fixed share allows for a player that begins to mislead. So the evidence of a seat lowers the weight
of a hand, compared with the mean of all its hands, by at most :data:`PRICE` bits.
"""

from collections.abc import Sequence
from math import log2
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

SWITCHING = 0.01  # probability that a player changes its style from one choice to the next
GREEDY_WEIGHT = 64.0
"""Factor of a card's weight if all other seats passed on it, for a player with an aim."""
DOUBT = 0.5
"""Factor of its weight per suggestion of it that others answered without showing the player."""
PERSEVERATION_WEIGHT = 0.5
"""Probability that a player with an aim repeats the suspect of its latest suggestion; likewise the
weapon."""


class CardStyle(NamedTuple):
    """One way to choose the suspect and the weapon of a suggestion."""

    name: str  # the suspects and weapons that it names, in words
    bluffs: float | None  # share of suggestions with an own suspect or weapon; None: any card
    aims: bool = True  # whether it prefers cards that are likely in the case file
    bluffs_in_own_rooms: float | None = None  # the same in own rooms; None: as elsewhere
    repeats: float = 0.0  # probability that a bluff names an own card of the latest again
    isolates: bool = False  # whether such a suggestion asks about one card alone

    def share(self, in_own_room: bool) -> float | None:
        """Return the share of such suggestions that name an own card; None if any card."""
        if in_own_room and self.bluffs_in_own_rooms is not None:
            return self.bluffs_in_own_rooms
        return self.bluffs

    def own_share(self, in_own_room: bool) -> float | None:
        """Return the share of own suspects, and so of own weapons; None if any card."""
        share = self.share(in_own_room)
        if share is None or (self.isolates and not in_own_room):
            return share
        return share / 2


class RoomStyle(NamedTuple):
    """One way to choose the room: weights of the choices, 1 for a room of unknown place."""

    name: str  # the rooms that it enters, in words
    own: float  # weight of a room of its own hand
    shown: float  # weight of a room that it was shown
    elsewhere: float  # weight of entering none of the rooms in reach
    unknown: float = 1.0  # weight of a room whose place it does not know
    nearest: float = 1.0  # factor to the weight of the nearest of the rooms in reach
    near: float | None = 1.0
    """Decay rate of the weight of a target, per expected turn of extra travel; None if it stops
    anywhere."""


AIMLESS = CardStyle("unknown ones without an aim", 0.0, aims=False)
ANY_CARDS = CardStyle("any", None)
CARD_STYLES = (
    CardStyle("unknown ones", 0.0),
    AIMLESS,
    CardStyle("an own one now and then", 1 / 3),
    CardStyle("always an own one", 1.0),
    CardStyle("an own one outside own rooms", 1.0, bluffs_in_own_rooms=0.0),
    ANY_CARDS,
    CardStyle("own ones but for one", 2 / 3, isolates=True),
    CardStyle("always the same own one", 1.0, repeats=0.9),
)
ROOM_STYLES = (
    RoomStyle("unknown ones", own=1 / 256, shown=1 / 256, elsewhere=0.05, near=3.0),
    RoomStyle("unknown ones near and far", own=1 / 256, shown=1 / 256, elsewhere=0.1, near=0.0),
    RoomStyle("unknown ones by chance", own=1 / 256, shown=1 / 256, elsewhere=0.2, near=None),
    RoomStyle("any", own=1, shown=1, elsewhere=0.2),
    RoomStyle("the nearest", own=1, shown=1, elsewhere=0.2, nearest=9.0, near=5.0),
    RoomStyle("own ones", own=1, shown=1 / 4, elsewhere=0.2, unknown=1 / 4),
)

_WEIGHTS: Floats = np.array(
    [
        [0.198, 0.108, 0.054, 0.04, 0.05, 0.06],
        [0.066, 0.036, 0.018, 0.02, 0.02, 0.02],
        [0.022, 0.012, 0.006, 0.01, 0.01, 0.02],
        [0.022, 0.012, 0.006, 0.01, 0.02, 0.02],
        [0.0055, 0.003, 0.0015, 0.01, 0.01, 0.02],
        [0.0275, 0.015, 0.0075, 0.06, 0.04, 0.02],
        [0.022, 0.012, 0.006, 0.01, 0.01, 0.02],
        [0.0165, 0.009, 0.0045, 0.01, 0.01, 0.01],
    ]
)
PRIORS: Floats = _WEIGHTS / _WEIGHTS.sum()
"""Probability that a player chooses cards and rooms in these styles, before it chooses anything.

Shape (styles of cards, styles of rooms). Who names any cards often enters any room.
"""
CARD_PRIORS: Floats = PRIORS.sum(axis=1)  # shape (styles of cards,)
ROOM_PRIORS: Floats = PRIORS.sum(axis=0)


PRIOR_DISCOUNT = 1 / 32  # probability that the choices of a seat are independent of its cards
SHARED = 1 / 32  # the least weight of the belief without the evidence of a seat
PRICE = -log2(SHARED)  # most bits by which the evidence of a seat makes a hand less likely


class ByStyle(NamedTuple):
    """Probabilities of styles, and of choices in them; the first axis is that of the styles."""

    cards: Floats  # of the styles of suspect and weapon
    rooms: Floats  # of the styles of room


_TOGETHER: Floats = PRIORS / np.outer(CARD_PRIORS, ROOM_PRIORS)
"""The likelihood of a style of cards and one of rooms together, relative to independence."""


class OfHands(NamedTuple):
    """The probabilities of the choices of one seat with each of its hands."""

    chosen: ByStyle  # of shape (styles, hands)
    together: Floats = _TOGETHER  # factor per pair of styles, shape (of cards, of rooms)

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
        of_cards, of_rooms = cards * (self.together @ rooms), rooms * (self.together.T @ cards)
        return ByStyle(of_cards @ by_hand, of_rooms @ by_hand)


def alike(plain: Sequence[OfHands], observed: Sequence[int]) -> list[OfHands]:
    """Return the same, with priors of the styles that go by how the other seats choose."""
    seeming = {seat: plain[seat].shares() for seat in observed}
    found = []
    for seat, of_seat in enumerate(plain):
        others = [shares for other, shares in seeming.items() if other != seat]
        cards = sum((shares.cards for shares in others), CARD_PRIORS) / (1 + len(others))
        rooms = sum((shares.rooms for shares in others), ROOM_PRIORS) / (1 + len(others))
        ratio = np.multiply.outer(cards / CARD_PRIORS, rooms / ROOM_PRIORS)
        found.append(of_seat._replace(together=_TOGETHER * ratio))
    return found


def discount(now: OfHands, first: OfHands) -> float:
    """Return the weight of the belief without the evidence of a seat.

    ``now`` and ``first`` are the probabilities of its choices with the hands that it may have now,
    and with all hands that it could have when the game began.
    """
    times = float(now.chances().mean() / first.chances().mean())
    return SHARED + (1 - SHARED) * PRIOR_DISCOUNT / (PRIOR_DISCOUNT + (1 - PRIOR_DISCOUNT) * times)


def discounted(likely: Floats, discount: float) -> Floats:
    """Return the weights of hands of which ``discount`` is without the evidence, with mean 1."""
    weights: Floats = discount + (1 - discount) * likely / likely.mean()
    return weights
