"""A page for a seat, or for the public, holds nothing that they may not know."""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import md5, sha1, sha256
from random import Random
from typing import Any

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.planner import PlannerAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings
from planner_clue.board import load_board
from planner_clue.cards import Card, Deck
from planner_clue.match.game import Fault
from planner_clue.match.schedule import derived_seed
from planner_clue.pages.frames import Game
from planner_clue.pages.replay_page import GalleryPage, gallery, page_data, replay_page
from planner_clue.pages.viewpoints import ALL, PUBLIC, Viewpoint
from planner_clue.table.deal import draw_deal
from planner_clue.table.events import Event
from planner_clue.table.record import write_record
from planner_clue.table.rules import parse_rules
from planner_clue.table.table import Table
from tests.agents.indistinguishable import RULES, Noting, another_deal, play, repeating
from tests.pages.games import game, page_text

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
    """Yield a seat and the records of two games that it cannot tell apart, if there are two."""
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
        if seen_by(repeated, seat) == seen_by(table, seat):
            yield seat, record, recorded(repeated, again, f"the deal is {other.hands}")


def pages(record: dict[str, Any], view: Viewpoint) -> list[GalleryPage]:
    """Return the page of a game, and the list that leads to it."""
    return list(gallery([record], lambda _: view))


def seen_by(table: Table, seat: int) -> list[Event | None]:
    """Return what a seat saw; an agent that repeats another cannot always show the same card."""
    return [table.seen_by(event, seat) for event in table.events]


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


# -- encoded forms -----------------------------------------------------------------------------


def forms(cards: Sequence[Card], deck: Deck) -> Iterator[str]:
    """Yield ways to write some cards down: plain, as JSON, as numbers, encoded, as a sum."""
    numbers = [deck.position(card) for card in cards]
    mask = sum(1 << number for number in numbers)
    texts = [sep.join(cards) for sep in (",", ", ", " ", "|", ";", "\n")]
    texts += [json.dumps(cards), json.dumps(cards, separators=(",", ":"))]
    texts += [json.dumps(numbers), json.dumps(numbers, separators=(",", ":")), bytes(numbers).hex()]
    texts += [str(mask), hex(mask), bin(mask)]
    for text in texts:
        raw = text.encode()
        yield text
        yield json.dumps(text)[1:-1]
        yield b64encode(raw).decode().rstrip("=")
        yield raw.hex()
        yield text[::-1]
        for make in (md5, sha1, sha256):
            yield make(raw, usedforsecurity=False).hexdigest()


def hidden_from(record: dict[str, Any], view: Viewpoint) -> Iterator[str]:
    """Yield what must not stand in a page: hands in all forms, seeds, what others noted."""
    deck = Deck()
    for seat, hand in enumerate(record["deal"]["hands"]):
        if not view.may_read(seat):
            for order in (hand, sorted(hand)):
                yield from forms(order, deck)
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


# -- secret accusations ------------------------------------------------------------------------


def secret_game() -> dict[str, Any]:
    """Return a game of the CPSC 415 rules in which somebody accuses."""
    for number in range(20):
        rules = parse_rules("cpsc415")
        deal = draw_deal(rules.deck(None), 3, rules, Random(number))
        agents = [RandomAgent() for _ in range(3)]
        table = play(None, deal, agents, (1, 2, 3), rules)
        assert table.result is not None
        if table.result.how == "accusation":
            return recorded(table, agents, "")
    raise AssertionError("nobody accused")


def test_where_accusations_are_secret_only_the_winner_is_told_who_won() -> None:
    record = secret_game()
    winner = record["result"]["winner"]
    name = record["seats"][winner]["token"]
    endings = [Game(record, Viewpoint("seat", seat)).ending() for seat in range(3)]
    assert [f"{name} wins" in ending for ending in endings] == [s == winner for s in range(3)]
    assert f"{name} wins" in Game(record, ALL).ending()
    assert "not known" in Game(record, PUBLIC).ending()


def test_secret_accusations_are_in_no_other_page() -> None:
    record = secret_game()
    winner = record["result"]["winner"]
    for view in (Viewpoint("seat", (winner + 1) % 3), PUBLIC):
        data, _ = page_data(record, view)
        assert data["winner"] is None
        assert not any(frame["kind"] in ("accuse", "eliminated") for frame in data["frames"])
