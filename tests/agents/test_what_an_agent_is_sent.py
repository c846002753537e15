"""What reaches an agent's process is the same for all deals that its seat cannot tell apart."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.game_process import GameProcess
from planner_clue.agents.placement import load_agent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings
from planner_clue.belief import Belief
from planner_clue.board import Board, Place, load_board
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.match.game import Chance, play_game
from planner_clue.table.deal import Deal, draw_deal
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Event
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table

RULES = parse_rules("standard")
MINE = """\
from planner_clue.agents.random import RandomAgent


class Mine(RandomAgent):
    pass
"""


class Noting(RandomAgent):
    """Plays at random, and keeps what it answered."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.shown: dict[Suggestion, Card] = {}

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

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        self.shown[suggestion] = super().show(suggestion, cards)
        return self.shown[suggestion]


class Repeating(Noting):
    """Answers as another agent did, whatever it holds itself."""

    def __init__(self, other: Noting) -> None:
        super().__init__()
        self._left = [*other.answers]
        self._shown = other.shown

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


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the messages to all agents' processes, as they are sent."""
    messages: list[bytes] = []
    ask = GameProcess.ask

    def listening(self: GameProcess, request: bytes, what: str) -> bytes:
        messages.append(request)
        return ask(self, request, what)

    monkeypatch.setattr(GameProcess, "ask", listening)
    return messages


def play(board: Board | None, deal: Deal, agents: Sequence[Agent]) -> Table:
    chance = Chance(Random(3), Random(4))
    return play_game(Table(board, RULES, deal), agents, (11, 12, 13), chance)


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


@pytest.mark.parametrize("board", ["none", "classic", "huji"])
def test_two_deals_that_a_seat_cannot_tell_apart_are_the_same_to_its_process(
    tmp_path: Path, sent: list[bytes], board: str
) -> None:
    """Over whole games, from each seat in turn."""
    (tmp_path / "mine.py").write_text(MINE)
    chosen = None if board == "none" else load_board(board)
    made = load_agent(f"{tmp_path}/mine.py:Mine", AgentSettings())
    compared = 0
    for number in range(9):
        seat = number % 3
        deal = draw_deal(RULES.deck(chosen), 3, RULES, Random(number))
        noting = [Noting() for _ in range(3)]
        agents: list[Agent] = [*noting]
        agents[seat] = made()
        sent.clear()
        table = play(chosen, deal, agents)
        messages = [*sent]
        other = another_deal(table, seat)
        if other is None:
            continue
        agents = [Repeating(agent) for agent in noting]
        agents[seat] = made()
        sent.clear()
        again = play(chosen, other, agents)
        assert len(messages) > 1
        assert sent == messages
        assert again.deal.hands != table.deal.hands
        compared += 1
    assert compared >= 3
