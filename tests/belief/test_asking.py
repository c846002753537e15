"""What others ask about as evidence, against every deal written down."""

from collections import defaultdict
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from math import prod
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from planner_clue.belief import Belief, believe, styles
from planner_clue.belief.counting import Numbering
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.likelihood import Likelihood
from planner_clue.belief.room_choices import RoomChoice
from planner_clue.belief.styles import CARD_PRIORS, CARD_STYLES, ROOM_PRIORS, ROOM_STYLES, Floats
from planner_clue.game.cards import Card, CaseFile, Deck, Suggestion
from planner_clue.game.events import Event, Passed, Revealed, Showed, Suggested
from planner_clue.support.errors import SeatError
from tests.belief import tables
from tests.game.helpers import cards
from tests.shared import examples

Hand: TypeAlias = frozenset[Card]
Cards: TypeAlias = tuple[Card, ...]
Appeal: TypeAlias = dict[Card, float]
OfHands: TypeAlias = dict[Hand, float]
Asked: TypeAlias = tuple[Suggestion, Suggestion | None, Hand, Appeal]
"""A suggestion, its asker's last, the cards that it was shown, and the factors of weights."""
Kind: TypeAlias = Literal["cards", "rooms"]
KINDS: tuple[Kind, Kind] = ("cards", "rooms")
PRIOR_OF = {"cards": CARD_PRIORS, "rooms": ROOM_PRIORS}


def asks(turn: int, seat: int, names: str) -> Suggested:
    return Suggested(turn, seat, Suggestion(*cards(names)))


def drawn(card: Card, own: AbstractSet[Card], honest: float) -> float:
    """Return the probability of a card of a category, if one of ``own`` is drawn."""
    return (card in own) / len(own) if own else honest


def bluffs_of(own: Hand, last: Suggestion | None, style: styles.CardStyle) -> dict[Card, float]:
    """Return the probability that each own card is the one that a bluff names."""
    again = [card for card in own if last and card in last[:2]]
    repeats = style.repeats if again else 0.0
    chances = {card: (1 - repeats) / len(own) for card in own}
    for card in again:
        chances[card] += repeats / len(again)
    return chances


