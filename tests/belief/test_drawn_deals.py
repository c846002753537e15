"""Drawn deals: the card that is shown, rivals, and the doubts between them."""

from itertools import combinations, product

import numpy as np
import pytest

from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import (
    ComparedDeals,
    doubts_between,
    draw_deals,
    with_rivals,
)
from planner_clue.cards import Suggestion
from tests.belief.tables import SEAT, SMALL

EVERY = [Suggestion(*three) for three in product(SMALL.suspects, SMALL.weapons, SMALL.rooms)]


def some_compared(count: int, seed: int) -> ComparedDeals:
    """Return the first drawn deals, each with two rivals."""
    belief = Belief(SEAT)
    return with_rivals(belief, draw_deals(belief, 200, seed), range(count), 2, seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_rival_differs_by_two_cards_of_a_category_and_by_answers_about_them(seed: int) -> None:
    compared = some_compared(5, seed)
    answers = compared.deals.answers(EVERY)
    assert len(compared.case_files) == 15
    for deal, rival in compared.pairs[:10]:
        exchanged = {*compared.case_files[deal]} ^ {*compared.case_files[rival]}
        assert len(exchanged) == 2
        told = [asked for asked, row in zip(EVERY, answers, strict=True) if row[deal] != row[rival]]
        assert told
        assert all(exchanged.intersection(asked) for asked in told)


def test_what_a_suggestion_rules_out_is_answered_differently() -> None:
    compared = some_compared(4, 3)
    files, answers = compared.case_files, compared.deals.answers(EVERY)
    found = compared.ruled_out(EVERY, answers)
    for (asked, ruled_out), row in zip(found.items(), answers, strict=True):
        told = {file for file, answer in zip(files, row, strict=True) if answer != row[0]}
        assert set(ruled_out) == told - {files[0]}, asked


DEALS = 8
PAIRS = [(one, other) for one, other in combinations(range(DEALS), 2) if (one + other) % 3]
"""The pairs that have to be told apart."""


@pytest.mark.parametrize("seed", range(10))
def test_doubts_are_the_fewest_that_tell_all_pairs_apart(seed: int) -> None:
    """With made-up answers to nine suggestions; what none of them settles is left out."""
    answers = np.random.default_rng(seed).integers(0, 4, (9, DEALS), dtype=np.int16)
    answers[:, 1] = answers[:, 0]
    telling = {
        pair: set(np.flatnonzero(answers[:, pair[0]] != answers[:, pair[1]])) for pair in PAIRS
    }
    doubts = doubts_between(PAIRS, answers)
    for asked in map(set, combinations(range(len(answers)), 3)):
        settled = all(asked & doubt.settled_by for doubt in doubts)
        assert settled == all(asked & tells for tells in telling.values() if tells)
    for doubt in doubts:
        assert doubt.settled_by == telling[doubt.first, doubt.second] != set()
        assert not any(doubt.settled_by <= other.settled_by for other in doubts if other != doubt)
