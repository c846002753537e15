"""A game played on from one of its events: a recorded one, or one that was just over.

The steps before are given: nobody decides them again. The agents hear what their seats saw, and go
on from there as new ones.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from secrets import randbits
from typing import Any

from msgspec import convert

from planner_clue.errors import InputError, shown
from planner_clue.match.game import Fault
from planner_clue.play.course import Course, Step, asked_for
from planner_clue.play.opponents import STAND_IN
from planner_clue.play.saved_game import PERSON, PlayConfig
from planner_clue.table.deal import Deal
from planner_clue.table.events import Event, Forfeited
from planner_clue.table.record import ReplayObserver, replay
from planner_clue.table.requests import Request


def played_on(
    config: PlayConfig, deal: Deal, steps: Sequence[Step], event: Any
) -> tuple[PlayConfig, tuple[Step, ...]]:
    """Return the configuration of a game that goes on after that many events, and its steps.

    Raises :class:`InputError` if ``steps`` do not lead to more events. A suggestion and its answers
    that need no decision are one step; within it, the game goes on before the suggestion.
    """
    config = replace(config, seed=randbits(53), deal=deal, given=0)
    course, counts = Course(lambda: config.new_game()[0], config.persons), [0]
    for step in steps:
        course.take(step)
        counts.append(len(course.table.events))
    if type(event) is not int or not 0 <= event < counts[-1]:
        raise InputError(f"event {shown(event)}; expected 0 to {counts[-1] - 1} events before")
    number = bisect_left(counts, event)
    number -= counts[number] > event
    return replace(config, given=number), tuple(steps[:number])


def from_record(
    record: Mapping[str, Any], seat: int, event: int
) -> tuple[PlayConfig, tuple[Step, ...]]:
    """Do as :func:`played_on` for a record; other persons in it become :data:`STAND_IN`."""
    recorded = _RecordedSteps(record)
    table = replay(record, recorded)
    agents = [STAND_IN if one["agent"] == PERSON else one["agent"] for one in record["seats"]]
    agents[seat] = PERSON
    config = PlayConfig(tuple(agents), 0, table.board, table.rules)
    return played_on(config, table.deal, recorded.steps, event)


class _RecordedSteps(ReplayObserver):
    """Collects the steps of a record."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.steps: list[Step] = []
        self._faults = {one["seat"]: convert(one, Fault) for one in record.get("failures", ())}

    def decides(self, request: Request, answer: Any) -> None:
        self.steps.append(Step(request.seat, asked_for(request), answer))

    def happens(self, event: Event) -> None:
        if isinstance(event, Forfeited):
            fault = self._faults.get(event.seat)
            if fault is None:  # of an older record
                data = {"seat": event.seat, "turn": event.turn, "decision": "move", "trace": []}
                fault = convert(data | {"kind": event.kind, "detail": event.detail}, Fault)
            self.steps.append(Step(event.seat, fault.decision, fault=fault))