class Manners:
    """How a deal explains what others suggested, worked out from the deal itself, deal by deal.

    ``hands`` are all hands that each seat may have.
    """

    def __init__(self, story: tables.Story, odds: int, hands: dict[int, list[Hand]]) -> None:
        self.seat, self.odds, self.hands = story.seat, odds, hands
        self.suggested: dict[int, list[Asked]] = defaultdict(list)
        self.hidden: list[tuple[int, int, Suggestion, int]] = []
        self.shares, self.boosts = cache(self._shares), cache(self._boosts)
        self.aware, self.discount = cache(self._aware), cache(self._discount)
        self.first_hands = {n: self._all_hands(s) for n, s in enumerate(story.seat.hand_sizes)}
        self.showed: dict[int, set[Card]] = defaultdict(lambda: {*story.seat.face_up})
        self._listen(story)

    def _listen(self, story: tables.Story) -> None:
        knowledge, showed = Knowledge(story.seat), self.showed
        passed: set[tuple[int, Card]] = set()
        answered: list[tuple[tuple[int, int], Card]] = []
        asked: Suggestion | None = None
        for event in story.events:
            knowledge.observe(event)
            if isinstance(event, Suggested):
                asked = event.cards
                self._find_shown(event.seat, knowledge)
                if event.seat != self.seat.index:
                    last = self.suggested[event.seat][-1][0] if self.suggested[event.seat] else None
                    appeal = self._appeal(event.seat, passed, answered)
                    shown = frozenset(showed[event.seat])
                    self.suggested[event.seat].append((asked, last, shown, appeal))
            elif isinstance(event, Passed) and asked:
                passed |= {(event.seat, card) for card in asked}
            elif isinstance(event, Revealed):
                self._reveal(event)
            elif isinstance(event, Showed) and asked:
                if event.card is None:
                    answered += [((event.seat, event.to), card) for card in asked]
                    begin = len(self.suggested[event.to])
                    self.hidden.append((event.seat, event.to, asked, begin))
                elif event.seat == self.seat.index:
                    showed[event.to].add(event.card)

    def _reveal(self, event: Revealed) -> None:
        for seat in range(self.seat.players):
            self.showed[seat] |= {*event.cards} if event.holds else set()

    def _appeal(
        self,
        asker: int,
        passed: set[tuple[int, Card]],
        answered: list[tuple[tuple[int, int], Card]],
    ) -> Appeal:
        appeal: Appeal = defaultdict(lambda: 1.0)
        for seat, card in passed:
            times = 64.0 ** (1 / (self.seat.players - 1))
            appeal[card] *= times if seat != asker else 1.0
        for between, card in answered:
            appeal[card] *= 1.0 if asker in between else 0.5
        return appeal

    def _find_shown(self, seat: int, knowledge: Knowledge) -> None:
        for shower, to, of, begin in list(self.hidden):
            could_show = [card for card in of if shower in knowledge.holders(card)]
            if to == seat and len(could_show) == 1:
                self.showed[to] |= set(could_show)
                self.hidden.remove((shower, to, of, begin))

    def likes(self, card: Card, known: Hand) -> float:
        return 1 / self.odds if card in known else 1.0

    def honestly(
        self, card: Card, last: Card | None, category: Cards, known: Hand, appeal: Appeal | None
    ) -> float:
        """Return the probability that an honest player names a card; None: no aim."""
        weights = {one: self.likes(one, known) * (appeal or {}).get(one, 1.0) for one in category}
        fresh = weights[card] / sum(weights.values())
        again = styles.PERSEVERATION_WEIGHT
        share = again * self.likes(last, known) if last and appeal is not None else 0.0
        return share * (card == last) + (1 - share) * fresh

    def pair(self, suggestion: Asked, hand: Hand, style: styles.CardStyle) -> float:
        asked, last, shown, appeal = suggestion
        suspects, weapons = self.seat.suspects, self.seat.weapons
        if style.bluffs is None:
            return 1 / len(suspects) / len(weapons)
        known, aim = hand | shown, appeal if style.aims else None
        suspect = self.honestly(asked.suspect, last and last.suspect, suspects, known, aim)
        weapon = self.honestly(asked.weapon, last and last.weapon, weapons, known, aim)
        share = (style.share(asked.room in hand) or 0.0) * 0.999
        if style.isolates:
            own_suspect = drawn(asked.suspect, hand & set(suspects), suspect)
            own_weapon = drawn(asked.weapon, hand & set(weapons), weapon)
            bluff = own_suspect * own_weapon
            if asked.room in hand:
                bluff = (own_suspect * weapon + suspect * own_weapon) / 2
        else:
            bluff = 0.0
            for card, probability in bluffs_of(hand - set(self.seat.rooms), last, style).items():
                bluff += probability * weapon * (card == asked.suspect)
                bluff += probability * suspect * (card == asked.weapon)
            if not hand - set(self.seat.rooms):
                bluff = suspect * weapon
        return (1 - share) * suspect * weapon + share * bluff

    def room(self, suggestion: Asked, hand: Hand, style: styles.RoomStyle) -> float:
        """Return the probability of a room where all are in reach: there is no board."""
        asked, _, shown, _ = suggestion
        weights = {
            one: style.own if one in hand else style.shown if one in shown else style.unknown
            for one in self.seat.rooms
        }
        return weights[asked.room] / sum(weights.values())

    def history(self, seat: int, hand: Hand, kind: Kind) -> Floats:
        """Return the probability of each style, by now, and of all that the seat chose."""
        chances = prior = PRIOR_OF[kind]
        for suggestion in self.suggested[seat]:
            if kind == "cards":
                likely = [self.pair(suggestion, hand, style) for style in CARD_STYLES]
            else:
                likely = [self.room(suggestion, hand, style) for style in ROOM_STYLES]
            again = styles.SWITCHING * prior * sum(chances)
            chances = ((1 - styles.SWITCHING) * chances + again) * likely
        return chances

    def both(self, seat: int, hand: Hand, *, alike: bool) -> Floats:
        """Return the probability of the choices with each pair of styles: of cards, of rooms.

        ``alike`` takes into account how the others choose.
        """
        cards, rooms = (
            self.history(seat, hand, kind) * (self.boosts(seat, kind) if alike else 1)
            for kind in KINDS
        )
        ratios: Floats = styles.PRIORS / np.outer(CARD_PRIORS, ROOM_PRIORS)
        return ratios * np.outer(cards, rooms)

    def _shares(self, seat: int, kind: Kind, *, alike: bool = False) -> Floats:
        sums = sum(self.both(seat, hand, alike=alike) for hand in self.hands[seat])
        of_kind: Floats = np.sum(sums, axis=1 if kind == "cards" else 0)
        shares: Floats = of_kind / of_kind.sum()
        return shares

    def _boosts(self, seat: int, kind: Kind) -> Floats:
        """Return the likelihood ratio of each style, from the choices of the others."""
        others = [other for other in self.hands if other != seat and self.suggested.get(other)]
        means = np.mean([PRIOR_OF[kind], *(self.shares(other, kind) for other in others)], axis=0)
        boosts: Floats = means / PRIOR_OF[kind]
        return boosts

    def _all_hands(self, size: int) -> list[Hand]:
        seen = *self.seat.hand, *self.seat.face_up
        others = [card for card in self.seat.deck.cards if card not in seen]
        return [frozenset(hand) for hand in combinations(others, size)]

    def _discount(self, seat: int) -> float:
        now, first = (
            np.mean([np.sum(self.both(seat, hand, alike=False)) for hand in hands])
            for hands in (self.hands[seat], self.first_hands[seat])
        )
        prior = styles.PRIOR_DISCOUNT
        trusted = (1 - prior) * now / first
        discount = 1.0 if not self.suggested[seat] else float(prior / (prior + trusted))
        return styles.SHARED + (1 - styles.SHARED) * discount

    def of_hand(self, seat: int, hand: Hand) -> float:
        return self._of_hands(seat)[hand]

    @cache  # noqa: B019
    def _of_hands(self, seat: int) -> OfHands:
        hands = self.hands[seat]
        found = dict.fromkeys(hands, 1.0)
        likely = {hand: float(np.sum(self.both(seat, hand, alike=True))) for hand in hands}
        self._multiply(found, likely, self.discount(seat))
        for to in self.hands:
            shows = [(asked, at) for who, o, asked, at in self.hidden if (who, o) == (seat, to)]
            if shows and to != self.seat.index:
                likely = {
                    hand: prod(self._of_show(hand, asked, to, at) for asked, at in shows)
                    for hand in hands
                }
                self._multiply(found, likely, self.discount(to))
        return found

    def _multiply(self, found: OfHands, likely: OfHands, discount: float) -> None:
        mean = sum(likely.values()) / len(likely)
        for hand in found:
            found[hand] *= discount + (1 - discount) * likely[hand] / mean

    def _of_show(self, hand: Hand, asked: Suggestion, to: int, begin: int) -> float:
        could_show = sorted(hand & set(asked))
        if not could_show:
            return 1.0
        return sum(self.aware(card, to, begin) for card in could_show) / len(could_show)

    def _aware(self, card: Card, seat: int, begin: int) -> float:
        """Return the likelihood ratio of the later choices if the seat was shown a card."""
        kind: Kind = "rooms" if card in self.seat.rooms else "cards"
        styles: Any = ROOM_STYLES if kind == "rooms" else CARD_STYLES
        mean = 0.0
        for share, style in zip(self.shares(seat, kind, alike=True), styles, strict=True):
            ratio = 1.0
            for asked, last, shown, _ in self.suggested[seat][begin:]:
                if card in shown or card in self.seat.hand:
                    continue
                if kind == "rooms":
                    ratio *= self.usual_room(asked.room, {*shown, card}, style)
                    ratio /= self.usual_room(asked.room, shown, style)
                elif style.bluffs is not None:
                    place = 0 if card in self.seat.suspects else 1
                    named = asked[place], last and last[place]
                    honest = self.usual_card(*named, {*shown, card}, style)
                    honest /= self.usual_card(*named, shown, style)
                    own = self.usual * style.share(True) / 2
                    own += (1 - self.usual) * style.bluffs / (1 if style.isolates else 2)
                    ratio *= (1 - own) * honest + own
            mean += share * ratio
        return mean

    @property
    def usual(self) -> float:
        seat = self.seat
        return sum(seat.hand_sizes) / seat.players / len(seat.deck)

    def usual_card(
        self, card: Card, last: Card | None, shown: AbstractSet[Card], style: styles.CardStyle
    ) -> float:
        """Return the probability that a seat with as many own cards as usual names a card."""
        category = next(cards for cards in self.seat.deck.categories if card in cards)
        known = self.usual * len(category) + len(set(category) & shown)
        known = min(known, len(category) - 1)
        fresh = self.likes(card, frozenset(shown)) / (len(category) - known + known / self.odds)
        again = styles.PERSEVERATION_WEIGHT
        share = again * self.likes(last, frozenset(shown)) if last and style.aims else 0.0
        return share * (card == last) + (1 - share) * fresh

    def usual_room(self, room: Card, shown: AbstractSet[Card], style: styles.RoomStyle) -> float:
        unlike = self.usual * style.own + (1 - self.usual) * style.unknown
        weights = {one: style.shown if one in shown else unlike for one in self.seat.rooms}
        return weights[room] / sum(weights.values())


