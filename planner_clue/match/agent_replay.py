"""Replay of a recorded game by an agent, to see its decisions.

A record keeps an agent's notes, but not its PDDL. The agent's settings and seed follow from the
record, so a new agent can be led through the game; it has to decide and to note the same again.
"""

import json
from collections.abc import Mapping
from math import inf
from typing import Any

from planner_clue.agents import base, registry
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import InputError, RecordError
from planner_clue.match.schedule import derived_seed
from planner_clue.table.events import Event
from planner_clue.table.record import ReplayObserver, replay, typed_record
from planner_clue.table.requests import DrawShownCard, Request, RollDice
from planner_clue.table.table import Table


def replayed_agent(record: Mapping[str, Any], seat: int) -> base.Agent:
    """Return the seat's agent at the end; raises :class:`RecordError` if it decides otherwise."""
    read = typed_record(record)
    if not 0 <= seat < len(read.seats):
        raise RecordError(f"no seat {seat} in this record; expected 0 to {len(read.seats) - 1}")
    try:
        settings = AgentSettings.from_json(read.settings)
    except InputError as error:
        raise RecordError(f"the record does not say how its agents were set up: {error}") from error
    name = read.seats[seat].agent
    agent = registry.load_agent(name, settings)()
    replay(record, _Player(agent, seat, derived_seed("agent", read.seed, read.game, seat)))
    if json.loads(json.dumps(agent.notes())) != record["notes"][seat]:
        raise RecordError(f"{name} at seat {seat} now notes other decisions than the record has")
    return agent


def listen(record: Mapping[str, Any], seat: int, agent: base.Agent, until: int) -> None:
    """Let a fresh agent, maybe another one, hear turns 1 to ``until`` as ``seat`` did."""
    read = typed_record(record)
    seed = derived_seed("agent", read.seed, read.game, seat)
    replay(record, SeatListener(agent, seat, seed, until))


class SeatListener(ReplayObserver):
    """Tells one agent the events of a replay, up to a turn."""

    def __init__(self, agent: base.Agent, seat: int, seed: int, until: float = inf) -> None:
        self._agent, self._seat, self._seed, self._until = agent, seat, seed, until

    def begins(self, table: Table) -> None:
        """See :meth:`ReplayObserver.begins`."""
        self._table = table
        self._agent.begin(table.seat_view(self._seat, self._seed))

    def happens(self, event: Event) -> None:
        """See :meth:`ReplayObserver.happens`."""
        seen = self._table.seen_by(event, self._seat)
        if seen is not None and event.turn <= self._until:
            self._agent.observe(seen)


class _Player(SeatListener):
    """Leads one agent through a replay, and compares its decisions with the recorded ones."""

    def decides(self, request: Request, answer: Any) -> None:
        if isinstance(request, RollDice | DrawShownCard) or request.seat != self._seat:
            return
        decided = base.ask_agent(self._agent, request)
        if decided != answer:
            what = f"seat {self._seat} now answers {decided!r} to {request.decision}"
            raise RecordError(f"{what}; the record has {answer!r}")
