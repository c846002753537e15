"""Counting splits against writing them down."""

from collections import Counter
from itertools import combinations, product
from math import prod

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.belief import counting
from tests.shared import examples


def all_hands(cards: int, size: int, weight: int = 1) -> counting.Hands:
    sets, kind = counting.sets_of_size(cards, size), object if weight >> 62 else np.int64
    return counting.Hands(size, sets, np.full(len(sets), weight, dtype=kind))


@st.composite
def holders(draw: st.DrawFn) -> list[counting.Hands]:
    """Draw some holders, each with some of the hands of its size, weighted."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    drawn = []
    for size in sizes:
        every = [sum(1 << c for c in chosen) for chosen in combinations(range(sum(sizes)), size)]
        some = sorted(draw(st.sets(st.sampled_from(every))))
        weights = draw(st.lists(st.integers(1, 6), min_size=len(some), max_size=len(some)))
        drawn.append(counting.Hands(size, np.array(some, np.int64), np.array(weights, np.int64)))
    return drawn


def written_down(given_holders: list[counting.Hands], everything: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    pairs = [list(zip(h.sets.tolist(), h.weights.tolist(), strict=True)) for h in given_holders]
    for split in product(*pairs):
        sets = [hand for hand, _ in split]
        disjoint = not any(a & b for a, b in combinations(sets, 2))
        if disjoint and sum(sets) == everything:
            found[tuple(sets)] = prod(weight for _, weight in split)
    return found


@given(drawn=holders())
@examples(thorough=150, quick=60, deadline=None)
def test_splits_are_counted_as_if_written_down(drawn: list[counting.Hands]) -> None:
    cards = sum(hands.size for hands in drawn)
    splits = written_down(drawn, (1 << cards) - 1)
    total, by_hand = counting.count_ways(cards, drawn)
    assert total == counting.count_all(cards, drawn) == splits.total()
    assert total <= counting.most_splits(cards, drawn)
    for holder, hands in enumerate(drawn):
        for hand, count in zip(hands.sets.tolist(), by_hand[holder].tolist(), strict=True):
            assert count == sum(w for split, w in splits.items() if split[holder] == hand)


@given(drawn=holders())
@examples(thorough=60, quick=25, deadline=None)
def test_what_is_left_is_split_between_the_later_holders(drawn: list[counting.Hands]) -> None:
    cards = sum(hands.size for hands in drawn)
    table = counting.ways_from(cards, drawn)
    for first in range(len(drawn) + 1):
        later = drawn[first:]
        for left in counting.sets_of_size(cards, sum(hands.size for hands in later)).tolist():
            assert table[first, left] == written_down(later, left).total()


def test_beyond_64_bits_numbers_stay_exact() -> None:
    weight = 3**45
    drawn = [all_hands(6, 3, weight), all_hands(6, 3, 7)]
    assert counting.count_ways(6, drawn)[0] == 20 * 7 * weight
    assert counting.ways_from(6, drawn)[0, 63] == 20 * 7 * weight


def test_no_cards_are_split_in_one_way_and_a_holder_without_a_hand_leaves_none() -> None:
    assert counting.count_ways(0, [])[0] == counting.count_all(0, []) == 1
    nothing = counting.Hands(2, np.array([], np.int64), np.array([], np.int64))
    assert counting.count_ways(4, [all_hands(4, 2), nothing])[0] == 0
