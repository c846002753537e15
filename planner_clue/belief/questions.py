"""What a question is expected to tell, before it is asked.

Many deals are drawn from the belief. In each of them the answer to any question is clear: the
seats are asked in turn, and the first that holds one of the three cards shows it. Where it holds
several of them, the drawn deal also says, by chance, which one it shows. So the possible answers
to a question split the drawn deals into groups. The real answer will leave one group, in which
the case file is easier to guess; how much easier is counted in guesses (:func:`total_guesses`).

The arrays have these axes:

- *questions* and *deals*: the questions to value and the deals that were drawn;
- *cards*: of the whole deck or of one category, in deck order; where there are three, the cards
  of a question: suspect, weapon, room;
- *answers*: first "nobody shows a card", then three for each seat, in the order in which the
  seats are asked: it shows the suspect, the weapon, the room. The seat that asks comes last in
  this order and never shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.belief.belief import Belief
from planner_clue.cards import Card, CaseFile, Deck, Suggestion

Numbers: TypeAlias = NDArray[np.int64]
SmallNumbers: TypeAlias = NDArray[np.int16]
"""For the arrays with an entry for each card or question in each deal: short is fast."""
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class QuestionValue:
    """What one question is expected to bring: averages over the drawn deals."""

    guesses: tuple[float, float, float]
    """For each category, how many guesses the answer saves."""
    shown: tuple[float, float, float]
    """For each card of the question, the probability that it is shown."""
    onward: float
    """The cost of the way to the next room worth asking in."""


@dataclass(frozen=True)
class LineUp:
    """Some deals, each with rivals that differ from it by one exchange."""

    case_files: list[CaseFile]
    """The case file of each deal, rivals last."""
    pairs: list[tuple[int, int]]
    """What has to be told apart, by places: each deal from its rivals, and the first deal from all
    with another case file."""
    _questions: "Questions"
    _order: SmallNumbers

    def answers(self, questions: Sequence[Suggestion]) -> SmallNumbers:
        """Return the number of the answer to each question, shape (questions, deals)."""
        return self._questions.answers(questions, self._order)

    def ruled_out(
        self, questions: Sequence[Suggestion], answers: SmallNumbers
    ) -> dict[Suggestion, tuple[CaseFile, ...]]:
        """Return the other case files that each question rules out, if the first deal is real.

        ``answers`` are those to the questions.
        """
        first = self.case_files[0]
        return {
            asked: tuple(dict.fromkeys(f for f in compress(self.case_files, told) if f != first))
            for asked, told in zip(questions, answers != answers[:, [0]], strict=True)
        }


class Questions:
    """Values the questions of one seat by deals drawn from its belief."""

    def __init__(self, belief: Belief, count: int, seed: int) -> None:
        """Draw ``count`` deals; the same seed draws the same ones."""
        rng = np.random.default_rng(seed)
        holders = belief.sample(count, rng)
        before = seats_before(belief.me, belief.case)
        self._deck, self._seats, self._deals = belief.deck, belief.case, count
        self._belief, self._holders, self._before = belief, holders, before
        self._order = order_of_showing(holders, before, rng)
        self._case_cards = _case_cards(holders == belief.case, belief.deck)
        self._case_files = _numbered(self._case_cards)
        """For each deal, the number of its case file among those that were drawn."""
        self._unshown_rooms = np.array(
            [belief.holder(room) in (belief.me, belief.case) for room in belief.deck.rooms]
        )
        """For each room, whether it is certain that nobody else can show it."""
        self.guesses = tuple(
            float(total_guesses(np.bincount(cards))) / count for cards in self._case_cards
        )
        """For each category, how many guesses it takes now to find its card, on average."""

    def tell(
        self, questions: Sequence[Suggestion], ways: Mapping[Card, Mapping[Card, float]]
    ) -> list[QuestionValue]:
        """Return what each question is expected to bring.

        ``ways[start][room]`` is the cost of the way from room to room; from a room to itself,
        the cost of asking there again.
        """
        if not questions:
            return []
        answers = self.answers(questions)
        counts = [
            self._count(answers, case_cards, len(category))
            for case_cards, (_, category) in zip(
                self._case_cards, self._deck.by_category(), strict=True
            )
        ]
        left = [total_guesses(of_category).sum(axis=1) for of_category in counts]
        saved = np.array(self.guesses) - np.stack(left, axis=1) / self._deals
        shown = self._times_shown(counts[-1]) / self._deals
        onward = self._total_ways(questions, counts[-1], ways) / self._deals
        values = zip(saved.tolist(), shown.tolist(), onward.tolist(), strict=True)
        return [QuestionValue(tuple(saves), tuple(shows), way) for saves, shows, way in values]

    def deals_with(self, case_file: CaseFile) -> list[int]:
        """Return which of the drawn deals have this case file, by their places."""
        places = zip(case_file, self._case_cards, self._deck.by_category(), strict=True)
        fits = [numbers == of.index(card) for card, numbers, (_, of) in places]
        found: list[int] = np.flatnonzero(np.logical_and.reduce(fits)).tolist()
        return found

    def time_left(
        self,
        questions: Sequence[Suggestion],
        ways: Mapping[Card, Mapping[Card, float]],
        per_guess: tuple[float, float, float],
        enough: float,
    ) -> list[float]:
        """Return the time that each question leaves until the case file is found.

        An average over the drawn deals: the way on to the next room worth asking in, by ``ways``,
        and the guesses still needed, each of which takes the time ``per_guess`` of its category. An
        answer after which one case file has the probability ``enough`` leaves nothing to do.
        """
        answers = self.answers(questions)
        going_on = ~self._found(answers, enough)
        counts = [
            self._count(answers, case_cards, len(cards)) * going_on[:, :, None]
            for case_cards, (_, cards) in zip(
                self._case_cards, self._deck.by_category(), strict=True
            )
        ]
        total = self._total_ways(questions, counts[-1], ways)
        for time, of_category in zip(per_guess, counts, strict=True):
            total += time * total_guesses(of_category).sum(axis=1)
        average: list[float] = (total / self._deals).tolist()
        return average

    def still_open(self, asked: Sequence[Suggestion], enough: float) -> float:
        """Return how probably no case file has the probability ``enough`` after all answers."""
        if not asked:
            return 1.0
        together = np.zeros(self._deals, np.int64)
        for answers in self.answers(asked):
            _, together = np.unique(together * (1 + 3 * self._seats) + answers, return_inverse=True)
        counts = np.zeros((together.max() + 1, self._case_files.max() + 1), np.int64)
        np.add.at(counts, (together, self._case_files), 1)
        sizes = counts.sum(axis=1)
        return float(sizes[counts.max(axis=1) < enough * sizes].sum()) / self._deals

    def _found(self, answers: SmallNumbers, enough: float) -> NDArray[np.bool_]:
        """Return after which answers one case file has the probability ``enough``.

        Shape (questions, answers).
        """
        counts = self._count(answers, self._case_files, int(self._case_files.max()) + 1)
        found: NDArray[np.bool_] = counts.max(axis=2) >= enough * counts.sum(axis=2)
        return found

    def line_up(self, deals: Sequence[int], rivals: int, seed: int) -> "LineUp":
        """Return some of the drawn deals, by their places, each with ``rivals`` of its own.

        A rival is a deal in which one card of the case file has changed places with another of
        its category, drawn in proportion to its weight. All else is the same, also which of
        several cards is shown; so only answers about the two cards can tell them apart.
        """
        rng, size = np.random.default_rng(seed), len(self._deck)
        holders = [self._holders[deal] for deal in deals]
        orders = [self._order[:, deal] for deal in deals]
        pairs: list[tuple[int, int]] = []
        for place, deal in enumerate(deals):
            exchanges = self._belief.exchanges(self._holders[deal])
            weights = np.array([float(weight) for _, weight in exchanges])
            count = min(rivals, len(exchanges))
            if count:
                shares = weights / weights.sum()
                for chosen in sorted(rng.choice(len(exchanges), count, replace=False, p=shares)):
                    pairs.append((place, len(holders)))
                    holders.append(exchanges[chosen][0])
                    drawn = self._order[:, deal] % size
                    orders.append((self._before[holders[-1]] * size + drawn).astype(np.int16))
        case_files = [
            CaseFile(*(self._deck.cards[card] for card in np.flatnonzero(row == self._seats)))
            for row in holders
        ]
        pairs += [
            (0, place)
            for place, case_file in enumerate(case_files)
            if case_file != case_files[0] and (0, place) not in pairs
        ]
        return LineUp(case_files, pairs, self, np.stack(orders, axis=1))

    def answers(
        self, questions: Sequence[Suggestion], order: SmallNumbers | None = None
    ) -> SmallNumbers:
        """Return the number of the answer to each question, shape (questions, deals).

        ``order`` has the numbers of the cards in other deals than the drawn ones.
        """
        order = self._order if order is None else order
        if not questions:
            return np.zeros((0, order.shape[1]), np.int16)
        cards = np.array([[self._deck.position(card) for card in asked] for asked in questions])
        suspect, weapon, room = (order[column] for column in cards.T)
        shown = np.minimum(np.minimum(suspect, weapon), room)
        before = shown // len(self._deck)
        category = (shown == weapon) + np.int8(2) * (shown == room)
        answers: SmallNumbers = np.where(before < self._seats, 1 + 3 * before + category, 0)
        return answers

    def _count(self, answers: SmallNumbers, case_cards: Numbers, cards: int) -> Numbers:
        """Return in how many deals an answer and a card of the case file go together.

        Shape (questions, answers, cards), for one category of so many ``cards``. ``answers``
        has shape (questions, deals); ``case_cards`` says for each deal which card it is.
        """
        shape = (len(answers), 1 + 3 * self._seats, cards)
        question = np.arange(len(answers))[:, None]
        cells = (question * shape[1] + answers) * cards + case_cards
        return np.bincount(cells.ravel(), minlength=prod(shape)).reshape(shape)

    def _times_shown(self, counts: Numbers) -> Numbers:
        """Return in how many deals each card of a question is shown, shape (questions, 3).

        ``counts`` are those of :meth:`_count` for any category.
        """
        by_seat = counts.sum(axis=2)[:, 1:].reshape(len(counts), self._seats, 3)
        shown: Numbers = by_seat.sum(axis=1)
        return shown

    def _total_ways(
        self,
        questions: Sequence[Suggestion],
        counts: Numbers,
        ways: Mapping[Card, Mapping[Card, float]],
    ) -> Floats:
        """Return the cost of the way on from each question, summed over the deals.

        The way leads from the room of the question to the nearest room that may be in the case
        file after the answer. If only one may be, it is certain, and any room that nobody else
        can show will do to ask in. ``counts`` are those of :meth:`_count` for the rooms.
        """
        rooms = self._deck.rooms
        costs_from = {start: [ways[start][room] for room in rooms] for start in rooms}
        costs = np.array([[costs_from[asked.room]] for asked in questions])
        may_be = counts > 0
        is_certain = may_be.sum(axis=2, keepdims=True) == 1
        worth_asking_in = may_be | (is_certain & self._unshown_rooms)
        nearest = np.where(worth_asking_in, costs, np.inf).min(axis=2)
        deals = counts.sum(axis=2)
        total: Floats = (np.where(deals > 0, nearest, 0.0) * deals).sum(axis=1)
        return total


def total_guesses(counts: Numbers) -> Numbers:
    """Return how many guesses it takes to find the right card, summed over the counted deals.

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


def seats_before(me: int, seats: int) -> Numbers:
    """Return for each holder how many seats are asked before it when ``me`` asks.

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


def _case_cards(in_case_file: NDArray[np.bool_], deck: Deck) -> list[Numbers]:
    """Return for each category, by deal, which of its cards is in the case file.

    Counted from 0 within the category. ``in_case_file`` has shape (deals, cards).
    """
    categories = [[deck.position(card) for card in cards] for _, cards in deck.by_category()]
    return [in_case_file[:, positions].argmax(axis=1) for positions in categories]


def _numbered(case_cards: Sequence[Numbers]) -> Numbers:
    """Return a number for the case file of each deal; equal case files have equal numbers."""
    numbers: Numbers
    _, numbers = np.unique(np.stack(case_cards), axis=1, return_inverse=True)
    return numbers.ravel()
