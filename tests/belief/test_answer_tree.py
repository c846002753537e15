"""Answers to suggestions and what they leave to find out, against every deal written down."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import log
from typing import TypeAlias

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import Histories
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.cards import Card, Suggestion
from tests.belief.tables import SEAT, all_deals
from tests.table.helpers import cards

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
        for answer, chance in answers(deal.hands, asked).items():
            weights[answer][deal.case] += chance / len(deals)
    (nodes, _) = ROOT.answered([[asked]])
    found = {(node.seat, node.card): node for node in nodes}
    assert found.keys() == weights.keys()
    left = 0.0
    for answer, files in weights.items():
        total = sum(files.values())
        assert found[answer].chance == pytest.approx(float(total), abs=NEAR)
        assert found[answer].right == pytest.approx(float(max(files.values()) / total), abs=0.1)
        by_card: list[dict[Card, Fraction]] = [defaultdict(Fraction) for _ in range(3)]
        for file, weight in files.items():
            for kind, card in enumerate(file):
                by_card[kind][card] += weight
        left += sum(t * guesses(of.values()) for t, of in zip(PER_GUESS, by_card, strict=True))
    (told,) = ROOT.time_left([[asked]], PER_GUESS, SURVIVAL, 1.1)[0]
    assert told == pytest.approx(left, abs=10 * NEAR)


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
    assert (always <= -SURVIVAL * log(1 / 100)).all(), "a guess at one of 100 is dearer"
