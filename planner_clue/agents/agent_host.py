"""Host of an agent: carries out the calls of a match in the agent's own process."""

import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from msgspec import convert

from planner_clue.agents import base
from planner_clue.agents.base import AFTERWARDS, RemoteAgent, ask_agent, has_its_own
from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.registry import load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.agents.wire import read_request, write_call, write_request
from planner_clue.game.board import Board, board_from_toml
from planner_clue.game.deal import draw_deal
from planner_clue.game.decisions import Seat
from planner_clue.game.events import event_from_json
from planner_clue.game.requests import DrawShownCard, RollDice
from planner_clue.game.rules import Rules
from planner_clue.game.table import Table
from planner_clue.sandbox.channel import read_reply, write_answer
from planner_clue.support.errors import AgentNameError

_PLAYERS = 3
_REHEARSED = f"{Path(base.__file__).with_name('random.py')}:RandomAgent"
"""An agent of ours, as one from a file."""


class AgentCalls:
    """Makes an agent for each game, and passes it events and requests."""

    def __init__(self, factory: AgentFactory) -> None:
        self._factory = factory

    def carry_out(self, call: dict[str, Any]) -> Any:
        """Return the answer to a call as plain data; exceptions of the agent are raised."""
        for event in call.get("heard", ()):
            self._agent.observe(event_from_json(event))
        answer: Any = None
        match call["call"]:
            case "begin":
                answer = self._begin(convert(call["seat"], Seat))
            case "hello":
                program: Any = self._factory  # only programs are greeted
                answer = program.hello()
            case "observe":
                if isinstance(self._agent, RemoteAgent):
                    self._agent.send_events()
            case "notes":
                answer = self._agent.notes()
            case "plan_seconds":
                answer = self._agent.plan_seconds()
            case "files":
                answer = self._agent.files(call["game"])
            case _:
                answer = ask_agent(self._agent, read_request(call, self._board))
        return answer

    def _begin(self, seat: Seat) -> list[str]:
        """Begin a game; return the methods to call after it."""
        seed_everything(seat.seed)
        self._agent = self._factory()
        self._board: Board | None = seat.read_board()
        self._agent.begin(seat)
        return [method for method in AFTERWARDS if has_its_own(self._agent, method)]


class AgentHost(AgentCalls):
    """Host of an agent by its name, for a sandbox."""

    def __init__(self, agent: str, shown: str, settings: Mapping[str, Any]) -> None:
        """Take the name of the agent, ``shown`` in messages."""
        self._agent_name, self._shown = agent, shown
        self._settings = AgentSettings.from_json(settings)

    def load(self) -> None:
        """Load the agent; raises :class:`AgentNameError`."""
        seed_everything(0)
        sys.path.insert(0, str(Path.cwd()))
        try:
            super().__init__(load_here(self._agent_name, self._settings))
        except AgentNameError as error:
            raise AgentNameError(str(error).replace(self._agent_name, self._shown)) from error

    def prepare(self, call: dict[str, Any]) -> None:
        """Read a board and rehearse a game on it, to save this at the start of each game.

        The same text gives the same board, and Python runs faster what has run a few times.
        """
        load_here(_REHEARSED, self._settings)
        _rehearse(board_from_toml(call["board"]) if call["board"] else None)


def _rehearse(board: Board | None) -> None:
    """Play a game of random agents by the calls that agents get here."""
    # Imported here, because submitted agents find no agent of ours in their box.
    from planner_clue.agents.random import RandomAgent

    rules, rng = Rules(), Random(0)
    table = Table(board, rules, draw_deal(rules.deck(board), _PLAYERS, rules, rng))
    seats = [AgentCalls(RandomAgent) for _ in range(_PLAYERS)]
    for number, seat in enumerate(seats):
        seat.carry_out(json.loads(write_call("begin", seat=table.seat_view(number, 0))))
    sent = [0] * _PLAYERS
    while (request := table.request) is not None:
        if isinstance(request, RollDice):
            table.submit(tuple(rng.randrange(1, 7) for _ in range(request.count)))
        elif isinstance(request, DrawShownCard):
            table.submit(request.cards[0])
        else:
            asked, new = request.seat, table.events[sent[request.seat] :]
            sent[asked] = len(table.events)
            heard = [seen for event in new if (seen := table.seen_by(event, asked)) is not None]
            reply = write_answer(seats[asked].carry_out(json.loads(write_request(request, heard))))
            table.submit(read_reply(reply))


def seed_everything(seed: int) -> None:
    """Seed the global generators of Python, and of numpy if that is loaded: not all agents use it.

    A process without it is forked sooner, for each game.
    """
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % 2**32)
