"""What goes between the table and an agent in another process, as plain JSON objects.

A request is ``{"call": METHOD, ...}`` for one method of :class:`~planner_clue.agents.Agent`; a
reply is ``{"answer": ...}`` or ``{"failure": [KIND, DETAIL]}``.
"""

import json
from collections.abc import Callable
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.board import Board
from planner_clue.cards import Card, Suggestion
from planner_clue.errors import AgentFailure, IllegalDecision, described, shown
from planner_clue.table.decisions import MoveOptions, Seat, TurnOptions
from planner_clue.table.events import event_from_json

LARGEST = 16_000_000
"""How many bytes a message may have."""


def write_request(call: str, **what: Any) -> bytes:
    """Return the message that asks for one call."""
    return json.dumps({"call": call} | what).encode()


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, a list as a tuple, which is what the table takes.

    Raises :class:`AgentFailure` if it tells of one, or is no reply.
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


class Host:
    """Does, in the agent's own process, what the table asks of the agent."""

    def __init__(self, factory: Callable[[], Agent]) -> None:
        self._factory = factory
        self._board: Board | None = None

    def reply_to(self, message: bytes) -> bytes:
        """Carry out a request and return the reply; whatever the agent raises is told in it."""
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

    def _carry_out(self, request: dict[str, Any]) -> Any:
        call = request["call"]
        if call == "begin":
            self._agent = self._factory()
        agent = self._agent
        match call:
            case "begin":
                seat = Seat.from_json(request["seat"])
                self._board = seat.read_board()
                return agent.begin(seat)
            case "observe":
                return agent.observe(event_from_json(request["event"]))
            case "start":
                return agent.start(TurnOptions.from_json(request["options"]))
            case "move":
                return agent.move(MoveOptions.from_json(request["options"], self._board))
            case "suggest":
                return agent.suggest(Card(request["room"]))
            case "show":
                cards = tuple(map(Card, request["cards"]))
                return agent.show(Suggestion(*request["suggestion"]), cards)
            case "files":
                return agent.files(request["game"])
        return getattr(agent, call)()


def _failure(kind: str, detail: str) -> bytes:
    return json.dumps({"failure": [kind, detail]}).encode()
