"""What an agent has to tell after a game, notes, times and files, and what is wrong with it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.errors import AgentFailure, BreakOff, IllegalDecision, described, shown
from planner_clue.faults import failure_of
from planner_clue.match.guarded import files_of, seconds_of

_EXPECTED = {
    "notes": "a list of JSON objects",
    "plan_seconds": "a list of seconds",
    "files": "a dict of texts by relative paths",
}


@dataclass(frozen=True)
class LeftBehind:
    """What came of the three methods that are called after a game."""

    counts: Mapping[str, int]
    """How many notes, times and files there were, by the method."""
    failures: Mapping[str, AgentFailure]
    """What went wrong, by the method."""


def left_behind(agent: Agent, game: int) -> LeftBehind:
    """Ask ``agent`` for all that it has to tell after ``game``."""
    counts: dict[str, int] = {}
    failures: dict[str, AgentFailure] = {}
    asked: dict[str, tuple[Callable[[], Any], Callable[[Any], str]]] = {
        "notes": (agent.notes, _wrong_notes),
        "plan_seconds": (agent.plan_seconds, lambda said: _wrong_seconds(said, agent)),
        "files": (lambda: agent.files(game), lambda said: _wrong_files(said, agent, game)),
    }
    for method, (call, wrong) in asked.items():
        try:
            said = call()
            counts[method] = len(said)
            if detail := wrong(said):
                raise IllegalDecision(detail)
        except (KeyboardInterrupt, BreakOff):
            raise
        except (TypeError, ValueError):  # what it raises itself comes as an AgentFailure
            detail = f"{method} returned something else; expected {_EXPECTED[method]}"
            failures[method] = AgentFailure(IllegalDecision.kind, detail)
        except BaseException as error:  # whatever an agent does is its own loss
            failures[method] = failure_of(error)
    return LeftBehind(counts, failures)


def _wrong_notes(notes: Any) -> str:
    for note in notes:
        if not isinstance(note, dict):
            return f"notes has {shown(note)}; expected {_EXPECTED['notes']}"
    try:
        json.dumps(notes, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return f"notes are no JSON: {described(error)}"
    return ""


def _wrong_seconds(seconds: Any, agent: Agent) -> str:
    if len(seconds_of(agent)) < len(seconds):
        return f"plan_seconds returned {shown(seconds)}; expected {_EXPECTED['plan_seconds']}"
    return ""


def _wrong_files(files: Mapping[str, str], agent: Agent, game: int) -> str:
    kept = files_of(agent, game)
    for name in files:
        if name not in kept:
            return f"files has {shown(name)}; expected {_EXPECTED['files']}"
    return ""
