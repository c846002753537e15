"""Dealing (rule 7): every card once; events to JSON and back, and what each seat sees of them."""

import json
from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.game import events
from planner_clue.game.deal import draw_deal
from planner_clue.game.rules import RULES, Rules
from tests.game.helpers import CLASSIC, HALL, HUJI, KITCHEN, LIBRARY, accusation, suggestion

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


EVERY_KIND: list[tuple[events.Event, str]] = [
    (events.Rolled(1, 0, (3, 4)), '"roll", "turn": 1, "seat": 0, "dice": [3, 4]'),
    (events.Moved(1, 0, (8, 4)), '"move", "turn": 1, "seat": 0, "to": [8, 4]'),
    (events.Moved(1, 0, HALL), '"move", "turn": 1, "seat": 0, "to": "hall"'),
    (events.TookPassage(2, 1, KITCHEN), '"passage", "turn": 2, "seat": 1, "to": "kitchen"'),
    (events.Suggested(2, 1, suggestion("green knife hall")),
     '"suggest", "turn": 2, "seat": 1, "cards": ["green", "knife", "hall"]'),
    (events.Passed(2, 2), '"pass", "turn": 2, "seat": 2'),
    (events.Showed(2, 2, 1, HALL), '"show", "turn": 2, "seat": 2, "to": 1, "card": "hall"'),
    (events.Showed(2, 0, 1, None), '"show", "turn": 2, "seat": 0, "to": 1, "card": null'),
    (events.Accused(3, 2, accusation("plum rope study"), correct=False),
     '"accuse", "turn": 3, "seat": 2, "cards": ["plum", "rope", "study"], "correct": false'),
    (events.Eliminated(3, 2), '"eliminated", "turn": 3, "seat": 2'),
    (events.Forfeited(4, 0, "crash", "why: so"),
     '"forfeit", "turn": 4, "seat": 0, "reason": "crash", "detail": "why: so"'),
]  # fmt: skip
"""Events, and what follows their ``kind`` in JSON."""


def test_a_forfeit_of_version_0_2_0_is_read_as_one_of_today() -> None:
    old = {"kind": "forfeit", "turn": 4, "seat": 0, "reason": "crash: why: so"}
    assert events.event_from_json(old) == events.Forfeited(4, 0, "crash", "why: so")


@pytest.mark.parametrize(("event", "text"), EVERY_KIND)
def test_the_json_of_every_kind(event: events.Event, text: str) -> None:
    assert json.dumps(events.event_to_json(event)) == f'{{"kind": {text}}}'
    assert events.event_from_json(json.loads(f'{{"kind": {text}}}')) == event


def test_rule_10_only_a_shown_card_and_the_words_of_a_forfeit_are_hidden() -> None:
    """Rule 10: from all but the seats concerned; every other event is public."""
    for (event, _), seat in product(EVERY_KIND, range(6)):
        seen = events.as_seen_by(event, seat)
        if isinstance(event, events.Forfeited) and seat != event.seat:
            assert seen == events.Forfeited(event.turn, event.seat, event.kind)
        elif isinstance(event, events.Showed) and seat not in (event.seat, event.to):
            assert seen == events.Showed(event.turn, event.seat, event.to, None)
        else:
            assert seen == event
