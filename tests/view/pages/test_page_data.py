"""Data of a page: frames, notebooks, plans, their size; nothing that its viewpoint may not know."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.game.events import Passed, Showed, Suggested
from planner_clue.game.record import read_record, write_record
from planner_clue.game.table import Table
from planner_clue.match import MatchConfig
from planner_clue.match.game import Fault
from planner_clue.match.play import play_one
from planner_clue.match.schedule import derived_seed
from planner_clue.planner.decision import read_replans
from planner_clue.planner.plan_tree import remaining
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.support.json_text import plain
from planner_clue.view.pages import forecasts, notebooks, problems
from planner_clue.view.pages.forecasts import Forecaster, chances_of
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


def grid(notebook: notebooks.Notebook, frame: int) -> dict[str, list[int]]:
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
            rows = grid(notebook, one.frame if one else 0)
            for card in belief.deck.cards:
                for holder, written in enumerate(rows[card]):
                    value = belief.chance_at(card, holder)
                    certain = belief.holders(card) == [holder] or holder not in belief.holders(card)
                    assert (written in (0, 1000)) == certain
                    assert abs(written - 1000 * value) <= 1
        for other, styles in notebook.changes[-1].get("chooses", {}).items():
            ways = belief.asks(int(other)), belief.enters(int(other))
            best = [max(way.items(), key=lambda style: style[1]) for way in ways]
            assert [name for name, _ in styles] == [name for name, _ in best]
        assert ("chooses" in notebook.changes[-1]) == (asking > 1)


def test_between_counts_what_is_certain_is_up_to_date() -> None:
    six = Game(game(0, SIX), ALL)
    view, seen = six.table.seat_view(2, 0), notebooks.seen_by_seat(six, 2)
    often, seldom = (notebooks.Notebook(view, seen, asking=1, every=every) for every in (1, 5))
    assert any("about" in change for change in seldom.changes)
    assert not any("about" in change for change in often.changes)
    for frame in range(len(six.frames)):
        late, exact = grid(seldom, frame), grid(often, frame)
        for card, row in late.items():
            assert all(not p or row[h] < 1000 or p == 1000 for h, p in enumerate(exact[card]))
    asked = None
    for event, frame in seen:
        asked = event.cards if isinstance(event, Suggested) else asked
        if asked and isinstance(event, Passed):
            assert [grid(seldom, frame)[card][event.seat] for card in asked] == [0, 0, 0]
    shown = [(e, one.frame) for one in seen if isinstance(e := one.event, Showed) and e.card]
    assert shown
    assert all(grid(seldom, frame)[e.card or ""][e.seat] == 1000 for e, frame in shown if e.to == 2)
    assert grid(often, len(six.frames)) == grid(seldom, len(six.frames))


def test_a_network_has_what_its_agent_saw_last() -> None:
    """Up to the first card that it is shown, which is certain from then on."""
    replayed = Game(game(), ALL)
    view, seen = replayed.table.seat_view(0, 0), notebooks.seen_by_seat(replayed, 0)
    shown = next(n for n, one in enumerate(seen) if getattr(one.event, "to", None) == 0)
    event = seen[shown].event
    assert isinstance(event, Showed)
    last = notebooks.posteriors_of("bn2", view, seen[: shown + 1])[-1]
    assert last["at"] == seen[shown].frame
    assert last["cards"][event.card] == [1000 * (seat == event.seat) for seat in range(4)]


def test_a_seat_is_forecast_before_each_of_its_turns() -> None:
    """Its probability lies between the values of a question for a lower and a higher cost."""
    replayed = Game(game(), Viewpoint("seat", 1))
    (line,), deck = chances_of(replayed).values(), replayed.table.deal.deck
    first = {f["turn"]: n for n, f in reversed([*enumerate(replayed.frames)]) if f["whose"] == 1}
    ends = len(replayed.frames) - 1
    assert [at for at, _ in line] == [*(number - 1 for number in sorted(first.values())), ends]
    assert line[-1][1] == 1000
    chances = {int(at): value for at, value in line}
    pairs = list(product(deck.suspects, deck.weapons))
    for asked in Forecaster(replayed, 1).questions():
        suspect, weapon, room = asked["best"][0]
        cost = asked["ways"][room] + asked["left"][room][pairs.index((suspect, weapon))]
        lower, higher = asked["forecasts"][int(2 * cost) :][:2]
        assert higher[1] < chances[asked["at"]] / 1000 < lower[1]


def planned(turn: int, room: str) -> dict[str, Any]:
    step = {"action": "(suggest)", "asks": ["plum", "rope", room], "expects": "rope"}
    case_file = {"assumption": ["plum", "rope", room], "chance": 0.5}
    fired = {"trigger": "new-fact", "observed_in": 0, "replan": turn, "turn": turn}
    return {"kind": "replan", "plan": [step], "cost": 1} | case_file | fired


def test_the_planner_is_guessed_by_its_latest_plan() -> None:
    plans = read_replans([planned(1, "hall"), planned(4, "study"), planned(9, "lounge")])
    rooms = [(forecasts._choice(plans, turn) or ["none"])[-1] for turn in (1, 3, 4, 7, 9)]
    assert rooms == ["hall", "hall", "study", "study", "lounge"]


def test_a_plan_ends_and_is_drawn_where_the_game_says() -> None:
    """It is broken before the next one; the way to the first follow-up is bold."""
    record = game()
    data, _ = page_data(record, ALL)
    frames, replayed = data["frames"], Game(record, ALL)
    assert frames[replayed.last_of_turn(frames[-1]["turn"])]["kind"] == "accuse"
    plans = data["plans"]["1"]
    assert frames[plans["ends"]]["kind"] == "accuse"
    notes = read_replans(record["notes"][1])
    made = [one for one in plans["decisions"] if one["made"]["kind"] == "replan"]
    assert [one["made"] for one in made] == [plain(note) for note in notes]
    assert sum(bool(one["broken"]) for one in made) > 1
    for one, following in pairwise(made):
        assert not one["broken"] or one["at"] <= one["broken"]["at"] < following["at"]
    branched = 0
    for one, note in zip(made, notes, strict=True):
        steps = remaining(note.steps, note.turn)
        branches = steps[-1].branches if steps else ()
        stops = [replayed.place_before(one["at"], replayed.names[1])]
        stops += [step.to for step in (*steps, *(branches[0].steps if branches else ())) if step.to]
        bold = [leg for leg in one["route"] if not leg.get("faint")]
        assert len(bold) == sum(start != end for start, end in pairwise(stops))
        branched += len(one["route"]) - len(bold)
    assert branched


@pytest.mark.parametrize(("expects", "came"), [("nobody", True), ("rope", False)])
def test_nobody_shows_a_card_as_the_plan_expected(expects: str, came: bool) -> None:
    """As to the last suggestion of a seat that accuses what nobody disproved."""
    record = game(0, MatchConfig(("random",) * 3, 4, board="none"))
    winner = record["result"]["winner"]
    own = [e for e in record["events"] if (e["kind"], e["seat"]) == ("suggest", winner)]
    step = {"action": "(suggest)", "asks": own[-1]["cards"], "expects": expects}
    played = {"status": "played", "turn": own[-1]["turn"]}
    record["notes"][winner] = [planned(own[-1]["turn"], "hall") | {"plan": [step | played]}]
    data, _ = page_data(record, ALL)
    plan = data["plans"][str(winner)]["decisions"][0]
    assert plan["stops"][0]["answer"] == "nobody shows a card"
    assert plan["stages"][-1]["stops"] == ["done" if came else "refuted"]


def test_a_gallery_leads_from_game_to_game_and_says_how_many_it_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planner_clue.view.pages.replay_page.MOST_GAMES", 3)
    games = [game(number, MatchConfig(("random",) * 3, 4, board="none")) for number in range(4)]
    lengths = {one["game"]: max(event["turn"] for event in one["events"]) for one in games}
    gamble = {"kind": "gamble", "turn": 1, "assumption": ["plum", "rope", "hall"], "chance": 0.5}
    for one in games:
        one["notes"][1] = [gamble]
    *made, index = [page.text for page in gallery(games, lambda _: ALL)]
    found, listed = [data_of(text)["games"] for text in made], data_of(index)
    kept = sorted(sorted(lengths, key=lambda number: lengths[number])[1:])
    names = [None, *(f"game-{number}.html" for number in kept), None]
    assert [(one["before"], one["after"]) for one in found] == list(
        zip(names[:-2], names[2:], strict=True)
    )
    assert listed["left_out"] == 1
    assert [row["turns"] for row in listed["games"]] == [lengths[number] for number in kept]
    assert [(row["plans"], row["gambles"]) for row in listed["games"]] == [(0, 1)] * 3


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


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
        assert compared or replay_page(one) != replay_page(other)
        for view in (Viewpoint("seat", seat), PUBLIC):
            made = pages(one, view)
            assert made == pages(other, view)
            assert str(SEED) not in str(made)
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


def test_secret_accusations_are_shown_to_the_accuser_alone() -> None:
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
