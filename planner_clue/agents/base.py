"""The interface of agents: a class that observes events and makes decisions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from planner_clue.game import requests
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event


class Agent(ABC):
    """A player of one game; every game makes a new object.

    An agent learns about the game only through these methods. If it raises an exception, or its
    answer breaks the rules, it forfeits the game. From then on, the table shows its cards.

    >>> class Waiter(clue.Agent):
    ...     def begin(self, seat):
    ...         self.suspect, self.weapon = seat.suspects[0], seat.weapons[0]
    ...     def move(self, options):
    ...         return next(iter(options.rooms), options.here)
    ...     def suggest(self, room):
    ...         return clue.Suggestion(self.suspect, self.weapon, room)
    ...     def show(self, suggestion, cards):
    ...         return cards[0]
    ...     def accuse(self):
    ...         return None
    >>> clue.play_game([Waiter, "random", "random"], board="none", seed=1).winner
    2
    """

    @abstractmethod
    def begin(self, seat: Seat) -> None:
        """Begin a game: ``seat`` contains the hand, hand sizes, tokens, board, rules and a seed."""

    def observe(self, event: Event) -> None:  # noqa: B027 - listening is optional
        """Receive an event, also of this seat's own actions, without hidden information."""

    def start(self, options: TurnOptions) -> Opening:
        """Choose to roll, take the passage or stay; called only if there is a choice."""
        return Opening.ROLL

    @abstractmethod
    def move(self, options: MoveOptions) -> Place:
        """Choose a room or square within reach of the roll, or stay at ``options.here``."""

    @abstractmethod
    def suggest(self, room: Card) -> Suggestion | None:
        """Suggest three cards including ``room``, or return None to suggest nothing."""

    @abstractmethod
    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Choose which of ``cards`` to show; called only if there are two or three."""

    @abstractmethod
    def accuse(self) -> Accusation | None:
        """Accuse, or return None; called at the start of the turn and after a suggestion."""

    def notes(self) -> list[dict[str, Any]]:
        """Return JSON objects for the record that explain its decisions, without times."""
        return []

    def plan_seconds(self) -> list[float]:
        """Return the seconds of each planning run, which the record does not contain."""
        return []

    def files(self, game: int) -> dict[str, str]:
        """Return files that document the game with this number, as texts by relative path."""
        return {}


class RequestAgent(Agent):
    """An agent that makes every decision in one method, :meth:`decide`."""

    seat: Seat

    @abstractmethod
    def decide(self, request: requests.PlayerRequest) -> Any:
        """Return the answer to a request of any kind."""

    def start(self, options: TurnOptions) -> Any:
        """Request the opening of a turn."""
        return self.decide(requests.AskStart(self.seat.index, options))

    def move(self, options: MoveOptions) -> Any:
        """Request a move."""
        return self.decide(requests.AskMove(self.seat.index, options))

    def suggest(self, room: Card) -> Any:
        """Request a suggestion."""
        return self.decide(requests.AskSuggest(self.seat.index, room))

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Any:
        """Request the card to show."""
        return self.decide(requests.AskShow(self.seat.index, suggestion, tuple(cards)))

    def accuse(self) -> Any:
        """Request an accusation or None."""
        return self.decide(requests.AskAccuse(self.seat.index))


class RemoteAgent(RequestAgent):
    """An agent that forwards requests; events are sent with the next request."""

    def __init__(self) -> None:
        self._heard: list[Event] = []

    def take_heard(self) -> list[Event]:
        """Return the events since the last call."""
        heard, self._heard = self._heard, []
        return heard

    def observe(self, event: Event) -> None:
        """Keep the event for the next request."""
        self._heard.append(event)

    def send_events(self) -> None:
        """Send the events since the last request, unless they are kept for the next one."""


AFTERWARDS = ("notes", "plan_seconds", "files")
"""The methods that are called when a game is over."""


def has_its_own(agent: Agent, method: str) -> bool:
    """Return whether an agent overrides ``method`` of :class:`Agent`."""
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
