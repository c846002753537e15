"""What others ask about as evidence, against every deal written down."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from math import prod
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief
from planner_clue.belief.asking import UNEXPLAINED
from planner_clue.belief.numbering import Numbering
from planner_clue.belief.styles import STYLES, Style
from planner_clue.cards import Accusation, Card, CaseFile, Deck, Suggestion
from planner_clue.errors import SeatError
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Moved, Passed, Showed, Suggested
from tests.belief.tables import SMALL, TINY, Story, all_deals, make_seat, stories, weight_of
from tests.table.helpers import cards

Hand: TypeAlias = frozenset[Card]

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

    ``hands`` are all hands that each seat may have.
    """

    def __init__(self, story: Story, odds: int, hands: dict[int, list[Hand]]) -> None:
        self.seat, self.odds, self.hands = story.seat, odds, hands
        self.questions: dict[int, list[Suggestion]] = defaultdict(list)
        self.shown: dict[int, list[frozenset[Card]]] = defaultdict(list)
        showed: dict[int, set[Card]] = defaultdict(set)
        self.hidden: list[tuple[int, int, Suggestion, set[Card]]] = []
        self.unanswered = _unanswered(story)
        self.priors: dict[tuple[int, Style], float] = {}
        asked: Suggestion | None = None
        for event in story.events:
            if isinstance(event, Suggested):
                asked = event.cards
                self.shown[event.seat].append(frozenset(showed[event.seat]))
                self._hear(event.seat, asked)
            elif isinstance(event, Showed) and asked:
                self._see(event, asked)
                if event.seat == self.seat.index and event.card:
                    showed[event.to].add(event.card)

    def _hear(self, seat: int, asked: Suggestion) -> None:
        if seat != self.seat.index:
            self.questions[seat].append(asked)
            for _, to, earlier, again in self.hidden:
                if to == seat:
                    again.update(set(asked).intersection(earlier))

    def _see(self, event: Showed, asked: Suggestion) -> None:
        if not event.card:
            self.hidden.append((event.seat, event.to, asked, set()))

    def prior(self, seat: int, style: Style) -> float:
        """Return how probable the style is by how the others ask."""
        seeming = [
            self.share(other, style, {s: s.prior for s in STYLES})
            for other in list(self.questions)
            if other != seat and self.questions[other]
        ]
        return (style.prior + sum(seeming)) / (1 + len(seeming))

    def share(self, seat: int, style: Style, priors: dict[Style, float]) -> float:
        """Return how probable a style is by the seat's own questions, all hands alike."""
        chances = {
            one: priors[one] * sum(self.naming(seat, hand, one) for hand in self.hands[seat])
            for one in STYLES
        }
        return chances[style] / sum(chances.values())

    def in_style(self, seat: int, hand: Hand, style: Style) -> float:
        """Return the probability of the style and of all suspects and weapons the seat named."""
        if (seat, style) not in self.priors:
            self.priors[seat, style] = self.prior(seat, style)
        return self.priors[seat, style] * self.naming(seat, hand, style)

    def naming(self, seat: int, hand: Hand, style: Style) -> float:
        """Return the probability of all suspects and weapons the seat named, in one style."""
        chance, last = 1.0, None
        for asked, shown in zip(self.questions[seat], self.shown[seat], strict=True):
            chance *= self._named(asked, last, hand, shown, style)
            last = asked
        return chance

    def _named(
        self, asked: Suggestion, last: Suggestion | None, hand: Hand, shown: Hand, style: Style
    ) -> float:
        known = hand | shown
        if style.bluffs is None:
            return 1 / (len(self.seat.suspects) * len(self.seat.weapons))
        suspect, weapon = (
            self._honestly(card, earlier, known, category, style.repeats)
            for card, earlier, category in (
                (asked.suspect, last and last.suspect, self.seat.suspects),
                (asked.weapon, last and last.weapon, self.seat.weapons),
            )
        )
        own = [card for card in hand if card not in self.seat.rooms]
        bluffs = sum(weapon for card in own if card == asked.suspect)
        bluffs += sum(suspect for card in own if card == asked.weapon)
        bluff = max(bluffs / max(1, len(own)), 0.001 * suspect * weapon)
        return (1 - style.bluffs) * suspect * weapon + style.bluffs * bluff

    def _honestly(
        self,
        card: Card,
        last: Card | None,
        known: Hand,
        category: tuple[Card, ...],
        repeats: float,
    ) -> float:
        likes = {other: 1 / self.odds if other in known else 1.0 for other in category}
        fresh = likes[card] / sum(likes.values())
        if last is None:
            return fresh
        return (1 - repeats) * fresh + repeats * likes[card] * (card == last)

    def honesty(self, seat: int) -> float:
        priors = {style: self.prior(seat, style) for style in STYLES}
        return sum(self.share(seat, style, priors) * style.honest for style in STYLES)

    def of_hand(self, seat: int, hand: Hand) -> float:
        chance = sum(self.in_style(seat, hand, style) for style in STYLES)
        chance /= float(self.odds) ** len(hand & {asked.room for asked in self.questions[seat]})
        for asked in self.unanswered[seat]:
            if hand.isdisjoint(asked):
                chance *= UNEXPLAINED
        for shower, to, asked, again in self.hidden:
            could_show = hand & set(asked)
            if shower == seat and could_show:
                honesty = self.honesty(to)
                liked = honesty / self.odds + 1 - honesty
                chance *= sum(liked if card in again else 1.0 for card in could_show)
                chance /= len(could_show)
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


