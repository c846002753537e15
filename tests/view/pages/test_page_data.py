"""Data of a page: frames, notebooks, plans, their size; nothing that its viewpoint may not know."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.game.events import Showed
from planner_clue.game.record import read_record, write_record
from planner_clue.game.table import Table
from planner_clue.match import MatchConfig
from planner_clue.match.game import Fault
from planner_clue.match.play import play_one
from planner_clue.match.schedule import derived_seed
from planner_clue.planner.decision import read_replans
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.view.pages import notebooks, problems
from planner_clue.view.pages.frames import ALL, PUBLIC, Game, Viewpoint
from planner_clue.view.pages.replay_page import GalleryPage, gallery, page_data, replay_page
from tests.agents.indistinguishable import played_twice
from tests.game.helpers import BOARDS
from tests.view.pages.games import game, page_text

SIX = MatchConfig(("random",) * 6, seed=4)


def test_the_moves_of_the_frames_lead_to_where_the_tokens_are_at_the_end() -> None:
    replayed = Game(game(), ALL)
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
    replayed = Game(game(), ALL)
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
    six = Game(game(0, SIX), ALL)
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
        decisions = read_replans(notes)
        wanted = {decision.problem for decision in decisions if decision.problem}
        assert problems.problems_of(Game(record, ALL), seat, decisions).texts.keys() == wanted
        found += len(wanted)
    assert found > 2


def test_a_page_takes_no_text_but_the_records_and_runs_nobody_elses_code() -> None:
    record = game()
    for note in record["notes"][1]:
        note["problem"] = "0" * 64
    assert problems.problems_of(Game(record, ALL), 1, read_replans(record["notes"][1])).texts == {}
    data, _ = page_data(record, ALL)
    assert data["plans"]["1"]["missing"] == 1
    assert any("not in this page" in remark for remark in data["remarks"])
    record = game()
    record["seats"][1]["agent"] = "/nowhere/mine.py:Mine"
    data, _ = page_data(record, ALL)
    assert data["plans"]["1"]["problems"] == []
    assert data["plans"]["1"]["decisions"]


def test_the_page_of_a_game_to_the_limit_of_turns_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomAgent, "accuse", lambda _: None)
    longest = read_record(play_one(MatchConfig(("random",) * 6, board="none"), 0).line)
    for view in (ALL, Viewpoint("seat", 3)):
        data, _ = page_data(longest, view)
        assert len(json.dumps(data)) < 800_000
        assert len(data["frames"]) == 1002


SEED = 918273645


def recorded(table: Table, agents: Sequence[Agent]) -> dict[str, Any]:
    """Return the record of a game; what other seats note and do wrong contains the deal."""
    secret = f"the deal is {table.deal.hands}"
    notes = [agent.notes() or [{"thought": secret}] for agent in agents]
    record = write_record(
        table,
        game=0,
        seed=SEED,
        agents=["planner" if isinstance(agent, PlannerAgent) else "random" for agent in agents],
        settings=AgentSettings().to_json(),
        notes=notes,
        failures=[Fault(0, table.turn, "notes", "crash", secret, [secret])],
    )
    return read_record(json.dumps(record))


def pages(record: dict[str, Any], view: Viewpoint) -> list[GalleryPage]:
    """Return the page of a game, and the list that leads to it."""
    return list(gallery([record], lambda _: view))


@pytest.mark.parametrize(
    ("board", "mine", "games"),
    [
        ("none", RandomAgent, 6),
        ("huji", RandomAgent, 3),
        pytest.param("classic", PlannerAgent, 2, marks=pytest.mark.slow),
    ],
)
def test_games_that_look_the_same_are_one_page(board: str, mine: type[Agent], games: int) -> None:
    """An agent that repeats another cannot always show the same card: then seats see a change."""
    compared = 0
    seeds = [derived_seed("agent", SEED, 0, place) for place in range(3)]
    for number in range(games):
        seat, both = number % 3, played_twice(BOARDS[board], number, mine, seeds)
        seen = [[table.seen_by(e, seat) for e in table.events] for table, _ in both or ()]
        if both is None or seen[0] != seen[1]:
            continue
        one, other = (recorded(*played) for played in both)
        assert one["deal"] != other["deal"]
        assert replay_page(one) != replay_page(other)
        for view in (Viewpoint("seat", seat), PUBLIC):
            assert pages(one, view) == pages(other, view)
            assert str(SEED) not in str(pages(one, view))
        compared += 1
    assert compared >= 1


@pytest.mark.parametrize("view", [Viewpoint("seat", 0), PUBLIC], ids=str)
def test_a_page_of_one_viewpoint_has_no_other_belief_plan_or_network(view: Viewpoint) -> None:
    text, everything = page_text(view=view), page_text()
    for seat, hand in enumerate(game()["deal"]["hands"]):
        listed = json.dumps(hand, separators=(",", ":"))
        assert listed in everything
        assert (listed in text) == view.may_read(seat)
    data, _ = page_data(game(), view)
    mine = {str(view.seat)} - {"None"}
    assert data["notebooks"].keys() == mine
    assert data["plans"].keys() == set()
    assert data["networks"].keys() == mine
    assert data["case_file"] is None
    hands = [seat["hand"] for seat in data["seats"]]
    assert [hand is not None for hand in hands] == [view.may_read(s) for s in range(3)]
    assert not any("hidden" in frame for frame in data["frames"])


def test_secret_accusations_are_told_to_the_accuser_alone() -> None:
    record = game(0, MatchConfig(("random",) * 3, board="none", rules="cpsc415"))
    winner = record["result"]["winner"]
    assert record["result"]["how"] == "accusation"
    name = record["seats"][winner]["token"].capitalize()
    assert f"{name} wins" in Game(record, ALL).frames[-1]["text"]
    for view in (*(Viewpoint("seat", seat) for seat in range(3)), PUBLIC):
        data, _ = page_data(record, view)
        knows = view.seat == winner
        assert (data["winner"] == winner) == knows
        assert (f"{name} wins" in data["frames"][-1]["text"]) == knows
        assert ("not known" in data["frames"][-1]["text"]) != knows
        if not knows:
            own = [f for f in data["frames"] if f["kind"] in ("accuse", "eliminated")]
            assert all(frame["seat"] == view.seat for frame in own)
