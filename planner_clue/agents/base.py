"""What every agent is: a small class that is told things and asked for decisions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    PlayerRequest,
)


class Agent(ABC):
    """A player. A new object sits down for every game.

    All an agent ever learns comes through these methods, as plain data. An exception or an
    answer the rules do not allow forfeits the game; its cards are then shown by the table.
    """

    @abstractmethod
    def begin(self, seat: Seat) -> None:
        """Sit down: hand, order, hand sizes, board, rules, and a seed of its own."""

    def observe(self, event: Event) -> None:  # noqa: B027 - listening is optional
        """Hear what happened, also of its own doing, as far as this seat may see it."""

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn: roll, take the passage, or stay to suggest.

        Asked only when there is a choice (rules 2 and 4).
        """
        return Opening.ROLL

    @abstractmethod
    def move(self, options: MoveOptions) -> Place:
        """Choose a room or square within reach of the roll, or stay at ``options.here``."""

    @abstractmethod
    def suggest(self, room: Card) -> Suggestion | None:
        """Ask about three cards, ``room`` among them, or say nothing."""

    @abstractmethod
    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Choose which of ``cards`` to show; asked only when there are two or three."""

    @abstractmethod
    def accuse(self) -> Accusation | None:
        """Claim the case file, or not: at the start of the turn and after a suggestion."""

    def notes(self) -> list[dict[str, Any]]:
        """Return why it decided so, for the record; no times in here."""
        return []

    def plan_seconds(self) -> list[float]:
        """Return how long each planning took; it travels beside the notes."""
        return []

    def files(self, game: int) -> dict[str, str]:
        """Return files that show how it thought, by path; ``game`` is for their text only."""
        return {}


def ask_agent(agent: Agent, request: PlayerRequest) -> Any:
    """Return what ``agent`` answers to ``request``; that may be anything at all."""
    match request:
        case AskAccuse():
            return agent.accuse()
        case AskMove(options=options):
            return agent.move(options)
        case AskSuggest(room=room):
            return agent.suggest(room)
        case AskShow(suggestion=suggestion, cards=cards):
            return agent.show(suggestion, cards)
        case AskStart(options=options):
            return agent.start(options)
