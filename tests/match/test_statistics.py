"""What a match says: intervals, percentiles and counts that are right."""

import pickle
from math import ceil, comb, inf, log, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_clue.match.statistics import (
    Tally,
    difference,
    independent_difference,
    percentile,
    wilson,
)

NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]
"""Newcombe 1998, table I, method 3: the score interval without continuity correction."""
counts = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


# -- the Wilson interval ---------------------------------------------------------------------


@pytest.mark.parametrize(("wins", "games", "low", "high"), NEWCOMBE)
def test_intervals_are_those_of_the_literature(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)


def test_without_a_game_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@given(counts)
@settings(derandomize=True)
def test_the_rate_lies_inside_and_the_bounds_are_rates(count: tuple[int, int]) -> None:
    wins, games = count
    low, high = wilson(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0
    assert low < high


@given(counts)
@settings(derandomize=True)
def test_losses_mirror_wins(count: tuple[int, int]) -> None:
    wins, games = count
    low, high = wilson(wins, games)
    mirrored = wilson(games - wins, games)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(counts)
@settings(derandomize=True)
def test_bounds_are_the_rates_that_are_just_not_rejected(count: tuple[int, int]) -> None:
    """The definition: the score test of each bound gives 1.96 standard errors."""
    wins, games = count
    for bound in wilson(wins, games):
        if 0.0 < bound < 1.0:
            error = sqrt(bound * (1 - bound) / games)
            assert abs(wins / games - bound) / error == pytest.approx(1.959964, rel=1e-4)


@pytest.mark.parametrize("games", [12, 60, 240])
def test_intervals_cover_the_true_rate_in_95_of_100_matches(games: int) -> None:
    """By exact counting over all outcomes, on the average of true rates."""
    intervals = [wilson(wins, games) for wins in range(games + 1)]
    rates = [step / 100 for step in range(2, 99)]
    covered = [
        sum(
            comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
            for wins, (low, high) in enumerate(intervals)
            if low <= rate <= high
        )
        for rate in rates
    ]
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.012)
    assert min(covered) > 0.83


# -- differences -----------------------------------------------------------------------------

two_counts = st.integers(1, 500).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda a: st.tuples(st.just(a), st.integers(0, n - a), st.just(n))
    )
)


def likelihood(first: int, second: int, games: int, one: float, other: float) -> float:
    """Return the logarithm of how likely these wins are at these rates."""
    counts = [(first, one), (second, other), (games - first - second, 1 - one - other)]
    if any(count and rate <= 0 for count, rate in counts):
        return -inf
    return sum(count * log(rate) for count, rate in counts if count)


@pytest.mark.parametrize(("first", "second", "games"), [(60, 30, 100), (12, 20, 40), (7, 1, 24)])
def test_a_difference_is_just_not_rejected_at_its_bounds(
    first: int, second: int, games: int
) -> None:
    """The definition, with the most likely rates found by trying them all."""
    for bound in difference(first, second, games):
        steps = 20_000
        least = max(0.0, -bound)
        others = [least + (1 - abs(bound)) / 2 * step / steps for step in range(1, steps)]
        other = max(others, key=lambda o: likelihood(first, second, games, o + bound, o))
        error = sqrt((2 * other + bound - bound**2) / games)
        away = abs((first - second) / games - bound) / error
        assert away == pytest.approx(1.959964, rel=2e-3)


@given(two_counts)
@settings(derandomize=True)
def test_a_difference_lies_between_its_bounds_and_turns_with_the_agents(
    counts: tuple[int, int, int],
) -> None:
    first, second, games = counts
    low, high = difference(first, second, games)
    assert -1 <= low <= (first - second) / games <= high <= 1
    assert difference(second, first, games) == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize("rates", [(0.5, 0.3), (0.4, 0.43), (0.2, 0.6), (0.05, 0.05)])
def test_differences_cover_the_true_one_in_95_of_100_matches(rates: tuple[float, float]) -> None:
    """By exact counting over all outcomes of 40 games in which at most one of them wins."""
    one, other = rates
    covered = 0.0
    for first in range(41):
        for second in range(41 - first):
            ways = comb(40, first) * comb(40 - first, second)
            low, high = difference(first, second, 40)
            if low <= one - other <= high:
                rest = (1 - one - other) ** (40 - first - second)
                covered += ways * one**first * other**second * rest
    assert covered == pytest.approx(0.95, abs=0.02)


