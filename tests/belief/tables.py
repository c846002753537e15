"""Small tables, true stories at them, and every deal written down: brute force."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from planner_clue.belief.silence import SILENT
from planner_clue.game.cards import SUSPECTS, Accusation, Card, CaseFile, Deck, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested, as_seen_by
from tests.game.helpers import cards

TINY = Deck(cards("scarlett mustard white"), cards("knife rope"), cards("hall study lounge"))
"""Eight cards, five of them dealt."""
SMALL = Deck(
    cards("scarlett mustard white green"),
    cards("knife rope wrench"),
    cards("hall study lounge library"),
)
"""Eleven cards, eight of them dealt."""


class TrueDeal(NamedTuple):
    """A case file and the hands."""

    case: CaseFile
    hands: tuple[frozenset[Card], ...]
    aside: frozenset[Card] = frozenset()  # face up, or in a pile

    def has(self, holder: int, card: Card) -> bool:
        """Return whether a seat, or after the last one the case file or the table, has the card."""
        return card in [*self.hands, self.case, self.aside][holder]


def make_seat(
    deck: Deck, index: int, hand: Iterable[Card], sizes: Sequence[int], face_up: Sequence[Card] = ()
) -> Seat:
    """Return what this seat knows at a table with these hand sizes."""
    tokens, kinds = SUSPECTS[: len(sizes)], deck.categories
    seat = Seat(index, tuple(hand), tuple(sizes), tokens, *kinds, "standard", board=None, seed=1)
    return replace(seat, face_up=tuple(face_up))


SEAT = make_seat(SMALL, 0, cards("scarlett knife hall"), (3, 3, 2))


def all_deals(seat: Seat) -> Iterator[TrueDeal]:
    mine = frozenset([*seat.hand, *seat.face_up])
    for case in product(*(sorted(set(kind) - mine) for kind in seat.deck.categories)):
        rest = set(seat.deck.cards) - mine - set(case)
        for hands in _hands(rest, seat, 0):
            pile = frozenset(rest.difference(*hands))
            yield TrueDeal(CaseFile(*case), tuple(hands), pile | {*seat.face_up})


def _hands(rest: set[Card], seat: Seat, dealt: int) -> Iterator[list[frozenset[Card]]]:
    if dealt == seat.players:
        yield []
        return
    if dealt == seat.index:
        choices: Iterable[Iterable[Card]] = [seat.hand]
    else:
        choices = combinations(sorted(rest), seat.hand_sizes[dealt])
    for chosen in map(frozenset, choices):
        for hands in _hands(rest - chosen, seat, dealt + 1):
            yield [chosen, *hands]


def weight_of(deal: TrueDeal, seat: Seat, events: Iterable[Event]) -> Fraction:
    """Return how probable these answers are with this deal, all showable cards being equal.

    Only cards that the seat saw from others count; without them it is 1 or 0.
    """
    ways, asked = 1, frozenset[Card]()
    for event in events:
        possible = True
        if isinstance(event, Suggested):
            asked = frozenset(event.cards)
        elif isinstance(event, Passed):
            possible = deal.hands[event.seat].isdisjoint(asked)
        elif isinstance(event, Showed):
            could_show = deal.hands[event.seat] & asked
            possible = event.card in could_show if event.card else bool(could_show)
            if event.card and event.seat != seat.index:
                ways *= len(could_show)
        elif isinstance(event, Revealed):
            has = {card in deal.hands[event.seat] for card in event.cards}
            possible = has == {event.holds}
        elif isinstance(event, Accused):
            possible = (tuple(deal.case) == tuple(event.cards)) is event.correct
        if not possible:
            return Fraction(0)
    return Fraction(1, ways)


def silences_weigh(deal: TrueDeal, seat: Seat, events: Sequence[Event]) -> Fraction:
    """Return how likely it is with this deal that nobody accused who was not answered."""
    silent = set()
    for at, event in enumerate(events):
        if isinstance(event, Suggested) and event.seat != seat.index:
            answers = events[at + 1 : at + seat.players]
            passes = sum(isinstance(answer, Passed) for answer in answers)
            after = events[at + seat.players : at + seat.players + 1]
            accuses = any(isinstance(one, Accused) and one.seat == event.seat for one in after)
            own = {*deal.hands[event.seat], *seat.face_up, *["pile"] * seat.pile}
            own &= {*event.cards, "pile"}
            if passes == seat.players - 1 and not accuses and not own:
                silent.add(event.seat)
    return Fraction(1, SILENT ** len(silent))


class Story(NamedTuple):
    """What one seat saw of a game, and how the cards really lay."""

    seat: Seat
    truth: TrueDeal
    events: list[Event]


def deal_cards(deck: Deck, sizes: Sequence[int], rng: Random) -> TrueDeal:
    case = CaseFile(*(rng.choice(kind) for kind in deck.categories))
    rest = [card for card in deck.cards if card not in case]
    rng.shuffle(rest)
    hands = [frozenset(rest.pop() for _ in range(size)) for size in sizes]
    return TrueDeal(case, tuple(hands), frozenset(rest))


def random_events(
    truth: TrueDeal, deck: Deck, me: int, turns: int, rng: Random, facts: float = 0.0
) -> list[Event]:
    """Return suggestions and wrong accusations with true answers, as seat ``me`` sees them.

    ``facts`` is the probability of a public fact in a turn instead.
    """
    players = len(truth.hands)
    events: list[Event] = []
    for turn in range(1, turns + 1):
        who = me if rng.random() < 0.4 else rng.randrange(players)
        if facts and rng.random() < facts:
            card = rng.choice(deck.cards)
            events.append(Revealed(turn, who, (card,), truth.has(who, card)))
            continue
        three = [rng.choice(kind) for kind in deck.categories]
        if rng.random() < 0.15 and tuple(three) != tuple(truth.case):
            events.append(Accused(turn, who, Accusation(*three), correct=False))
            continue
        events.append(Suggested(turn, who, Suggestion(*three)))
        for step in range(1, players):
            other = (who + step) % players
            could_show = [card for card in three if card in truth.hands[other]]
            if could_show:
                events.append(Showed(turn, other, who, rng.choice(could_show)))
                break
            events.append(Passed(turn, other))
    return [as_seen_by(event, me) for event in events]


@st.composite
def stories(
    draw: st.DrawFn,
    decks: Sequence[Deck] = (TINY, SMALL),
    asides: Sequence[int] = (0, 0, 2, 3),
    facts: float = 0.1,
) -> Story:
    """Draw a true story at a table of three to six seats, with hands of any sizes.

    With cards set aside, it may be two; some of these cards lie face up, the others in a pile.
    """
    deck = draw(st.sampled_from(decks))
    aside = draw(st.sampled_from(asides))
    dealt = len(deck) - 3 - aside
    players = draw(st.integers(2 if aside else 3, min(6, dealt)))
    dealt = min(dealt, 3 * players)
    sizes = [1] * players
    for _ in range(dealt - players):
        # No hand over three, so that every deal can be written down.
        sizes[draw(st.sampled_from([s for s in range(players) if sizes[s] < 3]))] += 1
    rng = draw(st.randoms(use_true_random=False))
    truth = deal_cards(deck, sizes, rng)
    me = draw(st.integers(0, players - 1))
    hand = sorted(truth.hands[me], key=deck.position)
    events = random_events(truth, deck, me, draw(st.integers(0, 9)), rng, facts)
    face_up = sorted(truth.aside, key=deck.position)[: draw(st.integers(0, len(truth.aside)))]
    return Story(make_seat(deck, me, hand, sizes, face_up), truth, events)