HAND = cards("scarlett plum rope kitchen library hall")
FULL = tables.make_seat(Deck(), 0, HAND, (6, 6, 6))


@given(
    shown=st.frozensets(st.sampled_from(HAND)),
    last=st.none() | st.tuples(*(st.sampled_from(kind) for kind in Deck().categories)),
    odds=st.integers(2, 64),
    appeal=st.dictionaries(st.sampled_from(Deck().cards), st.sampled_from([0.5, 8.0, 64.0])),
)
@settings(derandomize=True, deadline=None, max_examples=12)
def test_the_likelihoods_of_all_pairs_sum_to_one(
    shown: Hand, last: tuple[Card, Card, Card] | None, odds: int, appeal: Appeal
) -> None:
    """In every style, with every hand, earlier shows and suggestions, and answers."""
    likelihood = Likelihood(FULL, odds)
    before = Suggestion(*last) if last else None
    pairs = [
        likelihood.of_pair(Suggestion(suspect, weapon, FULL.rooms[0]), before, shown, appeal)
        for suspect in FULL.suspects
        for weapon in FULL.weapons
    ]
    assert np.sum(pairs, axis=0) == pytest.approx(1.0)


@given(
    shown=st.frozensets(st.sampled_from(HAND)),
    rooms=st.frozensets(st.sampled_from(FULL.rooms), min_size=1),
    must_choose=st.booleans(),
    data=st.data(),
)
@settings(derandomize=True, deadline=None, max_examples=50)
def test_the_likelihoods_of_all_rooms_in_reach_and_of_none_sum_to_one(
    shown: Hand, rooms: Hand, must_choose: bool, data: st.DataObject
) -> None:
    likelihood = Likelihood(FULL, 16)
    nearest = data.draw(st.frozensets(st.sampled_from(sorted(rooms)), min_size=1))
    ends = [*rooms, *([] if must_choose else [None])]
    choices = [RoomChoice(1, tuple(rooms), end, nearest, must_choose) for end in ends]
    total = np.sum([likelihood.of_room(choice, shown) for choice in choices], axis=0)
    assert total == pytest.approx(1.0)


