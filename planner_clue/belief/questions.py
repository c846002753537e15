"""What a question is expected to tell, before it is asked.

Deals are drawn from the belief; in each of them it is clear who would show a card, and which
of several is drawn like the deal. So a question sorts the deals by their answers, and what it
tells is how much less there is to ask afterwards: how many guesses fewer are missing, in each
category, to find the card of the case file. Guessing goes in order of probability, and the last
card left needs no guess (the expected number of guesses of Massey, *Guessing and entropy*, 1994).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner_clue.belief.belief import Belief
from planner_clue.cards import Card, Category, Suggestion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]

_LATER = 66
"""Three times the cards of any deck, or more: the next seat's cards come after this one's."""


@dataclass(frozen=True)
class Telling:
    """What the answer to one question tells on average."""

    guesses: tuple[float, float, float]
    """By how many guesses it brings each category nearer to its card of the case file."""
    shown: tuple[float, float, float]
    """The probability of each of its cards to be shown."""
    onward: float = 0.0
    """What it costs on average to get to the next room worth asking in."""


class Questions:
    """Values questions for one seat, by deals drawn from its belief."""

    def __init__(self, belief: Belief, count: int, seed: int) -> None:
        """Draw ``count`` deals; the same seed draws the same."""
        import numpy as np

        rng = np.random.default_rng(seed)
        deals = belief.sample(count, rng)
        self._deck, self._holder = belief.deck, belief.holder
        self._me, self._seats = belief.me, belief.case
        self._sizes = [len(cards) for _, cards in self._deck.by_category()]
        self._order = self._answering_order(deals, belief.me, rng)
        case = deals == belief.case
        self._murder = [
            case[:, [self._deck.position(card) for card in cards]].argmax(axis=1)
            for _, cards in self._deck.by_category()
        ]
        self.guesses = tuple(
            float(_guesses(np.bincount(murder, minlength=size))) / len(deals)
            for murder, size in zip(self._murder, self._sizes, strict=True)
        )
        """The guesses that are missing in each category, on average."""

    def _answering_order(
        self, deals: "NDArray[np.int8]", me: int, rng: "np.random.Generator"
    ) -> "Numbers":
        """Return for every card, in every deal, a number: the smallest of three is shown.

        Who is asked first comes first; of one seat's cards, chance decides. Cards that
        nobody can show come last. A number modulo 3 is the card's category.
        """
        import numpy as np

        seats = self._seats
        asked = np.array([*((seat - me - 1) % seats for seat in range(seats)), seats])
        asked[me] = seats
        luck = rng.permuted(np.tile(np.arange(deals.shape[1]), (len(deals), 1)), axis=1)
        rank, kinds = asked[deals], np.repeat(range(len(Category)), self._sizes)
        order = rank * _LATER + luck * len(Category) + kinds
        return np.ascontiguousarray(order.T, dtype=np.int16)

    def tell(
        self, questions: Sequence[Suggestion], ways: Mapping[Card, Mapping[Card, float]]
    ) -> list[Telling]:
        """Return what each question tells.

        ``ways`` is what it costs to get from room to room, from a room to itself too.
        """
        import numpy as np

        if not questions:
            return []
        answers = self._answers(questions)
        deals = answers.shape[1]
        counts = [
            self._counts(answers, murder, size)
            for murder, size in zip(self._murder, self._sizes, strict=True)
        ]
        left = np.stack([_guesses(of_kind).sum(axis=1) for of_kind in counts], axis=1) / deals
        fewer = np.array(self.guesses) - left
        rooms = counts[-1]
        by_seat = rooms.sum(axis=2)[:, 1:].reshape(len(questions), self._seats, len(Category))
        shares = by_seat.sum(axis=1) / deals
        onward = self._onward(questions, rooms, ways) / deals
        return [
            Telling((s, w, r), (by_suspect, by_weapon, by_room), way)
            for (s, w, r), (by_suspect, by_weapon, by_room), way in zip(
                fewer.tolist(), shares.tolist(), onward.tolist(), strict=True
            )
        ]

    def _onward(
        self,
        questions: Sequence[Suggestion],
        counts: "Numbers",
        ways: Mapping[Card, Mapping[Card, float]],
    ) -> "Floats":
        """Return, summed over the deals, the way to the nearest room that may still be it.

        Once the room is known, any room that nobody else can show will do.
        """
        import numpy as np

        rooms = self._deck.rooms
        silent = [self._holder(room) in (self._me, self._seats) for room in rooms]
        table = np.array([[ways[start][room] for room in rooms] for start in rooms])
        away = table[[rooms.index(asked.room) for asked in questions]][:, None, :]
        may_be = counts > 0
        known = may_be.sum(axis=2, keepdims=True) == 1
        nearest = np.where(may_be | (known & silent), away, np.inf).min(axis=2)
        reached = counts.sum(axis=2)
        total: Floats = (np.where(reached > 0, nearest, 0.0) * reached).sum(axis=1)
        return total

    def _counts(self, answers: "Numbers", murder: "Numbers", size: int) -> "Numbers":
        """Return how many deals have which answer and murder, for each question."""
        import numpy as np

        outcomes = len(Category) * self._seats + 1
        cells = (np.arange(len(answers))[:, None] * outcomes + answers) * size + murder
        counts = np.bincount(cells.ravel(), minlength=len(answers) * outcomes * size)
        return counts.reshape(len(answers), outcomes, size)

    def _answers(self, questions: Sequence[Suggestion]) -> "Numbers":
        """Return the answer to each question in each deal, as a number; 0: nobody shows."""
        import numpy as np

        columns = np.array([[self._deck.position(card) for card in q] for q in questions])
        suspect, weapon, room = (self._order[column] for column in columns.T)
        first = np.minimum(np.minimum(suspect, weapon), room)
        seat, kind = first // _LATER, first % len(Category)
        return np.where(seat == self._seats, 0, 1 + len(Category) * seat + kind)


def _guesses(counts: "Numbers") -> "Numbers":
    """Return the sum of the guesses over the deals counted along the last axis."""
    import numpy as np

    likeliest_first = -np.sort(-counts, axis=-1)
    possible = (counts > 0).sum(axis=-1, keepdims=True)
    guess = np.minimum(np.arange(1, counts.shape[-1] + 1), possible - 1)
    guesses: Numbers = (likeliest_first * guess).sum(axis=-1)
    return guesses
