"""Small tables at which the beliefs of agents are compared with counting deals."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

from planner_clue.game.cards import Card, Deck
from planner_clue.game.decisions import Seat
from tests.belief.tables import make_seat
from tests.game.helpers import cards

DECK = Deck(
    cards("scarlett mustard white green"),
    cards("knife rope wrench"),
    cards("hall lounge study kitchen"),
)
Deal = dict[Card, int]
"""The holder of every card: a seat, or the number of seats for the case file."""


def small_seat(hand: str = "scarlett hall", sizes: tuple[int, ...] = (2, 3, 3)) -> Seat:
    """Return seat 0 of a table with 4 suspects, 3 weapons and 4 rooms: 8 cards are dealt."""
    return make_seat(DECK, 0, cards(hand), sizes)


def deals_with(counts: Sequence[Sequence[int]], seat: Seat) -> Iterator[Deal]:
    """Yield each deal in which the holders 1, 2, ... have these numbers of each category.

    The last of the counts is the case file's.
    """
    kinds = []
    for kind, of_kind in enumerate(seat.deck.categories):
        foreign = [card for card in of_kind if card not in seat.hand]
        owners = [h for h, numbers in enumerate(counts, 1) for _ in range(numbers[kind])]
        orders = sorted(set(permutations(owners)))
        kinds.append([dict(zip(foreign, order, strict=True)) for order in orders])
    for parts in product(*kinds):
        yield {card: owner for part in parts for card, owner in part.items()}


def random_facts(deal: Deal, rng: Random, count: int) -> list[tuple[str, int, tuple[Card, ...]]]:
    """Return what may be seen of seats 1 and 2 when suggestions are asked at this deal."""
    facts: list[tuple[str, int, tuple[Card, ...]]] = []
    while len(facts) < count:
        asked = tuple(map(rng.choice, DECK.categories))
        holder = rng.choice((1, 2))
        held = [card for card in asked if deal.get(card) == holder]
        if not held:
            facts.append(("passed", holder, asked))
        elif rng.random() < 0.3:
            facts.append(("has", holder, (rng.choice(held),)))
        else:
            facts.append(("showed", holder, asked))
    return facts


def agrees(deal: Deal, fact: tuple[str, int, tuple[Card, ...]]) -> bool:
    kind, holder, cards = fact
    has_one = any(deal.get(card) == holder for card in cards)
    return has_one != (kind == "passed")
