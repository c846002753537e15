"""The planner at the table: it plays its plans, and plays on without them."""

from typing import Any

import pytest

from planner_clue.deliberation.decision import read_decisions
from planner_clue.errors import PlanningFailure
from planner_clue.match import MatchConfig, run_match
from planner_clue.match.play import Played, play_one
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Limits
from planner_clue.table.record import read_record
from tests.shared import line_of

TABLE = ("planner", "random", "random")
SHORT = MatchConfig(TABLE, games=2, rules="huji-bn1")
"""Two quick games, with the planner at seat 0."""


def played(config: MatchConfig) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    games: list[Played] = []
    summary = run_match(config, on_game=lambda _, game: games.append(game))
    return summary, [read_record(game.line) for game in games]


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_every_suggestion_is_a_step_of_the_latest_plan(board: str) -> None:
    record = read_record(line_of(MatchConfig(TABLE, board=board), 0))
    asked = [e for e in record["events"] if e["kind"] == "suggest" and e["seat"] == 0]
    assert asked
    plans = [made for made in read_decisions(record["notes"][0]) if made.steps]
    for event in asked:
        latest = [made for made in plans if made.turn <= event["turn"]][-1]
        assert event["cards"] in [list(step.asks) for step in latest.steps if step.asks]


@pytest.mark.parametrize("reason", ["time-out", "missing"])
def test_without_plans_it_says_so_and_plays_on(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: FastDownward, text: str, limits: Limits) -> str:
        raise PlanningFailure(reason, "as told")

    monkeypatch.setattr(FastDownward, "run_search", fail)
    summary, records = played(SHORT)
    planner = summary["agents"][0]
    assert planner["forfeits"] == 0
    assert summary["no_winner"] == 0
    failures = planner["planner_failures"]
    assert set(failures) == {reason}
    assert failures[reason] == pytest.approx(planner["replans_per_game"] * 2, abs=0.1)
    marks = [record["marks"] for record in records]
    assert marks == [["time-out"] if reason == "time-out" else []] * 2


def test_a_planner_that_fails_now_and_then_plans_again(monkeypatch: pytest.MonkeyPatch) -> None:
    search, calls = FastDownward.run_search, []

    def sometimes(self: FastDownward, text: str, limits: Limits) -> str:
        calls.append(text)
        if len(calls) % 7 == 1:
            raise PlanningFailure("engine-error", "now and then")
        return search(self, text, limits)

    monkeypatch.setattr(FastDownward, "run_search", sometimes)
    notes = read_record(play_one(MatchConfig(TABLE), 0).line)["notes"][0]
    assert any("failure" in note for note in notes)
    assert any("plan" in note for note in notes)
    turns = [note["turn"] for note in notes if "failure" in note]
    assert len(turns) == len(set(turns)), "one failed attempt a turn is enough"
