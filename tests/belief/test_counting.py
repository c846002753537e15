"""Splits are counted, and answers to suggestions weighed, as if every deal were written down."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import log, prod
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.belief import Belief, counting
from planner_clue.belief.answer_tree import Histories
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.belief.hands import SeenShow, _ratios, uniform
from planner_clue.game.cards import Card, Suggestion
from tests.belief.tables import SEAT, all_deals
from tests.game.helpers import cards
from tests.shared import examples

NEAR = 0.02
"""What 20,000 drawn deals may be off by: several standard errors."""
BELIEF = Belief(SEAT)
ROOT = Histories.root(draw_deals(BELIEF, 20_000, seed=1))
PER_GUESS = (0.6, 0.5, 2.0)
SURVIVAL = 7.0
EVERY = ["mustard rope study", "scarlett rope study", "scarlett knife study", "mustard knife hall"]


def guesses(weights: Iterable[Fraction]) -> float:
    """Return how many guesses it takes in order of weight; the last one left takes none."""
    ordered = sorted((w for w in weights if w), reverse=True)
    last = len(ordered) - 1
    return float(sum(min(n, last) * weight for n, weight in enumerate(ordered, 1)))


Answer: TypeAlias = tuple[int | None, Card | None]


def answers(hands: tuple[frozenset[Card], ...], asked: Suggestion) -> dict[Answer, Fraction]:
    """Return the answers seat 0 can get to its suggestion with these hands, and their chances."""
    for seat in (1, 2):
        could = [card for card in asked if card in hands[seat]]
        if could:
            return {(seat, card): Fraction(1, len(could)) for card in could}
    return {(None, None): Fraction(1)}


@pytest.mark.parametrize("names", EVERY)
def test_answers_and_what_they_leave_are_those_of_all_deals_counted(names: str) -> None:
    asked = Suggestion(*cards(names))
    deals = list(all_deals(SEAT))
    weights: dict[Answer, dict[tuple[Card, ...], Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )
    for deal in deals:
        for answer, probability in answers(deal.hands, asked).items():
            weights[answer][deal.case] += probability / len(deals)
    (nodes, _) = ROOT.answered([[asked]])
    found = {(node.seat, node.card): node for node in nodes}
    assert found.keys() == weights.keys()
    left, uncertain = 0.0, 1.0
    for answer, files in weights.items():
        total = sum(files.values())
        assert found[answer].probability == pytest.approx(float(total), abs=NEAR)
        assert found[answer].right == pytest.approx(float(max(files.values()) / total), abs=0.1)
        by_card: list[dict[Card, Fraction]] = [defaultdict(Fraction) for _ in range(3)]
        for file, weight in files.items():
            for kind, card in enumerate(file):
                by_card[kind][card] += weight
        left += sum(t * guesses(of.values()) for t, of in zip(PER_GUESS, by_card, strict=True))
        most_probable = prod(float(max(of.values()) / total) for of in by_card)
        uncertain -= float(total) * most_probable**2
    time, uncertainty = ROOT.time_left([[asked]], PER_GUESS, SURVIVAL, 1.1)
    assert time[0, 0] == pytest.approx(left, abs=10 * NEAR)
    assert uncertainty[0, 0] == pytest.approx(uncertain, abs=NEAR)


def test_an_accusation_counts_where_it_is_allowed_and_cheaper_than_guessing() -> None:
    asked = [Suggestion(*cards(names)) for names in EVERY]
    never, now, always = (
        ROOT.time_left([asked], PER_GUESS, SURVIVAL, least)[0] for least in (1.1, 0.6, 0.1)
    )
    assert (now <= never).all()
    assert (always <= now).all()
    assert (now < never).any()
    for each in ROOT.answered([asked])[0]:
        assert 0 < each.right <= 1
    assert (always <= -SURVIVAL * log(1 / 100)).all(), "a guess at one of 100 costs more"


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


def test_adding_the_sets_without_a_card_card_by_card_sums_over_subsets() -> None:
    table = np.array([[5, 2, 3, 1]])
    for without, having in counting._halves(table, 2):
        np.add(having, without, out=having)
    assert table.tolist() == [[5, 7, 8, 11]]


def test_a_product_leaves_out_its_own_row() -> None:
    products = counting._products_without_one(np.array([[2], [3], [5]]))
    assert products.tolist() == [[15], [10], [6]]


def test_a_show_is_twice_as_likely_from_a_hand_without_another_of_the_cards() -> None:
    show = SeenShow(1, Card("rope"), Suggestion(*cards("plum rope hall")))
    assert _ratios(show, cards("plum"), cards("rope"), uniform) == {(): 2, ("plum",): 1}