def test_a_difference_of_different_games_is_that_of_the_literature() -> None:
    """Newcombe 1998, table II, method 10: 56 of 70 and 48 of 80; 9 of 10 and 3 of 10."""
    assert independent_difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=6e-5)
    assert independent_difference(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=6e-5)
    assert independent_difference(10, 10, 0, 10) == pytest.approx((0.6075, 1.0), abs=6e-5)


def test_without_a_game_nothing_is_known_of_a_difference() -> None:
    assert difference(0, 0, 0) == independent_difference(0, 0, 5, 9) == (-1.0, 1.0)


# -- percentiles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([7.0], 50, 7.0),
        ([7.0], 95, 7.0),
        ([2.0, 1.0], 50, 1.0),
        ([3.0, 1.0, 2.0], 50, 2.0),
        ([float(value) for value in range(1, 101)], 50, 50.0),
        ([float(value) for value in range(1, 101)], 95, 95.0),
        ([float(value) for value in range(1, 101)], 100, 100.0),
        ([15.0, 20.0, 35.0, 40.0, 50.0], 40, 20.0),
    ],
)
def test_percentiles_are_of_the_nearest_rank(
    values: list[float], percent: float, expected: float
) -> None:
    assert percentile(values, percent) == expected


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(1, 100))
@settings(derandomize=True)
def test_a_percentile_is_the_least_value_that_so_many_do_not_exceed(
    values: list[int], percent: int
) -> None:
    needed = ceil(len(values) * percent / 100)
    least = min(v for v in values if sum(other <= v for other in values) >= needed)
    assert percentile(values, percent) == least


# -- counting --------------------------------------------------------------------------------


def record(
    events: list[dict[str, Any]],
    winner: int | None = None,
    notes: tuple[list[dict[str, Any]], ...] = ([], [], []),
) -> dict[str, Any]:
    """Return what of a record is counted."""
    return {"events": events, "result": {"winner": winner, "how": "?"}, "notes": list(notes)}


def event(kind: str, turn: int, seat: int, **more: Any) -> dict[str, Any]:
    """Return one event."""
    return {"kind": kind, "turn": turn, "seat": seat, **more}


WON = record(
    [
        event("roll", 1, 0, dice=[1, 2]),
        event("move", 1, 0, to=[3, 4]),
        event("roll", 2, 1, dice=[1, 2]),
        event("suggest", 2, 1, cards=["plum", "rope", "hall"]),
        event("pass", 2, 2),
        event("show", 2, 0, to=1, card="plum"),
        event("passage", 4, 0, to="study"),
        event("suggest", 4, 0, cards=["plum", "rope", "study"]),
        event("pass", 4, 1),
        event("accuse", 7, 0, cards=["plum", "rope", "study"], correct=True),
    ],
    winner=0,
)


def test_a_win_counts_the_winners_own_turns() -> None:
    """Three turns: 1, 4 and 7; showing a card in turn 2 was somebody else's turn."""
    tally = Tally("random", 0)
    tally.add(0, WON, [])
    row = tally.to_json()
    assert (row["seats"], row["wins"], row["win_rate"]) == (1, 1, 1.0)
    assert row["median_turns_to_win"] == 3


def test_the_others_of_a_won_game_have_lost() -> None:
    tally = Tally("random", 1)
    tally.add(1, WON, [])
    row = tally.to_json()
    assert (row["seats"], row["wins"], row["win_rate"]) == (1, 0, 0.0)
    assert row["median_turns_to_win"] is None


def test_wrong_accusations_and_forfeits_are_counted_for_their_seat_only() -> None:
    events = [
        event("accuse", 1, 0, cards=["plum", "rope", "hall"], correct=False),
        event("eliminated", 1, 0),
        event("forfeit", 2, 1, reason="crash: x"),
    ]
    tallies = [Tally("random", slot) for slot in range(3)]
    for seat, tally in enumerate(tallies):
        tally.add(seat, record(events), [])
    assert [tally.wrong_accusations for tally in tallies] == [1, 0, 0]
    assert [tally.forfeits for tally in tallies] == [0, 1, 0]


