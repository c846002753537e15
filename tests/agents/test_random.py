"""The random agent: unseen rooms, unseen cards, and an accusation nobody disproved."""

import pytest

from planner_clue.agents.random import RandomAgent
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Event, Passed, Showed, Suggested
from tests.table.helpers import (
    CLASSIC,
    CONSERVATORY,
    HALL,
    KITCHEN,
    LOUNGE,
    STUDY,
    accusation,
    cards,
    make_table,
    suggestion,
)

SEEN = make_table({0: "scarlett mustard knife rope study hall"}, case="plum wrench kitchen")


def seated(seed: int = 1) -> RandomAgent:
    """Return an agent at seat 0 of three, which holds the study and the hall, say."""
    agent = RandomAgent()
    agent.begin(SEEN.seat_view(0, seed))
    return agent


def within_reach(*rooms: Card, squares: int = 0, here: Card | tuple[int, int]) -> MoveOptions:
    return MoveOptions(1, CLASSIC, (1, 1), here, rooms=rooms, reach=squares, tokens={})


def test_it_enters_any_unseen_room_in_reach_else_it_wanders_to_any_square() -> None:
    options = within_reach(LOUNGE, KITCHEN, HALL, here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == {LOUNGE, KITCHEN}
    squares = {(7, 4), (7, 5), (6, 5)}
    options = within_reach(STUDY, squares=CLASSIC.bitboard(squares), here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == squares
    assert seated().move(within_reach(here=STUDY)) == STUDY


@pytest.mark.parametrize(
    ("offered", "here", "passage", "opens"),
    [
        ([Opening.PASSAGE], STUDY, KITCHEN, Opening.PASSAGE),
        ([Opening.PASSAGE], KITCHEN, STUDY, Opening.ROLL),
        ([Opening.PASSAGE, Opening.STAY], LOUNGE, CONSERVATORY, Opening.STAY),
        ([Opening.STAY], HALL, None, Opening.ROLL),
    ],
)
def test_it_takes_passages_to_and_stays_in_unseen_rooms(
    offered: list[Opening], here: Card, passage: Card | None, opens: Opening
) -> None:
    assert seated().start(TurnOptions(1, (Opening.ROLL, *offered), here, passage, {})) is opens


def test_it_asks_about_every_unseen_suspect_and_weapon_and_shows_any_card() -> None:
    asked = [seated(seed).suggest(LOUNGE) for seed in range(200)]
    unseen = ("white green peacock plum", "candlestick lead-pipe revolver wrench", "lounge")
    assert [{*drawn} for drawn in zip(*asked, strict=True)] == [{*cards(names)} for names in unseen]
    held = cards("scarlett rope study")
    assert {seated(seed).show(Suggestion(*held), held) for seed in range(50)} == set(held)


@pytest.mark.parametrize(
    ("asker", "answers", "accuses"),
    [
        (0, [Passed(1, 1), Passed(1, 2)], True),
        (0, [Passed(1, 1), Showed(1, 2, 0, KITCHEN)], False),
        (1, [Passed(1, 2)], False),
    ],
)
def test_it_accuses_exactly_what_it_asked_and_nobody_disproved(
    asker: int, answers: list[Event], accuses: bool
) -> None:
    agent = seated()
    for event in (Suggested(1, asker, suggestion("plum wrench kitchen")), *answers):
        agent.observe(event)
    assert agent.accuse() == (accusation("plum wrench kitchen") if accuses else None)
