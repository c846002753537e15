"""The exact belief against brute force: every deal written down, and weighed one by one."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief, ContradictionError, believe, probability
from planner_clue.belief.reasons import known_from
from planner_clue.game.cards import Card, CaseFile, Deck
from planner_clue.game.deal import hand_sizes
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested, as_seen_by
from planner_clue.game.rules import parse_rules
from tests.belief import tables
from tests.game.helpers import BOARDS, cards, deal_table, random_answer, suggestion
from tests.shared import examples

C = Card


def assert_is_brute_force(belief: Belief, seat: Seat, events: Sequence[Event]) -> None:
    weights = {
        deal: tables.weight_of(deal, seat, events) * tables.silences_weigh(deal, seat, events)
        for deal in tables.all_deals(seat)
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
        for holder in belief.holder_numbers:
            with_it = sum(w for deal, w in weights.items() if deal.has(holder, card))
            assert belief.chance_at(card, holder) == float(with_it / total)
            assert (holder in belief.holders(card)) is (with_it > 0)
        assert belief.case_chance(card) == belief.chance_at(card, belief.case)
    for three in map(CaseFile._make, product(*(kind for kind in seat.deck.categories))):
        assert belief.chance(three) == float(case_files.get(three, 0) / total)
        assert belief.allows(three) is (three in case_files)


@given(story=tables.stories())
@examples(thorough=60, quick=6, deadline=None)
def test_every_number_is_what_writing_down_all_deals_gives(story: tables.Story) -> None:
    """Three to six seats, hands of any sizes, passes, shows seen and unseen, accusations.

    After every event of a small table: learning bit by bit, with queries between, ends where
    learning at once does.
    """
    belief = Belief(story.seat)
    for number, event in enumerate(story.events, 1):
        belief.observe(event)
        if story.seat.deck is tables.TINY:
            assert_is_brute_force(belief, story.seat, story.events[:number])
    assert_is_brute_force(belief, story.seat, story.events)
    assert belief.allows(story.truth.case)


@given(story=tables.stories())
@examples(thorough=60, quick=8, deadline=None)
def test_logic_counts_every_deal_once(story: tables.Story) -> None:
    """Without the choice of the shown card, probabilities are shares of the deals."""
    belief = believe(story.seat, story.events, None)
    seat, every = story.seat, tables.all_deals(story.seat)
    deals = [deal for deal in every if tables.weight_of(deal, seat, story.events)]
    assert set(belief.case_files()) == {deal.case for deal in deals}
    for case_file, share in belief.case_files().items():
        assert share == sum(deal.case == case_file for deal in deals) / len(deals)


@pytest.mark.slow
def test_three_seats_with_the_real_deck_against_brute_force() -> None:
    """All the tens of thousands of deals, after 12 suggestions."""
    deck, rng = Deck(), Random(4)
    truth = tables.deal_cards(deck, [6, 6, 6], rng)
    seat = tables.make_seat(deck, 1, sorted(truth.hands[1], key=deck.position), [6, 6, 6])
    events = tables.random_events(truth, deck, 1, 12, rng)
    assert_is_brute_force(believe(seat, events), seat, events)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rooms", [8, 9])
def test_at_the_start_every_case_file_leaves_equally_many_deals(players: int, rooms: int) -> None:
    """Case files of cards not in the hand, times the ways to deal the rest: a multinomial."""
    deck = Deck(rooms=Deck().rooms[:rooms])
    sizes = hand_sizes(deck, players, parse_rules("standard"))
    for me in (0, players - 1):
        hand = Random(players + rooms).sample(deck.cards, sizes[me])
        belief = Belief(tables.make_seat(deck, me, hand, sizes))
        others = [size for seat, size in enumerate(sizes) if seat != me]
        ways = factorial(sum(others)) // prod(map(factorial, others))
        left = [len(set(kind).difference(hand)) for kind in deck.categories]
        assert belief.deals() == prod(left) * ways
        assert belief.case_files() == dict.fromkeys(belief.most_probable(), 1 / prod(left))
        assert len(belief.most_probable()) == prod(left)


def test_what_follows_only_from_two_hands_together_is_entailed() -> None:
    """Two hands of one card each showed mustard or the knife: the rope is the weapon.

    Neither hand is known, but between them they have both cards.
    """
    seat = tables.make_seat(tables.TINY, 3, cards("hall"), [2, 1, 1, 1])
    events: list[Event] = [
        Suggested(1, 0, suggestion("mustard knife hall")),
        Showed(1, 1, 0, None),
        Suggested(2, 1, suggestion("mustard knife hall")),
        Showed(2, 2, 1, None),
    ]
    belief = believe(seat, events)
    assert known_from(seat, belief.transcript.evidence).holder(C("rope")) is None
    assert belief.holder(C("rope")) == belief.case
    assert belief.holders(C("mustard")) == [1, 2]
    left = ("scarlett white", "rope", "study lounge")
    assert belief.candidates() == [list(cards(kind)) for kind in left]
    assert belief.why(C("rope"), belief.case).observations == (0, 1)


@given(story=tables.stories(), seed=st.integers(0, 2**32 - 1))
@settings(derandomize=True, deadline=None, max_examples=30)
def test_every_sampled_deal_is_consistent_and_complete(story: tables.Story, seed: int) -> None:
    """Each card at one holder, each hand full, nothing that was seen broken."""
    seat, cards_of = story.seat, np.array(story.seat.deck.cards)
    for row in believe(seat, story.events).sample(20, np.random.default_rng(seed)):
        *hands, case = (cards_of[row == holder] for holder in range(seat.players + 1))
        deal = tables.TrueDeal(CaseFile(*case), tuple(map(frozenset, hands)))
        assert tuple(map(len, hands)) == seat.hand_sizes
        assert tables.weight_of(deal, seat, story.events)


def test_samples_come_as_often_as_they_are_probable() -> None:
    """Twenty thousand deals: within five standard deviations of every probability."""
    rng = Random(11)
    truth = tables.deal_cards(tables.SMALL, [3, 3, 2], rng)
    hand = sorted(truth.hands[0], key=tables.SMALL.position)
    seat = tables.make_seat(tables.SMALL, 0, hand, [3, 3, 2])
    belief = believe(seat, tables.random_events(truth, tables.SMALL, 0, 3, rng))
    count = 20_000
    drawn = belief.sample(count, np.random.default_rng(5))
    for column, card in enumerate(tables.SMALL.cards):
        for holder in range(4):
            share = belief.chance_at(card, holder)
            seen = float((drawn[:, column] == holder).mean())
            assert abs(seen - share) <= 5 * (share * (1 - share) / count) ** 0.5


@given(story=tables.stories(decks=[tables.TINY]), lie=st.integers(0, 10_000))
@examples(thorough=150, quick=25, deadline=None)
def test_no_impossible_history_is_believed(story: tables.Story, lie: int) -> None:
    """One answer is turned round; what is left of all deals decides what must be raised."""
    events = list(story.events)
    passes = [n for n, event in enumerate(events) if isinstance(event, Passed)]
    assume(passes)
    at = passes[lie % len(passes)]
    passed = events[at]
    events[at] = Showed(passed.turn, passed.seat, -1, None)
    deals = list(tables.all_deals(story.seat))
    broken = 0
    while deals and broken < len(events):
        broken += 1
        deals = [deal for deal in deals if tables.weight_of(deal, story.seat, events[:broken])]
    if deals:
        believe(story.seat, events).check()
        return
    with pytest.raises(ContradictionError) as caught:
        believe(story.seat, events).check()
    begun = sum(isinstance(event, Suggested | Accused | Revealed) for event in events[:broken])
    assert caught.value.observation == begun - 1


def test_a_hand_leaves_a_card_of_each_category_and_shows_what_was_asked_about() -> None:
    with pytest.raises(ContradictionError, match="about the case file"):
        Belief(tables.make_seat(tables.TINY, 0, cards("knife rope"), [2, 2, 1]))
    belief = Belief(tables.make_seat(tables.TINY, 0, cards("scarlett hall"), [2, 2, 1]))
    with pytest.raises(ContradictionError, match="before any suggestion"):
        belief.observe(Passed(1, 1))
    belief.observe(Suggested(1, 0, suggestion("white rope hall")))
    with pytest.raises(ContradictionError, match="knife was shown"):
        belief.observe(Showed(1, 1, 0, C("knife")))


@settings(max_examples=40)
@given(story=tables.stories())
def test_possible_hands_fall_exactly_when_deals_are_ruled_out(story: tables.Story) -> None:
    belief = Belief(story.seat)
    for event in story.events:
        before = belief.posterior()
        belief.observe(event)
        after = belief.posterior()
        assert (after.possible_hands < before.possible_hands) == (after.deals < before.deals)


@pytest.mark.parametrize(
    ("board", "rules", "players"),
    [("classic", "standard", 3), ("none", "standard", 5), ("huji", "huji-bn1", 3)],
)
def test_in_whole_games_the_truth_is_never_ruled_out(board: str, rules: str, players: int) -> None:
    """Every seat, after a random game with wrong accusations."""
    rng = Random(players)
    table = deal_table(BOARDS[board], f"{rules},turn_limit=90", players, rng)
    deal = table.deal
    while table.request is not None:
        table.submit(random_answer(table, rng, accusing=0.01))  # type: ignore[arg-type]
    for observer in range(players):
        belief = Belief(table.seat_view(observer, seed=0))
        for event in table.events:
            belief.observe(as_seen_by(event, observer))
        assert belief.case_file() in (None, deal.case_file)
        assert belief.allows(deal.case_file)
        for seat, hand in enumerate(deal.hands):
            assert all(belief.chance_at(card, seat) > 0 for card in hand)


@given(st.floats(0, 1), st.integers(0, 2))
@settings(derandomize=True, deadline=None)
def test_what_is_open_never_reads_as_certain_or_impossible(value: float, decimals: int) -> None:
    text = probability.Probability(value).percent(decimals)
    assert text.endswith(" %")
    if text[0] not in "<>":
        assert 0 < float(text[:-2]) < 100
    assert 0 < probability.Probability(value).thousandths < 1000
    assert probability.Probability(value).in_cell() == probability.Probability(value).percent()
    thousandths = probability.Probability(value).thousandths
    assert probability.Probability.from_thousandths(thousandths).thousandths == thousandths


@pytest.mark.parametrize(
    ("value", "whole", "tenths"),
    [
        (0.0, "<1 %", "<0.1 %"),
        (0.0049, "<1 %", "0.5 %"),
        (0.005, "1 %", "0.5 %"),
        (0.352, "35 %", "35.2 %"),
        (0.995, "99 %", "99.5 %"),
        (0.9951, ">99 %", "99.5 %"),
        (1.0, ">99 %", ">99.9 %"),
    ],
)
def test_the_ends_are_written_as_bounds(value: float, whole: str, tenths: str) -> None:
    shown = probability.Probability(value)
    assert (shown.percent(), shown.percent(decimals=1)) == (whole, tenths)


def test_what_is_certain_is_written_so() -> None:
    no, yes = (
        probability.Probability.from_thousandths(0),
        probability.Probability.from_thousandths(1000),
    )
    assert (no.in_cell(), no.percent(), no.thousandths) == ("-", "0 %", 0)
    assert (yes.in_cell(), yes.percent(1), yes.thousandths) == ("yes", "100.0 %", 1000)


@given(story=tables.stories())
@settings(derandomize=True, deadline=None, max_examples=20)
def test_a_belief_shows_what_is_open(story: tables.Story) -> None:
    belief = believe(story.seat, story.events)
    for card in belief.deck.cards:
        may_have = belief.holders(card)
        for holder in range(belief.case + 1):
            shown = probability.probability_at(belief, card, holder)
            assert shown.is_impossible is (holder not in may_have)
            assert shown.is_certain is (may_have == [holder])
            assert shown.value == belief.chance_at(card, holder)
    files = probability.best_case_files(belief)
    assert [file for file, _ in files] == list(belief.case_files())[: len(files)]
    assert all(shown == probability.probability_of(belief, file) for file, shown in files)
    assert files[0][1].is_certain is (belief.case_file() is not None)
