"""Replay of a recorded game by an agent, to see its decisions.

A record keeps an agent's notes, but not its PDDL. The agent's settings and seed follow from the
record, so a new agent can be led through the game; it has to decide and to note the same again.
"""

import json
from collections.abc import Mapping
from typing import Any

from planner_clue.agents import base, registry
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.decisions import Seat
from planner_clue.game.record import typed_record
from planner_clue.game.replay import Requested, replayed
from planner_clue.game.table import Table
from planner_clue.match.schedule import derived_seed
from planner_clue.support.errors import InputError, RecordError


def seat_view(table: Table, record: Mapping[str, Any], seat: int) -> Seat:
    """Return the view of a seat before the first turn, with its agent's seed."""
    return table.seat_view(seat, derived_seed("agent", record["seed"], record["game"], seat))


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
    game = replayed(record)
    agent.begin(seat_view(game.table, record, seat))
    for step in game.of_seat(seat):
        if not isinstance(step, Requested):
            agent.observe(step)
        elif (decided := base.ask_agent(agent, step.request)) != step.answer:
            what = f"seat {seat} now answers {decided!r} to {step.request.decision}"
            raise RecordError(f"{what}; the record has {step.answer!r}")
    if json.loads(json.dumps(agent.notes())) != record["notes"][seat]:
        raise RecordError(f"{name} at seat {seat} now notes other decisions than the record has")
    return agent


def listen(record: Mapping[str, Any], seat: int, agent: base.Agent, until: int) -> None:
    """Let a fresh agent, maybe another one, hear turns 1 to ``until`` as ``seat`` did."""
    game = replayed(record)
    agent.begin(seat_view(game.table, record, seat))
    for event in game.table.seen_events(seat):
        if event.turn <= until:
            agent.observe(event)
