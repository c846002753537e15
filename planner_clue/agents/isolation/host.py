"""The agent's side of the messages: it carries out, in the agent's own process, what is asked."""

import json
import random
import resource
from collections.abc import Callable
from typing import Any

import numpy

from planner_clue.agents.base import AFTERWARDS, Agent, ask_agent, has_its_own
from planner_clue.agents.isolation.wire import read_request, write_answer, write_failure
from planner_clue.agents.programs.json_lines import ProgramAgent, ProgramFactory
from planner_clue.agents.programs.speedclue import SpeedClueFactory
from planner_clue.board import Board
from planner_clue.errors import AgentFailure, IllegalDecision, shown
from planner_clue.faults import failure_of
from planner_clue.table.decisions import Seat
from planner_clue.table.events import event_from_json

TO_TELL_OF_IT = 64 << 20
"""How many bytes more a process may have after its memory was used up, to say so."""


class AgentHost:
    """Makes an agent, tells it what happened, and asks it."""

    def __init__(self, factory: Callable[[], Agent]) -> None:
        self._factory = factory
        self._board: Board | None = None

    def reply_to(self, message: bytes) -> bytes:
        """Carry out a call and return the reply, also if the agent raises something."""
        try:
            answer = self.carry_out(json.loads(message))
        except BaseException as error:  # whatever an agent does is its own loss
            if isinstance(error, MemoryError):
                _allow_to_tell()
            return write_failure(failure_of(error))
        try:
            return write_answer(answer)
        except BaseException as error:  # the answer may be anything
            if isinstance(error, TypeError | ValueError | RecursionError):
                detail = f"answers {shown(answer)}; expected plain data"
                return write_failure(AgentFailure(IllegalDecision.kind, detail))
            return write_failure(failure_of(error))

    def carry_out(self, data: dict[str, Any]) -> Any:
        """Return the answer to a call, as plain data has it; what the agent raises is raised."""
        for event in data.get("heard", ()):
            self._agent.observe(event_from_json(event))
        answer: Any = None
        match data["call"]:
            case "begin":
                answer = self._begin(Seat.from_json(data["seat"]))
            case "hello" if isinstance(self._factory, ProgramFactory | SpeedClueFactory):
                answer = self._factory.hello()
            case "observe":
                if isinstance(self._agent, ProgramAgent):
                    self._agent.tell()
            case "notes":
                answer = self._agent.notes()
            case "plan_seconds":
                answer = self._agent.plan_seconds()
            case "files":
                answer = self._agent.files(data["game"])
            case _:
                answer = ask_agent(self._agent, read_request(data, self._board))
        return answer

    def _begin(self, seat: Seat) -> list[str]:
        """Sit down; return what the agent will have to be asked after the game."""
        seed_everything(seat.seed)
        self._agent = self._factory()
        self._board = seat.read_board()
        self._agent.begin(seat)
        return [method for method in AFTERWARDS if has_its_own(self._agent, method)]


def _allow_to_tell() -> None:
    """Raise the limit of memory as far as it goes."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def seed_everything(seed: int) -> None:
    """Seed the global generators of Python and numpy, which agents may draw from."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
