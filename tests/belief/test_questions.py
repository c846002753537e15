"""What questions are expected to tell, against every deal written down."""

from collections import defaultdict
from fractions import Fraction
from math import log2

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.questions import Questions
from planner_clue.cards import Suggestion
from planner_clue.table.events import Passed, Showed, Suggested
from tests.belief.tables import SMALL, all_deals, make_seat
from tests.table.helpers import cards

SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
DRAWN = 40_000
NEAR = 0.02
"""What so many drawn deals may be off by: several standard errors."""


def entropy(weights: list[Fraction]) -> float:
    total = sum(weights)
    return -sum(float(w / total) * log2(w / total) for w in weights if w)


def answers(deal: tuple[frozenset[str], ...], asked: Suggestion) -> dict[object, Fraction]:
    """Return the answers seat 0 can get to its question with these hands, and their chances."""
    for seat in (1, 2):
        could = [card for card in asked if card in deal[seat]]
        if could:
            return {(seat, card): Fraction(1, len(could)) for card in could}
    return {None: Fraction(1)}


def exact(asked: Suggestion) -> tuple[float, float]:
    """Return the bits, summed over the categories, and the gain of a first question."""
    joint: dict[object, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for deal in all_deals(SEAT):
        for answer, chance in answers(deal.hands, asked).items():
            joint[answer][deal.case] += chance
    every: dict[object, Fraction] = defaultdict(Fraction)
    for cases in joint.values():
        for case, weight in cases.items():
            every[case] += weight
    total = sum(every.values())
    bits = 0.0
    for kind in range(3):
        bits += entropy(by_card(every, kind))
        for cases in joint.values():
            bits -= float(sum(cases.values()) / total) * entropy(by_card(cases, kind))
    gain = sum(max(cases.values()) for cases in joint.values()) - max(every.values())
    return bits, float(gain / total)


def by_card(cases: dict[object, Fraction], kind: int) -> list[Fraction]:
    weights: dict[object, Fraction] = defaultdict(Fraction)
    for case, weight in cases.items():
        assert isinstance(case, tuple)
        weights[case[kind]] += weight
    return list(weights.values())


@pytest.mark.parametrize(
    "asked",
    [
        Suggestion(*cards("mustard rope study")),
        Suggestion(*cards("scarlett rope study")),
        Suggestion(*cards("scarlett knife study")),
        Suggestion(*cards("mustard knife hall")),
    ],
)
def test_bits_and_gain_are_those_of_all_deals_counted(asked: Suggestion) -> None:
    (told,) = Questions(Belief(SEAT), DRAWN, seed=1).tell([asked])
    bits, gain = exact(asked)
    assert told.bits == pytest.approx(bits, abs=NEAR)
    assert told.gain == pytest.approx(gain, abs=NEAR)


def test_the_chances_of_the_answers_are_those_of_all_deals_counted() -> None:
    asked = Suggestion(*cards("mustard rope study"))
    (told,) = Questions(Belief(SEAT), DRAWN, seed=2).tell([asked])
    deals = list(all_deals(SEAT))
    for card, chance in zip(asked, told.shown, strict=True):
        expected = sum(
            share
            for deal in deals
            for answer, share in answers(deal.hands, asked).items()
            if isinstance(answer, tuple) and answer[1] == card
        )
        assert chance == pytest.approx(float(expected / len(deals)), abs=NEAR)


def test_own_cards_tell_nothing() -> None:
    own = Suggestion(*cards("scarlett knife hall"))
    (told,) = Questions(Belief(SEAT), 500, seed=1).tell([own])
    assert (told.bits, told.gain, told.shown) == (0, 0, (0, 0, 0))


def test_who_is_asked_first_shows_first() -> None:
    belief = Belief(SEAT)
    belief.observe(Suggested(1, 1, Suggestion(*cards("mustard knife hall"))))
    belief.observe(Passed(1, 2))
    belief.observe(Showed(1, 0, 1, cards("knife")[0]))
    # Seat 2 has not got mustard: only seat 1 can show it.
    asked = Suggestion(*cards("mustard knife hall"))
    (told,) = Questions(belief, 4000, seed=1).tell([asked])
    assert told.shown[0] == pytest.approx(belief.chance_at(cards("mustard")[0], 1), abs=0.03)


def test_the_same_seed_tells_the_same_and_another_nearly() -> None:
    asked = [Suggestion(*cards("mustard rope study")), Suggestion(*cards("white wrench lounge"))]
    first, again, other = (Questions(Belief(SEAT), 2000, seed).tell(asked) for seed in (1, 1, 2))
    assert first == again != other
    assert first[0].bits == pytest.approx(other[0].bits, abs=0.1)


def test_what_is_missing_is_the_entropy_of_each_category() -> None:
    belief = Belief(SEAT)
    drawn = Questions(belief, DRAWN, seed=3)
    expected = sum(
        -sum(chance * log2(chance) for chance in map(belief.case_chance, kind) if chance)
        for kind in belief.candidates()
    )
    assert drawn.entropy == pytest.approx(expected, abs=NEAR)