def hands_by(belief: Belief) -> dict[int, list[Hand]]:
    """Return the hands that each seat may have, as far as the belief looks at them."""
    located = {card: belief.holder(card) for card in belief.deck.cards}
    numbering, hands = Numbering(belief.deck, belief._knowledge.unlocated()), {}
    for seat in range(belief.case):
        known = [card for card, holder in located.items() if holder == seat]
        left = belief.posterior()._hands.get(seat)
        sets = [0] if left is None else left.sets.tolist()
        hands[seat] = [frozenset([*known, *numbering.cards_of(cards)]) for cards in sets]
    return hands


@given(story=stories(decks=[TINY, SMALL]), odds=st.integers(2, 9))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_hand_counts_as_much_as_it_explains_what_was_asked(story: Story, odds: int) -> None:
    seat, belief = story.seat, believe(story.events, odds, story.seat)
    hands: dict[int, list[Hand]] = {
        other: sorted({deal.hands[other] for deal in all_deals(seat)}, key=sorted)
        for other in range(seat.players)
    }
    manners, numbering = Manners(story, odds, hands), Numbering(seat.deck, seat.deck.cards)
    sets = {n: np.array([numbering.set_of(hand) for hand in hands[n]]) for n in hands}
    nothing_known: list[list[Card]] = [[]] * seat.players
    weights = belief._asked.weigh(sets, numbering, nothing_known, bits=48)
    for other in set(hands) - {seat.index}:
        chances = np.array([manners.of_hand(other, hand) for hand in hands[other]])
        assert weights[other] / weights[other].max() == pytest.approx(chances / chances.max())


@given(story=stories(decks=[TINY, SMALL]))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_the_case_files_are_weighed_accordingly(story: Story) -> None:
    seat, belief = story.seat, believe(story.events, 4, story.seat)
    belief.check()
    chance_of = cache(Manners(story, 4, hands_by(belief)).of_hand)
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
    assert after.chance_at(ROPE, 1) < 0.7 * before.chance_at(ROPE, 1)
    assert after.case_chance(ROPE) > before.case_chance(ROPE)


def test_own_questions_tell_nothing_by_themselves() -> None:
    assert believe([asks(1, 0, "green rope study")], 4).case_files() == believe([], 4).case_files()


