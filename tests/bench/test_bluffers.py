"""The opponents that bluff ask as they should, and play whole games."""

import inspect
from dataclasses import replace

import pytest

from benchmarks import bluffers
from benchmarks.bluffers import Bluffer, RareBluffer, UniformAsker
from planner_clue.agents.exact import ExactAgent
from planner_clue.board import load_board
from planner_clue.cards import Card, Suggestion
from planner_clue.match import MatchConfig, run_match
from planner_clue.table.decisions import Seat
from tests.deliberation.situations import sit_down

SEAT: Seat = sit_down(load_board("classic"), 3, seed=2)[0]
ROOM = SEAT.rooms[0]


def questions(agent: ExactAgent, count: int = 30) -> list[Suggestion]:
    agent.begin(SEAT)
    return [agent.suggest(ROOM) for _ in range(count)]


def own(asked: Suggestion) -> list[Card]:
    return [card for card in (asked.suspect, asked.weapon) if card in SEAT.hand]


def test_a_bluffer_puts_one_own_card_into_every_question() -> None:
    assert all(len(own(asked)) == 1 for asked in questions(Bluffer()))


def test_a_rare_bluffer_does_so_in_a_third_of_them() -> None:
    bluffs = sum(len(own(asked)) for asked in questions(RareBluffer(), 90))
    assert 20 <= bluffs <= 40


def test_without_a_suspect_or_weapon_there_is_nothing_to_bluff_with() -> None:
    agent = Bluffer()
    agent.begin(SEAT)
    agent._seat = replace(SEAT, hand=SEAT.rooms[:6])
    assert own(agent.suggest(ROOM)) == []


def test_a_uniform_asker_asks_about_every_suspect_and_weapon() -> None:
    asked = questions(UniformAsker(), 200)
    assert {question.suspect for question in asked} == set(SEAT.suspects)
    assert {question.weapon for question in asked} == set(SEAT.weapons)


@pytest.mark.parametrize("name", ["Bluffer", "RareBluffer", "UniformAsker"])
def test_it_plays_to_an_end_without_a_fault(name: str) -> None:
    agent = f"{inspect.getsourcefile(bluffers)}:{name}"
    summary = run_match(MatchConfig((agent, "exact", "random"), 2, rules="huji-bn1"))
    assert summary["no_winner"] == 0
    assert [row["forfeits"] for row in summary["agents"]] == [0, 0, 0]
