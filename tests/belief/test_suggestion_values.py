"""What suggestions are expected to tell, against every deal written down."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from operator import le, mul, sub

import pytest

from planner_clue.belief import Belief
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.cards import Card, Suggestion
from tests.belief.tables import SEAT, SMALL, all_deals
from tests.table.helpers import cards

WAYS = {start: dict.fromkeys(SMALL.rooms, 1.0) for start in SMALL.rooms}
"""Every room is one step from every other, and from itself."""
DRAWN = 20_000
NEAR = 0.02
"""What so many drawn deals may be off by: several standard errors."""


BELIEF = Belief(SEAT)
VALUES = SuggestionValues(BELIEF, DRAWN, seed=1)


def guesses(weights: Iterable[Fraction]) -> float:
    """Return how many guesses it takes in order of weight; the last one left takes none."""
    ordered = sorted((w for w in weights if w), reverse=True)
    last = len(ordered) - 1
    return float(sum(min(n, last) * weight for n, weight in enumerate(ordered, 1)))


def answers(hands: tuple[frozenset[Card], ...], asked: Suggestion) -> dict[object, Fraction]:
    """Return the answers seat 0 can get to its suggestion with these hands, and their chances."""
    for seat in (1, 2):
        could = [card for card in asked if card in hands[seat]]
        if could:
            return {(seat, card): Fraction(1, len(could)) for card in could}
    return {None: Fraction(1)}


@pytest.mark.parametrize(
    "names", ["mustard rope study", "scarlett rope study", "scarlett knife study",
              "mustard knife hall"],
)  # fmt: skip
def test_guesses_and_answers_are_those_of_all_deals_counted(names: str) -> None:
    asked = Suggestion(*cards(names))
    deals = list(all_deals(SEAT))
    weights: dict[tuple[object, int, Card], Fraction] = defaultdict(Fraction)
    for deal in deals:
        for answer, chance in answers(deal.hands, asked).items():
            for kind, card in enumerate(deal.case):
                weights[answer, kind, card] += chance
    (told,) = VALUES.tell([asked], WAYS)
    for kind, (missing, candidates) in enumerate(
        zip(VALUES.guesses, BELIEF.candidates(), strict=True)
    ):
        now = guesses(Fraction(BELIEF.case_chance(card)) for card in candidates)
        assert missing == pytest.approx(now, abs=NEAR)
        left = sum(
            guesses(weights[answer, kind, card] for card in candidates)
            for answer in {answer for answer, _, _ in weights}
        )
        assert told.guesses[kind] == pytest.approx(now - left / len(deals), abs=NEAR)
        shown = sum(
            weight
            for (answer, of, _), weight in weights.items()
            if of == 0 and isinstance(answer, tuple) and answer[1] == asked[kind]
        )
        assert told.shown[kind] == pytest.approx(float(shown / len(deals)), abs=NEAR)


@pytest.mark.parametrize("own", [9.0, 0.5])
def test_the_way_on_leads_to_the_nearest_room_that_may_still_be_it(own: float) -> None:
    hall, study, lounge, library = SMALL.rooms
    far = {hall: own, study: 1.0, lounge: 4.0, library: 6.0}
    ways = dict.fromkeys(SMALL.rooms, far)
    asked = Suggestion(*cards("scarlett knife study"))  # only the room is another's
    (told,) = VALUES.tell([asked], ways)
    # Shown, the study is out and the lounge the next; else it is the room, and the own hall
    # would do, where it is nearer.
    shown = 1 - BELIEF.case_chance(study)
    assert told.shown[2] == pytest.approx(shown, abs=NEAR)
    assert told.onward == pytest.approx(4.0 * shown + min(1.0, own) * (1 - shown), abs=4 * NEAR)


EVERY = [Suggestion(*three) for three in product(SMALL.suspects, SMALL.weapons, SMALL.rooms)]


def test_the_time_left_is_what_the_guesses_not_saved_and_the_way_on_take() -> None:
    per_guess = (60.0, 50.0, 100.0)
    nothing, some, most = (
        VALUES.time_left(EVERY, per_guess, enough, WAYS) for enough in (0.0, 0.6, 1.1)
    )
    for left, tells in zip(most, VALUES.tell(EVERY, WAYS), strict=True):
        guesses_left = map(sub, VALUES.guesses, tells.guesses)
        assert left == pytest.approx(sum(map(mul, per_guess, guesses_left)) + tells.onward)
    assert not any(nothing), "the less is enough, the less time is left"
    assert all(map(le, some, most))
    assert some != most
