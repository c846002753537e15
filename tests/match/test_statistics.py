"""What a match says: percentiles and counts that are right, intervals that go by deals."""

import pickle
from typing import Any

import pytest

from planner_clue.match.intervals import rate_by_deals, wilson
from planner_clue.match.seat_game import seat_games
from planner_clue.match.statistics import Tally, percentile
from planner_clue.table.events import event_from_json

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


def add(
    tally: Tally, seat: int, of: dict[str, Any], seconds: list[float], deal: int | None = None
) -> None:
    """Count the game of a record for a seat."""
    events = list(map(event_from_json, of["events"]))
    games = seat_games(events, of["notes"], of["result"]["winner"])
    tally.add(games[seat], seconds, deal=deal)


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
    add(tally, 0, WON, [])
    row = tally.row()
    assert (row.seats, row.wins, row.win_rate) == (1, 1, 1.0)
    assert row.median_turns_to_win == 3


def test_wrong_accusations_and_forfeits_are_counted_for_their_seat_only() -> None:
    events = [
        event("accuse", 1, 0, cards=["plum", "rope", "hall"], correct=False),
        event("eliminated", 1, 0),
        event("forfeit", 2, 1, reason="crash: x"),
    ]
    tallies = [Tally("random", slot) for slot in range(3)]
    for seat, tally in enumerate(tallies):
        add(tally, seat, record(events), [])
    assert [tally.wrong_accusations for tally in tallies] == [1, 0, 0]
    assert [tally.row().forfeits for tally in tallies] == [0, 1, 0]


def test_gambles_are_counted_from_the_notes() -> None:
    tally = Tally("entropy", 0)
    gamble = {"turn": 3, "assumption": ["plum", "rope", "hall"], "chance": 0.81, "gamble": True}
    add(tally, 1, record([], notes=([gamble], [gamble], [])), [])
    add(tally, 1, record([]), [])
    assert tally.row().gambles == 1


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
    add(tally, 1, record([], notes=([], notes, [])), [0.010, 0.030])
    add(tally, 0, record([]), [])
    row = tally.row()
    assert row.replans_per_game == 1.0
    assert row.planner_failures == {"time-out": 1}
    assert row.plan_ms is not None
    assert row.plan_ms.p95 == 30.0


def test_a_planner_that_never_planned_and_where_it_gave_up_is_counted() -> None:
    failed = replan(0, "first-plan") | {"failure": "time-out", "detail": "", "gave_up": True}
    plan = {"plan": [{"action": "(stay hall)", "became": "played", "turn": 1}], "cost": 1}
    tally = Tally("planner", 0)
    assert tally.row().never_planned is False
    add(tally, 0, record([], notes=([failed], [], [])), [])
    assert (tally.row().never_planned, tally.row().gave_up) == (True, 1)
    planned = replan(0, "first-plan") | plan | {"question_costs": []}
    add(tally, 0, record([], notes=([planned, failed | {"replan": 1}], [], [])), [])
    assert (tally.row().never_planned, tally.row().gave_up) == (False, 2)


def test_the_median_is_over_won_games() -> None:
    tally = Tally("random", 0)
    for turns in (3, 10, 4):
        moves = [event("move", turn, 2, to=[0, 0]) for turn in range(turns)]
        add(tally, 2, record(moves, winner=2), [])
    add(tally, 2, record([event("move", 1, 2, to=[0, 0])], winner=1), [])
    assert tally.row().median_turns_to_win == 4


def test_a_tally_grows_by_two_bytes_a_deal() -> None:
    tally = Tally("planner", 0)
    sizes = []
    for _ in range(2):
        for number in range(500):
            add(tally, 0, WON, [0.0001 * (number % 50)] * 3)
        sizes.append(len(pickle.dumps(tally)))
    assert sizes[1] - sizes[0] < 2 * 500 + 200


def test_the_interval_goes_by_deals() -> None:
    """Twelve games of two deals tell less than twelve deals; without deals, each is its own."""
    of_deals, own = Tally("random", 0), Tally("random", 0)
    for game in range(12):
        lost = record([], winner=game % 3)
        add(of_deals, 0, lost, [], deal=game // 6)
        add(own, 0, lost, [])
    assert own.ci95 == wilson(4, 12)
    assert of_deals.ci95 == rate_by_deals([2, 2], [6, 6])
    assert of_deals.row().ci95 == [round(bound, 4) for bound in of_deals.ci95]