def test_gambles_are_counted_from_the_notes() -> None:
    tally = Tally("entropy", 0)
    gamble = {"turn": 3, "assumption": ["plum", "rope", "hall"], "chance": 0.81, "gamble": True}
    tally.add(1, record([], notes=([gamble], [gamble], [])), [])
    tally.add(1, record([]), [])
    assert tally.to_json()["gambles"] == 1


def replan(number: int, trigger: str) -> dict[str, Any]:
    fired = {"trigger": trigger, "observed_in": 0, "observation": "", "also": []}
    case_file = {"assumption": ["plum", "rope", "hall"], "chance": 0.1}
    return {"turn": 1, "replan": number} | fired | case_file


def test_replans_and_planner_failures_are_counted_from_the_notes() -> None:
    notes = [
        replan(0, "first-plan"),
        replan(1, "new-fact") | {"failure": "time-out", "detail": ""},
        {"said": "something else"},
    ]
    tally = Tally("planner", 0)
    tally.add(1, record([], notes=([], notes, [])), [0.010, 0.030])
    tally.add(0, record([]), [])
    row = tally.to_json()
    assert row["replans_per_game"] == 1.0
    assert row["planner_failures"] == {"time-out": 1}
    assert row["plan_ms"]["p95"] == 30.0


def test_a_planner_that_never_planned_and_where_it_gave_up_is_counted() -> None:
    failed = replan(0, "first-plan") | {"failure": "time-out", "detail": "", "gave_up": True}
    plan = {"plan": [{"action": "(stay hall)", "became": "played", "turn": 1}], "cost": 1}
    tally = Tally("planner", 0)
    assert tally.to_json()["never_planned"] is False
    tally.add(0, record([], notes=([failed], [], [])), [])
    assert (tally.to_json()["never_planned"], tally.to_json()["gave_up"]) == (True, 1)
    planned = replan(0, "first-plan") | plan | {"question_costs": []}
    tally.add(0, record([], notes=([planned, failed | {"replan": 1}], [], [])), [])
    assert (tally.to_json()["never_planned"], tally.to_json()["gave_up"]) == (False, 2)


def test_the_median_is_over_won_games() -> None:
    tally = Tally("random", 0)
    for turns in (3, 10, 4):
        moves = [event("move", turn, 2, to=[0, 0]) for turn in range(turns)]
        tally.add(2, record(moves, winner=2), [])
    tally.add(2, record([event("move", 1, 2, to=[0, 0])], winner=1), [])
    assert tally.to_json()["median_turns_to_win"] == 4


def test_the_median_of_an_even_number_of_wins_lies_between_two_of_them() -> None:
    tally = Tally("random", 0)
    for turns in (9, 3, 4, 3):
        moves = [event("move", turn, 2, to=[0, 0]) for turn in range(turns)]
        tally.add(2, record(moves, winner=2), [])
    assert tally.to_json()["median_turns_to_win"] == 3.5


def test_plan_times_are_those_of_all_plannings_though_none_is_kept() -> None:
    """Tenths of a millisecond: as they would be rounded in the row."""
    times = [number**2 / 97_000 for number in range(1, 200)]
    tally = Tally("planner", 0)
    for start in range(0, len(times), 7):
        tally.add(0, record([]), times[start : start + 7])
    for percent in (50, 95):
        exactly = round(1000 * percentile(times, percent), 1)
        assert tally.to_json()["plan_ms"][f"p{percent}"] == exactly


def test_a_tally_does_not_grow_with_the_games() -> None:
    tally = Tally("planner", 0)
    sizes = []
    for _ in range(2):
        for number in range(500):
            tally.add(0, WON, [0.0001 * (number % 50)] * 3)
        sizes.append(len(pickle.dumps(tally)))
    assert sizes[1] - sizes[0] < 200


def test_an_empty_tally_is_a_row_too() -> None:
    row = Tally("random", 2).to_json()
    assert (row["name"], row["slot"], row["seats"]) == ("random", 2, 0)
    assert row["ci95"] == [0.0, 1.0]
    assert row["plan_ms"] is None
