"""What a seat concludes quickly: each inference by name, and all of them against brute force.

Brute force means: write down every deal there is, strike out those that an observation
rules out, and see what the rest have in common.
"""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_clue.belief import ContradictionError, Knowledge
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import (
    Accused,
    Event,
    Passed,
    Showed,
    Suggested,
)
from tests.belief.tables import (
    SMALL,
    TINY,
    Story,
    TrueDeal,
    all_deals,
    make_seat,
    stories,
    weight_of,
    whole_game,
)
from tests.shared import examples
from tests.table.helpers import (
    accusation,
    cards,
    suggestion,
)


def tiny(hand: str = "scarlett hall", index: int = 0) -> Knowledge:
    """Return the knowledge of a seat of the eight-card table."""
    return Knowledge(make_seat(TINY, index, cards(hand), (2, 2, 1)))


ME, LEFT, RIGHT, CASE = 0, 1, 2, 3
"""At the eight-card table: this seat, its neighbours with two cards and with one, and the file."""
C = Card


# -- what is known from the start ---------------------------------------------------------


def test_a_seat_knows_its_own_hand_and_nothing_else() -> None:
    knowledge = tiny("scarlett hall")
    assert knowledge.case == CASE
    assert [knowledge.holder(card) for card in cards("scarlett hall")] == [ME, ME]
    assert knowledge.unlocated() == list(cards("mustard white knife rope study lounge"))
    assert knowledge.candidates() == [
        list(cards("mustard white")),
        list(cards("knife rope")),
        list(cards("study lounge")),
    ]
    assert knowledge.case_file() is None


def test_a_hand_that_is_full_has_no_other_card() -> None:
    """The right-hand seat has one card; once it is seen, all others are elsewhere."""
    knowledge = tiny()
    knowledge.has(RIGHT, C("knife"))
    knowledge.cannot_have(LEFT, cards("mustard"))
    assert knowledge.holder(C("mustard")) == CASE


def test_a_hand_with_just_enough_cards_left_has_them() -> None:
    """Four cards are struck out; the two that are left fill the hand of two."""
    knowledge = tiny()
    knowledge.cannot_have(LEFT, cards("mustard white rope study"))
    assert [knowledge.holder(card) for card in cards("knife lounge")] == [LEFT, LEFT]


def test_a_card_that_one_holder_has_no_other_has() -> None:
    knowledge = tiny()
    knowledge.has(LEFT, C("mustard"))
    assert knowledge.holder(C("mustard")) == LEFT
    assert not knowledge.allows(CaseFile(*cards("mustard knife study")))


def test_a_card_with_only_one_holder_left_is_there() -> None:
    """Neither neighbour can have it, and this seat has not: it is in the case file."""
    knowledge = tiny()
    knowledge.cannot_have(LEFT, cards("rope"))
    assert knowledge.holder(C("rope")) is None
    knowledge.cannot_have(RIGHT, cards("rope"))
    assert knowledge.holder(C("rope")) == CASE


def test_a_card_with_only_one_hand_left_is_in_that_hand() -> None:
    knowledge = tiny()
    knowledge.cannot_have(CASE, cards("lounge"))
    knowledge.cannot_have(RIGHT, cards("lounge"))
    assert knowledge.holder(C("lounge")) == LEFT


def test_the_case_file_has_one_card_of_each_category() -> None:
    """The rope is in it, so the knife is not; the study must be, as the other rooms are not."""
    knowledge = tiny()
    knowledge.has(CASE, C("rope"))
    assert knowledge.candidates()[1] == [C("rope")]
    knowledge.has(LEFT, C("lounge"))
    assert knowledge.holder(C("study")) == CASE


# -- showings that were not seen ------------------------------------------------------------


def test_a_showing_whose_other_cards_are_elsewhere_is_explained() -> None:
    """It showed one of three; two are this seat's own, so it has the third."""
    knowledge = tiny("scarlett hall")
    knowledge.has_one_of(LEFT, cards("scarlett knife hall"))
    assert knowledge.holder(C("knife")) == LEFT


def test_a_showing_is_remembered_until_it_can_be_explained() -> None:
    knowledge = tiny()
    knowledge.has_one_of(LEFT, cards("mustard knife study"))
    assert knowledge.unlocated() == list(cards("mustard white knife rope study lounge"))
    knowledge.cannot_have(LEFT, cards("mustard"))
    assert knowledge.holder(C("knife")) is None
    knowledge.has(RIGHT, C("study"))
    assert knowledge.holder(C("knife")) == LEFT


def test_several_showings_are_explained_together() -> None:
    """The first one explained fills the hand, which explains the second and the case file."""
    knowledge = tiny()
    knowledge.has_one_of(RIGHT, cards("mustard knife study"))
    knowledge.has_one_of(LEFT, cards("white rope lounge"))
    knowledge.cannot_have(RIGHT, cards("mustard study"))
    assert knowledge.holder(C("knife")) == RIGHT
    assert knowledge.holder(C("rope")) == CASE
    knowledge.cannot_have(LEFT, cards("white"))
    assert knowledge.case_file() == CaseFile(*cards("white rope study"))
    assert [knowledge.holder(card) for card in cards("mustard lounge")] == [LEFT, LEFT]


