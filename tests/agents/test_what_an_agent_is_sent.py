"""What reaches an agent's process is the same for all deals that its seat cannot tell apart."""

from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.sandbox.session import Session
from tests.agents.indistinguishable import played_twice
from tests.table.helpers import BOARDS


@pytest.mark.parametrize("board", ["none", "classic", "huji"])
def test_deals_that_a_seat_cannot_tell_apart_send_the_same(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over whole games, from each seat in turn."""
    sent: list[list[bytes]] = []
    ask, factory = Session._ask, load_isolated("random", AgentSettings())

    def listening(self: Session, request: bytes, what: str, *limits: Any) -> bytes:
        if what != "load":  # a server is loaded anew now and then, whatever is played
            sent[-1].append(request)
        return ask(self, request, what, *limits)

    def made() -> Agent:
        sent.append([])
        return factory()

    monkeypatch.setattr(Session, "_ask", listening)
    compared = 0
    for number in range(6):
        if games := played_twice(BOARDS[board], number, made):
            (table, _), (again, _) = games
            assert len(sent[-1]) > 1
            assert sent[-1] == sent[-2]
            assert again.deal.hands != table.deal.hands
            compared += 1
    assert compared >= 2
