"""A recorded game that a person plays on from one of its events."""

from pathlib import Path
from typing import Any

import pytest

from planner_clue.errors import InputError
from planner_clue.match import MatchConfig
from planner_clue.play.continuation import from_record
from planner_clue.play.played_game import another_game, new_game, resumed_game
from planner_clue.table.events import event_to_json
from planner_clue.table.record import read_record, replay
from tests.play.helpers import play_on
from tests.shared import line_of


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return read_record(line_of(MatchConfig(("exact", "random", "exact"), seed=1), 1))


def test_it_goes_on_from_any_event_with_the_same_cards_and_is_resumed(
    record: dict[str, Any], tmp_path: Path
) -> None:
    answered = {"pass", "show"}
    for event in (0, 17, len(record["events"]) - 1):
        config, steps = from_record(record, 1, event)
        assert config.agents[1] == "person"
        game = new_game(config, tmp_path / f"{event}.json", steps)
        events = [event_to_json(one) for one in game.course.table.events]
        assert events == record["events"][: len(events)]
        assert len(events) == event or record["events"][event]["kind"] in answered
        game.close()
        game = resumed_game(tmp_path / f"{event}.json")
        assert game.course.why_no_undo(1) == "you have decided nothing yet"
        play_on(game)
        assert game.record
        assert replay(game.record).deal == replay(record).deal
        again = another_game(game, 1, event=event)
        assert again.course.table.events == game.course.table.events[: len(events)]
        assert again.config.agents == config.agents
        for each in (game, again):
            each.close()
        again.file.path.unlink()


def test_an_event_that_does_not_come_is_refused(record: dict[str, Any]) -> None:
    for event in (-1, len(record["events"])):
        with pytest.raises(InputError, match=f"event {event}; expected 0 to "):
            from_record(record, 0, event)
