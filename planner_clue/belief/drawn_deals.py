"""Deals drawn from a belief, the answers to suggestions in them, and the doubts between them.

The seats are asked in turn, and the first that holds one of the three cards shows it. Where it
holds several of them, the drawn deal also says, by chance, which one it shows. Two deals with
different case files are a *doubt*: which of them is the real one? A suggestion settles it if it is
answered differently in the two. To settle all doubts with the fewest suggestions is the *test set
problem* (Garey and Johnson 1979, SP6), also called identification.

The arrays have these axes:

- *suggestions* and *deals*: the suggestions that are made and the deals that were drawn;
- *cards*: of the whole deck or of one category, in deck order; where there are three, the cards
  of a suggestion: suspect, weapon, room;
- *answers*: first "nobody shows a card", then three for each seat, in the order in which the
  seats are asked: it shows the suspect, the weapon, the room. The seat that asks comes last in
  this order and never shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.belief import Belief
from planner_clue.cards import CaseFile, Deck, Suggestion

Numbers: TypeAlias = NDArray[np.int64]
SmallNumbers: TypeAlias = NDArray[np.int16]
"""For the arrays with an entry for each card or suggestion in each deal: short is fast."""
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class DrawnDeals:
    """Some deals, with the card that would be shown to any suggestion in each of them."""

    deck: Deck
    seats: int
    """Number of seats, which is also the number of the case file as a holder."""
    holders: NDArray[np.int8]
    """Holder of each card, shape (deals, cards)."""
    order: SmallNumbers
    """The numbers of :func:`order_of_showing`, shape (cards, deals)."""

    def answers(self, suggestions: Sequence[Suggestion]) -> SmallNumbers:
        """Return the number of the answer to each suggestion, shape (suggestions, deals)."""
        if not suggestions:
            return np.zeros((0, self.order.shape[1]), np.int16)
        cards = np.array([[self.deck.position(card) for card in asked] for asked in suggestions])
        return self.numbers(*(self.order[column] for column in cards.T))

    def numbers(
        self, suspect: SmallNumbers, weapon: SmallNumbers, room: SmallNumbers
    ) -> SmallNumbers:
        """Return the numbers of answers, given :attr:`order` of the three cards of suggestions.

        All arrays have the same shape.
        """
        shown = np.minimum(np.minimum(suspect, weapon), room)
        before = shown // len(self.deck)
        category = (shown == weapon) + np.int8(2) * (shown == room)
        answers: SmallNumbers = np.where(before < self.seats, 1 + 3 * before + category, 0)
        return answers


def draw_deals(belief: Belief, count: int, seed: int) -> DrawnDeals:
    """Draw deals from a belief; the same seed draws the same ones."""
    rng = np.random.default_rng(seed)
    holders = belief.sample(count, rng)
    order = order_of_showing(holders, seats_before(belief.me, belief.case), rng)
    return DrawnDeals(belief.deck, belief.case, holders, order)


def seats_before(me: int, seats: int) -> Numbers:
    """Return the number of seats asked before each holder when ``me`` suggests.

    For those that never show a card, ``me`` and the case file, it is the number of seats.

    >>> print(seats_before(me=1, seats=3))
    [1 3 0 3]
    """
    before = np.full(seats + 1, seats)
    for place in range(seats - 1):
        before[(me + 1 + place) % seats] = place
    return before


def order_of_showing(
    holders: NDArray[np.int8], before: Numbers, rng: np.random.Generator
) -> SmallNumbers:
    """Return numbers that say which card is shown: the one with the lowest of three.

    Shape (cards, deals). The number of a card is ``before[holder] * cards + drawn``: a holder
    who is asked earlier shows first, and chance decides between the cards of one hand.
    ``holders`` has shape (deals, cards).
    """
    deals, cards = holders.shape
    drawn = rng.permuted(np.tile(np.arange(cards), (deals, 1)), axis=1)
    numbers = before[holders] * cards + drawn
    return np.ascontiguousarray(numbers.T, dtype=np.int16)


@dataclass(frozen=True)
class ComparedDeals:
    """Some deals, each with rivals that differ from it by one exchange."""

    deals: DrawnDeals
    """The deals, rivals last."""
    case_files: list[CaseFile]
    """The case file of each deal."""
    pairs: list[tuple[int, int]]
    """The deals to be told apart, by places: each deal and its rivals, and the first deal and all
    with another case file."""

    def ruled_out(
        self, suggestions: Sequence[Suggestion], answers: SmallNumbers
    ) -> dict[Suggestion, tuple[CaseFile, ...]]:
        """Return the other case files that each suggestion rules out, if the first deal is real.

        ``answers`` are those to the suggestions.
        """
        first = self.case_files[0]
        return {
            asked: tuple(dict.fromkeys(f for f in compress(self.case_files, told) if f != first))
            for asked, told in zip(suggestions, answers != answers[:, [0]], strict=True)
        }


def with_rivals(
    belief: Belief, drawn: DrawnDeals, places: Sequence[int], rivals: int, seed: int
) -> ComparedDeals:
    """Return the ``drawn`` deals at some places, each with at most ``rivals`` rivals.

    A rival is a deal in which one card of the case file has changed places with another of
    its category, drawn in proportion to its weight. All else is the same, also which of
    several cards is shown; so only answers about the two cards can tell them apart.
    """
    rng, size = np.random.default_rng(seed), len(drawn.deck)
    before = seats_before(belief.me, drawn.seats)
    holders = [drawn.holders[place] for place in places]
    orders = [drawn.order[:, place] for place in places]
    pairs: list[tuple[int, int]] = []
    for number, place in enumerate(places):
        exchanges = belief.exchanges(drawn.holders[place])
        weights = np.array([float(weight) for _, weight in exchanges])
        count = min(rivals, len(exchanges))
        if count:
            shares = weights / weights.sum()
            for chosen in sorted(rng.choice(len(exchanges), count, replace=False, p=shares)):
                pairs.append((number, len(holders)))
                holders.append(exchanges[chosen][0])
                by_chance = drawn.order[:, place] % size
                orders.append((before[holders[-1]] * size + by_chance).astype(np.int16))
    case_files = [
        CaseFile(*(drawn.deck.cards[card] for card in np.flatnonzero(row == drawn.seats)))
        for row in holders
    ]
    pairs += [
        (0, number)
        for number, case_file in enumerate(case_files)
        if case_file != case_files[0] and (0, number) not in pairs
    ]
    deals = DrawnDeals(drawn.deck, drawn.seats, np.stack(holders), np.stack(orders, axis=1))
    return ComparedDeals(deals, case_files, pairs)


@dataclass(frozen=True)
class Doubt:
    """A doubt between two of the drawn deals, by their places."""

    first: int
    second: int
    settled_by: frozenset[int]
    """The places of the suggestions that settle it."""


def doubts_between(pairs: Iterable[tuple[int, int]], answers: NDArray[np.int16]) -> list[Doubt]:
    """Return the doubts that have to be settled, those with the fewest suggestions first.

    ``pairs`` are deals, by their places, that have different case files; ``answers`` has the
    number of the answer to each suggestion in each deal, shape (suggestions, deals). Left out are
    doubts that no suggestion settles, and those that are settled whenever another one is.

    >>> answers = np.array([[0, 1, 0, 1], [0, 2, 2, 3], [0, 1, 2, 3]], np.int16)
    >>> for doubt in doubts_between([(0, 1), (0, 2), (1, 2)], answers):
    ...     print(doubt.first, doubt.second, sorted(doubt.settled_by))
    1 2 [0, 2]
    0 2 [1, 2]
    """
    by_suggestions: dict[frozenset[int], tuple[int, int]] = {}
    for first, second in pairs:
        telling = np.flatnonzero(answers[:, first] != answers[:, second]).tolist()
        by_suggestions.setdefault(frozenset(telling), (first, second))
    by_suggestions.pop(frozenset(), None)
    kept: list[frozenset[int]] = []
    for these in sorted(
        by_suggestions, key=lambda these: (len(these), sorted(these, reverse=True))
    ):
        if not any(fewer <= these for fewer in kept):
            kept.append(these)
    return [Doubt(*by_suggestions[these], these) for these in kept]