def without_study(rooms: str, chosen: str | None, *, must_choose: bool = False) -> float:
    """Return the likelihood ratio of a choice without the study in the player's hand."""
    likelihood, reach = Likelihood(FULL, 32), tuple(cards(rooms))
    room = cards(chosen)[0] if chosen else None
    choice = RoomChoice(1, reach, room, frozenset(reach), must_choose)
    chances = ROOM_PRIORS @ likelihood.of_room(choice, ())
    own = likelihood.rooms.has(cards("study")[0]) & (likelihood.rooms.sizes == 1)
    return float(chances[0] / chances[own][0])


def test_one_who_names_a_suspect_again_is_as_likely_to_as_the_formula_says() -> None:
    """A seat without suspects repeats half of the time, and prefers what others passed on."""
    likelihood, suspects = Likelihood(FULL, 32), FULL.suspects
    style = [style.name for style in CARD_STYLES].index("unknown ones")

    def ratio(named: Card, last: Card, appeal: dict[Card, float]) -> float:
        before = Suggestion(last, FULL.weapons[1], FULL.rooms[0])
        asked = Suggestion(named, FULL.weapons[0], FULL.rooms[0])
        weapon_again = Suggestion(named, FULL.weapons[1], FULL.rooms[0])
        pair, again = (
            likelihood.of_pair(one, before, (), appeal)[style, 0, 0, 0]
            for one in (asked, weapon_again)
        )
        assert again / pair == pytest.approx((0.5 + 0.5 / 6) / (0.5 / 6))
        return float(pair / (0.5 / 6))

    one, other = suspects[:2]
    assert ratio(one, one, {}) == pytest.approx(0.5 + 0.5 / 6)
    assert ratio(one, other, {}) == pytest.approx(0.5 / 6)
    assert ratio(one, other, {one: 64.0}) == pytest.approx(0.5 * 64 / (64 + 5))


