"""The forecast of a plan is what playing the race out many times gives."""

import numpy as np
import pytest

from planner_clue.belief import Belief
from planner_clue.belief.styles import Floats
from planner_clue.game.board import load_board
from planner_clue.game.events import Eliminated
from planner_clue.planner import race
from planner_clue.planner.decision import decision_from_json
from planner_clue.planner.race import Race, opponents_of, own_features
from tests.planner.situations import sit_down

PACE = 1.3


def belief(players: int = 3) -> Belief:
    return Belief(sit_down(load_board("classic"), players, 5)[0], asking=256)


def rounds(
    rng: np.random.Generator, shape: float, weights: tuple[float, ...], features: tuple[float, ...]
) -> Floats:
    scale = np.exp(np.dot(weights, features))
    drawn: Floats = np.ceil(scale * rng.weibull(shape, 40_000))
    return drawn


@pytest.mark.parametrize(
    ("turns", "rounds_before", "players"),
    [(9.0, 0, 3), (2.0, 0, 3), (2.0, 1, 3), (1.1, 0, 3), (4.0, 0, 5)],
)
def test_the_probability_to_win_is_that_of_played_races(
    turns: float, rounds_before: int, players: int
) -> None:
    known, rng = belief(players), np.random.default_rng(1)
    own = rounds(rng, race.SHAPE, race.SCALE, own_features(turns, players))
    first = np.full(len(own), np.inf)
    for features in opponents_of(known, turns, PACE):
        theirs = rounds(rng, race.THEIR_SHAPE, race.THEIR_SCALE, features)
        first = np.minimum(first, theirs)
    found = Race(known, turns, PACE, rounds_before).forecast(turns)
    assert found.turns == pytest.approx(own.mean(), rel=0.02)
    right = 1 - race.WRONG[players] * (1 - np.exp(1 - turns))
    wins = right * (own - 1 + rounds_before < first).mean()
    assert found.win == pytest.approx(wins, abs=0.01)


def test_a_more_expensive_plan_takes_longer_and_wins_less() -> None:
    ahead = Race(belief(), 4.0, PACE)
    found = [ahead.forecast(turns) for turns in (0.0, 1.0, 4.0, 9.0)]
    assert found == sorted(found, key=lambda one: (one.turns, -one.win))
    assert len({one.win for one in found}) == 4


def test_everybody_is_faster_among_more_players_and_wins_less() -> None:
    found = [Race(belief(players), 4.0, PACE).forecast(4.0) for players in range(3, 7)]
    assert found == sorted(found, reverse=True)
    assert found == sorted(found, key=lambda one: -one.win)
    assert found[-1].win < 0.8 * found[0].win


def test_who_is_alone_or_knows_the_case_file_wins() -> None:
    known = belief()
    for seat in (1, 2):
        known.observe(Eliminated(3, seat))
    assert Race(known, 9.0, PACE).forecast(9.0).win == 1.0


def test_each_beginning_is_stated_with_what_its_own_cost_wins() -> None:
    ahead, ways = Race(belief(), 3.0, PACE), {"hall": 3000, "study": 4500, "lounge": 9000}
    case_file = {"assumption": ["plum", "rope", "hall"], "chance": 0.5}
    decision = {"turn": 1, "replan": 0, "trigger": "first-plan", "observed_in": 0} | case_file
    offered = [{"action": f"(go {room})", "cost": cost} for room, cost in ways.items()]
    unit = {"unit": "thousandths of a turn", "alternatives": offered}
    plan = {"kind": "replan", "plan": [{"action": "(go hall)"}], "cost": 3000}
    found = race.stated(decision_from_json(decision | unit | plan), lambda _: ahead)  # type: ignore[arg-type]
    wins = [ahead.forecast(cost / 1000).win for cost in ways.values()]
    assert [way.win for way in found.alternatives] == pytest.approx(wins, abs=1e-5)
    assert found.win == found.alternatives[0].win
