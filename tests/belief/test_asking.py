"""What others ask about as evidence, against every deal written down."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief
from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event, Passed, Showed, Suggested
from tests.belief.tables import SMALL, TINY, Story, all_deals, make_seat, stories, weight_of
from tests.table.helpers import cards

SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
ROPE = cards("rope")[0]


def asks(turn: int, seat: int, names: str) -> Suggested:
    return Suggested(turn, seat, Suggestion(*cards(names)))


def believe(events: list[Event], asking: int, seat: Seat = SEAT) -> Belief:
    belief = Belief(seat, asking=asking)
    for event in events:
        belief.observe(event)
    return belief


@given(story=stories(decks=[TINY, SMALL]), odds=st.integers(2, 9))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_a_hand_counts_less_for_each_card_in_it_that_its_holder_asked_about(
    story: Story, odds: int
) -> None:
    seat, events = story.seat, story.events
    named: dict[int, set[Card]] = defaultdict(set)
    trust: dict[int, int] = defaultdict(lambda: odds)
    caught: dict[int, set[Card]] = defaultdict(set)
    for event in events:
        if isinstance(event, Suggested) and event.seat != seat.index:
            named[event.seat].update(event.cards)
        elif isinstance(event, Showed) and event.to == seat.index and event.card:
            caught[event.seat].update({event.card} & named[event.seat])
            trust[event.seat] = max(1, odds >> len(caught[event.seat]))
    cases: dict[CaseFile, Fraction] = defaultdict(Fraction)
    for deal in all_deals(seat):
        weight = weight_of(deal, seat, events)
        for other, about in named.items():
            weight /= trust[other] ** len(deal.hands[other] & about)
        cases[deal.case] += weight
    total = sum(cases.values())
    belief = believe(events, odds, seat)
    assert belief.case_files() == {
        case: float(weight / total) for case, weight in cases.items() if weight
    }
    assert belief.allows(story.truth.case)


@given(story=stories(decks=[SMALL]))
@settings(derandomize=True, deadline=None, max_examples=30)
def test_it_changes_what_is_probable_and_never_what_is_possible(story: Story) -> None:
    plain = believe(story.events, 1, story.seat)
    belief = believe(story.events, 16, story.seat)
    assert belief.deals() == plain.deals()
    for card in story.seat.deck.cards:
        assert belief.holders(card) == plain.holders(card)


def test_who_asks_about_a_card_probably_does_not_hold_it() -> None:
    before = believe([], 4)
    after = believe([asks(2, 1, "green rope study")], 4)
    assert after.chance_at(ROPE, 1) < before.chance_at(ROPE, 1) / 2
    assert after.case_chance(ROPE) > before.case_chance(ROPE)


def test_asking_again_tells_nothing_new() -> None:
    once = believe([asks(2, 1, "green rope study")], 4)
    again = believe([asks(2, 1, "green rope study"), asks(5, 1, "green rope study")], 4)
    assert again.case_files() == once.case_files()


def test_own_questions_tell_nothing_by_themselves() -> None:
    assert believe([asks(1, 0, "green rope study")], 4).case_files() == believe([], 4).case_files()


@pytest.mark.parametrize("odds", [2, 4, 16])
def test_who_shows_what_it_asked_about_is_believed_less(odds: int) -> None:
    story: list[Event] = [
        asks(2, 1, "green rope study"),
        asks(4, 0, "scarlett rope hall"),
        Showed(4, 1, 0, ROPE),
    ]
    green = cards("green")[0]
    # It shows the rope it asked about: its asking about green counts less.
    caught = believe(story, odds)
    honest = believe([asks(2, 1, "green wrench study"), *story[1:]], odds)
    assert caught.chance_at(green, 1) > honest.chance_at(green, 1)


def test_passes_still_decide() -> None:
    story: list[Event] = [asks(2, 1, "green rope study"), Passed(2, 2), Passed(2, 0)]
    belief = believe(story, 4)
    assert 2 not in belief.holders(ROPE)
    assert belief.holders(ROPE) == [1, belief.case]
