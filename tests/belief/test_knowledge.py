"""What a seat concludes quickly: each inference by name, and all of them against brute force.

Brute force lists every deal, removes every deal that an observation rules out, and finds the facts
that the others share.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations

import pytest
from hypothesis import given

from planner_clue.belief import ContradictionError, Knowledge, believe
from planner_clue.belief.reasons import minimal
from planner_clue.game.cards import Card
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested
from tests.belief import tables
from tests.belief.tables import TINY, Story, TrueDeal, all_deals, make_seat, stories, weight_of
from tests.game.helpers import accusation, cards, suggestion
from tests.shared import examples


def tiny(hand: str = "scarlett hall", index: int = 0) -> Knowledge:
    return Knowledge(tables.make_seat(tables.TINY, index, cards(hand), (2, 2, 1)))


ME, LEFT, RIGHT, CASE = 0, 1, 2, 3
"""At the eight-card table: this seat, its neighbours with two cards and with one, and the file."""
C = Card


Fact = Callable[[Knowledge], object]


def has(holder: int, *names: str) -> Fact:
    return lambda known: list(map(partial(known.has, holder), map(C, names)))


def has_none(holder: int, names: str) -> Fact:
    return lambda known: known.cannot_have(holder, cards(names))


def showed(holder: int, names: str) -> Fact:
    return lambda known: known.has_one_of(holder, cards(names))


def accused(names: str, *, correct: bool = False) -> Fact:
    return saw(Accused(1, LEFT, accusation(names), correct=correct))


def saw(*events: Event) -> Fact:
    return lambda known: list(map(known.observe, events))


ASKED = Suggested(1, ME, suggestion("mustard rope study"))
CONCLUSIONS: dict[str, tuple[list[Fact], dict[str, int | None]]] = {
    "a full hand has no other card": (
        [has(RIGHT, "knife"), has_none(LEFT, "mustard")], {"mustard": CASE}),
    "a hand with just enough cards left has them": (
        [has_none(LEFT, "mustard white rope study")], {"knife": LEFT, "lounge": LEFT}),
    "only the case file is left": (
        [has_none(LEFT, "rope"), has_none(RIGHT, "rope")], {"rope": CASE}),
    "only one hand is left": (
        [has_none(CASE, "lounge"), has_none(RIGHT, "lounge")], {"lounge": LEFT}),
    "the case file has one card of each category": (
        [has(CASE, "rope"), has(LEFT, "lounge")], {"study": CASE, "knife": None}),
    "who showed one of three has the third": (
        [showed(LEFT, "scarlett knife hall")], {"knife": LEFT}),
    "a showing that fills a hand and explains another": (
        [showed(RIGHT, "knife study"), showed(LEFT, "rope lounge"), has_none(RIGHT, "study")],
        {"rope": CASE, "lounge": LEFT, "knife": RIGHT}),
    "two cards of a wrong accusation are right": (
        [accused("mustard rope study"), has(CASE, "mustard", "rope")],
        {"lounge": CASE, "study": None}),
    "a right accusation": (
        [accused("mustard rope study", correct=True)],
        dict.fromkeys(("mustard", "rope", "study"), CASE)),
    "who passes has none of the three": (
        [saw(Suggested(1, ME, suggestion("mustard rope hall")), Passed(1, LEFT), Passed(1, RIGHT))],
        {"mustard": CASE, "rope": CASE, "hall": ME}),
    "a card that was shown to this seat": (
        [saw(ASKED, Passed(1, LEFT), Showed(1, RIGHT, ME, C("rope")))],
        {"rope": RIGHT, "mustard": CASE, "study": CASE}),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "holders"), CONCLUSIONS.values(), ids=CONCLUSIONS.keys())
def test_what_is_concluded(facts: list[Fact], holders: dict[str, int | None]) -> None:
    knowledge = tiny()
    for fact in facts:
        fact(knowledge)
    assert {card: knowledge.holder(C(card)) for card in holders} == holders
    assert set(knowledge.unlocated()).isdisjoint(c for c, h in holders.items() if h is not None)


WRONG = ("white", "rope", "study")
CONTRADICTIONS: dict[str, list[Fact]] = {
    "a card is in two hands": [has(LEFT, "rope"), has(RIGHT, "rope")],
    "another has a card of this seat": [has(LEFT, "scarlett")],
    "a hand holds more than it was dealt": [has(RIGHT, "rope"), has(RIGHT, "study")],
    "a hand holds less than it was dealt": [has_none(LEFT, "mustard white knife rope study")],
    "who passed has the card": [has_none(LEFT, "mustard rope study"), has(LEFT, "rope")],
    "who showed has none of the three": [has_none(LEFT, "rope"), showed(LEFT, "scarlett rope")],
    "this seat passes on its own card": [has_none(ME, "hall")],
    "two weapons are in the case file": [has(CASE, "rope"), has(CASE, "knife")],
    "no weapon is left for the case file": [has(LEFT, "rope"), has(RIGHT, "knife")],
    "a wrong accusation is right": [accused("white rope study"), has(CASE, *WRONG)],
    "the case file was accused wrongly": [has(CASE, *WRONG), accused("white rope study")],
}


@pytest.mark.parametrize("facts", CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_what_cannot_be_is_a_contradiction(facts: list[Fact]) -> None:
    knowledge = tiny()
    *before, last = facts
    for fact in before:
        fact(knowledge)
    with pytest.raises(ContradictionError):
        last(knowledge)


def assert_sound(knowledge: Knowledge, deals: Sequence[tables.TrueDeal]) -> None:
    deck = knowledge.deck
    for card in deck.cards:
        known = knowledge.holder(card)
        if known is not None:
            assert all(deal.has(known, card) for deal in deals)
        assert (card in knowledge.unlocated()) is (known is None)
    for position, possible in enumerate(knowledge.candidates()):
        assert {deal.case[position] for deal in deals} <= set(possible)
    assert all(knowledge.allows(deal.case) for deal in deals)
    case_file = knowledge.case_file()
    if case_file is not None:
        assert {deal.case for deal in deals} == {case_file}


@given(story=tables.stories())
@examples(thorough=60, quick=8, deadline=None)
def test_whatever_is_concluded_holds_in_every_consistent_deal(story: tables.Story) -> None:
    """Soundness, after every event; and nothing true contradicts itself."""
    seat = story.seat
    knowledge, deals = Knowledge(seat), list(tables.all_deals(seat))
    assert_sound(knowledge, deals)
    asked: list[Event] = []
    for event in story.events:
        asked = [event] if isinstance(event, Suggested) else asked
        knowledge.observe(event)
        deals = [deal for deal in deals if tables.weight_of(deal, seat, [*asked, event])]
        assert story.truth in deals
        assert_sound(knowledge, deals)
    assert knowledge.case_file() in (None, story.truth.case)


def test_brute_force_counts_the_deals_of_the_small_tables() -> None:
    """Eight cards, of which this seat has a suspect and a room: 2 x 2 x 2 x 3 deals."""
    seat = tables.make_seat(tables.TINY, 0, cards("scarlett hall"), (2, 2, 1))
    assert len(list(tables.all_deals(seat))) == 24
    assert len(list(tables.all_deals(tables.SEAT))) == 3 * 2 * 3 * 10


def split_up(events: list[Event]) -> list[list[Event]]:
    observations: list[list[Event]] = []
    for event in events:
        if isinstance(event, Suggested | Accused | Revealed):
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
