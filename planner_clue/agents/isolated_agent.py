"""An agent at the table that runs in another process."""

import json
import os
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from planner_clue.agents.base import RemoteAgent
from planner_clue.agents.built_in import BUILT_IN, installed
from planner_clue.agents.command import SPEEDCLUE, TALK, is_program, read_command
from planner_clue.agents.settings import AgentSettings
from planner_clue.agents.wire import write_call, write_request
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.game.requests import PlayerRequest
from planner_clue.sandbox.channel import LARGEST
from planner_clue.sandbox.confinement import Confinement, Guarantee, guarantees
from planner_clue.sandbox.sandbox import Sandbox
from planner_clue.sandbox.session import Session
from planner_clue.support.errors import AgentFailure, AgentNameError, printable
from planner_clue.support.plugins import files_in, is_file_spec

_HEARD_AT_ONCE = 64
_MOST_ANSWERED = 1_000_000
"""The longest answer in bytes, but for files; all notes of a game are one answer."""
_HOST = "planner_clue.agents.agent_host:AgentHost"


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
        command = read_command(agent) if is_program(agent) else None
        variables = {"PYTHONHASHSEED": str(hash_seed)} | ({TALK: "1"} if talk else {})
        folder: Path | None = None
        if command:
            spec, folder, readable = command.spec, Path.cwd(), command.readable
        elif file:
            folder = file.resolve().parent
            spec, readable = _with_whole_path(agent, file), [folder]
        else:
            spec, readable = agent, [*_installed(agent)]
        options: dict[str, Any] = {"agent": spec, "shown": agent, "settings": settings.to_json()}
        if (heuristic := settings.planning.heuristic) and is_file_spec(heuristic):
            path = Path(heuristic).absolute()  # the agent works in another folder
            options["settings"]["heuristic"] = str(path)
            readable.append(path.parent)
        limits, more = settings.isolation, dict[str, Any]()
        if command:
            more = {"keeps_processes": True, "network": command.kind == SPEEDCLUE}
        confinement = Confinement(
            folder=str(folder) if folder else None,
            readable=tuple(map(str, readable)),
            hidden=limits.hidden,
            seconds_per_answer=limits.seconds_per_answer,
            seconds_per_session=limits.seconds_per_game,
            megabytes=limits.megabytes,
            imports_ahead=bool(command or file or agent in BUILT_IN),
            **more,
        )
        self._sandbox = Sandbox(
            _HOST,
            options,
            confinement,
            name=f"agent '{agent}'",
            error=AgentNameError,
            environment=variables,
        )
        self._method_names = method_names or {}
        self._going_on: StayingAgent | None = None
        self.files = command.files if command else list[Path]()
        """The files of the agent that were read while it was loaded."""
        if command:
            self._greet(agent)
        elif file:
            try:
                self.files = files_in(file.parent, self._sandbox.files)
            except ValueError as error:
                self.close()
                raise self._sandbox.no_answer() from error

    def _greet(self, agent: str) -> None:
        """Start a program once, to see that it speaks the protocol."""
        try:
            greeted = self._sandbox.open()
            try:
                answer = greeted.call(write_call("hello"), "hello")
            finally:
                last = "; ".join(map(str.strip, greeted.printed_last().splitlines()))
                greeted.close()
        except AgentFailure as failure:
            self.close()
            output = f"; it printed: {printable(last)}" if last else ""
            raise AgentNameError(f"agent '{agent}': {failure.detail}{output}") from failure
        if answer and answer["reset"]:
            self._going_on = self.staying()

    @property
    def guarantees(self) -> list[Guarantee]:
        """The guarantees of isolation, and whether they hold on this system."""
        return guarantees(self._sandbox.held)

    @property
    def goes_on(self) -> bool:
        """Whether one process plays game after game: a program that may be reset."""
        return self._going_on is not None

    def __call__(self) -> "IsolatedAgent":
        """Return an agent that has not sat down yet; a program that may be reset goes on."""
        return self._going_on or IsolatedAgent(self._sandbox, self._method_names)

    def staying(self) -> "StayingAgent":
        """Return an agent that plays all its games in one process."""
        return StayingAgent(self._sandbox, self._method_names)

    def close(self) -> None:
        """End the processes of all its agents."""
        self._sandbox.close()


