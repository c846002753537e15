"""The messages between the table and an agent in another process, as JSON objects.

A call is ``{"call": METHOD, ...}`` for one method of :class:`~planner_clue.agents.Agent`, with
its arguments; a reply is ``{"answer": ...}`` or ``{"failure": [KIND, DETAIL]}``.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.board import Board
from planner_clue.cards import Card, Suggestion
from planner_clue.errors import AgentFailure, IllegalDecision, described, shown
from planner_clue.table.decisions import MoveOptions, Seat, TurnOptions
from planner_clue.table.events import event_from_json
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    PlayerRequest,
)

LARGEST = 16_000_000
"""How many bytes a message may have."""


def write_call(method: str, **arguments: Any) -> bytes:
    """Return the message that calls a method, with arguments that JSON can hold."""
    return json.dumps({"call": method} | arguments).encode()


def write_request(request: PlayerRequest) -> bytes:
    """Return the message that asks for a decision."""
    arguments: dict[str, Any] = {}
    match request:
        case AskStart(options=options) | AskMove(options=options):
            arguments = {"options": options.to_json()}
        case AskSuggest(room=room):
            arguments = {"room": room}
        case AskShow(suggestion=suggestion, cards=cards):
            arguments = {"suggestion": list(suggestion), "cards": list(cards)}
    return write_call(request.decision, seat=request.seat, **arguments)


def read_request(data: Mapping[str, Any], board: Board | None) -> PlayerRequest:
    """Return the request of :func:`write_request` at a table with this ``board``.

    Raises ``KeyError`` or ``ValueError`` if it is none.
    """
    seat = data["seat"]
    match data["call"]:
        case AskAccuse.decision:
            return AskAccuse(seat)
        case AskStart.decision:
            return AskStart(seat, TurnOptions.from_json(data["options"]))
        case AskMove.decision:
            return AskMove(seat, MoveOptions.from_json(data["options"], board))
        case AskSuggest.decision:
            return AskSuggest(seat, Card(data["room"]))
        case AskShow.decision:
            cards = tuple(map(Card, data["cards"]))
            return AskShow(seat, Suggestion(*data["suggestion"]), cards)
    raise ValueError(f"call {shown(data['call'])}; expected a method of an agent")


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, with lists as the tuples that the table expects.

    Raises :class:`AgentFailure` if the reply tells of one, or is no reply.
    """
    try:
        reply = json.loads(message)
        if "failure" in reply:
            kind, detail = map(str, reply["failure"])
            raise AgentFailure(kind, detail)
        answer = reply["answer"]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise AgentFailure("agent-error", f"sent {shown(message)}; expected a reply") from error
    return tuple(answer) if isinstance(answer, list) else answer


class AgentHost:
    """Carries out, in the agent's own process, what the table asks of the agent."""

    def __init__(self, factory: Callable[[], Agent]) -> None:
        self._factory = factory
        self._board: Board | None = None

    def reply_to(self, message: bytes) -> bytes:
        """Carry out a call and return the reply, also if the agent raises something."""
        try:
            answer = self._carry_out(json.loads(message))
        except AgentFailure as failure:
            return _failure(failure.kind, failure.detail)
        except IllegalDecision as error:
            return _failure("illegal-decision", str(error))
        except BaseException as error:  # whatever an agent does is its own loss
            return _failure("agent-error", described(error))
        try:
            return json.dumps({"answer": answer}).encode()
        except (TypeError, ValueError, RecursionError):
            return _failure("illegal-decision", f"answers {shown(answer)}; expected plain data")

    def _carry_out(self, data: dict[str, Any]) -> Any:
        answer: Any = None
        match data["call"]:
            case "begin":
                self._begin(Seat.from_json(data["seat"]))
            case "observe":
                self._agent.observe(event_from_json(data["event"]))
            case "notes":
                answer = self._agent.notes()
            case "plan_seconds":
                answer = self._agent.plan_seconds()
            case "files":
                answer = self._agent.files(data["game"])
            case _:
                answer = ask_agent(self._agent, read_request(data, self._board))
        return answer

    def _begin(self, seat: Seat) -> None:
        self._agent = self._factory()
        self._board = seat.read_board()
        self._agent.begin(seat)


def _failure(kind: str, detail: str) -> bytes:
    return json.dumps({"failure": [kind, detail]}).encode()
