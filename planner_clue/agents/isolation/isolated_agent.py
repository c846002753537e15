"""An agent at the table that thinks in another process."""

from collections.abc import Mapping, Sequence
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.process import GameProcess, ServerProcess
from planner_clue.agents.isolation.wire import read_reply, write_call, write_request
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event, event_to_json
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    PlayerRequest,
)


class IsolatedAgentFactory:
    """Makes agents of one name, each with a new process for every game."""

    def __init__(
        self, agent: str, settings: AgentSettings, method_names: Mapping[str, str] | None = None
    ) -> None:
        """Load ``agent``.

        ``method_names`` are the names that messages give to methods of :class:`Agent`, where the
        agent's author knows them by others.

        Raises :class:`~planner_clue.errors.AgentNameError` if it cannot be loaded.
        """
        self._server = ServerProcess(agent, settings)
        self._seconds = settings.isolation.seconds_per_answer
        self._method_names = method_names or {}

    def __call__(self) -> "IsolatedAgent":
        """Return an agent that has not sat down yet."""
        return IsolatedAgent(self._server, self._seconds, self._method_names)


class IsolatedAgent(Agent):
    """Passes every call on to the agent's process.

    Raises :class:`~planner_clue.errors.AgentFailure` if the agent fails, takes longer than
    ``seconds`` for an answer, or ends its process.
    """

    def __init__(
        self, server: ServerProcess, seconds: float, method_names: Mapping[str, str]
    ) -> None:
        self._server = server
        self._seconds = seconds
        self._method_names = method_names
        self._game: GameProcess | None = None

    def _call(self, method: str, **arguments: Any) -> Any:
        return self._send(write_call(method, **arguments), method)

    def _decide(self, request: PlayerRequest) -> Any:
        return self._send(write_request(request), request.decision)

    def _send(self, message: bytes, method: str) -> Any:
        assert self._game is not None
        name = self._method_names.get(method, method)
        return read_reply(self._game.ask(message, self._seconds, name))

    def begin(self, seat: Seat) -> None:
        """Start a process, and sit down there."""
        self._seat = seat.index
        self._game = self._server.play()
        self._call("begin", seat=seat.to_json())

    def observe(self, event: Event) -> None:
        """Tell what happened."""
        self._call("observe", event=event_to_json(event))

    def start(self, options: TurnOptions) -> Opening:
        """Ask how to begin the turn."""
        opening: Opening = self._decide(AskStart(self._seat, options))
        return opening

    def move(self, options: MoveOptions) -> Place:
        """Ask where to go."""
        place: Place = self._decide(AskMove(self._seat, options))
        return place

    def suggest(self, room: Card) -> Suggestion | None:
        """Ask what to suggest."""
        suggestion: Suggestion | None = self._decide(AskSuggest(self._seat, room))
        return suggestion

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card to show."""
        card: Card = self._decide(AskShow(self._seat, suggestion, tuple(cards)))
        return card

    def accuse(self) -> Accusation | None:
        """Ask whether to accuse."""
        accusation: Accusation | None = self._decide(AskAccuse(self._seat))
        return accusation

    def notes(self) -> list[dict[str, Any]]:
        """Ask for its notes; a process that has ended has none."""
        return list(self._call_if_open("notes"))

    def plan_seconds(self) -> list[float]:
        """Ask for its planning times."""
        return list(self._call_if_open("plan_seconds"))

    def files(self, game: int) -> dict[str, str]:
        """Ask for the files that show how it thought."""
        return dict(self._call_if_open("files", game=game))

    def _call_if_open(self, method: str, **arguments: Any) -> Any:
        if self._game is None or not self._game.is_open:
            return ()
        return self._call(method, **arguments)