def test_a_room_in_reach_is_most_informative_when_it_is_passed_by() -> None:
    assert without_study("study", "study", must_choose=True) == pytest.approx(1)
    assert 1.5 < without_study("study", "study") < 4, "many players enter any room, or their own"
    assert without_study("study", None) < 0.8
    assert without_study("study lounge", "lounge") < 0.8


def test_who_looks_for_unknown_rooms_passes_by_one_that_it_was_shown() -> None:
    hall, likelihood = cards("hall")[0], Likelihood(FULL, 32)
    choice = RoomChoice(1, cards("hall study"), hall, frozenset())
    style = [style.name for style in ROOM_STYLES].index("unknown ones")
    fresh, shown = (likelihood.of_room(choice, seen)[style, 0] for seen in ((), (hall,)))
    assert shown < fresh / 20


def hands_by(belief: Belief) -> dict[int, list[Hand]]:
    """Return the hands that each seat may have, among the ones that the belief considers."""
    located = {card: belief.holder(card) for card in belief.deck.cards}
    numbering, hands = Numbering(belief.deck, belief._knowledge.unlocated()), {}
    for seat in range(belief.case):
        known = [card for card, holder in located.items() if holder == seat]
        left = belief.posterior()._hands.get(seat)
        sets = [0] if left is None else left.sets.tolist()
        hands[seat] = [frozenset([*known, *numbering.cards_of(cards)]) for cards in sets]
    return hands


