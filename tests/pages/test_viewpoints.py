"""A page for a seat, or for the public, holds nothing that they may not know."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.planner import PlannerAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import load_board
from planner_clue.match import MatchConfig
from planner_clue.match.game import Fault
from planner_clue.match.schedule import derived_seed
from planner_clue.pages.frames import ALL, PUBLIC, Game, Viewpoint
from planner_clue.pages.replay_page import GalleryPage, gallery, page_data, replay_page
from planner_clue.table.deal import draw_deal
from planner_clue.table.record import read_record, write_record
from planner_clue.table.table import Table
from tests.agents.indistinguishable import RULES, Noting, another_deal, play, repeating
from tests.pages.games import game, page_text

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
def test_two_games_that_a_seat_cannot_tell_apart_are_the_same_page(
    board: str, mine: type[Agent], games: int
) -> None:
    """An agent that repeats another cannot always show the same card: then seats see a change."""
    compared, chosen = 0, None if board == "none" else load_board(board)
    seeds = [derived_seed("agent", SEED, 0, place) for place in range(3)]
    for number in range(games):
        seat = number % 3
        deal = draw_deal(RULES.deck(chosen), 3, RULES, Random(number))
        noting = [Noting() for _ in range(3)]
        agents: list[Agent] = [*noting]
        agents[seat] = mine()
        table = play(chosen, deal, agents, seeds)
        other_deal = another_deal(table, seat)
        if other_deal is None:
            continue
        again = repeating(table, noting)
        again[seat] = mine()
        repeated = play(chosen, other_deal, again, seeds)
        seen, as_before = ([of.seen_by(e, seat) for e in of.events] for of in (table, repeated))
        if seen != as_before:
            continue
        one, other = recorded(table, agents), recorded(repeated, again)
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
    name = record["seats"][winner]["token"]
    assert f"{name} wins" in Game(record, ALL).ending()
    for view in (*(Viewpoint("seat", seat) for seat in range(3)), PUBLIC):
        data, _ = page_data(record, view)
        knows = view.seat == winner
        assert (data["winner"] == winner) == knows
        assert (f"{name} wins" in data["frames"][-1]["text"]) == knows
        assert ("not known" in data["frames"][-1]["text"]) != knows
        if not knows:
            own = [f for f in data["frames"] if f["kind"] in ("accuse", "eliminated")]
            assert all(frame["seat"] == view.seat for frame in own)
