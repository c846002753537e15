"""A planner led again through a recorded game decides and notes what it did then."""

import copy
from typing import Any

import pytest

from planner_clue.agents.planner import PlannerAgent
from planner_clue.errors import RecordError
from planner_clue.match import MatchConfig
from planner_clue.match.agent_replay import rethink
from planner_clue.table.record import read_record
from tests.shared import line_of


def played(board: str = "classic", game: int = 0) -> dict[str, Any]:
    config = MatchConfig(("planner", "random", "random"), board=board)
    return read_record(line_of(config, game))


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_the_plans_come_back_as_they_were_noted(board: str) -> None:
    record = played(board)
    agent = rethink(record, 0)
    assert isinstance(agent, PlannerAgent)
    assert [decision.to_json() for decision in agent.decisions] == record["notes"][0]
    assert rethink(record, 1).notes() == []


def test_a_note_that_was_changed_is_refused() -> None:
    record = played()
    changed = copy.deepcopy(record)
    changed["notes"][0][0]["cost"] += 1
    with pytest.raises(RecordError, match="now notes other decisions"):
        rethink(changed, 0)


def test_decisions_of_another_seed_are_refused() -> None:
    record = played() | {"seed": 99}
    with pytest.raises(RecordError, match=r"now answers|now notes"):
        rethink(record, 0)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(RecordError, match="no seat 3 in this record; expected 0 to 2"):
        rethink(played(), 3)


def test_a_record_without_settings_is_refused() -> None:
    record = played()
    del record["settings"]
    with pytest.raises(RecordError, match="'settings' is missing"):
        rethink(record, 0)