def shown_unseen() -> tables.Story:
    """Return a story in which two players get cards from each other before a third suggests."""
    hands = [cards(of) for of in ("scarlett knife", "mustard hall", "white rope", "study lounge")]
    case = CaseFile(*cards("green wrench library"))
    events: list[Event] = []
    for turn, asker, shower, who in ((1, 1, 2, "white"), (2, 3, 2, "white"), (3, 1, None, "green")):
        events.append(Suggested(turn, asker, Suggestion(Card(who), case.weapon, case.room)))
        for other in (n % 4 for n in range(asker + 1, asker + 4)):
            shows = other == shower
            events.append(Showed(turn, other, asker, None) if shows else Passed(turn, other))
            if shows:
                break
    seat = tables.make_seat(tables.SMALL, 0, hands[0], (2, 2, 2, 2))
    return tables.Story(seat, tables.TrueDeal(case, tuple(map(frozenset, hands))), events)


@example(story=shown_unseen(), odds=4)
@given(story=tables.stories(asides=[0], facts=0), odds=st.integers(2, 9))
@examples(thorough=60, quick=20, deadline=None)
def test_a_hand_counts_as_much_as_it_explains_the_choices(story: tables.Story, odds: int) -> None:
    seat, belief = story.seat, believe(story.seat, story.events, asking=odds)
    deals = (deal.hands for deal in tables.all_deals(seat))
    hands = {n: sorted(set(some), key=sorted) for n, some in enumerate(zip(*deals, strict=True))}
    manners, numbering = Manners(story, odds, hands), Numbering(seat.deck, seat.deck.cards)
    sets = {n: np.array([numbering.set_of(hand) for hand in hands[n]]) for n in hands}
    nothing_known: list[list[Card]] = [[]] * seat.players
    weights = belief._asked.weigh(sets, numbering, nothing_known, {}, bits=48)
    for other in set(hands) - {seat.index}:
        chances = np.array([manners.of_hand(other, hand) for hand in hands[other]])
        assert weights[other] / weights[other].max() == pytest.approx(chances / chances.max())


@given(story=tables.stories(decks=[tables.TINY, tables.SMALL]))
@examples(thorough=40, quick=8, deadline=None)
def test_the_case_files_are_weighed_accordingly(story: tables.Story) -> None:
    seat = story.seat
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("planner_clue.belief.hands._LEAST_BITS", 24)  # so that little is rounded
        belief = believe(seat, story.events, asking=4)
        belief.check()
        case_files = belief.case_files()
    chance_of = cache(Manners(story, 4, hands_by(belief)).of_hand)
    cases: dict[CaseFile, float] = defaultdict(float)
    for deal in tables.all_deals(seat):
        if answers := tables.weight_of(deal, seat, story.events):
            others = ((n, hand) for n, hand in enumerate(deal.hands) if n != seat.index)
            weight = prod(chance_of(other, hand) for other, hand in others)
            answers *= tables.silences_weigh(deal, seat, story.events)
            cases[deal.case] += weight * float(answers)
    total = sum(cases.values())
    for case, probability in case_files.items():
        assert probability == pytest.approx(cases[case] / total, abs=1e-4)
    assert belief.allows(story.truth.case)


@given(story=tables.stories(decks=[tables.SMALL]))
@settings(derandomize=True, deadline=None, max_examples=30)
def test_it_changes_what_is_probable_and_never_what_is_possible(story: tables.Story) -> None:
    plain = believe(story.seat, story.events)
    belief = believe(story.seat, story.events, asking=16)
    assert belief.deals() == plain.deals()
    for card in story.seat.deck.cards:
        assert belief.holders(card) == plain.holders(card)