# -- accusations ------------------------------------------------------------------------------


def test_a_wrong_accusation_is_not_the_case_file() -> None:
    knowledge = tiny()
    wrong = accusation("mustard rope study")
    knowledge.is_not_case_file(wrong)
    assert not knowledge.allows(CaseFile(*wrong))
    assert knowledge.allows(CaseFile(*cards("mustard rope lounge")))
    assert knowledge.candidates()[0] == list(cards("mustard white"))


def test_a_wrong_accusation_with_two_cards_right_has_the_third_wrong() -> None:
    """Two are known to be in the case file: the third is not, whichever comes first."""
    for accused_first in (True, False):
        knowledge = tiny()
        if accused_first:
            knowledge.is_not_case_file(accusation("mustard rope study"))
        knowledge.has(CASE, C("mustard"))
        knowledge.has(CASE, C("rope"))
        if not accused_first:
            assert knowledge.case_file() is None
            knowledge.is_not_case_file(accusation("mustard rope study"))
        assert knowledge.case_file() == CaseFile(*cards("mustard rope lounge"))
        assert knowledge.holder(C("study")) in (None, LEFT, RIGHT)


# -- events -----------------------------------------------------------------------------------


def test_passing_tells_that_a_seat_has_none_of_the_three() -> None:
    knowledge = tiny()
    asked = suggestion("mustard rope hall")
    knowledge.observe(Suggested(1, ME, asked))
    knowledge.observe(Passed(1, LEFT))
    knowledge.observe(Passed(1, RIGHT))
    assert knowledge.holder(C("mustard")) == CASE
    assert knowledge.holder(C("rope")) == CASE
    assert knowledge.holder(C("hall")) == ME


def test_a_card_that_was_shown_to_this_seat_is_known() -> None:
    knowledge = tiny()
    knowledge.observe(Suggested(1, ME, suggestion("mustard rope study")))
    knowledge.observe(Passed(1, LEFT))
    knowledge.observe(Showed(1, RIGHT, ME, C("rope")))
    assert knowledge.holder(C("rope")) == RIGHT
    assert knowledge.holder(C("mustard")) == knowledge.holder(C("study")) == CASE


def test_a_later_suggestion_does_not_change_an_earlier_showing() -> None:
    knowledge = tiny("scarlett hall")
    knowledge.observe(Suggested(1, RIGHT, suggestion("mustard rope hall")))
    knowledge.observe(Showed(1, LEFT, RIGHT, None))
    knowledge.observe(Suggested(2, ME, suggestion("white knife study")))
    knowledge.observe(Passed(2, LEFT))
    knowledge.observe(Showed(2, RIGHT, ME, C("study")))
    assert knowledge.holder(C("white")) == CASE
    assert knowledge.holder(C("mustard")) == LEFT
    knowledge = tiny("scarlett hall")
    knowledge.observe(Suggested(1, RIGHT, suggestion("mustard rope hall")))
    knowledge.observe(Showed(1, LEFT, RIGHT, None))
    knowledge.observe(Suggested(2, RIGHT, suggestion("white knife hall")))
    assert knowledge.holder(C("rope")) is None


def test_an_accusation_that_was_right_is_not_taken_for_wrong() -> None:
    knowledge = tiny()
    knowledge.observe(Accused(1, LEFT, accusation("mustard rope study"), correct=True))
    assert knowledge.allows(CaseFile(*cards("mustard rope study")))


# -- contradictions -----------------------------------------------------------------------------


CONTRADICTIONS: dict[str, list[Callable[[Knowledge], None]]] = {
    "a card is in two hands": [
        lambda known: known.has(LEFT, C("rope")),
        lambda known: known.has(RIGHT, C("rope")),
    ],
    "another has a card of this seat": [lambda known: known.has(LEFT, C("scarlett"))],
    "a hand holds more than it was dealt": [
        lambda known: known.has(RIGHT, C("rope")),
        lambda known: known.has(RIGHT, C("study")),
    ],
    "a hand holds less than it was dealt": [
        lambda known: known.cannot_have(LEFT, cards("mustard white knife rope study"))
    ],
    "who passed has the card": [
        lambda known: known.cannot_have(LEFT, cards("mustard rope study")),
        lambda known: known.has(LEFT, C("rope")),
    ],
    "who showed has none of the three": [
        lambda known: known.cannot_have(LEFT, cards("mustard rope")),
        lambda known: known.has_one_of(LEFT, cards("mustard rope hall")),
    ],
    "this seat passes on its own card": [lambda known: known.cannot_have(ME, cards("hall"))],
    "two weapons are in the case file": [
        lambda known: known.has(CASE, C("rope")),
        lambda known: known.has(CASE, C("knife")),
    ],
    "no weapon is left for the case file": [
        lambda known: known.has(LEFT, C("rope")),
        lambda known: known.has(RIGHT, C("knife")),
    ],
}


