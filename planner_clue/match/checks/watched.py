"""An agent that is watched: how often it is asked what, and how long it takes."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.isolated_agent import IsolatedAgent
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event

_T = TypeVar("_T")


class WatchedAgent(Agent):
    """Passes every call on to an isolated agent, each event by itself, and takes the time."""

    def __init__(self, agent: IsolatedAgent) -> None:
        self._agent = agent
        self._hearing = 0.0
        self.calls: Counter[str] = Counter()
        """How often each method was called."""
        self.seconds: list[float] = []
        """How long each answer took, with what the agent had to hear before, as limits count it."""

    def _timed(self, method: str, call: Callable[[], _T]) -> _T:
        self.calls[method] += 1
        began = time.monotonic()
        try:
            return call()
        finally:
            self.seconds.append(self._hearing + time.monotonic() - began)
            self._hearing = 0.0

    def begin(self, seat: Seat) -> None:
        """Let it sit down."""
        self._timed("begin", lambda: self._agent.begin(seat))

    def observe(self, event: Event) -> None:
        """Tell it at once, so that a failure is known to be of this method."""
        self.calls["observe"] += 1
        began = time.monotonic()
        try:
            self._agent.observe(event)
            self._agent.tell()
        finally:
            self._hearing += time.monotonic() - began

    def start(self, options: TurnOptions) -> Opening:
        """Ask how to begin the turn."""
        return self._timed("start", lambda: self._agent.start(options))

    def move(self, options: MoveOptions) -> Place:
        """Ask where to go."""
        return self._timed("move", lambda: self._agent.move(options))

    def suggest(self, room: Card) -> Suggestion | None:
        """Ask what to suggest."""
        return self._timed("suggest", lambda: self._agent.suggest(room))

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card to show."""
        return self._timed("show", lambda: self._agent.show(suggestion, cards))

    def accuse(self) -> Accusation | None:
        """Ask whether to accuse."""
        return self._timed("accuse", self._agent.accuse)
