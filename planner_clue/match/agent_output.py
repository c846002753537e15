"""Making agents, and reading their notes, times and files, so that no fault stops the match."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Generic, TypeVar

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.isolated_agent import IsolatedAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.errors import AgentFailure, IllegalDecision, described, shown
from planner_clue.faults import failure_of, tried
from planner_clue.table.decisions import Seat

_T = TypeVar("_T")
_LONGEST_NAME = 255
"""Maximum bytes of a file's name."""
_LONGEST_PATH = 1000
"""Maximum bytes of a path."""


def seat_agent(factory: AgentFactory) -> Agent:
    """Return a new agent, or one that forfeits at once if the agent cannot be made."""
    agent, error = tried(factory)
    return (
        _Unmade(TypeError("made no agent") if error is None else error) if agent is None else agent
    )


@dataclass(frozen=True)
class Output(Generic[_T]):
    """The result of a method that is called after the game."""

    kept: _T
    """The usable part; empty where the agent failed or took too long."""
    count: int = 0
    """Number of notes, times or files."""
    failure: AgentFailure | None = None
    """The failure of the agent."""
    slip: str = ""
    """An error in the result that a match overlooks."""

    @property
    def breach(self) -> AgentFailure | None:
        """The breach of the contract, if there is one."""
        return AgentFailure(IllegalDecision.kind, self.slip) if self.slip else self.failure


def notes_of(agent: Agent) -> Output[list[dict[str, Any]]]:
    """Return the agent's notes, or one note of what is wrong if they are not JSON objects."""
    return _output("notes", "a list of JSON objects", agent.notes, [], _notes)


def seconds_of(agent: Agent) -> Output[tuple[float, ...]]:
    """Return the agent's planning times in seconds, without anything that is not a time."""
    return _output("plan_seconds", "a list of seconds", agent.plan_seconds, (), _seconds)


def files_of(agent: Agent, game: int) -> Output[dict[str, str]]:
    """Return those of the agent's files that are text and stay inside their folder."""
    expected = "a dict of texts by relative paths"
    return _output("files", expected, lambda: agent.files(game), {}, _files)


def printed_by(agent: Agent) -> str:
    """Return what an agent in a process of its own printed."""
    return agent.printed() if isinstance(agent, IsolatedAgent) else ""


def _output(
    method: str,
    expected: str,
    call: Callable[[], Any],
    nothing: _T,
    keep: Callable[[Any], tuple[_T, str]],
) -> Output[_T]:
    """Return the output of a method; ``keep`` tells what to keep of it, and what is wrong."""
    said, error = tried(call)
    other = f"{method} returned something else; expected {expected}"
    if error is not None:  # an isolated agent raises these errors itself, others as failures
        slip = other if isinstance(error, TypeError | ValueError) else ""
        return Output(nothing, failure=failure_of(error), slip=slip)
    kept, slip = keep(said)
    if not isinstance(said, list | tuple | dict):
        return Output(kept, slip=other)
    return Output(kept, len(said), slip=f"{method} {slip}; expected {expected}" if slip else "")


def _notes(said: Any) -> tuple[list[dict[str, Any]], str]:
    notes = said if isinstance(said, list | tuple) else [said]
    other = [f"has {shown(note)}" for note in notes if not isinstance(note, dict)]
    odd: set[str] = set()
    try:
        text = json.dumps(said)
        kept: Any = json.loads(text)
        json.loads(text, parse_constant=odd.add)
    except (TypeError, ValueError, RecursionError) as error:
        return [{"problem": described(error)}], [*other, f"are not JSON: {described(error)}"][0]
    if other or not isinstance(kept, list):
        return [{"problem": "notes are not a list of objects"}], [*other, "are not a list"][0]
    return kept, f"are not JSON: {min(odd)}" if odd else ""


def _seconds(said: Any) -> tuple[tuple[float, ...], str]:
    if not isinstance(said, list | tuple):
        return (), f"returned {shown(said)}"
    kept = tuple(float(s) for s in said if isinstance(s, int | float) and 0 <= s < 1e9)
    return kept, f"returned {shown(said)}" if len(kept) < len(said) else ""


def _files(said: Any) -> tuple[dict[str, str], str]:
    if not isinstance(said, dict):
        return {}, f"returned {shown(said)}"
    kept = {
        name: text
        for name, text in said.items()
        if isinstance(name, str) and isinstance(text, str) and _stays_inside(PurePath(name))
    }
    wrong = [name for name in said if name not in kept]
    return kept, f"has {shown(wrong[0])}" if wrong else ""


def _stays_inside(path: PurePath) -> bool:
    try:
        sizes = [len(part.encode()) for part in path.parts]
    except UnicodeEncodeError:
        return False
    named = max(sizes, default=0) <= _LONGEST_NAME and sum(sizes) <= _LONGEST_PATH
    inside = not path.is_absolute() and ".." not in path.parts
    return bool(path.parts) and inside and named and "\0" not in str(path)


class _Unmade(RandomAgent):
    """Sits in the place of an agent that could not be made, and forfeits at once."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def begin(self, seat: Seat) -> None:
        raise self._error
