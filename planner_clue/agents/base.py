"""The interface of agents: a class that observes events and makes decisions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table import requests
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event


class Agent(ABC):
    """A player. Every game is played by a new object.

    An agent learns of the game only through these methods. If it raises an exception, or answers
    what the rules do not allow, it forfeits the game, and the table shows its cards from then on.
    """

    @abstractmethod
    def begin(self, seat: Seat) -> None:
        """Sit down: hand, order, hand sizes, board, rules, and a seed of its own."""

    def observe(self, event: Event) -> None:  # noqa: B027 - listening is optional
        """Hear what happened, own doings included, as far as this seat may see it."""

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn: roll, pass or stay; asked only if there is a choice (rules 2, 4)."""
        return Opening.ROLL

    @abstractmethod
    def move(self, options: MoveOptions) -> Place:
        """Choose a room or square within reach of the roll, or stay at ``options.here``."""

    @abstractmethod
    def suggest(self, room: Card) -> Suggestion | None:
        """Suggest three cards, ``room`` among them; or return None to suggest nothing."""

    @abstractmethod
    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Choose which of ``cards`` to show; asked only when there are two or three."""

    @abstractmethod
    def accuse(self) -> Accusation | None:
        """Accuse, or return None; asked at the start of the turn and after a suggestion."""

    def notes(self) -> list[dict[str, Any]]:
        """Return JSON objects for the record that say why it decided as it did; no times."""
        return []

    def plan_seconds(self) -> list[float]:
        """Return the seconds of each planning run; they are not written to the record."""
        return []

    def files(self, game: int) -> dict[str, str]:
        """Return texts by relative path that show how it thought in the game of this number."""
        return {}


class RequestAgent(Agent):
    """Takes every decision in one method, :meth:`decide`."""

    seat: Seat

    @abstractmethod
    def decide(self, request: requests.PlayerRequest) -> Any:
        """Return the answer to a request, whatever it is."""

    def start(self, options: TurnOptions) -> Any:
        """Ask how to begin the turn."""
        return self.decide(requests.AskStart(self.seat.index, options))

    def move(self, options: MoveOptions) -> Any:
        """Ask where to go."""
        return self.decide(requests.AskMove(self.seat.index, options))

    def suggest(self, room: Card) -> Any:
        """Ask what to suggest."""
        return self.decide(requests.AskSuggest(self.seat.index, room))

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Any:
        """Ask which card to show."""
        return self.decide(requests.AskShow(self.seat.index, suggestion, tuple(cards)))

    def accuse(self) -> Any:
        """Ask whether to accuse."""
        return self.decide(requests.AskAccuse(self.seat.index))


class RemoteAgent(RequestAgent):
    """Passes every decision on as a request; what it hears waits for the next one."""

    def __init__(self) -> None:
        self._heard: list[Event] = []

    def take_heard(self) -> list[Event]:
        """Return the events since this was called last."""
        heard, self._heard = self._heard, []
        return heard

    def observe(self, event: Event) -> None:
        """Keep the event for the next request."""
        self._heard.append(event)

    def send_events(self) -> None:
        """Send the events since the last request, where they do not wait for the next one."""


AFTERWARDS = ("notes", "plan_seconds", "files")
"""The methods that are called when a game is over."""


def has_its_own(agent: Agent, method: str) -> bool:
    """Return whether an agent has more than the :class:`Agent` here for ``method``."""
    own = method in getattr(agent, "__dict__", ())
    looks_up = type(agent).__getattribute__ is not object.__getattribute__
    return own or looks_up or getattr(type(agent), method) is not getattr(Agent, method)


def ask_agent(agent: Agent, request: requests.PlayerRequest) -> Any:
    """Return the answer to ``request``; a list stands for the tuple of its items."""
    match request:
        case requests.AskAccuse():
            return _as_tuple(agent.accuse())
        case requests.AskMove(options=options):
            return _as_tuple(agent.move(options))
        case requests.AskSuggest(room=room):
            return _as_tuple(agent.suggest(room))
        case requests.AskShow(suggestion=suggestion, cards=cards):
            return agent.show(suggestion, cards)
        case requests.AskStart(options=options):
            return agent.start(options)


def _as_tuple(answer: Any) -> Any:
    return tuple(answer) if isinstance(answer, list) else answer
