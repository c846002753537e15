"""Games of two deals that a seat cannot distinguish: everybody does the same in both."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from planner_clue.agents.base import Agent, RemoteAgent, ask_agent
from planner_clue.agents.random import RandomAgent
from planner_clue.belief import believe
from planner_clue.game.board import Board
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.deal import Deal, draw_deal
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event, Showed, Suggested
from planner_clue.game.requests import AskShow, PlayerRequest
from planner_clue.game.rules import parse_rules
from planner_clue.game.table import Table
from planner_clue.match.game import Chance, play_game

RULES = parse_rules("standard")
SEEDS = (11, 12, 13)


class Noting(RemoteAgent):
    """Plays at random, and keeps what it answered, but for the cards that it showed."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Any] = []
        self._agent = RandomAgent()

    def begin(self, seat: Seat) -> None:
        self.seat = seat
        self._agent.begin(seat)

    def observe(self, event: Event) -> None:
        self._agent.observe(event)

    def decide(self, request: PlayerRequest) -> Any:
        answer = ask_agent(self._agent, request)
        if not isinstance(request, AskShow):
            self.answers.append(answer)
        return answer


class Repeating(RemoteAgent):
    """Answers as another agent did, independent of its own hand."""

    def __init__(self, other: Noting, shown: Mapping[Suggestion, Card]) -> None:
        super().__init__()
        self._left = [*other.answers]
        self._shown = shown

    def begin(self, seat: Seat) -> None:
        self.seat = seat

    def decide(self, request: PlayerRequest) -> Any:
        if not isinstance(request, AskShow):
            return self._left.pop(0)
        before = self._shown.get(request.suggestion, request.cards[0])
        return before if before in request.cards else request.cards[0]


Made = Callable[[], Agent]
Twice = tuple[tuple[Table, list[Agent]], tuple[Table, list[Agent]]]


def played_twice(
    board: Board | None, number: int, made: Made, seeds: Sequence[int] = SEEDS
) -> Twice | None:
    """Play a game with an agent in seat ``number % 3``, and one that looks the same from there.

    Return both tables and their agents; None if there is no such other deal.
    """

    def play(deal: Deal, agents: list[Agent]) -> tuple[Table, list[Agent]]:
        agents[seat], table = made(), Table(board, RULES, deal)
        return play_game(table, agents, seeds, Chance(Random(3), Random(4))), agents

    seat, noting = number % 3, [Noting() for _ in range(3)]
    one = play(draw_deal(RULES.deck(board), 3, RULES, Random(number)), [*noting])
    other = another_deal(one[0], seat)
    return (one, play(other, repeating(one[0], noting))) if other else None


def repeating(table: Table, agents: Sequence[Noting]) -> list[Agent]:
    """Return agents that do and show what these did in a game, if they can."""
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
    seen = (table.seen_by(event, seat) for event in table.events)
    belief = believe(table.seat_view(seat, 0), filter(None, seen))
    deck = table.deal.deck
    for drawn in belief.sample(200, np.random.default_rng(5)):
        holders = dict(zip(deck.cards, drawn.tolist(), strict=True))
        hands = tuple(tuple(c for c in deck.cards if holders[c] == s) for s in range(3))
        if hands != tuple(tuple(sorted(hand, key=deck.position)) for hand in table.deal.hands):
            left = [card for card in deck.cards if holders[card] not in range(3)]
            return Deal(deck, CaseFile(*left), hands)
    return None
