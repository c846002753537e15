"""Making agents, and reading their notes, times and files, so that no fault stops the match."""

import json
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypeAlias

from planner_clue.agents.base import Agent
from planner_clue.agents.built_in import AgentFactory
from planner_clue.agents.isolation.isolated_agent import IsolatedAgent
from planner_clue.errors import AgentFailure, described
from planner_clue.faults import failure_of, tried
from planner_clue.table.decisions import MoveOptions, Seat

_LONGEST_NAME = 255
"""How many bytes the name of a file may have."""
_LONGEST_PATH = 1000
"""How many bytes the names of a file and the folders that it is in may have."""


def seat_agent(factory: AgentFactory) -> Agent:
    """Return a new agent, or one that forfeits at once if the agent cannot be made."""
    agent, error = tried(factory)
    return (
        _Unmade(TypeError("made no agent") if error is None else error) if agent is None else agent
    )


OnFailure: TypeAlias = Callable[[str, AgentFailure], None]
"""Is told which method failed after the game, and how."""


def _ignored(method: str, failure: AgentFailure) -> None:
    """Say nothing."""


def notes_of(agent: Agent, on_failure: OnFailure = _ignored) -> list[dict[str, Any]]:
    """Return the agent's notes, or one note of what is wrong if they are no JSON objects.

    An agent that fails, or takes too long, has none; ``on_failure`` is told.
    """
    notes, error = tried(agent.notes)
    if error is not None:
        on_failure("notes", failure_of(error))
        return []
    problem = "notes are no list of objects"
    try:
        copied: Any = json.loads(json.dumps(notes))
    except (TypeError, ValueError, RecursionError) as wrong:
        problem = described(wrong)
    else:
        if isinstance(copied, list) and all(isinstance(note, dict) for note in copied):
            return copied
    return [{"problem": problem}]


def seconds_of(agent: Agent, on_failure: OnFailure = _ignored) -> tuple[float, ...]:
    """Return the agent's planning times in seconds, without anything that is not a time.

    An agent that fails, or takes too long, has none; ``on_failure`` is told.
    """
    seconds, error = tried(agent.plan_seconds)
    if error is not None:
        on_failure("plan_seconds", failure_of(error))
    if not isinstance(seconds, (list, tuple)):
        return ()
    return tuple(float(s) for s in seconds if isinstance(s, (int, float)) and 0 <= s < 1e9)


def printed_by(agent: Agent) -> str:
    """Return what an agent in a process of its own printed."""
    return agent.printed() if isinstance(agent, IsolatedAgent) else ""


def files_of(agent: Agent, game: int) -> dict[str, str]:
    """Return those of the agent's files that are text and stay inside their folder."""
    files, _ = tried(agent.files, game)
    if not isinstance(files, dict):
        return {}
    return {
        name: text
        for name, text in files.items()
        if isinstance(name, str) and isinstance(text, str) and _stays_inside(PurePath(name))
    }


def _stays_inside(path: PurePath) -> bool:
    try:
        sizes = [len(part.encode()) for part in path.parts]
    except UnicodeEncodeError:
        return False
    named = max(sizes, default=0) <= _LONGEST_NAME and sum(sizes) <= _LONGEST_PATH
    inside = not path.is_absolute() and ".." not in path.parts
    return bool(path.parts) and inside and named and "\0" not in str(path)


class _Unmade(Agent):
    """Sits in the place of an agent that could not be made, and forfeits."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def begin(self, seat: Seat) -> None:
        raise self._error

    def move(self, options: MoveOptions) -> Any:
        raise self._error

    def suggest(self, room: Any) -> Any:
        raise self._error

    def show(self, suggestion: Any, cards: Any) -> Any:
        raise self._error

    def accuse(self) -> Any:
        raise self._error
