"""The kinds of askers choose as their names say, and play whole games."""

import inspect
from dataclasses import replace

import pytest

from benchmarks import askers
from benchmarks.askers import (
    FITTED,
    HELD_OUT,
    Bluffer,
    Filler,
    NearestRoom,
    OwnRoom,
)
from planner_clue.agents.exact import ExactAgent
from planner_clue.board import load_board
from planner_clue.cards import Card, Suggestion
from planner_clue.match import MatchConfig, run_match
from planner_clue.table.decisions import MoveOptions, Seat
from tests.deliberation.situations import sit_down
from tests.table.helpers import cards

SEAT: Seat = sit_down(load_board("classic"), 3, seed=2)[0]
ROOM = SEAT.rooms[0]


def suggestions(agent: ExactAgent, count: int = 30) -> list[Suggestion]:
    agent.begin(SEAT)
    return [agent.suggest(ROOM) for _ in range(count)]


def own(asked: Suggestion) -> list[Card]:
    return [card for card in (asked.suspect, asked.weapon) if card in SEAT.hand]


def test_a_bluffer_puts_one_own_card_into_every_suggestion() -> None:
    assert all(len(own(asked)) == 1 for asked in suggestions(Bluffer()))


def test_without_a_suspect_or_weapon_there_is_nothing_to_bluff_with() -> None:
    agent = Bluffer()
    agent.begin(SEAT)
    agent._seat = replace(SEAT, hand=SEAT.rooms[:6])
    assert own(agent.suggest(ROOM)) == []


def moves(rooms: str, here: str = "study") -> MoveOptions:
    """Return a move from a room to one of some others; the token may also stay."""
    board = SEAT.read_board()
    return MoveOptions(
        5, board, (6, 6), cards(here)[0], rooms=tuple(cards(rooms)), squares=0, tokens={}
    )


def test_who_prefers_own_rooms_enters_one_where_it_can() -> None:
    own = next(card for card in SEAT.hand if card in SEAT.rooms)
    others = [room for room in SEAT.rooms if room not in SEAT.hand][:2]
    for kind in (OwnRoom, Filler):
        agent = kind()
        agent.begin(SEAT)
        assert agent.move(moves(f"{others[0]} {own} {others[1]}")) == own


def test_who_takes_the_nearest_room_does_so_whatever_it_holds() -> None:
    agent = NearestRoom()
    agent.begin(SEAT)
    assert agent.move(moves("lounge library hall")) == "hall"


def test_a_filler_names_an_own_card_or_asks_in_an_own_room() -> None:
    agent = Filler()
    agent.begin(SEAT)
    own_room = next(card for card in SEAT.hand if card in SEAT.rooms)
    other = next(room for room in SEAT.rooms if room not in SEAT.hand)
    assert own(agent.suggest(own_room)) == []
    assert len(own(agent.suggest(other))) == 1


def test_kinds_that_are_held_out_are_not_those_that_constants_were_fitted_on() -> None:
    kinds = [*FITTED, *HELD_OUT]
    assert len(set(kinds)) == len(kinds) >= 12
    assert all(kind == "exact" or hasattr(askers, kind) for kind in kinds)


@pytest.mark.parametrize("name", ["OwnRoomBluffer", "UniformAnyRoom", "Mixed", "Turncoat"])
def test_it_plays_to_an_end_without_a_fault(name: str) -> None:
    agent = f"{inspect.getsourcefile(askers)}:{name}"
    summary = run_match(MatchConfig((agent, "exact", "random"), 2, rules="huji-bn1"))
    assert summary["no_winner"] == 0
    assert [row["forfeits"] for row in summary["agents"]] == [0, 0, 0]