def test_who_asks_again_was_probably_shown_the_third() -> None:
    first: list[Event] = [asks(2, 1, "green rope study"), Showed(2, 2, 1, None)]
    green, rope, study = cards("green rope study")
    before, after = believe(first, 8), believe([*first, asks(5, 1, "green rope lounge")], 8)
    assert after.chance_at(study, 2) > before.chance_at(study, 2)
    for card in (green, rope):
        assert after.chance_at(card, 2) < before.chance_at(card, 2)


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
    assert watched.case_files() == expected


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
GREEN_ROPE_STUDY = Suggestion(*cards("green rope study"))
HEARS_NO_ACCUSATION = replace(SEAT, rules="standard,secret_accusations=yes")
PASSES_ON: Event = Moved(3, 2, cards("lounge")[0])


def test_who_is_not_answered_and_does_not_accuse_probably_asks_about_its_own_cards() -> None:
    believed = believe([*UNANSWERED, PASSES_ON], 8)
    unheard = believe([*UNANSWERED, PASSES_ON], 8, HEARS_NO_ACCUSATION)
    own, before = (sum(held(belief, "green rope study", 1)) for belief in (believed, unheard))
    assert own > before
    three = CaseFile(*cards("green rope study"))
    assert believed.chance(three) < unheard.chance(three) / 5
    assert believed.deals() == unheard.deals()


def test_an_accusation_explains_why_nobody_answered() -> None:
    accuses = Accused(2, 1, Accusation(*cards("white knife library")), correct=False)
    explained = believe([*UNANSWERED, accuses], 8)
    assert explained._asked.unanswered == {1: set()}
    assert sum(held(explained, "green rope", 1)) < sum(
        held(believe(UNANSWERED, 8), "green rope", 1)
    )
    assert explained.shifting[-1] == accuses


def test_an_accusation_of_another_explains_nothing() -> None:
    accuses = Accused(3, 2, Accusation(*cards("white knife library")), correct=False)
    assert believe([*UNANSWERED, accuses], 8)._asked.unanswered == {1: {GREEN_ROPE_STUDY}}


def test_an_accusation_explains_only_the_latest_question() -> None:
    accuses = Accused(5, 1, Accusation(*cards("white knife library")), correct=False)
    later: list[Event] = [asks(5, 1, "mustard rope study"), Showed(5, 2, 1, None), accuses]
    assert believe([*UNANSWERED, *later], 8)._asked.unanswered == {1: {GREEN_ROPE_STUDY}}


@pytest.mark.parametrize("option", ["suggest_or_accuse", "secret_accusations"])
def test_where_nobody_sees_it_accuse_at_once_that_tells_nothing(option: str) -> None:
    seat = replace(SEAT, rules=f"standard,{option}=yes")
    asked = believe(UNANSWERED[:1], 8, seat)
    assert believe(UNANSWERED, 8, seat)._asked == asked._asked


def test_one_that_is_known_to_bluff_holds_a_card_of_its_next_question() -> None:
    """Seat 1 has the rope, and three times asks about it, or about none of its cards."""
    seat = make_seat(Deck(), 0, cards("scarlett plum knife kitchen hall study"), (6, 6, 6))
    shown: list[Event] = [asks(1, 0, "green rope hall"), Showed(1, 1, 0, ROPE)]

    def chance_of_one(weapon: str) -> float:
        suspects = ("green", "white", "peacock")
        asked = [asks(2, 1, f"{suspect} {weapon} lounge") for suspect in suspects]
        belief = believe([*shown, *asked, asks(5, 1, "mustard wrench lounge")], 8, seat)
        return sum(held(belief, "mustard wrench", 1))

    plain = sum(held(believe(shown, 1, seat), "mustard wrench", 1))
    assert chance_of_one("knife") < 0.7 * plain
    assert chance_of_one("rope") > plain


def test_one_that_asks_about_its_own_rooms_may_be_honest() -> None:
    """Where a player asks tells less of how it asks than what it asks about."""
    known: list[Event] = [asks(1, 0, "green rope study"), Showed(1, 1, 0, cards("study")[0])]
    asked = asks(2, 1, "mustard wrench study")
    belief = believe([*known, asked], 8)
    assert held(belief, "wrench", 1) < held(believe(known, 8), "wrench", 1)


