"""Letting an agent play a recorded game again, to see what it thought.

A record keeps an agent's notes, but not the PDDL that it wrote. The agent's settings and seed
follow from the record, so a new agent can be led through the game; it has to decide and to note
the same again.
"""

import json
from collections.abc import Mapping
from typing import Any

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.agents.placement import load_agent
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import RecordError
from planner_clue.match.seeds import derived_seed
from planner_clue.table.events import Event
from planner_clue.table.record import Watcher, replay
from planner_clue.table.requests import DrawShownCard, Request, RollDice
from planner_clue.table.table import Table


def rethink(record: Mapping[str, Any], seat: int) -> Agent:
    """Return the agent of ``seat`` as it was at the end of the recorded game.

    Raises :class:`RecordError` where it decides or notes otherwise than the record says.
    """
    seats = record.get("seats")
    if not isinstance(seats, list) or not 0 <= seat < len(seats):
        count = len(seats) if isinstance(seats, list) else 0
        raise RecordError(f"no seat {seat} in this record; expected 0 to {count - 1}")
    try:
        settings = AgentSettings.from_json(record["settings"])
        name, seed = seats[seat]["agent"], (record["seed"], record["game"])
    except (KeyError, TypeError) as error:
        raise RecordError(f"the record does not say how its agents were set up: {error}") from error
    agent = load_agent(name, settings)()
    replay(record, _Led(agent, seat, derived_seed("agent", *seed, seat)))
    if json.loads(json.dumps(agent.notes())) != record["notes"][seat]:
        raise RecordError(f"{name} at seat {seat} now notes other decisions than the record has")
    return agent


def listen(record: Mapping[str, Any], seat: int, agent: Agent, until: int) -> None:
    """Let a fresh agent hear a recorded game as ``seat`` heard it, turns 1 to ``until``.

    It is asked for no decision, so it may be another agent than the one that sat there. With
    ``until`` 0 it only sits down.
    """
    try:
        seed = derived_seed("agent", record["seed"], record["game"], seat)
    except KeyError as error:
        raise RecordError(f"the record does not say its {error}") from error
    replay(record, _Listens(agent, seat, seed, until))


class _Listens(Watcher):
    """Tells one agent the events of a replay, up to a turn."""

    def __init__(self, agent: Agent, seat: int, seed: int, until: int) -> None:
        self._agent, self._seat, self._seed, self._until = agent, seat, seed, until

    def begins(self, table: Table) -> None:
        self._table = table
        self._agent.begin(table.seat_view(self._seat, self._seed))

    def happens(self, event: Event) -> None:
        seen = self._table.seen_by(event, self._seat)
        if seen is not None and event.turn <= self._until:
            self._agent.observe(seen)


class _Led(Watcher):
    """Leads one agent through a replay, and compares its decisions with the recorded ones."""

    def __init__(self, agent: Agent, seat: int, seed: int) -> None:
        self._agent, self._seat, self._seed = agent, seat, seed

    def begins(self, table: Table) -> None:
        self._table = table
        self._agent.begin(table.seat_view(self._seat, self._seed))

    def decides(self, request: Request, answer: Any) -> None:
        match request:
            case RollDice() | DrawShownCard():
                return
            case _ if request.seat != self._seat:
                return
        decided = ask_agent(self._agent, request)
        if decided != answer:
            raise RecordError(
                f"seat {self._seat} now answers {decided!r} to {request.decision}; "
                f"the record has {answer!r}"
            )

    def happens(self, event: Event) -> None:
        seen = self._table.seen_by(event, self._seat)
        if seen is not None:
            self._agent.observe(seen)
