"""A planner led again through a recorded game decides and notes what it did then."""

from typing import Any

import pytest

from planner_clue.agents.planner import PlannerAgent
from planner_clue.errors import RecordError
from planner_clue.match import MatchConfig
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.table.record import read_record
from tests.shared import line_of


def played(board: str = "classic", game: int = 0) -> dict[str, Any]:
    config = MatchConfig(("planner", "random", "random"), board=board)
    return read_record(line_of(config, game))


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_the_plans_come_back_as_they_were_noted(board: str) -> None:
    record = played(board)
    agent = replayed_agent(record, 0)
    assert isinstance(agent, PlannerAgent)
    assert [decision.to_json() for decision in agent.decisions] == record["notes"][0]
    assert replayed_agent(record, 1).notes() == []


@pytest.mark.parametrize(
    ("seat", "change", "message"),
    [
        (0, {"seed": 99}, "now answers|now notes"),
        (0, {"notes": [[], [], []]}, "now notes other decisions"),
        (3, {}, "no seat 3 in this record; expected 0 to 2"),
        (0, {"settings": 3}, "settings: 3; expected"),
        (0, {"settings": {"follow_ups": 9}}, "set up: follow_ups: 9; expected"),
        (0, {"settings": {"engine": 5}}, "set up: engine: 5; expected a string"),
        (0, {"settings": {"patience": 1}}, "unknown field patience"),
    ],
)
def test_another_record_is_refused(seat: int, change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replayed_agent(played() | change, seat)
