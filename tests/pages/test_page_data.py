"""What a page is made of: frames, notebooks, plans, and how they stay small."""

import json
from typing import Any

import pytest

from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.deliberation.decision import read_decisions
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.pages import frames, notebooks, problems, replay_page
from planner_clue.table.events import Showed
from planner_clue.table.record import read_record
from tests.pages.games import game

SIX = MatchConfig(("random",) * 6, seed=4)


def test_the_moves_of_the_frames_lead_to_where_the_tokens_are_at_the_end() -> None:
    replayed = frames.Game(game(), frames.ALL)
    places: dict[str, Any] = {}
    for frame in replayed.frames:
        places |= frame.get("moves", {})
    assert places == dict(replayed.table.places)


def told(notebook: notebooks.Notebook, frame: int) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for change in notebook.changes:
        if change["at"] <= frame:
            rows |= change["cards"]
    return rows


@pytest.mark.parametrize("asking", [1, 8])
def test_a_notebook_says_at_each_moment_what_a_belief_says(asking: int) -> None:
    replayed = frames.Game(game(), frames.ALL)
    for seat in range(3):
        view = replayed.table.seat_view(seat, 0)
        seen = notebooks.seen_by_seat(replayed, seat)
        notebook = notebooks.Notebook(view, seen, asking=asking, every=1)
        belief = Belief(view, asking=asking)
        for one in [None, *seen]:
            if one:
                belief.observe(one.event)
            rows = told(notebook, one.frame if one else 0)
            for card in belief.deck.cards:
                for holder, written in enumerate(rows[card]):
                    chance = belief.chance_at(card, holder)
                    certain = belief.holders(card) == [holder] or holder not in belief.holders(card)
                    assert (written in (0, 1000)) == certain
                    assert abs(written - 1000 * chance) <= 1


def test_between_counts_what_is_certain_is_up_to_date() -> None:
    six = frames.Game(game(0, SIX), frames.ALL)
    view, seen = six.table.seat_view(2, 0), notebooks.seen_by_seat(six, 2)
    often, seldom = (notebooks.Notebook(view, seen, asking=1, every=every) for every in (1, 5))
    assert any("about" in change for change in seldom.changes)
    assert not any("about" in change for change in often.changes)
    for frame in range(len(six.frames)):
        late, exact = told(seldom, frame), told(often, frame)
        for card, row in late.items():
            assert all(not p or row[h] < 1000 or p == 1000 for h, p in enumerate(exact[card]))
    shown = [(e, one.frame) for one in seen if isinstance(e := one.event, Showed) and e.card]
    assert shown
    assert all(told(seldom, frame)[e.card or ""][e.seat] == 1000 for e, frame in shown if e.to == 2)
    assert told(often, len(six.frames)) == told(seldom, len(six.frames))


PLANNING = PlanningSettings(engine="clue-astar", follow_ups=2, search="wastar=3")
FEWER = AgentSettings(planning=PLANNING)
REWRITTEN = [
    MatchConfig(("planner", "planner-huji", "random"), seed=6, board="huji"),
    MatchConfig(("planner", "random", "random"), seed=2, board="none", settings=FEWER),
]


@pytest.mark.parametrize("config", REWRITTEN, ids=["huji", "follow-ups"])
def test_problems_are_written_again_as_the_engine_read_them(config: MatchConfig) -> None:
    record, found = game(0, config), 0
    for seat, notes in enumerate(record["notes"]):
        decisions = read_decisions(notes)
        wanted = {decision.problem for decision in decisions if decision.problem}
        assert problems.problems_of(record, seat, decisions).texts.keys() == wanted
        found += len(wanted)
    assert found > 2


def test_a_page_takes_no_text_but_the_records_and_runs_nobody_elses_code() -> None:
    record = game()
    for note in record["notes"][1]:
        note["problem"] = "0" * 64
    assert problems.problems_of(record, 1, read_decisions(record["notes"][1])).texts == {}
    data, _ = replay_page.page_data(record, frames.ALL)
    assert data["plans"]["1"]["missing"] == 1
    assert any("not in this page" in remark for remark in data["remarks"])
    record = game()
    record["seats"][1]["agent"] = "/nowhere/mine.py:Mine"
    data, _ = replay_page.page_data(record, frames.ALL)
    assert data["plans"]["1"]["problems"] == []
    assert data["plans"]["1"]["decisions"]


def test_the_page_of_a_game_to_the_limit_of_turns_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomAgent, "accuse", lambda _: None)
    longest = read_record(play_one(MatchConfig(("random",) * 6, board="none"), 0).line)
    for view in (frames.ALL, frames.Viewpoint("seat", 3)):
        data, _ = replay_page.page_data(longest, view)
        assert len(json.dumps(data)) < 800_000
        assert len(data["frames"]) == 1002
