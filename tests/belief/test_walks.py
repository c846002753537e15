"""Where players walk as evidence of their rooms, against every target written down."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from planner_clue.belief import Belief
from planner_clue.belief.likelihood import Likelihood
from planner_clue.belief.styles import ROOM_STYLES, Floats, RoomStyle
from planner_clue.belief.walks import ASTRAY, HASTE, Walk, Walks
from planner_clue.board import Place, Square
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Seat
from planner_clue.table.events import Moved, Rolled, Suggested
from planner_clue.table.rules import parse_rules
from tests.belief.tables import make_seat
from tests.table.helpers import BOARDS, cards

HAND = cards("plum green rope knife hall library")


def seat_at(board: str, rules: str = "standard") -> Seat:
    found = BOARDS[board]
    assert found is not None
    seat = make_seat(parse_rules(rules).deck(found), 0, HAND, (6, 6, 6))
    return replace(seat, board=found.map.toml, rules=rules)


def reach_of(seat: Seat, here: Place, steps: int) -> MoveOptions:
    board = seat.read_board()
    assert board is not None
    reach = board.reach(here, steps, open_rooms=seat.read_rules().open_rooms)
    return MoveOptions(1, board, (steps,), here, reach.rooms, reach.squares, {})


def journey(seat: Seat, *stops: tuple[MoveOptions, Square]) -> list[Walk]:
    """Return the walks of a journey, each with what its roll allowed."""
    board = seat.read_board()
    assert board is not None
    walks = Walks(seat.deck.rooms, seat.read_rules().turns(board))
    return [walks.walk(1, options, stop) for options, stop in stops]


def to_rooms(seat: Seat, here: Place) -> Floats:
    board = seat.read_board()
    assert board is not None
    turns = seat.read_rules().turns(board)
    if isinstance(here, str):
        return np.array([turns.walking(here, room) for room in seat.deck.rooms])
    return np.array([turns.to_room(room)[here] for room in seat.deck.rooms])


def weight_of(style: RoomStyle, room: Card, own: set[Card], shown: set[Card]) -> float:
    return style.own if room in own else style.shown if room in shown else style.unknown


TABLES = pytest.mark.parametrize(("board", "rules"), [("classic", "standard"), ("huji", "huji")])


@TABLES
def test_a_journey_is_as_likely_as_all_its_targets_make_it(board: str, rules: str) -> None:
    seat, begin = seat_at(board, rules), cards("study")[0]
    first = reach_of(seat, begin, 5)
    second = reach_of(seat, first.squares[0], 4)
    stops = (first, first.squares[0]), (second, second.squares[-1])
    told = journey(seat, *stops)
    own, shown = set(cards("kitchen lounge")), set(cards("conservatory"))
    likelihood = Likelihood(seat, 16)
    has = [likelihood.rooms.has(room) == (room in own) for room in likelihood.rooms.cards]
    (hand,) = np.flatnonzero(np.all(has, axis=0))
    found = np.prod([likelihood.of_room(walk, shown)[:, hand] for walk in told], axis=0)

    away = to_rooms(seat, begin)
    for style, chance in zip(ROOM_STYLES, found, strict=True):
        if style.near is None:
            assert chance == pytest.approx(1 / len(first.squares) / len(second.squares))
            continue
        total = expected = 0.0
        for number, room in enumerate(seat.deck.rooms):
            weight = weight_of(style, room, own, shown) * exp(-style.near * away[number])
            total += weight
            for options, stop in stops:
                likely = {one: exp(-HASTE * to_rooms(seat, one)[number]) for one in options.squares}
                weight *= ASTRAY / len(likely) + (1 - ASTRAY) * likely[stop] / sum(likely.values())
            expected += weight
        assert chance == pytest.approx(expected / total)


@TABLES
def test_of_all_stops_in_reach_a_player_makes_one(board: str, rules: str) -> None:
    seat = seat_at(board, rules)
    likelihood, first = Likelihood(seat, 16), reach_of(seat, cards("kitchen")[0], 6)
    begin = first, first.squares[3]
    second = reach_of(seat, first.squares[3], 7)
    ends = [journey(seat, begin, (second, stop))[-1] for stop in second.squares]
    for shown in ((), cards("study lounge")):
        total = np.sum([likelihood.of_room(walk, shown) for walk in ends], axis=0)
        assert total == pytest.approx(1)
        usual = likelihood.ratio_of_room(cards("ballroom")[0], ends[0], shown)
        assert (usual > 0).all()


def test_a_journey_without_an_end_stays_a_number() -> None:
    seat = seat_at("classic")
    likelihood, options = Likelihood(seat, 16), reach_of(seat, (7, 8), 3)
    for walk in journey(seat, *[(options, options.squares[turn % 9]) for turn in range(2000)]):
        chances = likelihood.of_room(walk, ())
        assert np.isfinite(chances).all()
        assert (chances > 0).all()


@pytest.mark.parametrize(
    ("board", "rules", "way"),
    [
        ("classic", "standard", "conservatory ballroom kitchen"),
        ("huji", "huji", "library billiard-room lounge"),
    ],
)
def test_who_walks_to_a_far_room_has_near_ones_rather(board: str, rules: str, way: str) -> None:
    seat = seat_at(board, rules)
    belief = Belief(seat, asking=256)
    begin, near, far = cards(way)
    belief.observe(Suggested(1, 2, Suggestion(seat.tokens[1], HAND[2], begin)))  # calls seat 1
    before = {room: belief.chance_at(room, 1) for room in (near, far)}
    squares, number = reach_of(seat, begin, 5).squares, seat.deck.rooms.index(far)
    stop = min(squares, key=lambda square: to_rooms(seat, square)[number])
    belief.observe(Rolled(2, 1, (2, 3)))
    belief.observe(Moved(2, 1, stop))
    assert belief.chance_at(near, 1) > 1.15 * before[near]
    assert belief.chance_at(far, 1) < 0.95 * before[far]
