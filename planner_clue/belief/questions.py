"""What a question is expected to tell, before it is asked.

Deals are drawn from the belief; in each of them it is clear who would show a card, and which
of several is drawn like the deal. So a question sorts the deals by their answers, and what it
tells is how much less there is to ask afterwards:

- ``bits``: the information its answer gives about the case file, summed over the categories
  (the mutual information of Shannon 1948);
- ``gain``: how much more probable the best case file becomes on average.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner_clue.belief.belief import Belief
from planner_clue.cards import Suggestion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]

_LATER = 64
"""More than the cards of any deck: the next seat's cards come after all of this one's."""


@dataclass(frozen=True)
class Telling:
    """What the answer to one question tells on average."""

    bits: float
    gain: float
    shown: tuple[float, float, float]
    """The probability of each of its cards to be shown."""


class Questions:
    """Values questions for one seat, by deals drawn from its belief."""

    def __init__(self, belief: Belief, count: int, seed: int) -> None:
        """Draw ``count`` deals; the same seed draws the same."""
        import numpy as np

        rng = np.random.default_rng(seed)
        deals = belief.sample(count, rng)
        self._deck = belief.deck
        self._seats = belief.case
        self._order = self._answering_order(deals, belief.me, rng)
        case = deals == belief.case
        self._murder = [
            case[:, [self._deck.position(card) for card in cards]].argmax(axis=1)
            for _, cards in self._deck.by_category()
        ]
        self._sizes = [len(cards) for _, cards in self._deck.by_category()]
        together = np.zeros(len(deals), dtype=np.int64)
        for murder, size in zip(self._murder, self._sizes, strict=True):
            together = together * size + murder
        self._case_file = np.unique(together, return_inverse=True)[1]
        """The case file of each deal, as a number."""
        self.entropy = sum(
            float(_entropy(np.bincount(murder, minlength=size)))
            for murder, size in zip(self._murder, self._sizes, strict=True)
        )
        """The bits that are missing to know the case file, summed over the categories."""

    def _answering_order(
        self, deals: "NDArray[np.int8]", me: int, rng: "np.random.Generator"
    ) -> "Numbers":
        """Return for every card of every deal a number: the smallest of three is shown.

        Who is asked first comes first; of one seat's cards, chance decides. Cards that
        nobody can show have the largest number.
        """
        import numpy as np

        seats = self._seats
        asked = np.array([*((seat - me - 1) % seats for seat in range(seats)), seats])
        asked[me] = seats
        luck = rng.permuted(np.tile(np.arange(deals.shape[1]), (len(deals), 1)), axis=1)
        rank = asked[deals]
        return np.where(rank == seats, seats * _LATER, rank * _LATER + luck)

    def tell(self, questions: Sequence[Suggestion]) -> list[Telling]:
        """Return what each question tells."""
        import numpy as np

        if not questions:
            return []
        answers = self._answers(questions)
        bits = np.zeros(len(questions))
        for murder, size in zip(self._murder, self._sizes, strict=True):
            counts = self._counts(answers, murder, size)
            share = counts.sum(axis=2) / len(murder)
            before = counts[0].sum(axis=0)
            bits += _entropy(before) - (share * _entropy(counts)).sum(axis=1)
        counts = self._counts(answers, self._case_file, int(self._case_file.max()) + 1)
        likeliest = counts[0].sum(axis=0).max()
        gain = (counts.max(axis=2).sum(axis=1) - likeliest) / len(self._case_file)
        shown = [((answers - 1) % 3 == n) & (answers > 0) for n in range(3)]
        shares = np.stack([shares.mean(axis=1) for shares in shown], axis=1)
        return [
            Telling(float(b), float(g), (float(s), float(w), float(r)))
            for b, g, (s, w, r) in zip(bits, gain, shares, strict=True)
        ]

    def _counts(self, answers: "Numbers", murder: "Numbers", size: int) -> "Numbers":
        """Return how many deals have which answer and murder, for each question."""
        import numpy as np

        outcomes = 3 * self._seats + 1
        cells = (np.arange(len(answers))[:, None] * outcomes + answers) * size + murder
        counts = np.bincount(cells.ravel(), minlength=len(answers) * outcomes * size)
        return counts.reshape(len(answers), outcomes, size)

    def _answers(self, questions: Sequence[Suggestion]) -> "Numbers":
        """Return the answer to each question in each deal, as a number; 0: nobody shows."""
        import numpy as np

        columns = np.array([[self._deck.position(card) for card in q] for q in questions])
        three = self._order[:, columns]
        first = three.min(axis=2)
        shown = np.where(
            first == self._seats * _LATER, 0, 1 + 3 * (first // _LATER) + three.argmin(axis=2)
        )
        return shown.T


def _entropy(counts: "Numbers") -> "Floats":
    """Return the entropy of each distribution along the last axis, in bits."""
    import numpy as np

    total = counts.sum(axis=-1, keepdims=True)
    chance = counts / np.maximum(total, 1)
    logs = np.log2(chance, where=chance > 0, out=np.zeros_like(chance))
    entropy: Floats = -(chance * logs).sum(axis=-1)
    return entropy
