"""Dealing the cards: rule 7 of ``docs/rules.md``. The case file is drawn first."""

from dataclasses import dataclass
from random import Random
from typing import Any

from planner_clue.game.cards import Card, CaseFile, Deck
from planner_clue.game.rules import Rules


@dataclass(frozen=True)
class Deal:
    """Who holds what: the hidden information of a game."""

    deck: Deck
    case_file: CaseFile
    hands: tuple[tuple[Card, ...], ...]  # a hand for each seat, in deck order
    face_up: tuple[Card, ...] = ()  # cards that all see and nobody holds
    pile: tuple[Card, ...] = ()  # cards that nobody sees

    def to_json(self) -> dict[str, Any]:
        """Return the deal as plain data."""
        aside = {"face_up": list(self.face_up), "pile": list(self.pile)}
        dealt = {"case_file": list(self.case_file), "hands": [list(hand) for hand in self.hands]}
        return dealt | {name: cards for name, cards in aside.items() if cards}


def hand_sizes(deck: Deck, players: int, rules: Rules) -> list[int]:
    """Return how many cards each seat is dealt (rule 7)."""
    if rules.fixed_hands:
        return [sum(counts) for counts in rules.fixed_hands]
    dealt = len(deck) - 3 - sum(rules.set_aside(deck, players))
    return [len(range(seat, dealt, players)) for seat in range(players)]


def draw_deal(deck: Deck, players: int, rules: Rules, rng: Random) -> Deal:
    """Deal round robin from seat 0, which so holds the odd cards (rule 7), or by type."""
    shuffled = [rng.sample(cards, len(cards)) for cards in deck.categories]
    case_file = CaseFile(*(cards.pop() for cards in shuffled))
    hands, aside = list[list[Card]](), list[Card]()
    if rules.fixed_hands:
        hands = [
            [cards.pop() for cards, n in zip(shuffled, counts, strict=True) for _ in range(n)]
            for counts in rules.fixed_hands
        ]
    else:
        rest = [card for cards in shuffled for card in cards]
        rng.shuffle(rest)
        aside = rest[sum(hand_sizes(deck, players, rules)) :]
        hands = [rest[seat : len(rest) - len(aside) : players] for seat in range(players)]
    face_up, _ = rules.set_aside(deck, players)
    every = [*hands, aside[:face_up], aside[face_up:]]
    *dealt, open_cards, pile = (tuple(sorted(cards, key=deck.position)) for cards in every)
    return Deal(deck, case_file, tuple(dealt), open_cards, pile)
