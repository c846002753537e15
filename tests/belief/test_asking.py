"""What others ask about as evidence, against every deal written down."""

from collections import defaultdict
from functools import cache
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief
from planner_clue.belief.numbering import Numbering
from planner_clue.cards import Card, CaseFile, Deck, Suggestion
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


class Manners:
    """How a deal explains what others asked about, worked out from the deal itself."""

    def __init__(self, story: Story, odds: int) -> None:
        self.me, self.odds = story.seat.index, odds
        self.named: dict[int, set[Card]] = defaultdict(set)
        self.idle: dict[int, set[Card]] = defaultdict(set)
        self.known: dict[int, set[Card]] = defaultdict(set)
        self.hidden: list[tuple[int, int, Suggestion, set[Card]]] = []
        asked: Suggestion | None = None
        for event in story.events:
            if isinstance(event, Suggested):
                asked = event.cards
                self._hear(event.seat, set(asked))
            elif isinstance(event, Showed) and asked:
                self._see(event, asked)

    def _hear(self, seat: int, cards: set[Card]) -> None:
        if seat != self.me:
            self.named[seat] |= cards
            self.idle[seat] |= cards & self.known[seat]
            for _, to, asked, again in self.hidden:
                if to == seat:
                    again.update(cards.intersection(asked))

    def _see(self, event: Showed, asked: Suggestion) -> None:
        if event.seat == self.me and event.card:
            self.known[event.to].add(event.card)
        elif event.card:
            self.known[event.seat].add(event.card)
            self.idle[event.seat] |= {event.card} & self.named[event.seat]
        else:
            self.hidden.append((event.seat, event.to, asked, set()))

    def trust(self, seat: int) -> int:
        return max(1, self.odds >> len(self.idle[seat]))

    def of_hand(self, seat: int, hand: frozenset[Card]) -> float:
        chance = float(self.trust(seat)) ** -len(hand & self.named[seat])
        for shower, to, asked, again in self.hidden:
            could_show = hand & set(asked)
            if shower == seat and could_show:
                liked = [1 / self.trust(to) if card in again else 1.0 for card in could_show]
                chance *= sum(liked) / len(liked)
        return chance


@given(story=stories(decks=[TINY, SMALL]), odds=st.integers(2, 9))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_hand_counts_as_much_as_it_explains_what_was_asked(story: Story, odds: int) -> None:
    """Less for each card in it that its holder asked about, and for each answer asked for again."""
    seat, manners = story.seat, Manners(story, odds)
    asked = believe(story.events, odds, seat)._asked
    numbering = Numbering(seat.deck, seat.deck.cards)
    deals = list(all_deals(seat))
    for other in set(range(seat.players)) - {seat.index}:
        hands = sorted({deal.hands[other] for deal in deals}, key=sorted)
        sets = np.array([numbering.set_of(hand) for hand in hands])
        weights = asked.weigh(other, sets, numbering, (), bits=48)
        chances = [manners.of_hand(other, hand) for hand in hands]
        assert weights / weights.max() == pytest.approx(np.array(chances) / max(chances))


@given(story=stories(decks=[TINY, SMALL]))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_the_case_files_are_weighed_accordingly(story: Story) -> None:
    seat = story.seat
    chance_of = cache(Manners(story, 4).of_hand)
    cases: dict[CaseFile, float] = defaultdict(float)
    for deal in all_deals(seat):
        others = ((n, hand) for n, hand in enumerate(deal.hands) if n != seat.index)
        chance = prod(chance_of(other, hand) for other, hand in others)
        cases[deal.case] += chance * float(weight_of(deal, seat, story.events))
    total = sum(cases.values())
    belief = believe(story.events, 4, seat)
    for case, chance in belief.case_files().items():
        # A few bits for each seat: the more seats, the fewer.
        assert chance == pytest.approx(cases[case] / total, abs=0.04)
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


def test_who_asks_again_was_probably_shown_the_third() -> None:
    first: list[Event] = [asks(2, 1, "green rope study"), Showed(2, 2, 1, None)]
    green, rope, study = cards("green rope study")
    before, after = believe(first, 8), believe([*first, asks(5, 1, "green rope lounge")], 8)
    assert after.chance_at(study, 2) > before.chance_at(study, 2)
    for card in (green, rope):
        assert after.chance_at(card, 2) < before.chance_at(card, 2)


def test_who_asks_about_what_it_was_shown_is_believed_less() -> None:
    known: list[Event] = [asks(2, 1, "scarlett rope study"), Showed(2, 0, 1, cards("scarlett")[0])]
    honest = believe([*known, asks(5, 1, "mustard wrench study")], 8)
    idle = believe([*known, asks(5, 1, "scarlett wrench study")], 8)
    assert idle.chance_at(cards("wrench")[0], 1) > honest.chance_at(cards("wrench")[0], 1)


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


def test_it_does_not_matter_whether_it_asked_or_showed_first() -> None:
    shows: list[Event] = [asks(4, 0, "green wrench hall"), Showed(4, 1, 0, cards("green")[0])]
    asked = asks(2, 1, "green rope study")
    first = believe([asked, *shows], 8)
    assert believe([*shows, asked], 8).case_files() == first.case_files()


def test_looking_in_between_changes_nothing() -> None:
    asked = asks(2, 1, "scarlett rope study")
    story: list[Event] = [asked, Showed(2, 0, 1, cards("scarlett")[0]), asked]
    watched = Belief(SEAT, asking=8)
    for event in story:
        watched.observe(event)
        watched.check()
    assert watched.case_files() == believe(story, 8).case_files()


def test_however_often_a_card_is_shown_probabilities_stay_probabilities() -> None:
    """The weights of hands outgrow 64 bits."""
    seat = make_seat(Deck(), 0, cards("scarlett plum rope kitchen library hall"), (6, 6, 6))
    shown: list[Event] = [asks(1, 0, "green knife study"), Showed(1, 1, 0, cards("green")[0])]
    rest: list[Event] = [asks(2, 1, "white knife study"), Passed(2, 2), Passed(2, 0)]
    often = believe([*shown * 25, *rest], 8, seat)
    seldom = believe([*shown * 15, *rest], 8, seat)
    assert often.case_files() == pytest.approx(seldom.case_files(), abs=1e-3)


def test_passes_still_decide() -> None:
    story: list[Event] = [asks(2, 1, "green rope study"), Passed(2, 2), Passed(2, 0)]
    belief = believe(story, 4)
    assert 2 not in belief.holders(ROPE)
    assert belief.holders(ROPE) == [1, belief.case]
