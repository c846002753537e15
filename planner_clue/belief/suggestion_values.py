"""Expected value of suggestions, from deals drawn from a belief.

The answer to any suggestion is clear in a drawn deal (:mod:`planner_clue.belief.drawn_deals`, which
explains the axes of the arrays). The possible answers split the drawn deals into groups. The real
answer will leave one group, in which the case file is easier to guess; how much easier is counted
in guesses (:func:`total_guesses`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.belief import Belief
from planner_clue.belief.drawn_deals import Floats, Numbers, SmallNumbers, draw_deals
from planner_clue.cards import Card, CaseFile, Suggestion


@dataclass(frozen=True)
class SuggestionValue:
    """Expected value of one suggestion: averages over the drawn deals."""

    guesses: tuple[float, float, float]
    """Guesses that the answer saves, per category."""
    shown: tuple[float, float, float]
    """Probability of each card of the suggestion to be shown."""
    onward: float
    """The cost of the way to the next room worth asking in."""


class SuggestionValues:
    """Values of the suggestions of one seat, from deals drawn from its belief."""

    def __init__(self, belief: Belief, count: int, seed: int) -> None:
        """Draw ``count`` deals; the same seed draws the same ones."""
        self.me = belief.me
        """The seat that asks."""
        self._deck, self._seats, self._deals = belief.deck, belief.case, count
        self.drawn = draw_deals(belief, count, seed)
        in_case_file = self.drawn.holders == belief.case
        self.case_cards: list[Numbers] = [
            in_case_file[:, [belief.deck.position(card) for card in cards]].argmax(axis=1)
            for _, cards in belief.deck.by_category()
        ]
        """For each category, which of its cards, counted from 0, is in the case file of each deal.
        """
        _, numbers = np.unique(np.stack(self.case_cards), axis=1, return_inverse=True)
        self.case_files: Numbers = numbers.ravel()
        """Number of the case file of each deal; equal case files have equal numbers."""
        self._unshown_rooms = np.array(
            [belief.holder(room) in (belief.me, belief.case) for room in belief.deck.rooms]
        )
        """Whether it is certain that nobody else can show a room, per room."""
        self.guesses = tuple(
            float(total_guesses(np.bincount(cards))) / count for cards in self.case_cards
        )
        """Expected guesses to find the card of the case file now, per category."""

    def tell(
        self, suggestions: Sequence[Suggestion], ways: Mapping[Card, Mapping[Card, float]]
    ) -> list[SuggestionValue]:
        """Return the expected value of each suggestion.

        ``ways[start][room]`` is the cost of the way from room to room; from a room to itself,
        the cost of asking there again.
        """
        if not suggestions:
            return []
        counts = self._counts(self.drawn.answers(suggestions))
        left = [total_guesses(of_category).sum(axis=1) for of_category in counts]
        saved = np.array(self.guesses) - np.stack(left, axis=1) / self._deals
        by_seat = counts[-1].sum(axis=2)[:, 1:].reshape(len(suggestions), self._seats, 3)
        shown = by_seat.sum(axis=1) / self._deals
        onward = self._total_ways(suggestions, counts[-1], ways) / self._deals
        values = zip(saved.tolist(), shown.tolist(), onward.tolist(), strict=True)
        return [SuggestionValue(tuple(saves), tuple(shows), way) for saves, shows, way in values]

    def deals_with(self, case_file: CaseFile) -> list[int]:
        """Return the places of the drawn deals with this case file."""
        places = zip(case_file, self.case_cards, self._deck.by_category(), strict=True)
        fits = [numbers == of.index(card) for card, numbers, (_, of) in places]
        found: list[int] = np.flatnonzero(np.logical_and.reduce(fits)).tolist()
        return found

    def time_left(
        self,
        suggestions: Sequence[Suggestion],
        per_guess: tuple[float, float, float],
        enough: float,
        ways: Mapping[Card, Mapping[Card, float]] | None = None,
    ) -> list[float]:
        """Return the expected time from each suggestion until the case file is found.

        An average over the drawn deals: the guesses still needed, each of which takes the time
        ``per_guess`` of its category, and with ``ways`` the way on to the next room worth asking
        in. An answer after which one case file has the probability ``enough`` leaves nothing to do.
        """
        answers = self.drawn.answers(suggestions)
        going_on = ~self._found(answers, enough)
        counts = [each * going_on[:, :, None] for each in self._counts(answers)]
        total: Floats = np.zeros(len(suggestions))
        if ways is not None:
            total += self._total_ways(suggestions, counts[-1], ways)
        for time, of_category in zip(per_guess, counts, strict=True):
            total += time * total_guesses(of_category).sum(axis=1)
        average: list[float] = (total / self._deals).tolist()
        return average

    def still_open(self, asked: Sequence[Suggestion], enough: float) -> float:
        """Return the probability that all answers leave no case file with ``enough``."""
        if not asked:
            return 1.0
        together = np.zeros(self._deals, np.int64)
        for answers in self.drawn.answers(asked):
            _, together = np.unique(together * (1 + 3 * self._seats) + answers, return_inverse=True)
        counts = np.zeros((together.max() + 1, self.case_files.max() + 1), np.int64)
        np.add.at(counts, (together, self.case_files), 1)
        sizes = counts.sum(axis=1)
        return float(sizes[counts.max(axis=1) < enough * sizes].sum()) / self._deals

    def _found(self, answers: SmallNumbers, enough: float) -> NDArray[np.bool_]:
        """Return after which answers one case file has the probability ``enough``.

        Shape (suggestions, answers).
        """
        counts = self._count(answers, self.case_files, int(self.case_files.max()) + 1)
        found: NDArray[np.bool_] = counts.max(axis=2) >= enough * counts.sum(axis=2)
        return found

    def _counts(self, answers: SmallNumbers) -> list[Numbers]:
        """Return the counts of :meth:`_count` per category."""
        categories = zip(self.case_cards, self._deck.by_category(), strict=True)
        return [self._count(answers, drawn, len(cards)) for drawn, (_, cards) in categories]

    def _count(self, answers: SmallNumbers, case_cards: Numbers, cards: int) -> Numbers:
        """Return the number of deals per answer and card of the case file in one category.

        Shape (suggestions, answers, cards). ``answers`` has shape (suggestions, deals),
        ``case_cards`` has the card of each deal, from 0 to ``cards``.
        """
        shape = (len(answers), 1 + 3 * self._seats, cards)
        suggestion = np.arange(len(answers))[:, None]
        cells = (suggestion * shape[1] + answers) * cards + case_cards
        return np.bincount(cells.ravel(), minlength=prod(shape)).reshape(shape)

    def _total_ways(
        self,
        suggestions: Sequence[Suggestion],
        counts: Numbers,
        ways: Mapping[Card, Mapping[Card, float]],
    ) -> Floats:
        """Return the cost of the way on from each suggestion, summed over the deals.

        The way leads from the room of the suggestion to the nearest room that may be in the case
        file after the answer. If only one may be, it is certain, and any room that nobody else
        can show will do to ask in. ``counts`` has shape (suggestions, answers, rooms).
        """
        rooms = self._deck.rooms
        costs_from = {start: [ways[start][room] for room in rooms] for start in rooms}
        costs = np.array([[costs_from[asked.room]] for asked in suggestions])
        may_be = counts > 0
        is_certain = may_be.sum(axis=2, keepdims=True) == 1
        worth_asking_in = may_be | (is_certain & self._unshown_rooms)
        nearest = np.where(worth_asking_in, costs, np.inf).min(axis=2)
        deals = counts.sum(axis=2)
        total: Floats = (np.where(deals > 0, nearest, 0.0) * deals).sum(axis=1)
        return total


def total_guesses(counts: Numbers) -> Numbers:
    """Return the guesses needed to find the right card, summed over the counted deals.

    Somebody who guesses one card after the other, the most probable first, finds the right one
    after the *expected number of guesses*, a measure of what is unknown (Massey, *Guessing and
    entropy*, 1994). The last card left needs no guess here, so a certain card takes 0.

    The last axis of ``counts`` goes through the cards: in how many deals each is the right one.

    >>> print(total_guesses(np.array([1, 3, 2])))  # one guess in 3 deals, two in the others
    9
    """
    likeliest_first = -np.sort(-counts, axis=-1)
    possible = (counts > 0).sum(axis=-1, keepdims=True)
    guesses = np.minimum(np.arange(1, counts.shape[-1] + 1), possible - 1)
    total: Numbers = (likeliest_first * guesses).sum(axis=-1)
    return total
