"""What questions are expected to tell, against every deal written down."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from operator import le, mul, sub

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.cards import Suggestion
from tests.belief.tables import SMALL, all_deals, make_seat
from tests.table.helpers import cards

SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
WAYS = {start: dict.fromkeys(SMALL.rooms, 1.0) for start in SMALL.rooms}
"""Every room is one step from every other, and from itself."""
DRAWN = 40_000
NEAR = 0.02
"""What so many drawn deals may be off by: several standard errors."""


def guesses(weights: list[Fraction]) -> Fraction:
    """Return how many guesses it takes in order of weight; the last one left takes none."""
    ordered = sorted((w for w in weights if w), reverse=True)
    last = len(ordered) - 1
    total = sum(min(n, last) * weight for n, weight in enumerate(ordered, 1))
    return Fraction(total)


def answers(deal: tuple[frozenset[str], ...], asked: Suggestion) -> dict[object, Fraction]:
    """Return the answers seat 0 can get to its question with these hands, and their chances."""
    for seat in (1, 2):
        could = [card for card in asked if card in deal[seat]]
        if could:
            return {(seat, card): Fraction(1, len(could)) for card in could}
    return {None: Fraction(1)}


def exact(asked: Suggestion) -> list[float]:
    """Return how many guesses a first question saves in each category."""
    joint: dict[object, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for deal in all_deals(SEAT):
        for answer, chance in answers(deal.hands, asked).items():
            joint[answer][deal.case] += chance
    every: dict[object, Fraction] = defaultdict(Fraction)
    for cases in joint.values():
        for case, weight in cases.items():
            every[case] += weight
    total = sum(every.values())
    return [
        float((guesses(by_card(every, kind)) - sum(map(guesses, kinds))) / total)
        for kind in range(3)
        for kinds in [[by_card(cases, kind) for cases in joint.values()]]
    ]


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
def test_what_it_saves_is_that_of_all_deals_counted(asked: Suggestion) -> None:
    (told,) = SuggestionValues(Belief(SEAT), DRAWN, seed=1).tell([asked], WAYS)
    assert told.guesses == pytest.approx(exact(asked), abs=NEAR)


def test_the_chances_of_the_answers_are_those_of_all_deals_counted() -> None:
    asked = Suggestion(*cards("mustard rope study"))
    (told,) = SuggestionValues(Belief(SEAT), DRAWN, seed=2).tell([asked], WAYS)
    deals = list(all_deals(SEAT))
    for card, chance in zip(asked, told.shown, strict=True):
        expected = sum(
            share
            for deal in deals
            for answer, share in answers(deal.hands, asked).items()
            if isinstance(answer, tuple) and answer[1] == card
        )
        assert chance == pytest.approx(float(expected / len(deals)), abs=NEAR)


def test_what_is_missing_are_the_guesses_in_each_category() -> None:
    belief = Belief(SEAT)
    drawn = SuggestionValues(belief, DRAWN, seed=3)
    for missing, kind in zip(drawn.guesses, belief.candidates(), strict=True):
        chances = [Fraction(belief.case_chance(card)) for card in kind]
        assert missing == pytest.approx(float(guesses(chances)), abs=NEAR)


@pytest.mark.parametrize("own", [9.0, 0.5])
def test_the_way_on_leads_to_the_nearest_room_that_may_still_be_it(own: float) -> None:
    hall, study, lounge, library = SMALL.rooms
    far = {hall: own, study: 1.0, lounge: 4.0, library: 6.0}
    ways = dict.fromkeys(SMALL.rooms, far)
    asked = Suggestion(*cards("scarlett knife study"))  # only the room is another's
    belief = Belief(SEAT)
    (told,) = SuggestionValues(belief, DRAWN, seed=4).tell([asked], ways)
    # Shown, the study is out and the lounge the next; else it is the room, and the own hall
    # would do, where it is nearer.
    shown = 1 - belief.case_chance(study)
    assert told.shown[2] == pytest.approx(shown, abs=NEAR)
    assert told.onward == pytest.approx(4.0 * shown + min(1.0, own) * (1 - shown), abs=4 * NEAR)


EVERY = [Suggestion(*three) for three in product(SMALL.suspects, SMALL.weapons, SMALL.rooms)]


def test_the_time_left_is_what_the_guesses_not_saved_and_the_way_on_take() -> None:
    drawn = SuggestionValues(Belief(SEAT), 400, 2)
    per_guess = (60.0, 50.0, 100.0)
    for left, tells in zip(
        drawn.time_left(EVERY, per_guess, 1.1, WAYS), drawn.tell(EVERY, WAYS), strict=True
    ):
        guesses_left = map(sub, drawn.guesses, tells.guesses)
        assert left == pytest.approx(sum(map(mul, per_guess, guesses_left)) + tells.onward)


def test_the_less_is_enough_the_less_time_is_left() -> None:
    drawn = SuggestionValues(Belief(SEAT), 400, 2)
    nothing, some, most = (
        drawn.time_left(EVERY, (60, 60, 100), enough, WAYS) for enough in (0.0, 0.6, 1.1)
    )
    assert not any(nothing)
    assert all(map(le, some, most))
    assert some != most
