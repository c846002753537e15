"""Dealing (rule 7): the case file first, the rest round robin, every card once."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.table.deal import draw_deal
from planner_clue.table.rules import RULES, Rules
from tests.table.helpers import CLASSIC, HUJI, LIBRARY

seeds = st.integers(min_value=0, max_value=2**64 - 1)
thorough = settings(derandomize=True, deadline=None, max_examples=50)


@given(seed=seeds)
@thorough
def test_rule_7_cards_are_dealt_round_robin_in_deck_order(seed: int) -> None:
    """Rule 7: hands may differ by one, and the first seats hold more."""
    for sizes in ([6, 6, 6], [5, 5, 4, 4], [4, 4, 4, 3, 3], [3, 3, 3, 3, 3, 3]):
        deal = draw_deal(CLASSIC.deck, len(sizes), Rules(), Random(seed))
        assert [len(hand) for hand in deal.hands] == sizes
        dealt = [*deal.case_file, *(card for hand in deal.hands for card in hand)]
        assert sorted(dealt) == sorted(CLASSIC.deck.cards)
        for hand in deal.hands:
            assert list(hand) == sorted(hand, key=CLASSIC.deck.position)


@given(seed=seeds)
@thorough
def test_huji_bn1_deals_fixed_hands_by_type(seed: int) -> None:
    """First seat 2 suspects, 1 weapon, 3 rooms; second 2-2-2; third 1-2-2; no library."""
    deck = RULES["huji-bn1"].deck(HUJI)
    deal = draw_deal(deck, 3, RULES["huji-bn1"], Random(seed))
    types = [tuple(sum(card in c for card in hand) for c in deck.categories) for hand in deal.hands]
    assert types == [(2, 1, 3), (2, 2, 2), (1, 2, 2)]
    dealt = [*deal.case_file, *(card for hand in deal.hands for card in hand)]
    assert LIBRARY not in dealt
    assert sorted(dealt) == sorted(deck.cards)
    assert deck.is_triple(*deal.case_file)


@pytest.mark.parametrize("rules", ["standard", "huji-bn1"])
def test_every_card_is_hidden_about_equally_often(rules: str) -> None:
    """600 deals: each of six suspects 100 times, give or take five deviations."""
    deck, rng = RULES[rules].deck(CLASSIC), Random(7)
    hidden = Counter(c for _ in range(600) for c in draw_deal(deck, 3, RULES[rules], rng).case_file)
    for cards in deck.categories:
        expected = 600 / len(cards)
        for card in cards:
            assert abs(hidden[card] - expected) < 5 * expected**0.5


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_cards_are_shuffled_before_they_are_dealt(players: int) -> None:
    """Rule 7: how many suspects a hand holds is chance: none, one, two ..."""
    suspects = set(CLASSIC.deck.suspects)
    deals = [draw_deal(CLASSIC.deck, players, Rules(), Random(seed)) for seed in range(300)]
    for seat in range(players):
        assert {0, 1, 2} <= {len(suspects.intersection(deal.hands[seat])) for deal in deals}
