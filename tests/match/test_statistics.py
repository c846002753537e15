"""What a match says: percentiles and counts that are right, intervals that go by deals."""

from collections.abc import Sequence
from typing import Any

from planner_clue.game import events
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.match import intervals, play
from planner_clue.match.game import Fault
from planner_clue.match.runs.results import table_text
from planner_clue.match.statistics import Failures, FirstFailure, Tally, percentile
from tests.game.helpers import HALL, STUDY

PLUM, ROPE = Card("plum"), Card("rope")


def test_percentiles_are_of_the_nearest_rank() -> None:
    assert percentile([7.0], 50) == 7.0
    assert percentile([2.0, 1.0], 50) == 1.0
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0
    assert percentile(range(1, 101), 95) == 95
    assert percentile(range(1, 101), 100) == 100
    assert percentile([15.0, 20.0, 35.0, 40.0, 50.0], 40) == 20.0


def add(
    tally: Tally,
    seat: int,
    happened: Sequence[events.Event] = (),
    *notes: dict[str, Any],
    winner: int | None = None,
    seconds: Sequence[float] = (),
    deal: int | None = None,
) -> None:
    """Count a game for a seat, with the notes of its agent, of a deal of its own by default."""
    written = [list(notes) if seat == other else [] for other in range(3)]
    game = play.seat_games(happened, written, winner)[seat]
    tally.add(game, seconds, tally.wins.of if deal is None else deal)


WON: list[events.Event] = [
    events.Rolled(1, 0, (1, 2)),
    events.Moved(1, 0, (3, 4)),
    events.Rolled(2, 1, (1, 2)),
    events.Suggested(2, 1, Suggestion(PLUM, ROPE, HALL)),
    events.Passed(2, 2),
    events.Showed(2, 0, 1, PLUM),
    events.TookPassage(4, 0, STUDY),
    events.Suggested(4, 0, Suggestion(PLUM, ROPE, STUDY)),
    events.Passed(4, 1),
    events.Accused(7, 0, Accusation(PLUM, ROPE, STUDY), correct=True),
]


def test_the_median_of_won_games_is_over_the_winners_own_turns() -> None:
    """Three turns: 1, 4 and 7; showing a card in turn 2 was somebody else's turn."""
    tally = Tally("random", 0)
    add(tally, 0, WON, winner=0)
    row = tally.row()
    assert (row.seats, row.wins, row.win_rate, row.median_turns_to_win) == (1, 1, 1.0, 3)
    for turns in (5, 10, 6):
        add(tally, 2, [*(events.Moved(turn, 2, HALL) for turn in range(turns))], winner=2)
    add(tally, 2, [events.Moved(1, 2, HALL)], winner=1)
    assert tally.row().median_turns_to_win == 5.5


def test_wrong_accusations_and_forfeits_are_counted_for_their_seat_only() -> None:
    happened: list[events.Event] = [
        events.Accused(1, 0, Accusation(PLUM, ROPE, HALL), correct=False),
        events.Eliminated(1, 0),
        events.Forfeited(2, 1, "crash", "x"),
    ]
    tallies = [Tally("random", slot) for slot in range(3)]
    for seat, tally in enumerate(tallies):
        add(tally, seat, happened)
    assert [tally.wrong_accusations for tally in tallies] == [1, 0, 0]
    assert [tally.row().forfeits for tally in tallies] == [0, 1, 0]


CASE_FILE = {"assumption": ["plum", "rope", "hall"], "chance": 0.1}
PLAN = {"plan": [{"action": "(stay hall)", "became": "played", "turn": 1}], "cost": 1}


def replan(number: int, trigger: str, **more: Any) -> dict[str, Any]:
    fired = {"trigger": trigger, "observed_in": 0, "observation": "", "also": []}
    return {"turn": 1, "replan": number} | fired | CASE_FILE | more


def test_replans_failures_and_gambles_are_counted_from_the_notes() -> None:
    failed = replan(1, "new-fact", failure="time-out", detail="")
    gamble = {"turn": 3, "gamble": True} | CASE_FILE
    tally = Tally("planner", 0)
    notes = [replan(0, "first-plan"), failed, {"said": "something else"}, gamble]
    add(tally, 1, [], *notes, seconds=[0.010, 0.030])
    add(tally, 0)
    row = tally.row()
    assert (row.replans_per_game, row.planner_failures, row.gambles) == (1.0, {"time-out": 1}, 1)
    assert row.plan_ms is not None
    assert (row.plan_ms.p50, row.plan_ms.p95) == (10.0, 30.0)


def test_a_planner_that_never_planned_and_where_it_gave_up_is_counted() -> None:
    failed = replan(0, "first-plan", failure="time-out", detail="", gave_up=True)
    tally = Tally("planner", 0)
    assert tally.row().never_planned is False
    add(tally, 0, [], failed)
    assert (tally.row().never_planned, tally.row().gave_up) == (True, 1)
    add(tally, 0, [], replan(0, "first-plan", **PLAN, question_costs=[]), failed | {"replan": 1})
    assert (tally.row().never_planned, tally.row().gave_up) == (False, 2)


def test_the_interval_goes_by_deals() -> None:
    """Twelve games of two deals count less than twelve deals; without deals, each is its own."""
    of_deals, own = Tally("random", 0), Tally("random", 0)
    for game in range(12):
        add(of_deals, 0, winner=game % 3, deal=game // 6)
        add(own, 0, winner=game % 3)
    assert own.wins.ci95 == intervals.wilson(4, 12)
    assert of_deals.wins.ci95 == intervals.rate_by_deals([2, 2], [6, 6])
    assert of_deals.row().ci95 == [round(bound, 4) for bound in of_deals.wins.ci95]


def test_the_first_failure_is_that_of_the_lowest_game_in_whatever_order_they_finish() -> None:
    failures = Failures()
    for game in (5, 3, 8):
        failures.add(game, Fault(0, game + 1, "move", "crash", "no", ["mine.py:2 in move", "no"]))
    (row,) = failures.rows()
    assert (row.games, row.first) == (3, FirstFailure(3, 4, "move"))


def test_slips_are_counted_as_often_as_a_note_says() -> None:
    often, once = (
        {"method": "show", "normalised": "a list", **more} for more in ({"times": 3}, {})
    )
    assert play.normalised_in([often, once, {"said": "x"}]) == {"show: a list": 4}


def test_a_table_in_latex_escapes_what_latex_reads_as_commands() -> None:
    text = table_text("latex", ["agent", "win rate"], [["my_agent", "95.0 %"]])
    rows = [r"agent & win rate \\ \hline", r"my\_agent & 95.0 \% \\"]
    assert text.splitlines() == [r"\begin{tabular}{lr}", *rows, r"\end{tabular}"]
