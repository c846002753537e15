"""The belief of ``bn1``, chains against counted deals, and of ``bn2``, single cards."""

from collections import Counter
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from planner_clue.agents.bn1 import ChainBelief, likely_counts
from planner_clue.agents.bn2 import SingleCardBelief, exactly_one
from planner_clue.game.cards import Card
from tests.agents.networks.tables import Deal, agrees, deals_with, random_facts, small_seat

CASE = 3
COUNTS = ((1, 1, 1), (1, 1, 1), (1, 1, 1))
"""What seats 1 and 2 and the case file hold at the small table."""


def learn(belief: Any, facts: list[tuple[str, int, tuple[Card, ...]]]) -> None:
    for kind, holder, cards in facts:
        if kind == "has":
            belief.has(holder, cards[0])
        elif kind == "passed":
            belief.cannot_have(holder, cards)
        else:
            belief.has_one_of(holder, cards)


def shares(deals: list[Deal], card: Card) -> list[float]:
    found = Counter(deal[card] for deal in deals)
    return [found[holder] / len(deals) for holder in (1, 2, CASE)]


@pytest.mark.parametrize("seed", range(25))
def test_posteriors_are_the_shares_of_the_deals_that_agree(seed: int) -> None:
    rng = Random(seed)
    seat = small_seat()
    every = list(deals_with(COUNTS, seat))
    facts = random_facts(rng.choice(every), rng, 1 + seed % 7)
    belief = ChainBelief(seat)
    learn(belief, facts)
    agreeing = [deal for deal in every if all(agrees(deal, fact) for fact in facts)]
    assert belief.posteriors()
    for card, chances in belief.posteriors().items():
        assert chances == pytest.approx(shares(agreeing, Card(card)), abs=1e-9)
        assert belief.case_chances()[Card(card)] == pytest.approx(chances[-1])


def test_the_likeliest_counts_are_those_of_the_most_deals() -> None:
    seat = small_seat()
    ranked = likely_counts((3, 3), (2, 2, 2))
    numbers = [len(list(deals_with((*counts, (1, 1, 1)), seat))) for counts in ranked]
    assert numbers == sorted(numbers, reverse=True)
    assert ranked[0] == ((1, 1, 1), (1, 1, 1))
    assert sum(numbers) == 20 * 3 * 3 * 3  # hands of 3 and 3 from 6 cards, for each case file


def test_showings_that_take_too_long_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is cut down to size, and what is known is known without it."""
    belief = ChainBelief(small_seat())
    monkeypatch.setattr("planner_clue.agents.bn1.LARGEST_TREE", 10)
    learn(belief, [("showed", 1, (Card("mustard"), Card("rope"), Card("study")))])
    assert belief.case_chances()[Card("mustard")] == pytest.approx(1 / 3)
    learn(belief, [("passed", 1, (Card("rope"), Card("study")))])
    assert belief.case_chances()[Card("mustard")] == 0


def by_counting(
    priors: dict[Card, list[float]], holder: int, *, has_one: bool
) -> dict[Card, list[float]]:
    """Condition independent cards on one holder having, or not having, one of them."""
    cards = list(priors)
    weights = {card: [0.0] * len(priors[card]) for card in cards}
    for owners in product(*(range(len(priors[card])) for card in cards)):
        if (holder in owners) == has_one:
            weight = prod(priors[card][o] for card, o in zip(cards, owners, strict=True))
            for card, owner in zip(cards, owners, strict=True):
                weights[card][owner] += weight
    return {card: [w / sum(each) for w in each] for card, each in weights.items()}


def test_before_anything_is_seen_a_category_shares_its_chance() -> None:
    """Three foreign suspects: each is in the case file with 1/3, else with 1 or 2 alike."""
    belief = SingleCardBelief(small_seat())
    assert belief.posteriors()[Card("mustard")] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])
    assert belief.posteriors()[Card("scarlett")] == [1, 0, 0, 0]
    chances = belief.case_chances()
    three = [chances[Card(c)] for c in ("scarlett", "mustard", "white")]
    assert three == pytest.approx([0, 1 / 3, 1 / 3])


@pytest.mark.parametrize("seed", range(15))
def test_updates_are_those_of_counting(seed: int) -> None:
    rng = Random(seed)
    belief = SingleCardBelief(small_seat())
    deal = rng.choice(list(deals_with(COUNTS, small_seat())))
    for fact in random_facts(deal, rng, 8):
        kind, holder, cards = fact
        before = {card: belief.posteriors()[card] for card in cards}
        learn(belief, [fact])
        expected = by_counting(before, holder, has_one=kind != "passed")
        for card in cards:
            assert belief.posteriors()[card] == pytest.approx(expected[card], abs=1e-12)
            assert belief.net.cpt(card).tolist() == pytest.approx(expected[card], abs=1e-12)


@pytest.mark.parametrize("chances", [(0.2, 0.3, 0.4), (0.9, 0.05, 0.0), (0.01, 1.0, 0.3)])
def test_one_of_a_category_in_closed_form_is_as_counted(chances: tuple[float, ...]) -> None:
    names = [Card(name) for name in "abc"]
    weights = dict.fromkeys(names, 0.0)
    for held in product((0, 1), repeat=len(names)):
        if sum(held) == 1:
            weight = prod(p if h else 1 - p for h, p in zip(held, chances, strict=True))
            weights[names[held.index(1)]] += weight
    expected = {name: weight / sum(weights.values()) for name, weight in weights.items()}
    assert exactly_one(dict(zip(names, chances, strict=True))) == pytest.approx(expected)
