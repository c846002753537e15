"""Games of two deals that a seat cannot tell apart: everybody does the same in both."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from planner_clue.agents.base import Agent
from planner_clue.agents.random import RandomAgent
from planner_clue.belief import Belief
from planner_clue.board import Board, Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.match.game import Chance, play_game
from planner_clue.table.deal import Deal
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Event, Showed, Suggested
from planner_clue.table.rules import Rules, parse_rules
from planner_clue.table.table import Table

RULES = parse_rules("standard")
SEEDS = (11, 12, 13)


class Noting(RandomAgent):
    """Plays at random, and keeps what it answered."""

    def __init__(self) -> None:
        self.answers: list[Any] = []

    def start(self, options: TurnOptions) -> Opening:
        self.answers.append(super().start(options))
        return Opening(self.answers[-1])

    def move(self, options: MoveOptions) -> Place:
        place = super().move(options)
        self.answers.append(place)
        return place

    def suggest(self, room: Card) -> Suggestion:
        suggestion = super().suggest(room)
        self.answers.append(suggestion)
        return suggestion

    def accuse(self) -> Accusation | None:
        accusation = super().accuse()
        self.answers.append(accusation)
        return accusation


class Repeating(Noting):
    """Answers as another agent did, whatever it holds itself."""

    def __init__(self, other: Noting, shown: Mapping[Suggestion, Card]) -> None:
        super().__init__()
        self._left = [*other.answers]
        self._shown = shown

    def _next(self) -> Any:
        return self._left.pop(0)

    def start(self, options: TurnOptions) -> Opening:
        return Opening(self._next())

    def move(self, options: MoveOptions) -> Place:
        place: Place = self._next()
        return place

    def suggest(self, room: Card) -> Suggestion:
        suggestion: Suggestion = self._next()
        return suggestion

    def accuse(self) -> Accusation | None:
        accusation: Accusation | None = self._next()
        return accusation

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        before = self._shown.get(suggestion, cards[0])
        return before if before in cards else cards[0]


def play(
    board: Board | None,
    deal: Deal,
    agents: Sequence[Agent],
    seeds: Sequence[int] = SEEDS,
    rules: Rules = RULES,
) -> Table:
    """Play a game with the same chances for every deal."""
    return play_game(Table(board, rules, deal), agents, seeds, Chance(Random(3), Random(4)))


def repeating(table: Table, agents: Sequence[Noting]) -> list[Agent]:
    """Return agents that do and show what these did in a game, as far as they can."""
    shown: list[dict[Suggestion, Card]] = [{} for _ in agents]
    asked: Suggestion | None = None
    for event in table.events:
        if isinstance(event, Suggested):
            asked = event.cards
        elif isinstance(event, Showed) and asked and event.card:
            shown[event.seat][asked] = event.card
    return [Repeating(agent, cards) for agent, cards in zip(agents, shown, strict=True)]


def another_deal(table: Table, seat: int) -> Deal | None:
    """Return another deal in which ``seat`` would have seen the same; None if there is none."""
    belief = Belief(table.seat_view(seat, 0))
    for event in table.events:
        seen: Event | None = table.seen_by(event, seat)
        if seen is not None:
            belief.observe(seen)
    deck = table.deal.deck
    for drawn in belief.sample(200, np.random.default_rng(5)):
        holders = dict(zip(deck.cards, drawn.tolist(), strict=True))
        hands = tuple(tuple(c for c in deck.cards if holders[c] == s) for s in range(3))
        if hands != tuple(tuple(sorted(hand, key=deck.position)) for hand in table.deal.hands):
            left = [card for card in deck.cards if holders[card] not in range(3)]
            return Deal(deck, CaseFile(*left), hands)
    return None
