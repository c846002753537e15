"""Drawn deals, the doubts between them, and which questions settle each doubt.

Two deals with different case files are a *doubt*: which of them is the real one? A question settles
it if it is answered differently in the two. To settle all doubts with the fewest questions
is the *test set problem* (Garey and Johnson 1979, SP6), also called identification.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Doubt:
    """A doubt between two of the drawn deals, by their places."""

    first: int
    second: int
    settled_by: frozenset[int]
    """The places of the questions that settle it."""


def doubts_between(pairs: Iterable[tuple[int, int]], answers: NDArray[np.int16]) -> list[Doubt]:
    """Return the doubts that have to be settled, those with the fewest questions first.

    ``pairs`` are deals, by their places, that have different case files; ``answers`` has the
    number of the answer to each question in each deal, shape (questions, deals). Left out are
    doubts that no question settles, and those that are settled whenever another one is.

    >>> answers = np.array([[0, 1, 0, 1], [0, 2, 2, 3], [0, 1, 2, 3]], np.int16)
    >>> for doubt in doubts_between([(0, 1), (0, 2), (1, 2)], answers):
    ...     print(doubt.first, doubt.second, sorted(doubt.settled_by))
    1 2 [0, 2]
    0 2 [1, 2]
    """
    by_questions: dict[frozenset[int], tuple[int, int]] = {}
    for first, second in pairs:
        telling = np.flatnonzero(answers[:, first] != answers[:, second]).tolist()
        by_questions.setdefault(frozenset(telling), (first, second))
    by_questions.pop(frozenset(), None)
    kept: list[frozenset[int]] = []
    for these in sorted(by_questions, key=lambda these: (len(these), sorted(these, reverse=True))):
        if not any(fewer <= these for fewer in kept):
            kept.append(these)
    return [Doubt(*by_questions[these], these) for these in kept]
