"""The messages between the table and an agent in another process, as JSON objects.

A call is ``{"call": METHOD, "heard": [EVENT, ...], ...}`` for one method of
:class:`~planner_clue.agents.Agent`, with its arguments; ``heard`` are the events since the call
before, which the agent observes first. A reply is ``{"answer": ...}`` or ``{"failure": [KIND,
DETAIL, TRACE]}``.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from planner_clue.board import Board
from planner_clue.cards import Card, Suggestion
from planner_clue.errors import KINDS, AgentFailure, shown
from planner_clue.table.decisions import MoveOptions, TurnOptions
from planner_clue.table.events import Event, event_to_json
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    PlayerRequest,
)

_LONGEST_DETAIL, _MOST_LINES, _LONGEST_LINE = 1000, 20, 1000


def write_call(method: str, heard: Sequence[Event] = (), **arguments: Any) -> bytes:
    """Return the message that calls a method, with arguments that JSON can hold."""
    if heard:
        arguments["heard"] = [event_to_json(event) for event in heard]
    return json.dumps({"call": method} | arguments).encode()


def write_request(request: PlayerRequest, heard: Sequence[Event] = ()) -> bytes:
    """Return the message that asks for a decision."""
    arguments: dict[str, Any] = {}
    match request:
        case AskStart(options=options):
            arguments = {"options": options.to_json()}
        case AskMove(options=options):
            arguments = {"options": options.to_json(packed=True)}
        case AskSuggest(room=room):
            arguments = {"room": room}
        case AskShow(suggestion=suggestion, cards=cards):
            arguments = {"suggestion": list(suggestion), "cards": list(cards)}
    return write_call(request.decision, heard, seat=request.seat, **arguments)


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


def write_answer(answer: Any) -> bytes:
    """Return the reply with an answer; an exception if that is no plain data."""
    return json.dumps({"answer": answer}).encode()


def write_failure(failure: AgentFailure) -> bytes:
    """Return the reply that tells of a failure."""
    return json.dumps({"failure": [failure.kind, failure.detail, failure.trace]}).encode()


class NoReplyError(AgentFailure):
    """What came is no reply: whoever sent it does not keep to the form."""


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, with lists as the tuples that the table expects.

    Raises :class:`AgentFailure` if the reply tells of one, :class:`NoReplyError` if it is none.
    """
    try:
        reply = json.loads(message)
        if "failure" in reply:
            raise _read_failure(*map(str, reply["failure"]))
        answer = reply["answer"]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoReplyError("crash", f"sent {shown(message)}; expected a reply") from error
    return tuple(answer) if isinstance(answer, list) else answer


def _read_failure(kind: str, detail: str, trace: str) -> AgentFailure:
    """Return the failure, short enough for a record; ``ValueError`` if there is no such kind."""
    if kind not in KINDS:
        raise ValueError(kind)
    lines = [line[:_LONGEST_LINE] for line in trace.splitlines()[-_MOST_LINES:]]
    return AgentFailure(kind, " ".join(detail.split())[:_LONGEST_DETAIL], "\n".join(lines))
