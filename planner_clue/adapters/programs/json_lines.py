"""An agent that asks a program, by lines of JSON: ``command:...``; see ``docs/protocol.md``.

A call is a JSON object with its name in ``call`` and its number in ``id``. The answer has the same
``id``.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct, convert

from planner_clue import __version__
from planner_clue.adapters.programs.process import Connected, Program, ProgramFactory, in_words
from planner_clue.agents.base import RemoteAgent
from planner_clue.agents.command import split
from planner_clue.agents.wire import request_arguments
from planner_clue.game.board import Board, Square
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Seat
from planner_clue.game.events import event_to_json
from planner_clue.game.record import to_line
from planner_clue.game.requests import PlayerRequest
from planner_clue.support.errors import AgentFailure, InputError
from planner_clue.support.json_text import checked, parse_json, plain

PROTOCOL = 1
METHOD_NAMES: dict[str, str] = {}
"""None: messages to an author of a program use our names of methods."""


class DoorAt(Struct):
    """A door: a square of the room, and the hallway square in front of it."""

    cell: Square
    front: Square


class RoomAt(Struct):
    """A room: the letter in the map, its doors, and where its secret passage leads."""

    name: Card
    letter: str
    doors: list[DoorAt]
    passage: Card | None


class BoardAt(Struct):
    """The board: squares are ``[x, y]``, from ``[0, 0]`` in the upper left corner."""

    name: str
    map: list[str]
    rooms: list[RoomAt]
    starts: dict[Card, Square]


class Greeting(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The answer to ``hello``: the protocol version, and the optional calls that it supports."""

    protocol: Literal[1]
    name: str = ""
    reset: bool = False
    """Whether one process may play several games, with ``reset`` between them."""
    notes: bool = False


class Reply(Struct, forbid_unknown_fields=True):
    """A line of the program."""

    id: int
    answer: Any


def board_for_programs(board: Board) -> dict[str, Any]:
    """Return a board as programs get it."""
    rooms = convert([*board.rooms.values()], list[RoomAt], from_attributes=True)
    return plain(BoardAt(board.name, list(board.map.rows), rooms, dict(board.starts)))


_SAFE_BITS = 53
"""Bits of integers that every language can read exactly from JSON."""


class ProgramAgent(RemoteAgent):
    """Forwards events and requests to a program; the table checks the answers."""

    def __init__(self, connect: Callable[[], "Conversation"]) -> None:
        super().__init__()
        self._connect = connect

    def begin(self, seat: Seat) -> None:
        """Start or reset the program, and send it its seat."""
        self.seat = seat
        self._conversation = self._connect()
        board = seat.read_board()
        data = plain(seat) | {
            "seed": seat.seed % (1 << _SAFE_BITS),
            "board": board_for_programs(board) if board else None,
        }
        if not seat.face_up:
            del data["face_up"]
        self._conversation.ask("begin", seat=data)

    def send_events(self) -> None:
        """Send the events since the last call."""
        if self._heard:
            self._ask("observe")

    def decide(self, request: PlayerRequest) -> Any:
        """Ask the program."""
        return self._ask(request.decision, **request_arguments(request))

    def _ask(self, call: str, **arguments: Any) -> Any:
        heard = list(map(event_to_json, self.take_heard()))
        news = {"heard": heard} if heard else {}
        return self._conversation.ask(call, **news, **arguments)

    def notes(self) -> list[dict[str, Any]]:
        """Ask for its notes, if it supports them."""
        if not self._conversation.greeting.notes:
            return []
        notes: list[dict[str, Any]] = self._ask("notes")
        return notes


class Conversation(Connected):
    """Calls and answers, from the greeting on."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program and greet it; :class:`AgentFailure` if it does not greet back."""
        self.program = Program(words)
        self._number = -1
        reply = self.ask("hello", protocols=[PROTOCOL], planner_clue=__version__)
        try:
            self.greeting: Greeting = checked(reply, Greeting, InputError)
        except InputError as error:
            expected = f'expected {{"protocol": {PROTOCOL}}}'
            raise AgentFailure("illegal", f"answered hello with {error}; {expected}") from error
        self.may_be_reset = self.greeting.reset

    def reset(self) -> bool:
        """Let the program play another game, if it supports ``reset``."""
        if not (self.may_be_reset and self.program.runs):
            return False
        self.ask("reset")
        return True

    def ask(self, call: str, **arguments: Any) -> Any:
        """Return the answer to a call."""
        self._number += 1
        number = self._number
        asked = to_line({"call": call, "id": number, **arguments}).rstrip()
        self.program.write(asked.encode(), call)
        line = self.program.line(call)
        self.program.reap()
        try:
            answer: Reply = checked(parse_json(line.decode()), Reply, InputError)
        except (InputError, UnicodeDecodeError) as error:
            expected = f'expected a line such as {{"id": {number}, "answer": null}}'
            why = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error
            fault = f"answered {call} with {in_words(line)}: {why}; {expected}"
            raise AgentFailure("illegal", fault) from error
        if answer.id != number:
            fault = f"answered {call} with {in_words(line)}; expected id {number}, that of the call"
            raise AgentFailure("illegal", fault)
        return answer.answer


def load(spec: str) -> ProgramFactory:
    """Return a factory of the agents of one program; raises :class:`AgentNameError`."""
    return ProgramFactory(split(spec)[1], ProgramAgent, Conversation)
