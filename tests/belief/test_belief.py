"""The exact belief against brute force: every deal written down, and weighed one by one."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief, ContradictionError, Knowledge
from planner_clue.cards import Card, CaseFile, Deck
from planner_clue.table.deal import hand_sizes
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.rules import parse_rules
from tests.belief.tables import (
    SMALL,
    TINY,
    Story,
    all_deals,
    deal_cards,
    make_seat,
    silences_weigh,
    stories,
    tell,
    weight_of,
    whole_game,
)
from tests.shared import examples
from tests.table.helpers import accusation, cards, suggestion

C = Card


def believe(seat: Seat, events: Sequence[Event], *, logic: bool = False) -> Belief:
    """Return the belief after these events."""
    belief = Belief(seat, choice=None) if logic else Belief(seat)
    for event in events:
        belief.observe(event)
    return belief


def check(seat: Seat, events: Sequence[Event]) -> None:
    """Raise what is raised where these events cannot all be."""
    believe(seat, events).check()


def assert_is_brute_force(belief: Belief, seat: Seat, events: Sequence[Event]) -> None:
    """Assert that every number is what writing down all deals gives."""
    weights = {
        deal: weight_of(deal, seat, events) * silences_weigh(deal, seat, events)
        for deal in all_deals(seat)
    }
    weights = {deal: weight for deal, weight in weights.items() if weight}
    total = sum(weights.values())
    assert belief.deals() == len(weights)
    case_files: defaultdict[CaseFile, Fraction] = defaultdict(Fraction)
    for deal, weight in weights.items():
        case_files[deal.case] += weight
    assert belief.case_files() == {case: float(w / total) for case, w in case_files.items()}
    best = max(case_files.values())
    assert set(belief.most_probable()) == {case for case, w in case_files.items() if w == best}
    for card in seat.deck.cards:
        for holder in range(seat.players + 1):
            with_it = sum(w for deal, w in weights.items() if deal.has(holder, card))
            assert belief.chance_at(card, holder) == float(with_it / total)
            assert (holder in belief.holders(card)) is (with_it > 0)
        assert belief.case_chance(card) == belief.chance_at(card, belief.case)


# -- against brute force ----------------------------------------------------------------


@given(story=stories())
@examples(thorough=60, quick=8, deadline=None)
def test_every_number_is_what_writing_down_all_deals_gives(story: Story) -> None:
    """Three to six seats, hands of any sizes, passes, shows seen and unseen, accusations."""
    belief = believe(story.seat, story.events)
    assert_is_brute_force(belief, story.seat, story.events)
    assert belief.allows(story.truth.case)


@given(story=stories(decks=[TINY]))
@examples(thorough=60, quick=15, deadline=None)
def test_it_is_exact_after_every_event_however_often_it_is_asked(story: Story) -> None:
    """Learning bit by bit, with questions between, ends where learning at once does."""
    belief = Belief(story.seat)
    for number, event in enumerate(story.events, 1):
        belief.observe(event)
        assert_is_brute_force(belief, story.seat, story.events[:number])


@given(story=stories())
@examples(thorough=60, quick=8, deadline=None)
def test_logic_counts_every_deal_once(story: Story) -> None:
    """Without the choice of the shown card, probabilities are shares of the deals."""
    belief = believe(story.seat, story.events, logic=True)
    deals = [d for d in all_deals(story.seat) if weight_of(d, story.seat, story.events)]
    assert set(belief.case_files()) == {deal.case for deal in deals}
    for case_file, chance in belief.case_files().items():
        assert chance == sum(deal.case == case_file for deal in deals) / len(deals)


@pytest.mark.slow
def test_a_whole_game_of_three_against_brute_force() -> None:
    """The real deck: all the tens of thousands of deals, after 4, 8 and 12 suggestions."""
    deck, rng = Deck(), Random(4)
    truth = deal_cards(deck, [6, 6, 6], rng)
    seat = make_seat(deck, 1, sorted(truth.hands[1], key=deck.position), [6, 6, 6])
    events = tell(truth, deck, 1, 12, rng)
    deals = list(all_deals(seat))
    belief = Belief(seat)
    for number, event in enumerate(events, 1):
        belief.observe(event)
        if event.turn in (4, 8, 12) and (number == len(events) or events[number].turn > event.turn):
            seen = events[:number]
            weights = {d: w for d in deals if (w := weight_of(d, seat, seen))}
            weights = {d: w * silences_weigh(d, seat, seen) for d, w in weights.items()}
            deals = list(weights)  # what does not fit now will not fit later either
            total = sum(weights.values())
            assert belief.deals() == len(weights)
            for card in deck.cards:
                chances = [
                    float(sum(w for d, w in weights.items() if d.has(holder, card)) / total)
                    for holder in range(4)
                ]
                assert [belief.chance_at(card, holder) for holder in range(4)] == chances


# -- the beginning ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rooms", [8, 9])
def test_at_the_start_every_case_file_leaves_equally_many_deals(players: int, rooms: int) -> None:
    """Case files of cards not in the hand, times the ways to deal the rest: a multinomial."""
    deck = Deck(rooms=Deck().rooms[:rooms])
    sizes = hand_sizes(deck, players, parse_rules("standard"))
    for me in (0, players - 1):
        hand = Random(players + rooms).sample(deck.cards, sizes[me])
        belief = Belief(make_seat(deck, me, hand, sizes))
        others = [size for seat, size in enumerate(sizes) if seat != me]
        ways = factorial(sum(others)) // prod(map(factorial, others))
        left = [len(set(kind).difference(hand)) for _, kind in deck.by_category()]
        assert belief.deals() == prod(left) * ways
        assert belief.case_files() == dict.fromkeys(belief.most_probable(), 1 / prod(left))
        assert len(belief.most_probable()) == prod(left)


# -- what the quick inference does not see ------------------------------------------------


def test_what_follows_only_from_two_hands_together_is_entailed() -> None:
    """Two hands of one card each showed mustard or the knife: the rope is the weapon.

    Neither hand is known, but between them they have both cards.
    """
    seat = make_seat(TINY, 3, cards("hall"), [2, 1, 1, 1])
    events: list[Event] = [
        Suggested(1, 0, suggestion("mustard knife hall")),
        Showed(1, 1, 0, None),
        Suggested(2, 1, suggestion("mustard knife hall")),
        Showed(2, 2, 1, None),
    ]
    belief, quick = Belief(seat), Knowledge(seat)
    for event in events:
        belief.observe(event)
        quick.observe(event)
    assert quick.holder(C("rope")) is None
    assert belief.holder(C("rope")) == belief.case
    assert belief.holders(C("mustard")) == [1, 2]
    assert belief.unlocated() == list(cards("scarlett mustard white knife study lounge"))
    assert belief.candidates() == [
        list(cards("scarlett white")),
        [C("rope")],
        list(cards("study lounge")),
    ]
    assert belief.why(C("rope"), belief.case).observations == (0, 1)


# -- what choice tells ----------------------------------------------------------------------


def test_who_could_have_shown_another_card_is_less_likely_to_have_shown_this() -> None:
    """Shown the rope, asked about mustard and the rope: mustard was probably not there."""
    seat = make_seat(TINY, 0, cards("scarlett hall"), [2, 2, 1])
    events: list[Event] = [
        Suggested(1, 0, suggestion("mustard rope hall")),
        Showed(1, 1, 0, C("rope")),
    ]
    informed, logical = believe(seat, events), believe(seat, events, logic=True)
    assert informed.deals() == logical.deals()
    assert informed.chance_at(C("mustard"), 1) < logical.chance_at(C("mustard"), 1)


# -- sampling -------------------------------------------------------------------------------


@pytest.mark.slow
@given(story=stories(), seed=st.integers(0, 2**32 - 1))
@settings(derandomize=True, deadline=None, max_examples=30)
def test_every_sampled_deal_is_consistent_and_complete(story: Story, seed: int) -> None:
    """Each card at one holder, each hand full, nothing that was seen broken."""
    belief = believe(story.seat, story.events)
    drawn = belief.sample(20, np.random.default_rng(seed))
    possible = {d for d in all_deals(story.seat) if weight_of(d, story.seat, story.events)}
    named = [
        {tuple(frozenset(c for c in story.seat.deck.cards if deal.has(h, c)) for h in range(n))}
        for deal in possible
        for n in [story.seat.players + 1]
    ]
    allowed = set().union(*named)
    assert len(drawn) == 20
    for row in drawn:
        hands = [set[Card]() for _ in range(story.seat.players + 1)]
        for card, holder in zip(story.seat.deck.cards, row, strict=True):
            hands[holder].add(card)
        assert tuple(map(frozenset, hands)) in allowed


def test_samples_come_as_often_as_they_are_probable() -> None:
    """Twenty thousand deals: within five standard deviations of every probability."""
    rng = Random(11)
    truth = deal_cards(SMALL, [3, 3, 2], rng)
    seat = make_seat(SMALL, 0, sorted(truth.hands[0], key=SMALL.position), [3, 3, 2])
    belief = believe(seat, tell(truth, SMALL, 0, 3, rng))
    count = 20_000
    drawn = belief.sample(count, np.random.default_rng(5))
    for column, card in enumerate(SMALL.cards):
        for holder in range(4):
            chance = belief.chance_at(card, holder)
            seen = float((drawn[:, column] == holder).mean())
            assert abs(seen - chance) <= 5 * (chance * (1 - chance) / count) ** 0.5
    cases = [tuple(np.flatnonzero(row == belief.case).tolist()) for row in drawn]
    for case_file, chance in belief.case_files().items():
        columns = tuple(SMALL.position(card) for card in case_file)
        spread = 5 * (chance * (1 - chance) / count) ** 0.5
        assert abs(cases.count(columns) / count - chance) <= spread


# -- contradictions ---------------------------------------------------------------------------


def test_the_observation_that_broke_it_is_named() -> None:
    """It passed on the rope in observation 0, and shows it in observation 2."""
    belief = Belief(make_seat(TINY, 0, cards("scarlett hall"), [2, 2, 1]))
    belief.observe(Suggested(1, 2, suggestion("white rope hall")))
    belief.observe(Showed(1, 0, 2, C("hall")))
    belief.observe(Suggested(2, 0, suggestion("white rope hall")))
    belief.observe(Passed(2, 1))
    belief.observe(Passed(2, 2))
    belief.observe(Suggested(3, 0, suggestion("mustard rope hall")))
    with pytest.raises(ContradictionError, match=r"observations\[2\]: seat 1 shows rope") as caught:
        belief.observe(Showed(3, 1, 0, C("rope")))
    assert caught.value.observation == 2


@given(story=stories(decks=[TINY]), lie=st.integers(0, 10_000))
@examples(thorough=150, quick=30, deadline=None)
def test_no_impossible_history_is_believed(story: Story, lie: int) -> None:
    """One answer is turned round; what is left of all deals decides what must be raised."""
    events = list(story.events)
    told = [n for n, event in enumerate(events) if isinstance(event, Passed)]
    assume(told)
    at = told[lie % len(told)]
    passed = events[at]
    events[at] = Showed(passed.turn, passed.seat, -1, None)
    broken = None
    for number in range(1, len(events) + 1):
        if not any(weight_of(d, story.seat, events[:number]) for d in all_deals(story.seat)):
            broken = number
            break
    if broken is None:
        check(story.seat, events)
        return
    with pytest.raises(ContradictionError) as caught:
        check(story.seat, events)
    begun = sum(isinstance(event, Suggested | Accused) for event in events[:broken])
    assert caught.value.observation == begun - 1


def test_a_card_that_was_not_asked_about_cannot_be_shown() -> None:
    belief = Belief(make_seat(TINY, 0, cards("scarlett hall"), [2, 2, 1]))
    with pytest.raises(ContradictionError, match="before any suggestion"):
        belief.observe(Passed(1, 1))
    belief.observe(Suggested(1, 0, suggestion("white rope hall")))
    with pytest.raises(ContradictionError, match="knife was shown"):
        belief.observe(Showed(1, 1, 0, C("knife")))


# -- accusations and whole games ---------------------------------------------------------------


def test_an_accusation_that_was_right_ends_all_doubt() -> None:
    belief = Belief(make_seat(TINY, 0, cards("scarlett hall"), [2, 2, 1]))
    belief.observe(Accused(1, 2, accusation("white rope study"), correct=True))
    assert belief.case_file() == CaseFile(*cards("white rope study"))
    assert belief.chance(CaseFile(*cards("white rope study"))) == 1
    for other in ("white rope lounge", "mustard rope study", "scarlett rope study"):
        assert not belief.allows(CaseFile(*cards(other)))
        assert belief.chance(CaseFile(*cards(other))) == 0


@pytest.mark.parametrize(
    ("board", "rules", "players"),
    [("classic", "standard", 3), ("none", "standard", 5), ("huji", "huji-bn1", 3)],
)
def test_in_whole_games_the_truth_is_never_ruled_out(board: str, rules: str, players: int) -> None:
    """Every seat, after every event of a random game with its wrong accusations."""
    for seed in range(3):
        deal, minds = whole_game(board, f"{rules},turn_limit=90", players, seed, Belief)
        for mind in minds:
            assert mind.allows(deal.case_file)
            assert mind.case_file() in (None, deal.case_file)
            for seat, hand in enumerate(deal.hands):
                assert all(mind.chance_at(card, seat) > 0 for card in hand)


@settings(max_examples=40)
@given(story=stories())
def test_possible_hands_fall_exactly_when_deals_are_ruled_out(story: Story) -> None:
    belief = Belief(story.seat)
    for event in story.events:
        before = belief.posterior()
        belief.observe(event)
        after = belief.posterior()
        assert (after.possible_hands < before.possible_hands) == (after.deals < before.deals)