def test_however_much_is_suggested_probabilities_stay_probabilities() -> None:
    """Unbounded, the evidence of 600 suggestions in all rooms would exceed floating point."""
    hand = cards("scarlett plum wrench rope candlestick mustard")
    seat = tables.make_seat(Deck(), 0, hand, (6, 6, 6))
    story: list[Event] = []
    for turn in range(2, 600, 2):
        room = seat.rooms[turn % 9]
        names = f"green knife {room}" if turn % 4 else f"white revolver {room}"
        story += [asks(turn, 1, names), Showed(turn, 2, 1, None)]
        story += [asks(turn + 1, 2, "green knife study"), Showed(turn + 1, 1, 2, None)]
    belief = believe(seat, story, asking=64)
    assert sum(belief.case_files().values()) == pytest.approx(1)
    for styles_of in (belief.asks(1), belief.enters(1), belief.asks(2), belief.enters(2)):
        assert sum(styles_of.values()) == pytest.approx(1)


def test_a_shown_card_named_again_is_no_evidence_on_earlier_shows() -> None:
    """This seat holds white and lounge: it was the rope that was shown."""
    hand = cards("white scarlett wrench kitchen library lounge")
    seat = tables.make_seat(Deck(), 0, hand, (6, 6, 6))
    before: list[Event] = [asks(1, 1, "white rope conservatory"), Showed(1, 2, 1, None)]
    certain: list[Event] = [asks(2, 1, "white rope lounge"), Showed(2, 2, 1, None)]
    again: list[Event] = [asks(3, 1, "white rope lounge"), Showed(3, 2, 1, None)]
    (conservatory,) = cards("conservatory")
    once, twice = (
        believe(seat, events, asking=256).case_chance(conservatory)
        for events in ([*before, *certain], [*before, *certain, *again])
    )
    assert twice > once * 2 / 3


@pytest.mark.parametrize("names", ["green knife study", "green knife hall", "plum wrench lounge"])
def test_no_history_of_suggestions_costs_more_than_the_price(names: str) -> None:
    """Two pieces of evidence: what the asker holds, and what it was shown in hiding."""
    plain, belief = Belief(FULL), Belief(FULL, asking=256)
    for turn in range(1, 80):
        asked = asks(turn, 1, names if turn % 3 else "white revolver study")
        for event in (asked, Showed(turn, 2, 1, None)):
            plain.observe(event)
            belief.observe(event)
        lacks = [np.log2(plain.chance(case) / belief.chance(case)) for case in belief.case_files()]
        assert max(lacks) <= 2 * styles.PRICE
    assert max(lacks) > 1, "the suggestions are informative"


@given(likely=st.lists(st.floats(1e-30, 1), min_size=2, max_size=40), left=st.integers(1, 40))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_evidence_is_worth_as_much_as_it_predicted(likely: list[float], left: int) -> None:
    """Against the posterior of two experts by Bayes' rule, one of which is never ruled out."""
    first, now = np.array(likely), np.array(likely[:left])
    prior, informed = 1 / len(first), first / first.sum()
    plain, learned = prior * len(now), float(informed[: len(now)].sum())
    unlearned = styles.PRIOR_DISCOUNT * plain
    weight = unlearned / (unlearned + (1 - styles.PRIOR_DISCOUNT) * learned)
    found = styles.discount(of_one_style(now), of_one_style(first))
    assert found == pytest.approx(styles.SHARED + (1 - styles.SHARED) * weight)
    mixed = styles.discounted(now, found) / len(now)
    assert mixed == pytest.approx(found / len(now) + (1 - found) * now / now.sum())
    assert np.log2(1 / len(now) / mixed).max() <= styles.PRICE


def of_one_style(chances: Floats) -> styles.OfHands:
    """Return these as the probabilities of choices in the first style, the only one."""
    of_cards = np.eye(len(CARD_STYLES), 1) * chances
    of_rooms = np.eye(len(ROOM_STYLES), 1) * np.ones(len(chances))
    return styles.OfHands(styles.ByStyle(of_cards, of_rooms))


def test_how_somebody_asks_who_is_not_there_is_not_reported() -> None:
    for seat in (-1, 3):
        with pytest.raises(SeatError, match=rf"seat {seat}; expected 0 to 2"):
            Belief(FULL).asks(seat)