def _with_whole_path(agent: str, file: Path) -> str:
    """Return an agent's name with the whole path of the file in it, and what stands before it."""
    before, _, after = agent.partition(file.name)
    return f"{before[: before.find(':') + 1]}{file.resolve()}{after}"


def _installed(agent: str) -> Iterator[Path]:
    """Yield the folders of an agent's package that Python itself does not need."""
    if point := installed().get(agent):
        yield from map(Path, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))
        if spec := find_spec(point.module.partition(".")[0]):  # an editable install, say
            yield from map(Path, spec.submodule_search_locations or filter(None, [spec.origin]))


class IsolatedAgent(RemoteAgent):
    """Passes every call on to the agent's process.

    Raises :class:`~planner_clue.errors.AgentFailure` if the agent fails, goes beyond one
    of its limits, or ends its process.
    """

    def __init__(self, sandbox: Sandbox, method_names: Mapping[str, str]) -> None:
        super().__init__()
        self._sandbox = sandbox
        self._method_names = method_names
        self._game: Session | None = None
        self._afterwards: tuple[Any, ...] = ()
        """The methods to call when the game is over."""
        self.most_seconds: float | None = None
        """Time for all answers of its next game, if not that of its limits."""

    def _call(self, method: str, **arguments: Any) -> Any:
        return self._send(write_call(method, self.take_heard(), **arguments), method)

    def decide(self, request: PlayerRequest) -> Any:
        """Ask the agent's process."""
        return self._send(write_request(request, self.take_heard()), request.decision)

    def _send(self, message: bytes, method: str) -> Any:
        assert self._game is not None
        largest = LARGEST if method == "files" else _MOST_ANSWERED
        return self._game.call(message, self._method_names.get(method, method), largest=largest)

    def begin(self, seat: Seat) -> None:
        """Start a process, and sit down there."""
        self._game = self._open(seat)
        if self.most_seconds:
            self._game.reset_limits(self.most_seconds)
        self._sit_down(seat)

    def _open(self, seat: Seat) -> Session:
        return self._sandbox.open(json.dumps({"board": seat.board}).encode())

    def _sit_down(self, seat: Seat) -> None:
        self.seat = seat
        self.take_heard()
        methods = self._call("begin", seat=seat)
        self._afterwards = methods if isinstance(methods, tuple) else ()

    def observe(self, event: Event) -> None:
        """Keep the event for the next request; send all now where many wait."""
        super().observe(event)
        if len(self._heard) == _HEARD_AT_ONCE:
            self.send_events()

    def send_events(self) -> None:
        """Send the events since the last call."""
        if self._heard:
            self._call("observe")

    def notes(self) -> list[dict[str, Any]]:
        """Ask for its notes; a process that has ended has none, nor has one that keeps none."""
        return list(self._call_afterwards("notes"))

    def plan_seconds(self) -> list[float]:
        """Ask for the times of its planning runs."""
        return list(self._call_afterwards("plan_seconds"))

    def files(self, game: int) -> dict[str, str]:
        """Ask for the files that show how it thought."""
        return dict(self._call_afterwards("files", game=game))

    def leave(self) -> None:
        """End its process, so that nothing of this game reaches the next."""
        if self._game:
            self._game.close()

    def printed(self) -> str:
        """Return its output in this game."""
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
            self._game = self._open(seat)
        self._game.reset_limits(self.most_seconds)
        self._sit_down(seat)

    def leave(self) -> None:
        """Let its process wait for the next game."""
