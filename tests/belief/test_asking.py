"""What others ask about as evidence, against every deal written down."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief
from planner_clue.belief.asking import UNEXPLAINED
from planner_clue.belief.numbering import Numbering
from planner_clue.cards import Accusation, Card, CaseFile, Deck, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Moved, Passed, Showed, Suggested
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


def nobody_answers(turn: int, seat: int, names: str) -> list[Event]:
    return [asks(turn, seat, names), *(Passed(turn, (seat + step) % 3) for step in (1, 2))]


class Manners:
    """How a deal explains what others asked about, worked out from the deal itself.

    ``known`` are the cards that each seat is known to have.
    """

    def __init__(self, story: Story, odds: int, known: dict[int, Collection[Card]]) -> None:
        self.me, self.odds, self.known = story.seat.index, odds, known
        self.rooms = story.seat.rooms
        self.named: dict[int, set[Card]] = defaultdict(set)
        self.hidden: list[tuple[int, int, Suggestion, set[Card]]] = []
        self.unanswered = _unanswered(story)
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
            for _, to, asked, again in self.hidden:
                if to == seat:
                    again.update(cards.intersection(asked))

    def _see(self, event: Showed, asked: Suggestion) -> None:
        if not event.card:
            self.hidden.append((event.seat, event.to, asked, set()))

    def trust(self, seat: int) -> int:
        own = self.named[seat].intersection(self.known[seat]).difference(self.rooms)
        if self.unanswered[seat] or own:
            return 1
        return self.odds

    def of_hand(self, seat: int, hand: frozenset[Card]) -> float:
        chance = float(self.trust(seat)) ** -len(hand & self.named[seat])
        for asked in self.unanswered[seat]:
            if hand.isdisjoint(asked):
                chance *= UNEXPLAINED
        for shower, to, asked, again in self.hidden:
            could_show = hand & set(asked)
            if shower == seat and could_show:
                liked = [1 / self.trust(to) if card in again else 1.0 for card in could_show]
                chance *= sum(liked) / len(liked)
        return chance


def _unanswered(story: Story) -> dict[int, set[Suggestion]]:
    """Return the questions of each other seat that nobody answered and it did not explain."""
    found: dict[int, set[Suggestion]] = defaultdict(set)
    rounds: list[list[Event]] = []
    for event in story.events:
        if isinstance(event, Suggested):
            rounds.append([])
        if rounds:
            rounds[-1].append(event)
    for asked, *answers in rounds:
        assert isinstance(asked, Suggested)
        passes = sum(isinstance(event, Passed) for event in answers)
        accused = any(isinstance(e, Accused) and e.seat == asked.seat for e in answers)
        if passes == story.seat.players - 1 and not accused and asked.seat != story.seat.index:
            found[asked.seat].add(asked.cards)
    return found


def known_by(belief: Belief) -> dict[int, Collection[Card]]:
    """Return the cards that each seat is known to have."""
    located = {card: belief.holder(card) for card in belief.deck.cards}
    return {
        seat: [card for card, holder in located.items() if holder == seat]
        for seat in range(belief.case)
    }


@given(story=stories(decks=[TINY, SMALL]), odds=st.integers(2, 9))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_hand_counts_as_much_as_it_explains_what_was_asked(story: Story, odds: int) -> None:
    """Less for each card in it that its holder asked about, and for each answer asked for again."""
    seat, belief = story.seat, believe(story.events, odds, story.seat)
    known = known_by(belief)
    manners = Manners(story, odds, known)
    numbering = Numbering(seat.deck, seat.deck.cards)
    deals = list(all_deals(seat))
    for other in set(range(seat.players)) - {seat.index}:
        hands = sorted({deal.hands[other] for deal in deals}, key=sorted)
        hands = [hand for hand in hands if hand.issuperset(known[other])]
        sets = np.array([numbering.set_of(hand) for hand in hands])
        weights = belief._asked.weigh(other, sets, numbering, list(known.values()), bits=48)
        chances = [manners.of_hand(other, hand) for hand in hands]
        assert weights / weights.max() == pytest.approx(np.array(chances) / max(chances))


@given(story=stories(decks=[TINY, SMALL]))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_the_case_files_are_weighed_accordingly(story: Story) -> None:
    seat, belief = story.seat, believe(story.events, 4, story.seat)
    chance_of = cache(Manners(story, 4, known_by(belief)).of_hand)
    cases: dict[CaseFile, float] = defaultdict(float)
    for deal in all_deals(seat):
        others = ((n, hand) for n, hand in enumerate(deal.hands) if n != seat.index)
        chance = prod(chance_of(other, hand) for other, hand in others)
        cases[deal.case] += chance * float(weight_of(deal, seat, story.events))
    total = sum(cases.values())
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


@pytest.mark.parametrize("odds", [2, 4, 16])
def test_who_shows_what_it_asked_about_is_believed_less(odds: int) -> None:
    story: list[Event] = [
        asks(2, 1, "green rope study"),
        asks(4, 0, "scarlett rope hall"),
        Showed(4, 1, 0, ROPE),
    ]
    green = cards("green")[0]
    # It shows the rope it asked about: its asking about green counts no more.
    caught = believe(story, odds)
    honest = believe([asks(2, 1, "green wrench study"), *story[1:]], odds)
    assert caught.chance_at(green, 1) > honest.chance_at(green, 1)


def test_it_does_not_matter_whether_it_asked_or_showed_first() -> None:
    shows: list[Event] = [asks(4, 0, "green wrench hall"), Showed(4, 1, 0, cards("green")[0])]
    asked = asks(2, 1, "green rope study")
    first = believe([asked, *shows], 8)
    assert believe([*shows, asked], 8).case_files() == first.case_files()


@given(story=stories(decks=[TINY, SMALL]))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_looking_after_every_event_changes_nothing(story: Story) -> None:
    watched = Belief(story.seat, asking=8)
    for event in story.events:
        watched.observe(event)
        watched.check()
    expected = believe(story.events, 8, story.seat).case_files()
    assert watched.case_files() == pytest.approx(expected, abs=0.01)


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


def held(belief: Belief, names: str, seat: int) -> list[float]:
    return [belief.chance_at(card, seat) for card in cards(names)]


UNANSWERED = nobody_answers(2, 1, "green rope study")
PASSES_ON: Event = Moved(3, 2, cards("lounge")[0])


def test_who_is_not_answered_and_does_not_accuse_probably_asks_about_its_own_cards() -> None:
    believed = believe([*UNANSWERED, PASSES_ON], 8)
    plain = believe([*UNANSWERED, PASSES_ON], 1)
    for careful, naive in zip(
        held(believed, "green rope study", 1), held(plain, "green rope study", 1), strict=True
    ):
        assert careful > naive
    assert believed.chance(CaseFile(*cards("green rope study"))) < 0.01
    assert believed.deals() == plain.deals()


def test_after_that_its_questions_tell_nothing() -> None:
    once = believe(UNANSWERED, 8)
    later = believe([*UNANSWERED, asks(5, 1, "mustard wrench library")], 8)
    assert later.case_files() == once.case_files()
    assert later.shifting == once.shifting


def test_what_another_showed_it_unseen_is_no_clearer_when_it_asks_again() -> None:
    shown: list[Event] = [asks(2, 1, "mustard rope study"), Showed(2, 2, 1, None)]
    before = [*nobody_answers(1, 1, "green wrench lounge"), *shown]
    after = [*before, asks(5, 1, "mustard rope library")]
    assert believe(after, 8).case_files() == believe(before, 8).case_files()


def test_an_accusation_explains_why_nobody_answered() -> None:
    accuses = Accused(2, 1, Accusation(*cards("white knife library")), correct=False)
    explained = believe([*UNANSWERED, accuses], 8)
    assert explained._asked.unanswered == {1: set()}
    assert explained._asked.odds_of(1, ()) == 8
    assert held(explained, "green", 1) < held(believe(UNANSWERED, 8), "green", 1)
    assert explained.shifting[-1] == accuses


def test_an_accusation_of_another_explains_nothing() -> None:
    accuses = Accused(3, 2, Accusation(*cards("white knife library")), correct=False)
    assert believe([*UNANSWERED, accuses], 8)._asked.odds_of(1, ()) == 1


def test_an_accusation_explains_only_the_latest_question() -> None:
    accuses = Accused(5, 1, Accusation(*cards("white knife library")), correct=False)
    later: list[Event] = [asks(5, 1, "mustard rope study"), Showed(5, 2, 1, None), accuses]
    assert believe([*UNANSWERED, *later], 8)._asked.odds_of(1, ()) == 1


def test_a_question_that_somebody_answers_leaves_its_asker_trusted() -> None:
    shows = Showed(2, 0, 1, cards("scarlett")[0])
    answered: list[Event] = [asks(2, 1, "scarlett rope study"), Passed(2, 2), shows]
    assert believe(answered, 8)._asked.odds_of(1, ()) == 8


@pytest.mark.parametrize("option", ["suggest_or_accuse", "secret_accusations"])
def test_where_nobody_sees_it_accuse_at_once_that_tells_nothing(option: str) -> None:
    seat = replace(SEAT, rules=f"standard,{option}=yes")
    assert believe(UNANSWERED, 8, seat)._asked.odds_of(1, ()) == 8


@pytest.mark.parametrize("names", ["green wrench study", "mustard rope study"])
def test_who_asks_about_a_suspect_or_weapon_of_its_own_tells_nothing_any_more(names: str) -> None:
    shown = set(cards("green rope")).intersection(cards(names)).pop()
    known: list[Event] = [asks(1, 0, "green rope hall"), Showed(1, 1, 0, shown)]
    caught = believe([*known, asks(2, 1, names)], 8)
    assert caught.case_files() == believe(known, 8).case_files()


def test_a_room_of_its_own_does_not_count() -> None:
    known: list[Event] = [asks(1, 0, "green rope study"), Showed(1, 1, 0, cards("study")[0])]
    belief = believe([*known, asks(2, 1, "mustard wrench study")], 8)
    assert belief.case_chance(cards("wrench")[0]) > believe(known, 8).case_chance(
        cards("wrench")[0]
    )


def test_one_of_the_three_that_it_surely_has_explains_the_question() -> None:
    known: list[Event] = [asks(1, 0, "green rope study"), Showed(1, 1, 0, cards("study")[0])]
    belief, plain = (believe([*known, *UNANSWERED], asking) for asking in (8, 1))
    assert held(belief, "green rope", 1) == pytest.approx(held(plain, "green rope", 1))


def test_passes_still_decide() -> None:
    story: list[Event] = [asks(2, 1, "green rope study"), Passed(2, 2), Passed(2, 0)]
    belief = believe(story, 4)
    assert 2 not in belief.holders(ROPE)
    assert belief.holders(ROPE) == [1, belief.case]
