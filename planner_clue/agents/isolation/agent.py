"""An agent at the table whose mind is in another process."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.process import Game, Server
from planner_clue.agents.isolation.wire import read_reply, write_request
from planner_clue.agents.registry import AgentSettings
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event, event_to_json


class Apart:
    """Makes agents of one name, each with a process of its own for every game."""

    def __init__(
        self, agent: str, settings: AgentSettings, words: Mapping[str, str] | None = None
    ) -> None:
        """Load ``agent``; ``words`` say how its author calls what is asked, by our methods.

        Raises :class:`~planner_clue.errors.AgentNameError` if it cannot be loaded.
        """
        self._server = Server(agent, asdict(settings))
        self._seconds = settings.agent_limit
        self._words = words or {}

    def __call__(self) -> "ApartAgent":
        """Return an agent that has not sat down yet."""
        return ApartAgent(self._server, self._seconds, self._words)


class ApartAgent(Agent):
    """Passes everything on; a crash, a hang or the end of the process is an AgentFailure."""

    def __init__(self, server: Server, seconds: float, words: Mapping[str, str]) -> None:
        self._server = server
        self._seconds = seconds
        self._words = words
        self._game: Game | None = None

    def _ask(self, call: str, **what: Any) -> Any:
        assert self._game is not None
        words = self._words.get(call, call)
        return read_reply(self._game.ask(write_request(call, **what), self._seconds, words))

    def begin(self, seat: Seat) -> None:
        """Start a process, and sit down there."""
        self._game = self._server.play()
        self._ask("begin", seat=seat.to_json())

    def observe(self, event: Event) -> None:
        """Tell what happened."""
        self._ask("observe", event=event_to_json(event))

    def start(self, options: TurnOptions) -> Opening:
        """Ask how to begin the turn."""
        opening: Opening = self._ask("start", options=options.to_json())
        return opening

    def move(self, options: MoveOptions) -> Place:
        """Ask where to go."""
        place: Place = self._ask("move", options=options.to_json())
        return place

    def suggest(self, room: Card) -> Suggestion | None:
        """Ask what to suggest."""
        suggestion: Suggestion | None = self._ask("suggest", room=room)
        return suggestion

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card to show."""
        card: Card = self._ask("show", suggestion=list(suggestion), cards=list(cards))
        return card

    def accuse(self) -> Accusation | None:
        """Ask whether to accuse."""
        accusation: Accusation | None = self._ask("accuse")
        return accusation

    def notes(self) -> list[dict[str, Any]]:
        """Ask for its notes; a process that is gone has none."""
        return list(self._told("notes"))

    def plan_seconds(self) -> list[float]:
        """Ask for its planning times."""
        return list(self._told("plan_seconds"))

    def files(self, game: int) -> dict[str, str]:
        """Ask for the files that show how it thought."""
        return dict(self._told("files", game=game))

    def _told(self, call: str, **what: Any) -> Any:
        if self._game is None or not self._game.is_open:
            return ()
        return self._ask(call, **what)
