"""The hands each holder may have, and how well each hand explains what was seen.

A *hand* is here a set of unlocated cards: what a holder has beside its known cards. The case file
is a holder like the seats. By Bayes' rule a hand counts in proportion to the probability that a
seat with this hand would have done what was seen:

- Which cards it showed to this seat. A player who shows the rope when asked about plum, the rope
  and the hall could have shown plum instead if it held plum too; so it probably does not. How
  probable that is depends on a :data:`ChoiceOfCard`.
- Whether it accused when nobody answered it (:mod:`planner_clue.belief.silence`).
- If wanted, what it suggested where (:mod:`planner_clue.belief.asking`).

The products of these probabilities are kept as whole numbers in proportion, the *weights*.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

import numpy as np

from planner_clue.belief.asking import Asked
from planner_clue.belief.counting import Hands, Integers, Numbering, most_splits, sets_of_size
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.silence import Silence
from planner_clue.game.cards import Card, Suggestion

ChoiceOfCard: TypeAlias = Callable[[Card, Sequence[Card]], Fraction]
"""``choice(card, could_show)``: the probability that a player shows ``card`` if it could show
the cards ``could_show``, which stand in the order of the suggestion. It must be above 0, because
any card that can be shown may be shown."""


def uniform(card: Card, could_show: Sequence[Card]) -> Fraction:
    """Return the probability of ``card`` if all cards that could be shown are equally likely."""
    return Fraction(1, len(could_show))


_MOST_BITS, _LEAST_BITS = 12, 4  # precision of the weight of a hand by its suggestions


class SeenShow(NamedTuple):
    """A card that this seat was shown, and what it had asked about."""

    seat: int
    card: Card
    asked: Suggestion


class HandEvidence(NamedTuple):
    """Evidence that distinguishes hands, beside certain knowledge."""

    shows: Sequence[SeenShow] = ()
    choice: ChoiceOfCard = uniform  # the choice of players between cards that they could show
    silence: Silence | None = None
    asked: Asked | None = None


def possible_hands(
    knowledge: Knowledge, numbering: Numbering, evidence: HandEvidence
) -> dict[int, Hands]:
    """Return for each holder with unknown cards the hands it may have, with their weights."""
    hands: dict[int, Hands] = {}
    sets: dict[int, Integers] = {}
    factors: dict[int, Integers] = {}
    known = [knowledge.known_cards(seat) for seat in range(knowledge.case)]
    for seat in knowledge.hands:
        free, possible, showed = knowledge.open_hand(seat)
        if free:
            every = sets_of_size(len(numbering.cards), free)
            every = every[every & ~numbering.set_of_mask(possible) == 0]
            for one_of in sorted(showed):
                every = every[every & numbering.set_of_mask(one_of) != 0]
            sets[seat] = every
            weights = _weights_of_shows(every, knowledge, numbering, evidence, seat)
            hands[seat] = Hands(free, every, weights)
            if evidence.silence and seat != knowledge.aside:
                factors[seat] = evidence.silence.weights(seat, sets[seat], numbering, known[seat])
    if free := knowledge.open_hand(knowledge.case).free:
        case_files = np.array(list(_case_files(knowledge, numbering)), dtype=np.int64)
        hands[knowledge.case] = Hands(free, case_files, np.ones_like(case_files))
    if evidence.asked is not None and evidence.asked.is_informative:
        # In so many bits the weights of each seat may grow so that counting fits into 64 bits.
        spare = 62 - most_splits(len(numbering.cards), list(hands.values())).bit_length()
        bits = max(_LEAST_BITS, min(_MOST_BITS, spare // max(1, len(sets))))
        sets.pop(knowledge.aside, None)  # which chose nothing
        factors = evidence.asked.weigh(sets, numbering, known, factors, bits)
    for seat, of_seat in factors.items():
        weights = hands[seat].weights
        if int(weights.max(initial=0)) * int(of_seat.max(initial=0)) >= 1 << 63:
            weights = weights.astype(object)
        hands[seat] = hands[seat]._replace(weights=weights * of_seat)
    return hands


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
        open_cards = [c for c in show.asked if c not in known and seat in knowledge.holders(c)]
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
    """Return the likelihood of a show, by which of the open cards the seat holds, in proportion."""
    chances: dict[tuple[Card, ...], Fraction] = {}
    for count in range(len(open_cards) + 1):
        for held in combinations(open_cards, count):
            could_show = [card for card in show.asked if card in held or card in known]
            chances[held] = choice(show.card, could_show)
    denominator = lcm(*(probability.denominator for probability in chances.values()))
    scaled = {held: int(probability * denominator) for held, probability in chances.items()}
    divisor = gcd(*scaled.values())
    if divisor <= 0 or min(scaled.values()) <= 0:
        raise ValueError(f"a choice of card gives {show.card} no chance; expected more than 0")
    return {held: ratio // divisor for held, ratio in scaled.items()}