def test_one_of_the_three_that_it_surely_has_explains_the_question() -> None:
    known: list[Event] = [asks(1, 0, "green rope study"), Showed(1, 1, 0, cards("study")[0])]
    story = [*known, *UNANSWERED]
    assert believe(story, 8).case_files() == believe(story, 8, HEARS_NO_ACCUSATION).case_files()


def test_passes_still_decide() -> None:
    story: list[Event] = [asks(2, 1, "green rope study"), Passed(2, 2), Passed(2, 0)]
    belief = believe(story, 4)
    assert 2 not in belief.holders(ROPE)
    assert belief.holders(ROPE) == [1, belief.case]


def test_who_asks_about_its_own_rope_again_and_again_bluffs() -> None:
    seat = make_seat(Deck(), 0, cards("scarlett plum knife kitchen hall study"), (6, 6, 6))
    shown: list[Event] = [asks(1, 0, "green rope hall"), Showed(1, 1, 0, ROPE)]
    asked = [asks(2, 1, f"{suspect} rope lounge") for suspect in ("green", "white", "peacock")]
    assert believe(shown, 16, seat).asks(1) == pytest.approx({s.name: s.prior for s in STYLES})
    bluffs = believe([*shown, *asked], 16, seat).asks(1)
    assert sum(bluffs.values()) == pytest.approx(1)
    assert bluffs["honest"] < 0.05
    assert bluffs["always bluffs"] > 0.5


@pytest.mark.parametrize("seat", [-1, 3])
def test_how_somebody_asks_who_is_not_there_is_not_told(seat: int) -> None:
    with pytest.raises(SeatError, match=rf"seat {seat}; expected 0 to 2"):
        believe([], 16).asks(seat)


def test_who_asks_about_none_of_its_cards_is_honest() -> None:
    """Seat 1 asks about cards of seat 0 and of others, which it so cannot hold."""
    seat = make_seat(Deck(), 0, cards("scarlett plum knife kitchen hall study"), (6, 6, 6))
    asked: list[Event] = [
        asks(turn, 1, f"{suspect} knife lounge")
        for turn, suspect in enumerate(("scarlett", "plum", "scarlett", "plum"))
    ]
    assert believe(asked, 16, seat).asks(1)["always bluffs"] < 0.01


def test_who_always_asks_about_other_cards_has_no_aim() -> None:
    others: list[Event] = [asks(2, 1, "green rope lounge"), asks(5, 1, "white knife lounge")]
    same: list[Event] = [asks(turn, 1, "green rope lounge") for turn in (2, 5)]
    aimless, aiming = (believe(asked, 16).asks(1) for asked in (others, same))
    assert aimless["honest, without an aim"] > aimless["honest"]
    assert aiming["honest, without an aim"] < aiming["honest"] / 5


def test_who_asks_about_what_it_was_shown_asks_about_any_cards() -> None:
    seat = make_seat(Deck(), 0, cards("scarlett plum knife kitchen hall study"), (6, 6, 6))
    knife: list[Event] = [asks(2, 1, "green knife lounge"), Showed(2, 0, 1, cards("knife")[0])]
    again = [asks(turn, 1, "white knife lounge") for turn in (3, 5)]
    careless = believe([*knife, *again], 16, seat).asks(1)
    assert careless["asks about any cards"] > 0.5
    other = [asks(turn, 1, "white wrench lounge") for turn in (3, 5)]
    assert believe([*knife, *other], 16, seat).asks(1)["honest"] > 0.6


def test_players_at_one_table_ask_alike() -> None:
    seat = make_seat(Deck(), 0, cards("scarlett plum knife kitchen hall study"), (6, 6, 6))
    shown: list[Event] = [asks(1, 0, "green rope hall"), Showed(1, 1, 0, ROPE)]
    asked = [asks(2, 1, f"{suspect} rope lounge") for suspect in ("green", "white", "peacock")]
    belief = believe([*shown, *asked], 16, seat)
    assert belief.asks(2)["always bluffs"] > 0.3
