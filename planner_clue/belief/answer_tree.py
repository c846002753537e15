"""Tree of suggestions and answers: information of each answer, and the time that suggestions leave.

Deals drawn from a belief are sorted by the answers to suggestions in them. A *node* is a history:
some suggestions and their answers, with the deals in which these are the answers. All nodes of one
depth are worked on together, in flat arrays with an *entry* for each deal of each node.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from planner_clue.belief.drawn_deals import DrawnDeals, Floats, Numbers, SmallNumbers
from planner_clue.game.cards import Card, CaseFile, Suggestion


@dataclass(frozen=True)
class AnswerNode:
    """One answer to one suggestion, and its information."""

    suggestion: int  # the index of the suggestion in the list of all nodes' suggestions
    seat: int | None  # the seat that shows a card; None if nobody can
    card: Card | None
    probability: float  # the share of the drawn deals in which this is the answer
    case_file: CaseFile  # the most probable case file after it
    right: float  # the probability of that case file


def price_of_accusing(probability: float, survival_time: float) -> float:
    """Return the wait that loses as much as an accusation that is right with this probability.

    The others are taken to win at a constant rate, with the mean ``survival_time``.

    >>> round(price_of_accusing(0.6, 7.0), 1)
    3.6
    """
    return -survival_time * log(probability)


class Histories:
    """The nodes of one depth, with their deals."""

    def __init__(self, drawn: DrawnDeals, deals: Numbers, nodes: Numbers) -> None:
        """``deals`` and ``nodes`` have the two of each entry."""
        self._drawn, self._deals, self._nodes = drawn, deals, nodes
        self._case = [cards[deals] for cards in drawn.case_cards]
        self.sizes: Numbers = np.bincount(nodes)  # the number of deals of each node

    @classmethod
    def root(cls, drawn: DrawnDeals) -> "Histories":
        """Return the node that has all deals."""
        deals = np.arange(len(drawn.holders))
        return cls(drawn, deals, np.zeros_like(deals))

    def likely_pairs(self) -> list[tuple[Card, Card]]:
        """Return the suspect and weapon that are most probably in the case file, per node."""
        deck = self._drawn.deck
        suspects, weapons = len(deck.suspects), len(deck.weapons)
        pairs = self._case[0] * weapons + self._case[1]
        counts = self._per_node(pairs, suspects * weapons)
        return [
            (deck.suspects[best // weapons], deck.weapons[best % weapons])
            for best in counts.argmax(axis=1).tolist()
        ]

    def time_left(
        self,
        suggestions: Sequence[Sequence[Suggestion]],
        per_guess: Sequence[float],
        survival_time: float,
        threshold: float,
    ) -> tuple[Floats, Floats]:
        """Return the expected time until the case file is found, and uncertainty, after each.

        ``suggestions`` has the same number of suggestions for each node; both results have the
        shape (nodes, suggestions). After an answer come the guesses that are left, each of which
        takes the time ``per_guess`` of its category; or an accusation (:func:`price_of_accusing`),
        if that is less and the most probable case file has at least the probability ``threshold``,
        taken as the product over the categories. *Uncertainty* is 1 minus the expected square of
        this product.
        """
        each, kinds = len(suggestions[0]), 1 + 3 * self._drawn.seats
        groups = self._nodes * each + np.arange(each)[:, None]
        groups *= kinds
        groups += self._answers(suggestions)
        size = len(self.sizes) * each * kinds
        sizes = np.bincount(groups.ravel(), minlength=size)
        some = np.flatnonzero(sizes)  # many answers come in no deal
        deals = sizes[some]
        guessing, certain = np.zeros(len(some)), np.ones(len(some))
        categories = self._drawn.deck.categories
        cells = np.empty_like(groups)  # large, so one for all
        for time, case, cards in zip(per_guess, self._case, categories, strict=True):
            np.add(np.multiply(groups, len(cards), out=cells), case, out=cells)
            by_cell = np.bincount(cells.ravel(), minlength=size * len(cards))
            counts = by_cell.reshape(size, len(cards))[some]
            guessing += time * total_guesswork(counts)
            certain *= counts.max(axis=1) / deals
        price = -survival_time * np.log(np.where(certain >= threshold, certain, 0.5))
        accusing = np.where(certain >= threshold, deals * price, np.inf)
        found = np.zeros((2, size))
        found[:, some] = np.minimum(guessing, accusing), deals * (1 - certain**2)
        of_suggestions = found.reshape(2, len(self.sizes), each, kinds).sum(axis=3)
        time, uncertain = of_suggestions / self.sizes[:, None]
        return time, uncertain

    def answered(
        self, suggestions: Sequence[Sequence[Suggestion]]
    ) -> tuple[list[AnswerNode], "Histories"]:
        """Return the nodes after each answer to each suggestion, as many suggestions for each node.

        They stand in the order of nodes and suggestions; of each, the most probable answer first.
        """
        each, kinds = len(suggestions[0]), 1 + 3 * self._drawn.seats
        asked = self._nodes * each + np.arange(each)[:, None]
        keys = asked * kinds + self._answers(suggestions)
        found, inverse, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        order = np.lexsort((found, -sizes, found // kinds))
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        after = Histories(self._drawn, np.tile(self._deals, each), place[inverse.ravel()])
        named = [divmod(number, kinds) for number in found[order].tolist()]
        drawn = len(self._drawn.holders)
        every = [asked for of_node in suggestions for asked in of_node]
        nodes = [
            AnswerNode(number, *self._drawn.shown(every[number], answer), size / drawn, *best)
            for (number, answer), size, best in zip(
                named, after.sizes.tolist(), after.best_case_files(), strict=True
            )
        ]
        return nodes, after

    def best_case_files(self) -> list[tuple[CaseFile, float]]:
        """Return the most probable case file of each node, and its probability."""
        files = self._drawn.case_files
        count = int(files.max()) + 1
        counts = self._per_node(files[self._deals], count)
        deal_with = np.zeros(count, np.int64)
        deal_with[files] = np.arange(len(files))
        best = [self._case_file(deal) for deal in deal_with[counts.argmax(axis=1)].tolist()]
        return list(zip(best, (counts.max(axis=1) / self.sizes).tolist(), strict=True))

    def _case_file(self, deal: int) -> CaseFile:
        categories = zip(self._drawn.deck.categories, self._drawn.case_cards, strict=True)
        return CaseFile(*(cards[places[deal]] for cards, places in categories))

    def _per_node(self, cards: Numbers, count: int) -> Numbers:
        """Count entries per node and card, shape (nodes, cards)."""
        cells = np.bincount(self._nodes * count + cards, minlength=len(self.sizes) * count)
        return cells.reshape(len(self.sizes), count)

    def _answers(self, suggestions: Sequence[Sequence[Suggestion]]) -> SmallNumbers:
        """Return the number of each entry's answer, shape (suggestions per node, entries)."""
        every = dict.fromkeys(asked for of_node in suggestions for asked in of_node)
        answers = self._drawn.answers(list(every))
        row = {asked: number * answers.shape[1] for number, asked in enumerate(every)}
        rows = np.array([[row[asked] for asked in of_node] for of_node in suggestions])
        return answers.take(rows.T[:, self._nodes] + self._deals)


def total_guesswork(counts: Numbers) -> Numbers:
    """Return the guesses needed to find the right card, summed over the counted deals.

    The *expected number of guesses*, the most probable first, measures what is unknown (Massey,
    *Guessing and entropy*, 1994); here the last card left needs none. The last axis of ``counts``
    goes through the cards: in how many deals each is the right one.

    >>> print(total_guesswork(np.array([1, 3, 2])))  # one guess in 3 deals, two in the others
    9
    """
    likely_first = -np.sort(-counts, axis=-1)
    possible = (counts > 0).sum(axis=-1, keepdims=True)
    guesses = np.minimum(np.arange(1, counts.shape[-1] + 1), possible - 1)
    total: Numbers = (likely_first * guesses).sum(axis=-1)
    return total
