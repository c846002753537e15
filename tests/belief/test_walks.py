"""Where players walk as evidence of their rooms, against every target written down."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from planner_clue.belief import Belief
from planner_clue.belief.likelihood import Likelihood
from planner_clue.belief.room_choices import RoomChoices
from planner_clue.belief.styles import ROOM_STYLES
from planner_clue.belief.walks import INVERSE_TEMPERATURE, LAPSE_RATE, Walk, Walks
from planner_clue.game.board import Place, Square, load_board
from planner_clue.game.cards import Suggestion
from planner_clue.game.decisions import MoveOptions
from planner_clue.game.events import Moved, Rolled, Suggested
from planner_clue.game.rules import parse_rules
from tests.belief.tables import make_seat
from tests.game.helpers import cards

HAND = cards("plum green rope knife hall library")


class Situation:
    """Seat 0 at a table, and where the token of seat 1 may go there."""

    def __init__(self, board: str, rules: str = "standard") -> None:
        self.board, self.rules = load_board(board), parse_rules(rules)
        seat = make_seat(self.rules.deck(self.board), 0, HAND, (6, 6, 6))
        self.seat = replace(seat, board=self.board.map.toml, rules=rules)
        self.rooms, self.turns = seat.deck.rooms, self.rules.turns(self.board)

    def reach(self, here: Place, steps: int) -> MoveOptions:
        reach = self.board.reach(here, steps, open_rooms=self.rules.open_rooms)
        return MoveOptions(1, self.board, (steps,), here, reach.rooms, reach.squares, {})

    def journey(self, *stops: tuple[MoveOptions, Square]) -> list[Walk]:
        walks = Walks(self.rooms, self.turns, may_stay=self.rules.may_stay)
        return [walks.walk(1, options, stop) for options, stop in stops]


TABLES = pytest.mark.parametrize(("board", "rules"), [("classic", "standard"), ("huji", "huji")])


@TABLES
def test_a_journey_is_as_likely_as_all_its_targets_make_it(board: str, rules: str) -> None:
    at, begin = Situation(board, rules), cards("study")[0]
    first = at.reach(begin, 5)
    second = at.reach(first.squares[0], 4)
    stops = (first, first.squares[0]), (second, second.squares[-1])
    own, shown = set(cards("kitchen lounge")), set(cards("conservatory"))
    likelihood = Likelihood(at.seat, 16)
    hand = sum(1 << bit for bit, room in enumerate(likelihood.rooms.cards) if room in own)
    found = [likelihood.of_room(walk, shown)[:, hand] for walk in at.journey(*stops)]

    away = [at.turns.walking(begin, room) for room in at.rooms]
    for style, probability in zip(ROOM_STYLES, np.prod(found, axis=0), strict=True):
        if style.near is None:
            assert probability == pytest.approx(1 / len(first.squares) / len(second.squares))
            continue
        total = expected = 0.0
        for number, room in enumerate(at.rooms):
            weight = style.own if room in own else style.shown if room in shown else style.unknown
            weight *= exp(-style.near * away[number])
            weight *= not (room == begin and at.rules.may_stay)
            total += weight
            for options, stop in stops:
                to_room = at.turns.to_room(room)
                likely = {one: exp(-INVERSE_TEMPERATURE * to_room[one]) for one in options.squares}
                aimed = likely[stop] / sum(likely.values())
                weight *= LAPSE_RATE / len(likely) + (1 - LAPSE_RATE) * aimed
            expected += weight
        assert probability == pytest.approx(expected / total)


@TABLES
def test_likelihoods_of_all_stops_sum_to_one(board: str, rules: str) -> None:
    at = Situation(board, rules)
    likelihood, first = Likelihood(at.seat, 16), at.reach(cards("kitchen")[0], 6)
    begin = first, first.squares[3]
    second = at.reach(first.squares[3], 7)
    ends = [at.journey(begin, (second, stop))[-1] for stop in second.squares]
    for shown in ((), cards("study lounge")):
        total = np.sum([likelihood.of_room(walk, shown) for walk in ends], axis=0)
        assert total == pytest.approx(1)
        assert (likelihood.ratio_of_room(cards("ballroom")[0], ends[0], shown) > 0).all()


def test_likelihoods_of_a_long_journey_are_finite() -> None:
    at = Situation("classic")
    likelihood, options = Likelihood(at.seat, 16), at.reach((7, 8), 3)
    for walk in at.journey(*[(options, options.squares[turn % 9]) for turn in range(2000)]):
        chances = likelihood.of_room(walk, ())
        assert (chances > 0).all()
        assert np.isfinite(chances).all()


def test_a_stop_that_no_roll_allows_is_no_evidence() -> None:
    at = Situation("classic")
    listening, rolled = RoomChoices(at.seat), Rolled(2, 1, (1, 1))
    assert not [*listening.observe(rolled), *listening.observe(Moved(2, 1, (7, 18)))]


@pytest.mark.parametrize(
    ("board", "rules", "route"), [
        ("classic", "standard", "conservatory ballroom kitchen"),
        ("huji", "huji", "library billiard-room lounge"),
    ],
)  # fmt: skip
def test_a_walk_to_a_far_room_is_evidence_on_near_ones(board: str, rules: str, route: str) -> None:
    at = Situation(board, rules)
    belief = Belief(at.seat, asking=256)
    begin, near, far = cards(route)
    belief.observe(Suggested(1, 2, Suggestion(at.seat.tokens[1], HAND[2], begin)))  # calls seat 1
    before = {room: belief.chance_at(room, 1) for room in (near, far)}
    stop = min(at.reach(begin, 5).squares, key=at.turns.to_room(far).__getitem__)
    belief.observe(Rolled(2, 1, (2, 3)))
    belief.observe(Moved(2, 1, stop))
    assert belief.chance_at(near, 1) > 1.15 * before[near]
    assert belief.chance_at(far, 1) < 0.95 * before[far]
