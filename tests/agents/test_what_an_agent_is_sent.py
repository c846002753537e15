"""What reaches an agent's process is the same for all deals that its seat cannot tell apart."""

from random import Random
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import load_board
from planner_clue.sandbox.session import Session
from planner_clue.table.deal import draw_deal
from tests.agents.indistinguishable import RULES, Noting, another_deal, play, repeating


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    messages: list[bytes] = []
    ask = Session._ask

    def listening(self: Session, request: bytes, what: str, *limits: Any) -> bytes:
        messages.append(request)
        return ask(self, request, what, *limits)

    monkeypatch.setattr(Session, "_ask", listening)
    return messages


@pytest.mark.parametrize("board", ["none", "classic", "huji"])
def test_two_deals_that_a_seat_cannot_tell_apart_are_the_same_to_its_process(
    sent: list[bytes], board: str
) -> None:
    """Over whole games, from each seat in turn."""
    chosen = None if board == "none" else load_board(board)
    made = load_isolated("random", AgentSettings())
    compared = 0
    for number in range(6):
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
        agents = repeating(table, noting)
        agents[seat] = made()
        sent.clear()
        again = play(chosen, other, agents)
        assert len(messages) > 1
        assert sent == messages
        assert again.deal.hands != table.deal.hands
        compared += 1
    assert compared >= 2
