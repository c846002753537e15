"""An agent at the table that thinks in another process."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.isolation.game_process import GameProcess
from planner_clue.agents.isolation.guarantees import Guarantee, guarantees
from planner_clue.agents.isolation.server_process import ServerProcess
from planner_clue.agents.isolation.wire import NoReplyError, read_reply, write_call, write_request
from planner_clue.agents.programs.command import is_program
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.errors import AgentFailure, AgentNameError, printable
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

_HEARD_AT_ONCE = 64


class IsolatedAgentFactory:
    """Makes agents of one name, each with a new process for every game."""

    def __init__(
        self,
        agent: str,
        settings: AgentSettings,
        file: Path | None = None,
        method_names: Mapping[str, str] | None = None,
        *,
        hash_seed: int = 0,
        talk: bool = False,
    ) -> None:
        """Load ``agent``, which is written in ``file`` or registered, or is a program.

        ``method_names`` are the names that messages give to methods of :class:`Agent`, where the
        agent's author knows them by others. In a match the ``hash_seed`` of the process is 0.
        With ``talk`` all lines that pass between match and program count as printed by it.

        Raises :class:`~planner_clue.errors.AgentNameError` if it cannot be loaded.
        """
        self._server = ServerProcess(agent, file, settings, hash_seed=hash_seed, talk=talk)
        self._method_names = method_names or {}
        self._going_on: StayingAgent | None = None
        if is_program(agent):
            self._greet(agent)

    def _greet(self, agent: str) -> None:
        """Start a program once, to see that it speaks the protocol."""
        try:
            greeted = self._server.play(None)
            try:
                answer = read_reply(greeted.ask(write_call("hello"), "hello"))
            finally:
                last = "; ".join(greeted.printed_last().splitlines()[-3:])
                greeted.close()
        except AgentFailure as failure:
            self.close()
            said = f"; it printed: {printable(last)}" if last else ""
            raise AgentNameError(f"agent '{agent}': {failure.detail}{said}") from failure
        if answer and answer["reset"]:
            self._going_on = self.staying()

    @property
    def files(self) -> list[Path]:
        """The files that the agent is made of, as far as they were read while it was loaded."""
        return self._server.files

    @property
    def guarantees(self) -> list[Guarantee]:
        """What isolation holds on this system, and what it does not."""
        return guarantees(self._server.held)

    @property
    def goes_on(self) -> bool:
        """Whether one process plays game after game: a program that may be reset."""
        return self._going_on is not None

    def __call__(self) -> "IsolatedAgent":
        """Return an agent that has not sat down yet; a program that may be reset goes on."""
        return self._going_on or IsolatedAgent(self._server, self._method_names)

    def staying(self) -> "StayingAgent":
        """Return an agent that plays all its games in one process."""
        return StayingAgent(self._server, self._method_names)

    def close(self) -> None:
        """End the processes of all its agents."""
        self._server.close()


class IsolatedAgent(Agent):
    """Passes every call on to the agent's process.

    What happens is not told at once, but before the next question, so that a game takes few
    messages. Raises :class:`~planner_clue.errors.AgentFailure` if the agent fails, goes beyond one
    of its limits, or ends its process.
    """

    def __init__(self, server: ServerProcess, method_names: Mapping[str, str]) -> None:
        self._server = server
        self._method_names = method_names
        self._game: GameProcess | None = None
        self._heard: list[Event] = []
        self._afterwards: tuple[Any, ...] = ()
        """What it has to be asked when the game is over."""

    def _call(self, method: str, **arguments: Any) -> Any:
        heard, self._heard = self._heard, []
        return self._send(write_call(method, heard, **arguments), method)

    def _decide(self, request: PlayerRequest) -> Any:
        heard, self._heard = self._heard, []
        return self._send(write_request(request, heard), request.decision)

    def _send(self, message: bytes, method: str) -> Any:
        assert self._game is not None
        reply = self._game.ask(message, self._method_names.get(method, method))
        try:
            return read_reply(reply)
        except NoReplyError:
            self._game.close()  # what it sends from now on answers no question
            raise
        except AgentFailure as failure:
            failure.aside = failure.aside or self._game.aside()
            raise

    def begin(self, seat: Seat) -> None:
        """Start a process, and sit down there."""
        self._game = self._server.play(seat.board)
        self._sit_down(seat)

    def _sit_down(self, seat: Seat) -> None:
        self._seat = seat.index
        self._heard = []
        said = self._call("begin", seat=seat.to_json())
        self._afterwards = said if isinstance(said, tuple) else ()

    def observe(self, event: Event) -> None:
        """Tell what happened, soon."""
        self._heard.append(event)
        if len(self._heard) == _HEARD_AT_ONCE:
            self.tell()

    def tell(self) -> None:
        """Tell now what happened since it was told or asked last."""
        if self._heard:
            self._call("observe")

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
        """Ask for its notes; a process that has ended has none, nor has one that keeps none."""
        return list(self._call_afterwards("notes"))

    def plan_seconds(self) -> list[float]:
        """Ask for its planning times."""
        return list(self._call_afterwards("plan_seconds"))

    def files(self, game: int) -> dict[str, str]:
        """Ask for the files that show how it thought."""
        return dict(self._call_afterwards("files", game=game))

    def printed(self) -> str:
        """Return what it printed in this game."""
        return self._game.printed() if self._game else ""

    def most_bytes(self) -> int:
        """Return the most memory that it was seen to use; 0 where the system does not say."""
        return self._game.most_bytes if self._game else 0

    def _call_afterwards(self, method: str, **arguments: Any) -> Any:
        if self._game is None or not self._game.is_open or method not in self._afterwards:
            return ()
        return self._call(method, **arguments)


class StayingAgent(IsolatedAgent):
    """Sits down in the process in which it played before, as agents without isolation do."""

    def begin(self, seat: Seat) -> None:
        """Start a process for the first game only."""
        if self._game is None or not self._game.is_open:
            self._game = self._server.play(seat.board)
        self._game.begin_game()
        self._sit_down(seat)
