"""bn1's chains against counting the deals with the assumed counts."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from planner_clue.agents.bn1 import ChainBelief, likely_counts
from planner_clue.cards import Card
from tests.agents.networks.tables import Deal, agrees, deals_with, random_facts, small_seat

CASE = 3
COUNTS = ((1, 1, 1), (1, 1, 1), (1, 1, 1))
"""What seats 1 and 2 and the case file hold at the small table."""


def tell(belief: Any, facts: list[tuple[str, int, tuple[Card, ...]]]) -> None:
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
    tell(belief, facts)
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


def test_more_showings_than_can_be_asked_quickly_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The network is cut down to size, and what is known is known without it."""
    seat = small_seat()
    belief = ChainBelief(seat)
    monkeypatch.setattr("planner_clue.agents.bn1.LARGEST_TREE", 10)
    tell(belief, [("showed", 1, (Card("mustard"), Card("rope"), Card("study")))])
    assert belief.case_chances()[Card("mustard")] == pytest.approx(1 / 3)
    tell(belief, [("passed", 1, (Card("rope"), Card("study")))])
    assert belief.case_chances()[Card("mustard")] == 0
