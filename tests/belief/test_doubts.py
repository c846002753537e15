"""Doubts between deals: which questions settle them, and which doubts are left out."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from planner_clue.belief.doubts import doubts_between

Answers = NDArray[np.int16]
DEALS = 8
PAIRS = [(one, other) for one, other in combinations(range(DEALS), 2) if (one + other) % 3]
"""The pairs that have to be told apart."""


def drawn(seed: int, questions: int = 9) -> Answers:
    """Return made-up answers to some questions in some deals."""
    rng = np.random.default_rng(seed)
    answers: Answers = rng.integers(0, 4, (questions, DEALS), dtype=np.int16)
    return answers


def told_apart(answers: Answers, one: int, other: int) -> set[int]:
    """Return the questions that are answered differently in two deals."""
    return {place for place, row in enumerate(answers) if row[one] != row[other]}


@pytest.mark.parametrize("seed", range(20))
def test_questions_that_settle_all_doubts_tell_all_pairs_apart(seed: int) -> None:
    answers = drawn(seed)
    doubts = doubts_between(PAIRS, answers)
    pairs = [telling for pair in PAIRS if (telling := told_apart(answers, *pair))]
    for asked in map(set, combinations(range(len(answers)), 3)):
        settled = all(asked & doubt.settled_by for doubt in doubts)
        assert settled == all(asked & telling for telling in pairs)


@pytest.mark.parametrize("seed", range(20))
def test_no_doubt_is_settled_whenever_another_one_is(seed: int) -> None:
    for one, other in combinations(doubts_between(PAIRS, drawn(seed)), 2):
        assert not one.settled_by <= other.settled_by
        assert not other.settled_by <= one.settled_by


@pytest.mark.parametrize("seed", range(10))
def test_each_doubt_names_its_pair_and_all_that_settles_it(seed: int) -> None:
    answers = drawn(seed)
    for doubt in doubts_between(PAIRS, answers):
        assert (doubt.first, doubt.second) in PAIRS
        assert doubt.settled_by == told_apart(answers, doubt.first, doubt.second)


def test_what_no_question_settles_is_left_out() -> None:
    assert not doubts_between([(0, 1)], np.zeros((3, 2), np.int16))


def test_many_questions_are_no_trouble() -> None:
    doubts = doubts_between(PAIRS, drawn(1, questions=90))
    assert doubts
    assert max(max(doubt.settled_by) for doubt in doubts) > 80
