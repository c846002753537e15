"""An agent that was handed in, at a table of the grader's: it thinks in a box."""

import json
from typing import Any

from planner_clue.agents.isolation.isolated_agent import IsolatedAgent
from planner_clue.errors import AgentFailure, SubmissionError
from planner_clue.table.decisions import Seat
from planner_clue.teach.box.boxed import Box
from planner_clue.teach.submission import Submission

AGENT, NAME = "agent.py", "MyAgent"
"""The file that is handed in, and the class in it."""
_HOST = "planner_clue.teach.kinds.agent_host:BoxedAgentHost"
_MOST_BOXES = 3


class AgentBox:
    """The box of an agent: made anew where the agent has ended it, but not without end."""

    def __init__(self, submission: Submission, seconds: int, megabytes: int) -> None:
        """Load the agent; :class:`SubmissionError` says why it cannot be."""
        submission.text(AGENT)
        self._submission, self._seconds, self._megabytes = submission, seconds, megabytes
        self._made = 0
        self._box = self._open()

    def _open(self) -> Box:
        self._made += 1
        box = Box(
            self._submission.files,
            _HOST,
            seconds=self._seconds,
            megabytes=self._megabytes,
            hide=self._submission.hidden,
        )
        box.ask("prepare", "to begin", file=AGENT, name=NAME)
        return box

    def sit_down(self) -> Box:
        """Return a box in which a game can begin.

        Raises :class:`AgentFailure` after some boxes that the agent has ended.
        """
        if self._box.is_open:
            return self._box
        if self._made >= _MOST_BOXES:
            raise AgentFailure("crash", f"its process had to be ended {_MOST_BOXES} times before")
        try:
            self._box = self._open()
        except SubmissionError as error:
            raise AgentFailure("crash", str(error)) from error
        return self._box


class BoxedAgent(IsolatedAgent):
    """Passes every call on to the box; :func:`agent_class` makes a class of it for a match."""

    home: AgentBox

    def __init__(self) -> None:
        self._method_names = {}
        self._game = None
        self._heard = []
        self._afterwards = ()

    def begin(self, seat: Seat) -> None:
        """Sit down in the box: a new agent for every game."""
        self._box = self.home.sit_down()
        self._sit_down(seat)
        self._afterwards = ()  # neither notes nor files are wanted here

    def _send(self, message: bytes, method: str) -> Any:
        return self._box.call("carry_out", method, data=json.loads(message))


def agent_class(home: AgentBox) -> type[BoxedAgent]:
    """Return a class whose agents sit in this box, with the name of the one that is handed in."""
    return type(NAME, (BoxedAgent,), {"home": home})
