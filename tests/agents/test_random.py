"""The random agent: unseen rooms, unseen cards, and an accusation nobody disproved."""

import pytest

from planner_clue.agents.random import RandomAgent
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.table.events import Passed, Showed, Suggested
from planner_clue.table.table import Table
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

HAND = "scarlett mustard knife rope study hall"
"""What the agent of these tests holds, at seat 0 of three."""


def seated(seed: int = 1) -> RandomAgent:
    """Return an agent that holds :data:`HAND`."""
    agent = RandomAgent()
    agent.begin(table().seat_view(0, seed))
    return agent


def table() -> Table:
    """Return the table it sits at."""
    return make_table({0: HAND}, case="plum wrench kitchen")


def within_reach(*rooms: Card, squares: int = 0, here: Card | tuple[int, int]) -> MoveOptions:
    """Return the options of a move."""
    return MoveOptions(1, CLASSIC, (1, 1), here, rooms=rooms, squares=squares, tokens={})


def opening(*openings: Opening, here: Card, passage: Card | None = None) -> TurnOptions:
    """Return the options at the start of a turn."""
    return TurnOptions(1, (Opening.ROLL, *openings), here, passage, {})


def asks(agent: RandomAgent, names: str, *answers: Passed | Showed) -> None:
    """Let the agent see its own question and the answers to it."""
    for event in (Suggested(1, 0, suggestion(names)), *answers):
        agent.observe(event)


# -- moving ----------------------------------------------------------------------------------


def test_it_enters_any_unseen_room_in_reach() -> None:
    options = within_reach(LOUNGE, KITCHEN, HALL, here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == {LOUNGE, KITCHEN}


def test_without_an_unseen_room_it_wanders_to_any_square() -> None:
    squares = {(7, 4), (7, 5), (6, 5)}
    options = within_reach(STUDY, squares=CLASSIC.squares(squares), here=(6, 4))
    assert {seated(seed).move(options) for seed in range(50)} == squares
    assert seated().move(within_reach(here=STUDY)) == STUDY


@pytest.mark.parametrize(
    ("options", "opens"),
    [
        (opening(Opening.PASSAGE, here=STUDY, passage=KITCHEN), Opening.PASSAGE),
        (opening(Opening.PASSAGE, here=KITCHEN, passage=STUDY), Opening.ROLL),
        (
            opening(Opening.PASSAGE, Opening.STAY, here=LOUNGE, passage=CONSERVATORY),
            Opening.STAY,
        ),
        (opening(Opening.STAY, here=HALL), Opening.ROLL),
    ],
)
def test_it_takes_passages_to_and_stays_in_unseen_rooms(
    options: TurnOptions, opens: Opening
) -> None:
    assert seated().start(options) is opens


# -- asking ----------------------------------------------------------------------------------


def test_it_asks_about_every_suspect_and_weapon_it_has_not_seen() -> None:
    asked = [seated(seed).suggest(LOUNGE) for seed in range(200)]
    assert {question.suspect for question in asked} == {*cards("white green peacock plum")}
    weapons = cards("candlestick lead-pipe revolver wrench")
    assert {question.weapon for question in asked} == {*weapons}
    assert {question.room for question in asked} == {LOUNGE}


def test_it_shows_any_of_its_cards() -> None:
    held = cards("scarlett rope study")
    question = Suggestion(*held)
    assert {seated(seed).show(question, held) for seed in range(50)} == set(held)


# -- accusing --------------------------------------------------------------------------------


def test_it_accuses_exactly_what_nobody_disproved() -> None:
    agent = seated()
    asks(agent, "plum wrench kitchen", Passed(1, 1), Passed(1, 2))
    assert agent.accuse() == accusation("plum wrench kitchen")


def test_it_does_not_accuse_what_was_disproved() -> None:
    agent = seated()
    asks(agent, "plum wrench kitchen", Passed(1, 1), Showed(1, 2, 0, KITCHEN))
    assert agent.accuse() is None


def test_it_does_not_accuse_what_nobody_else_could_disprove() -> None:
    agent = seated()
    agent.observe(Suggested(1, 1, suggestion("plum wrench kitchen")))
    agent.observe(Passed(1, 2))
    assert agent.accuse() is None
