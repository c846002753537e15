"""The calls from the table to an agent in another process, as JSON objects.

A call is ``{"call": METHOD, "heard": [EVENT, ...], ...}`` for one method of
:class:`~planner_clue.agents.Agent`, with its arguments; ``heard`` are the events since the call
before, which the agent observes first.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert
from msgspec.json import encode

from planner_clue.game import requests
from planner_clue.game.board import Board
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions, TurnOptions
from planner_clue.game.events import Event
from planner_clue.support.errors import shown
from planner_clue.support.json_text import plain


def write_call(method: str, heard: Sequence[Event] = (), **arguments: Any) -> bytes:
    """Return the message that calls a method, with arguments that JSON can hold."""
    if heard:
        arguments["heard"] = heard
    return encode({"call": method} | arguments)


def write_request(request: requests.PlayerRequest, heard: Sequence[Event] = ()) -> bytes:
    """Return the message that asks for a decision."""
    arguments = request_arguments(request, packed=True)
    return write_call(request.decision, heard, seat=request.seat, **arguments)


def request_arguments(request: requests.PlayerRequest, *, packed: bool = False) -> dict[str, Any]:
    """Return the arguments of a request; ``packed`` writes squares as one number."""
    match request:
        case requests.AskStart(options=options):
            return {"options": plain(options)}
        case requests.AskMove(options=moves):
            return {"options": moves.to_json(packed=packed)}
        case requests.AskSuggest(room=room):
            return {"room": room}
        case requests.AskShow(suggestion=suggestion, cards=cards):
            return {"suggestion": list(suggestion), "cards": list(cards)}
    return {}


def read_request(data: Mapping[str, Any], board: Board | None) -> requests.PlayerRequest:
    """Return the request of :func:`write_request`; else ``KeyError`` or ``ValueError``."""
    seat = data["seat"]
    match data["call"]:
        case requests.AskAccuse.decision:
            return requests.AskAccuse(seat)
        case requests.AskStart.decision:
            return requests.AskStart(seat, convert(data["options"], TurnOptions))
        case requests.AskMove.decision:
            return requests.AskMove(seat, MoveOptions.from_json(data["options"], board))
        case requests.AskSuggest.decision:
            return requests.AskSuggest(seat, Card(data["room"]))
        case requests.AskShow.decision:
            cards = tuple(map(Card, data["cards"]))
            return requests.AskShow(seat, Suggestion(*data["suggestion"]), cards)
    raise ValueError(f"call {shown(data['call'])}; expected a method of an agent")
