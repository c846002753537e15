"""Drawn deals: the card that is shown, rivals, and the doubts between them."""

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import (
    ComparedDeals,
    doubts_between,
    draw_deals,
    order_of_showing,
    seats_before,
    with_rivals,
)
from planner_clue.cards import Suggestion
from tests.belief.tables import SMALL, make_seat
from tests.table.helpers import cards


def test_the_order_of_asking_decides_before_chance_in_a_deck_of_any_size() -> None:
    before, cards_in_deck = seats_before(me=0, seats=3), 40
    holders = np.random.default_rng(1).integers(0, 4, (50, cards_in_deck)).astype(np.int8)
    order = order_of_showing(holders, before, np.random.default_rng(2)).T
    assert (order // cards_in_deck == before[holders]).all()
    assert (np.sort(order % cards_in_deck) == np.arange(cards_in_deck)).all()


SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
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


def test_what_a_question_rules_out_is_answered_differently() -> None:
    compared = some_compared(4, 3)
    files, answers = compared.case_files, compared.deals.answers(EVERY)
    found = compared.ruled_out(EVERY, answers)
    for (asked, ruled_out), row in zip(found.items(), answers, strict=True):
        told = {file for file, answer in zip(files, row, strict=True) if answer != row[0]}
        assert set(ruled_out) == told - {files[0]}, asked


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


@pytest.mark.parametrize("seed", range(10))
def test_doubts_are_the_fewest_that_tell_all_pairs_apart(seed: int) -> None:
    answers = drawn(seed)
    doubts = doubts_between(PAIRS, answers)
    pairs = [telling for pair in PAIRS if (telling := told_apart(answers, *pair))]
    for asked in map(set, combinations(range(len(answers)), 3)):
        settled = all(asked & doubt.settled_by for doubt in doubts)
        assert settled == all(asked & telling for telling in pairs)
    for doubt in doubts:
        assert (doubt.first, doubt.second) in PAIRS
        assert doubt.settled_by == told_apart(answers, doubt.first, doubt.second)
        assert not any(doubt.settled_by <= other.settled_by for other in doubts if other != doubt)


def test_what_no_question_settles_is_left_out() -> None:
    assert not doubts_between([(0, 1)], np.zeros((3, 2), np.int16))
