"""Who sits where: luck of seat, cards and dice falls on all agents alike."""

from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.game.record import read_record
from planner_clue.game.rules import parse_rules
from planner_clue.match import MatchConfig, play
from planner_clue.match.schedule import USUAL_SEED, Schedule, chosen_seed, is_short

STANDARD, FIXED = parse_rules("standard"), parse_rules("huji-bn1")


def dice(record: dict[str, Any]) -> list[list[int]]:
    return [event["dice"] for event in record["events"] if event["kind"] == "roll"]


def rotations(order: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {order[turn:] + order[:turn] for turn in range(len(order))}


@given(seed=st.integers(0, 2**64), deal=st.integers(0, 10_000), players=st.integers(3, 6))
@settings(derandomize=True)
def test_agents_play_each_deal_from_all_seatings(seed: int, deal: int, players: int) -> None:
    """Three agents in all six orders, four to six in all rotations of one."""
    count = 6 if players == 3 else players
    schedule = Schedule(players, STANDARD, seed)
    played = [schedule.game(count * deal + turn) for turn in range(count)]
    assert {at.deal for at in played} == {deal}
    orders = set(permutations(range(3))) if players == 3 else rotations(played[0].slots)
    assert {at.slots for at in played} == orders
    assert sorted(played[0].slots) == list(range(players))


def test_the_order_is_shuffled_anew_for_each_deal() -> None:
    for players in (4, 5, 6):
        schedule = Schedule(players, STANDARD, 1)
        assert len({min(rotations(schedule.game(players * deal).slots)) for deal in range(100)}) > 5


def test_in_fixed_seats_the_first_agent_of_the_command_line_begins() -> None:
    config = MatchConfig(("ladder-1", "random", "ladder-2"), 4, seats="fixed")
    played = [read_record(play.play_one(config, game).line) for game in range(config.total)]
    assert len({str(record["deal"]) for record in played}) == len(played) == 4
    for record in played:
        assert [seat["agent"] for seat in record["seats"]] == list(config.agents)
        assert next(event["seat"] for event in record["events"] if "seat" in event) == 0


@pytest.mark.parametrize(
    ("players", "asked", "played"), [(3, 1, 6), (3, 6, 6), (4, 5, 8), (5, 11, 15), (6, 13, 18)]
)
def test_games_are_rounded_up_to_whole_deals(players: int, asked: int, played: int) -> None:
    assert Schedule(players, STANDARD, 1).rounded_up(asked) == played
    config = MatchConfig(("random",) * players, asked)
    assert (config.total, replace(config, seats="fixed").total) == (played, asked)
    assert Schedule(3, FIXED, 1).rounded_up(asked) == asked
    assert Schedule(3, FIXED, 1).game(asked) == (asked, asked, (0, 1, 2))


@pytest.mark.parametrize(
    ("players", "board"),
    [(3, "classic"), (3, "huji"), (3, "none"), (4, "classic"), (5, "classic"), (6, "classic")],
)
def test_all_games_of_a_deal_have_the_same_cards_and_dice(players: int, board: str) -> None:
    """The dice for as long as the games last."""
    count = 6 if players == 3 else players
    config = MatchConfig(("random",) * players, 2 * count, seed=5, board=board)
    played = [read_record(play.play_one(config, game).line) for game in range(2 * count)]
    for deal in (played[:count], played[count:]):
        assert all(record["deal"] == deal[0]["deal"] for record in deal)
        for one, other in pairwise(map(dice, deal)):
            together = min(len(one), len(other))
            assert together > 3 or board == "none"
            assert one[:together] == other[:together]
    assert played[0]["deal"] != played[-1]["deal"]
    assert board == "none" or dice(played[0])[:6] != dice(played[-1])[:6]


def test_a_seed_is_drawn_where_code_of_others_plays_and_none_is_given_or_kept() -> None:
    drawn = [chosen_seed(None, None, of_others=["mine.py:Me"]) for _ in range(2)]
    assert drawn[0] != drawn[1]
    assert not any(map(is_short, drawn))
    assert chosen_seed(None, None, of_others=[]) == USUAL_SEED
    assert chosen_seed(None, 5, of_others=["mine.py:Me"]) == 5
    assert chosen_seed(3, 5, of_others=["mine.py:Me"]) == 3
    others = ["mine.py:Mine", "command:./mine", "installed"]
    of_others = [bool(MatchConfig((agent, "random", "random")).of_others) for agent in others]
    assert (of_others, MatchConfig(("exact", "random", "random")).of_others) == ([True] * 3, [])
