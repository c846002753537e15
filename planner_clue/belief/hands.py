"""The hands each holder may have, and how well each hand explains what was seen.

A *hand* is here a set of unlocated cards: what a holder has beside the cards that it is known
to have. The case file is a holder like the seats; its hands have one card of each category that
is still open.

By Bayes' rule a hand counts in proportion to the probability that a seat with this hand would
have done what was seen. Three things count: which cards it showed to this seat
(:mod:`planner_clue.belief.choice`), whether it accused when nobody answered it
(:mod:`planner_clue.belief.silence`) and, if wanted, what it suggested where
(:mod:`planner_clue.belief.asking`). The products of these probabilities are kept as whole
numbers, the *weights*, which have the right ratios to each other.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import NamedTuple

import numpy as np

from planner_clue.belief.asking import Asked
from planner_clue.belief.choice import ChoiceOfCard, uniform
from planner_clue.belief.counting import Hands, Integers, most_splits, sets_of_size
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.silence import Silence
from planner_clue.cards import Card, Suggestion

_MOST_BITS, _LEAST_BITS = 12, 4
"""The precision of the weight of a hand by the suggestions of its holder, in bits."""


class SeenShow(NamedTuple):
    """A card that this seat was shown, and what it had asked about."""

    seat: int
    """The seat that showed it."""
    card: Card
    asked: Suggestion


class HandEvidence(NamedTuple):
    """Evidence that tells hands apart, beside certain knowledge."""

    shows: Sequence[SeenShow] = ()
    choice: ChoiceOfCard = uniform
    """The choice of players between cards that they could show."""
    silence: Silence | None = None
    asked: Asked | None = None


def possible_hands(
    knowledge: Knowledge, numbering: Numbering, evidence: HandEvidence
) -> dict[int, Hands]:
    """Return for each holder the hands it may have, with their weights.

    Holders whose cards are all known are left out. Weights of different holders are not to be
    compared.
    """
    hands: dict[int, Hands] = {}
    sets: dict[int, Integers] = {}
    factors: dict[int, Integers] = {}
    known = [knowledge.known_cards(seat) for seat in range(knowledge.case)]
    for seat in range(knowledge.case):
        if free := knowledge.open_hand(seat).free:
            sets[seat] = _possible_sets(knowledge, numbering, seat)
            weights = _weights_of_shows(sets[seat], knowledge, numbering, evidence, seat)
            hands[seat] = Hands(free, sets[seat], weights)
            if evidence.silence:
                factors[seat] = evidence.silence.weights(seat, sets[seat], numbering, known[seat])
    if free := knowledge.open_hand(knowledge.case).free:
        case_files = np.array(list(_case_files(knowledge, numbering)), dtype=np.int64)
        hands[knowledge.case] = Hands(free, case_files, np.ones_like(case_files))
    if evidence.asked is not None and evidence.asked.is_informative:
        # In so many bits the weights of each seat may grow so that counting fits into 64 bits.
        spare = 62 - most_splits(len(numbering.cards), list(hands.values())).bit_length()
        bits = max(_LEAST_BITS, min(_MOST_BITS, spare // max(1, len(sets))))
        factors = evidence.asked.weigh(sets, numbering, known, factors, bits)
    for seat, of_seat in factors.items():
        hands[seat] = _times(hands[seat], of_seat)
    return hands


def _times(hands: Hands, factors: Integers) -> Hands:
    """Return the same hands with weights multiplied by factors, shape (hands,)."""
    weights = hands.weights
    if int(weights.max(initial=0)) * int(factors.max(initial=0)) >= 1 << 63:
        weights = weights.astype(object)
    return hands._replace(weights=weights * factors)


def _possible_sets(knowledge: Knowledge, numbering: Numbering, seat: int) -> Integers:
    """Return every hand that the quick inference leaves to a seat, shape (hands,)."""
    free, possible, showed = knowledge.open_hand(seat)
    sets: Integers = sets_of_size(len(numbering.cards), free)
    sets = sets[sets & ~numbering.set_of_mask(possible) == 0]
    for one_of in sorted(showed):
        sets = sets[sets & numbering.set_of_mask(one_of) != 0]
    return sets


def _case_files(knowledge: Knowledge, numbering: Numbering) -> Iterator[int]:
    """Yield the cards that may complete the case file, in deck order."""
    candidates, position = knowledge.candidates(), knowledge.deck.position
    possible = sum(1 << position(card) for cards in candidates for card in cards)
    wrong = {numbering.set_of_mask(mask) for mask in knowledge.wrong if mask & ~possible == 0}
    sets = [[numbering.set_of([card]) for card in cards] for cards in candidates]
    for suspect, weapon, room in product(*sets):
        if (triple := suspect | weapon | room) not in wrong:
            yield triple


def _weights_of_shows(
    sets: Integers, knowledge: Knowledge, numbering: Numbering, evidence: HandEvidence, seat: int
) -> Integers:
    """Return the likelihood of a seat's shows per hand, in proportion, shape (hands,)."""
    weights, bound = np.ones(len(sets), np.int64), 1
    known = knowledge.known_cards(seat)
    for show in evidence.shows:
        if show.seat != seat:
            continue
        open_cards = [
            card for card in show.asked if card not in known and seat in knowledge.holders(card)
        ]
        if not open_cards:
            continue
        ratios = _ratios(show, open_cards, known, evidence.choice)
        bound *= max(ratios.values())
        if bound >= 1 << 63:
            weights = weights.astype(object)
        in_hand = sets & numbering.set_of(open_cards)
        for held, ratio in ratios.items():
            weights[in_hand == numbering.set_of(held)] *= ratio
    return weights // np.gcd.reduce(weights) if len(weights) else weights


def _ratios(
    show: SeenShow, open_cards: Sequence[Card], known: Sequence[Card], choice: ChoiceOfCard
) -> dict[tuple[Card, ...], int]:
    """Return the likelihood of a show, by which of the open cards the seat holds.

    The probabilities are scaled to whole numbers without a common divisor.

    >>> from planner_clue.belief.choice import uniform
    >>> show = SeenShow(1, Card("rope"), Suggestion(Card("plum"), Card("rope"), Card("hall")))
    >>> _ratios(show, [Card("plum")], [Card("rope")], uniform)
    {(): 2, ('plum',): 1}
    """
    chances: dict[tuple[Card, ...], Fraction] = {}
    for count in range(len(open_cards) + 1):
        for held in combinations(open_cards, count):
            could_show = [card for card in show.asked if card in held or card in known]
            chances[held] = choice(show.card, could_show)
    denominator = lcm(*(chance.denominator for chance in chances.values()))
    scaled = {held: int(chance * denominator) for held, chance in chances.items()}
    divisor = gcd(*scaled.values())
    if divisor <= 0 or min(scaled.values()) <= 0:
        raise ValueError(f"a choice of card gives {show.card} no chance; expected more than 0")
    return {held: ratio // divisor for held, ratio in scaled.items()}
