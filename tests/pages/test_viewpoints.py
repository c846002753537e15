"""A page for a seat, or for the public, holds nothing that they may not know."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.planner import PlannerAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import load_board
from planner_clue.cards import Deck
from planner_clue.match.game import Fault
from planner_clue.match.schedule import derived_seed
from planner_clue.pages.frames import Game
from planner_clue.pages.replay_page import GalleryPage, gallery, page_data, replay_page
from planner_clue.pages.viewpoints import ALL, PUBLIC, Viewpoint
from planner_clue.table.deal import draw_deal
from planner_clue.table.record import write_record
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table
from tests.agents.indistinguishable import RULES, Noting, another_deal, play, repeating
from tests.pages.games import game, page_text
from tests.play.helpers import forms

SEED = 918273645


def recorded(table: Table, agents: Sequence[Agent], secret: str) -> dict[str, Any]:
    """Return the record of a game; what other seats note and do wrong contains ``secret``."""
    notes = [agent.notes() or [{"thought": secret}] for agent in agents]
    record = write_record(
        table,
        game=0,
        seed=SEED,
        agents=["planner" if isinstance(agent, PlannerAgent) else "random" for agent in agents],
        settings=AgentSettings().to_json(),
        notes=notes,
        failures=[Fault(0, 1, "accuse", "crash", secret, [secret])],
    )
    read: dict[str, Any] = json.loads(json.dumps(record))
    return read


def two_games(
    number: int, board: str, mine: type[Agent]
) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Yield a seat and the records of two games that it cannot tell apart, if there are two.

    An agent that repeats another cannot always show the same card.
    """
    seat = number % 3
    chosen = None if board == "none" else load_board(board)
    seeds = [derived_seed("agent", SEED, 0, place) for place in range(3)]
    deal = draw_deal(RULES.deck(chosen), 3, RULES, Random(number))
    noting = [Noting() for _ in range(3)]
    agents: list[Agent] = [*noting]
    agents[seat] = mine()
    table = play(chosen, deal, agents, seeds)
    record = recorded(table, agents, f"the deal is {deal.hands}")
    other = another_deal(table, seat)
    if other is not None:
        again = repeating(table, noting)
        again[seat] = mine()
        repeated = play(chosen, other, again, seeds)
        seen, as_before = ([of.seen_by(e, seat) for e in of.events] for of in (table, repeated))
        if seen == as_before:
            yield seat, record, recorded(repeated, again, f"the deal is {other.hands}")


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
    compared = 0
    for number in range(games):
        for seat, one, other in two_games(number, board, mine):
            assert one["deal"] != other["deal"]
            assert replay_page(one) != replay_page(other)
            for view in (Viewpoint("seat", seat), PUBLIC):
                assert pages(one, view) == pages(other, view)
            compared += 1
    assert compared >= 1


def hidden_from(record: dict[str, Any], view: Viewpoint) -> Iterator[str]:
    """Yield what must not stand in a page: hands in all forms, seeds, what others noted."""
    deck = Deck()
    for seat, hand in enumerate(record["deal"]["hands"]):
        if not view.may_read(seat):
            yield from (*forms(hand, deck), *forms(sorted(hand), deck))
            yield str(derived_seed("agent", record["seed"], record["game"], seat))
            for note in record["notes"][seat]:
                yield note.get("problem") or "no problem"
    holders = {card: seat for seat, hand in enumerate(record["deal"]["hands"]) for card in hand}
    yield from (json.dumps(holders), json.dumps([holders.get(card, 3) for card in deck.cards]))
    yield "".join(str(holders.get(card, 3)) for card in deck.cards)


@pytest.mark.parametrize("view", [Viewpoint("seat", 0), Viewpoint("seat", 2), PUBLIC], ids=str)
def test_no_form_of_a_hidden_hand_stands_in_a_page(view: Viewpoint) -> None:
    record = game()
    text = page_text(view=view)
    everything = page_text()
    found = [form for form in hidden_from(record, view) if form in text]
    assert found == []
    assert any(form in everything for form in hidden_from(record, view))


@pytest.mark.parametrize("view", [Viewpoint("seat", 0), PUBLIC], ids=str)
def test_a_page_of_one_viewpoint_has_no_other_belief_plan_or_network(view: Viewpoint) -> None:
    data, _ = page_data(game(), view)
    mine = {str(view.seat)} - {"None"}
    assert data["notebooks"].keys() == mine
    assert data["plans"].keys() == set()
    assert data["networks"].keys() == mine
    assert data["case_file"] is None
    hands = [seat["hand"] for seat in data["seats"]]
    assert [hand is not None for hand in hands] == [view.may_read(s) for s in range(3)]
    assert not any("hidden" in frame for frame in data["frames"])


def secret_game() -> dict[str, Any]:
    """Return a game of the CPSC 415 rules in which somebody accuses rightly."""
    rules = parse_rules("cpsc415")
    for number in range(20):
        deal = draw_deal(rules.deck(None), 3, rules, Random(number))
        agents = [RandomAgent() for _ in range(3)]
        table = play(None, deal, agents, (1, 2, 3), rules)
        if table.result and table.result.how == "accusation":
            return recorded(table, agents, "")
    raise AssertionError("nobody accused")


def test_secret_accusations_are_told_to_the_accuser_alone() -> None:
    record = secret_game()
    winner = record["result"]["winner"]
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
