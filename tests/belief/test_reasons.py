"""Why: a fact's observations force it, and none of them can be spared."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given

from planner_clue.belief import believe
from planner_clue.belief.reasons import minimal
from planner_clue.cards import Card
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from tests.belief.tables import TINY, Story, TrueDeal, all_deals, make_seat, stories, weight_of
from tests.shared import examples
from tests.table.helpers import accusation, cards, suggestion


def split_up(events: list[Event]) -> list[list[Event]]:
    observations: list[list[Event]] = []
    for event in events:
        if isinstance(event, Suggested | Accused):
            observations.append([])
        observations[-1].append(event)
    return observations


class Forced:
    """What certain observations of a story force, found by writing down every deal."""

    def __init__(self, story: Story) -> None:
        self.seat = story.seat
        self.observations = split_up(story.events)
        self.deals = list(all_deals(story.seat))
        self.fitting = cache(self._fitting)

    def by(self, numbers: Iterable[int], card: Card, holder: int) -> bool | None:
        """Return whether the holder has the card in all deals that fit, in none, or neither."""
        has = {deal.has(holder, card) for deal in self.fitting(tuple(numbers))}
        return has.pop() if len(has) == 1 else None

    def _fitting(self, numbers: tuple[int, ...]) -> list[TrueDeal]:
        events = [event for number in numbers for event in self.observations[number]]
        return [deal for deal in self.deals if weight_of(deal, self.seat, events)]


@given(story=stories(decks=[TINY]))
@examples(thorough=80, quick=25, deadline=None)
def test_everything_certain_is_explained_by_what_forces_it(story: Story) -> None:
    """All certain facts and no others; each forced by its reasons, by fewer never."""
    belief, forced = believe(story.seat, story.events), Forced(story)
    explained = {(why.fact.card, why.fact.holder): why for why in belief.entailed()}
    for card in story.seat.deck.cards:
        for holder in range(story.seat.players + 1):
            certain = forced.by(range(len(forced.observations)), card, holder)
            assert ((card, holder) in explained) is (certain is not None)
            if certain is None:
                continue
            why = explained[card, holder]
            assert why.fact.holds is certain
            kept = why.observations
            assert forced.by(kept, card, holder) is certain
            for fewer in combinations(kept, max(len(kept) - 1, 0)):
                assert not kept or forced.by(fewer, card, holder) is None
            needed = {piece.observation for piece in why.evidence}
            assert needed == set(why.observations)


TOLD: list[Event] = [
    Suggested(1, 0, suggestion("mustard rope hall")),
    Passed(1, 1),
    Passed(1, 2),
    Suggested(2, 2, suggestion("white knife lounge")),
    Passed(2, 0),
    Showed(2, 1, 2, None),
    Suggested(3, 1, suggestion("scarlett knife study")),
    Showed(3, 2, 1, None),
    Accused(4, 1, accusation("mustard rope study"), correct=False),
]


@pytest.mark.parametrize(
    ("card", "holder", "observations", "reason"),
    [
        ("mustard", 1, (0,), "mustard does not hold mustard: mustard passes on mustard, rope, hall "
         "on turn 1"),
        ("hall", 0, (), "scarlett holds hall: this follows from the seat's own hand"),
        ("rope", 3, (0,), "rope is in the case file: mustard passes on mustard, rope, hall on turn "
         "1; white passes on mustard, rope, hall on turn 1"),
        ("study", 3, (0, 3), "study is not in the case file: mustard passes on mustard, rope, hall "
         "on turn 1; white passes on mustard, rope, hall on turn 1; mustard accuses mustard, rope, "
         "study: wrong on turn 4"),
    ],
)  # fmt: skip
def test_a_reason_is_said_in_words(
    card: str, holder: int, observations: tuple[int, ...], reason: str
) -> None:
    """The study was accused wrongly, with two cards that nobody holds."""
    belief = believe(make_seat(TINY, 0, cards("scarlett hall"), [2, 2, 1]), TOLD)
    why = belief.why(Card(card), holder)
    assert why.observations == observations
    assert why.in_words(("scarlett", "mustard", "white")) == reason


def test_the_needed_ones_are_found_among_many() -> None:
    assert minimal(lambda kept: {3, 17, 29} <= set(kept), range(40)) == [3, 17, 29]
    assert minimal(lambda kept: True, range(40)) == []
    asked = 0

    def enough(kept: object) -> bool:
        nonlocal asked
        asked += 1
        return isinstance(kept, list) and 7 in kept

    assert minimal(enough, range(64)) == [7]
    assert asked < 20