@pytest.mark.parametrize("told", CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_what_cannot_be_is_a_contradiction(told: list[Callable[[Knowledge], None]]) -> None:
    knowledge = tiny("scarlett hall")
    *before, last = told
    for fact in before:
        fact(knowledge)
    with pytest.raises(ContradictionError):
        last(knowledge)


def test_a_wrong_accusation_cannot_turn_out_to_be_the_case_file() -> None:
    knowledge = tiny()
    knowledge.is_not_case_file(accusation("mustard rope study"))
    knowledge.has(CASE, C("mustard"))
    knowledge.has(CASE, C("rope"))
    with pytest.raises(ContradictionError):
        knowledge.has(CASE, C("study"))


def test_the_case_file_cannot_be_accused_wrongly() -> None:
    knowledge = tiny()
    for card in cards("mustard rope study"):
        knowledge.has(CASE, card)
    assert knowledge.case_file() == CaseFile(*cards("mustard rope study"))
    with pytest.raises(ContradictionError):
        knowledge.observe(Accused(1, LEFT, accusation("mustard rope study"), correct=False))


# -- against brute force --------------------------------------------------------------------------


def assert_sound(knowledge: Knowledge, deals: Sequence[TrueDeal]) -> None:
    """Assert that whatever is known holds in every one of the deals."""
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


@given(story=stories())
@examples(thorough=60, quick=25, deadline=None)
def test_whatever_is_concluded_holds_in_every_consistent_deal(story: Story) -> None:
    """Soundness, after every event; and nothing true contradicts itself."""
    seat = story.seat
    knowledge, deals = Knowledge(seat), list(all_deals(seat))
    assert_sound(knowledge, deals)
    asked: list[Event] = []
    for event in story.events:
        asked = [event] if isinstance(event, Suggested) else asked
        knowledge.observe(event)
        deals = [deal for deal in deals if weight_of(deal, seat, [*asked, event])]
        assert story.truth in deals
        assert_sound(knowledge, deals)
    assert knowledge.case_file() in (None, story.truth.case)


@st.composite
def told_stories(draw: st.DrawFn) -> tuple[Seat, list[Event]]:
    """Draw a seat and events that need not be true together."""
    hand = draw(st.permutations(TINY.cards))[:2]
    events: list[Event] = []
    seats = st.integers(0, 2)
    for turn in range(1, draw(st.integers(1, 6)) + 1):
        three = [draw(st.sampled_from(kind)) for _, kind in TINY.by_category()]
        who = draw(seats)
        events.append(Suggested(turn, who, Suggestion(*three)))
        other = (who + draw(st.integers(1, 2))) % 3
        shown = draw(st.none() | st.sampled_from(three))
        answers: list[Event] = [
            Passed(turn, other),
            Showed(turn, other, who, shown),
            Accused(turn, who, Accusation(*three), correct=False),
        ]
        events.append(draw(st.sampled_from(answers)))
    return make_seat(TINY, 0, hand, (2, 2, 1)), events


@given(story=told_stories())
@examples(thorough=400, quick=150, deadline=None)
def test_a_contradiction_is_raised_only_if_no_deal_is_left(
    story: tuple[Seat, list[Event]],
) -> None:
    seat, events = story
    deals = list(all_deals(seat))
    if {seat.deck.category(card) for card in seat.hand} == {"weapon"}:
        with pytest.raises(ContradictionError):
            Knowledge(seat)
        assert deals == []
        return
    knowledge = Knowledge(seat)
    asked: list[Event] = []
    for event in events:
        asked = [event] if isinstance(event, Suggested) else asked
        deals = [deal for deal in deals if weight_of(deal, seat, [*asked, event])]
        try:
            knowledge.observe(event)
        except ContradictionError:
            assert deals == []
            return
        if deals:
            assert_sound(knowledge, deals)


def test_brute_force_counts_the_deals_of_the_small_tables() -> None:
    """Eight cards, of which this seat has a suspect and a room: 2 x 2 x 2 x 3 deals."""
    assert len(list(all_deals(make_seat(TINY, 0, cards("scarlett hall"), (2, 2, 1))))) == 24
    small = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))
    assert len(list(all_deals(small))) == 3 * 2 * 3 * 10


# -- whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "rules", "players"),
    [
        ("classic", "standard", 3),
        ("classic", "standard", 5),
        ("none", "standard", 4),
        ("none", "standard", 6),
        ("huji", "huji-bn1", 3),
    ],
)
def test_in_whole_games_every_seat_knows_only_what_is_true(
    board: str, rules: str, players: int
) -> None:
    """Every seat, after every event of a random game with its wrong accusations."""
    found_out = 0
    for seed in range(6):
        deal, minds = whole_game(board, f"{rules},turn_limit=120", players, seed, Knowledge)
        truth = {card: seat for seat, hand in enumerate(deal.hands) for card in hand}
        truth |= dict.fromkeys(deal.case_file, players)
        for mind in minds:
            assert all(mind.holder(card) in (None, where) for card, where in truth.items())
            assert mind.allows(deal.case_file)
            assert mind.case_file() in (None, deal.case_file)
            found_out += mind.case_file() is not None
    assert found_out, "in some game somebody can know the case file"
