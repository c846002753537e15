"""The hands each holder may have, and how well each explains the cards that were shown.

From here on only the unlocated cards count; they are numbered in deck order. The case file
is a holder like any other: its hands have one card of each category that is still open.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import NamedTuple

import numpy as np

from planner_clue.belief.asking import Asked
from planner_clue.belief.choice import ChoiceOfCard
from planner_clue.belief.counting import Hands, Integers, most_splits, sets_of_size
from planner_clue.belief.knowledge import Knowledge
from planner_clue.cards import Card, Suggestion

_FINEST, _COARSEST = 12, 4
"""In how many bits it is weighed what a seat asked: as finely as counting in 64 bits allows."""


class SeenShow(NamedTuple):
    """A card this seat was shown, and what it had asked about."""

    seat: int
    card: Card
    asked: Suggestion


class Numbering:
    """The unlocated cards by number, and sets of them as integers."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.cards = tuple(knowledge.unlocated())
        deck = knowledge.deck
        self._positions = [deck.position(card) for card in self.cards]
        self._numbers = {card: number for number, card in enumerate(self.cards)}

    def of(self, cards: Iterable[Card]) -> int:
        """Return the set of those of ``cards`` that are unlocated."""
        return sum(1 << self._numbers[card] for card in cards if card in self._numbers)

    def of_mask(self, mask: int) -> int:
        """Return the set of the unlocated cards in a mask of deck positions."""
        return sum((mask >> position & 1) << n for n, position in enumerate(self._positions))


def possible_hands(
    knowledge: Knowledge,
    numbering: Numbering,
    shows: Sequence[SeenShow],
    choice: ChoiceOfCard,
    asked: Asked,
) -> dict[int, Hands]:
    """Return the hands each holder may have; holders whose cards are all known are left out.

    The weight of a hand is in proportion to the probability that its holder would have
    shown the cards that this seat saw, and asked as it did; it says nothing between hands of
    different holders.
    """
    hands: dict[int, Hands] = {}
    for seat in range(knowledge.case):
        free, possible, showed = knowledge.open_hand(seat)
        if free:
            sets = sets_of_size(len(numbering.cards), free)
            sets = sets[sets & ~numbering.of_mask(possible) == 0]
            for shown in sorted(showed):
                sets = sets[sets & numbering.of_mask(shown) != 0]
            weights = _explaining(sets, knowledge, numbering, shows, seat, choice)
            hands[seat] = Hands(free, sets, weights)
    if free := knowledge.open_hand(knowledge.case).free:
        triples = np.array(list(_case_files(knowledge, numbering)), dtype=np.int64)
        hands[knowledge.case] = Hands(free, triples, np.ones_like(triples))
    return _asking(hands, knowledge, numbering, asked) if asked.odds > 1 else hands


def _asking(
    hands: dict[int, Hands], knowledge: Knowledge, numbering: Numbering, asked: Asked
) -> dict[int, Hands]:
    """Return the hands, each weighed by how probably its holder asks as it did, too."""
    seats = [holder for holder in hands if holder != knowledge.case]
    room = 62 - most_splits(len(numbering.cards), tuple(hands.values())).bit_length()
    bits = max(_COARSEST, min(_FINEST, room // max(1, len(seats))))
    weighed = dict(hands)
    for seat in seats:
        known, (_, sets, weights) = knowledge.known_cards(seat), hands[seat]
        if int(weights.max(initial=0)) << bits >= 1 << 63:
            weights = weights.astype(object)
        weights = weights * asked.weigh(seat, sets, numbering.of, known, bits)
        weighed[seat] = hands[seat]._replace(weights=weights)
    return weighed


def without_weights(hands: Hands) -> Hands:
    """Return the same hands, each counted once."""
    return hands._replace(weights=np.ones(len(hands.sets), np.int64))


def _case_files(knowledge: Knowledge, numbering: Numbering) -> Iterator[int]:
    """Yield what the case file may have beside the cards known to be in it, in deck order."""
    suspects, weapons, rooms = knowledge.candidates()
    deck = knowledge.deck
    wrong = knowledge.wrong
    for suspect in suspects:
        for weapon in weapons:
            for room in rooms:
                triple = (suspect, weapon, room)
                if sum(1 << deck.position(card) for card in triple) not in wrong:
                    yield numbering.of(triple)


def _explaining(
    sets: Integers,
    knowledge: Knowledge,
    numbering: Numbering,
    shows: Sequence[SeenShow],
    seat: int,
    choice: ChoiceOfCard,
) -> Integers:
    """Return for each hand the probability of the seat's shows, as proportional integers."""
    weights, largest = np.ones(len(sets), np.int64), 1
    possible = knowledge.open_hand(seat).possible
    for show in shows:
        if show.seat != seat:
            continue
        for have, factor in _factors(show, knowledge, numbering, possible, choice):
            largest *= max(factor.values())
            if largest >= 1 << 63:
                weights = weights.astype(object)
            for part, value in factor.items():
                weights[sets & have == part] *= value
    return weights // np.gcd.reduce(weights) if len(weights) else weights


def _factors(
    show: SeenShow,
    knowledge: Knowledge,
    numbering: Numbering,
    possible: int,
    choice: ChoiceOfCard,
) -> Iterator[tuple[int, dict[int, int]]]:
    """Yield the cards that decide a show's probability, and it for each part of them held.

    Nothing is yielded if no unlocated card decides it. The integers are in proportion.
    """
    deck = knowledge.deck
    known = knowledge.known_cards(show.seat)
    open_cards = [card for card in show.asked if possible >> deck.position(card) & 1]
    if not open_cards:
        return
    chances: dict[int, Fraction] = {}
    for count in range(len(open_cards) + 1):
        for held in combinations(open_cards, count):
            could_show = [card for card in show.asked if card in held or card in known]
            chances[numbering.of(held)] = choice(show.card, could_show)
    denominator = lcm(*(chance.denominator for chance in chances.values()))
    scaled = {part: int(chance * denominator) for part, chance in chances.items()}
    divisor = gcd(*scaled.values())
    if divisor <= 0 or min(scaled.values()) <= 0:
        raise ValueError(f"a choice of card gives {show.card} no chance; expected more than 0")
    yield numbering.of(open_cards), {part: value // divisor for part, value in scaled.items()}
