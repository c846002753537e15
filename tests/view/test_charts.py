"""Charts have the figures of their results: what is drawn is looked at as it is saved."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from planner_clue.agents.greedy import NetworkView
from planner_clue.game.cards import CaseFile, Suggestion
from planner_clue.match.intervals import rate_by_deals
from planner_clue.match.runs.results import count_runs
from planner_clue.planner.plan_tree import Answer, PlanBranch, PlanStep
from planner_clue.planning.comparison import Attempt
from planner_clue.planning.plan import Status
from planner_clue.view.charts import draw_comparison, draw_network, draw_runs, tree_picture
from planner_clue.view.study_report import draw_win_rates
from tests.game.helpers import cards
from tests.match.runs.helpers import THREE, merged
from tests.match.study.test_report import RESULTS

Drawn = Callable[[Callable[[], bytes]], Any]  # a figure of matplotlib


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Return a function that draws, and returns the figure."""
    kept = list[Figure]()
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: kept.append(figure))

    def draw(make: Callable[[], bytes]) -> Any:
        make()
        return kept[-1]

    return draw


def test_rates_and_intervals_are_those_of_the_seat(drawn: Drawn, tmp_path: Path) -> None:
    """In percent: a line and a mark per agent on the left, per agent and seat on the right."""
    (runs,) = merged(tmp_path, THREE)
    wins = {(slot, seat): [0, 0] for slot in range(3) for seat in range(3)}
    for game in runs.games:
        for seat, played in enumerate(game.seats):
            wins[played.slot, seat][game.deal] += game.winner == seat
    _, by_seat = drawn(lambda: draw_runs([count_runs(runs)], "svg")).axes
    lines = by_seat.get_lines()
    for number, won in enumerate(wins.values()):  # two games per deal
        interval, mark = lines[2 * number : 2 * number + 2]
        expected = [100 * bound for bound in rate_by_deals(won, [2, 2])]
        assert list(interval.get_xdata()) == pytest.approx(expected)
        assert list(mark.get_xdata()) == [100 * sum(won) / 4]


def test_published_figures_stand_beside_ours(drawn: Drawn) -> None:
    """Of huji.bn1: 740 of 1000 games, by Wilson 71.2 to 76.6 %; 72 % are published."""
    lines = drawn(lambda: draw_win_rates(RESULTS[:1], "svg")).axes[0].get_lines()[:3]
    values = [value for line in lines for value in line.get_xdata()]
    assert values == pytest.approx([71.2, 76.6, 74.0, 72], abs=0.05)


def test_bars_and_points_stand_at_their_problem(drawn: Drawn) -> None:
    """Of the first problem, the second solver has no plan."""
    solved, out = Status.SOLVED, Status.EXPANSIONS_OUT
    attempts = [
        Attempt("one", "blind", 40, 0.1, 5, 7, solved),
        Attempt("one", "far", None, 0.0, None, None, out, "no plan"),
        Attempt("two", "blind", 50, 0.1, 6, 8, solved),
        Attempt("two", "far", 30, 0.1, 6, 9, solved),
    ]
    points, bars = drawn(lambda: draw_comparison(attempts, "svg")).axes
    at = [[round(x) for x in line.get_xdata()] for line in points.get_lines()]
    assert at == [[0, 1], [1]]
    middles = [(round(bar.get_x() + bar.get_width() / 2), bar.get_height()) for bar in bars.patches]
    assert middles == [(0, 7), (1, 8), (1, 9)]


def test_the_width_of_an_edge_is_the_probability_of_all_its_answers(drawn: Drawn) -> None:
    asked = Suggestion(*cards("plum rope hall"))
    accuses = PlanStep(action="(accuse)", accuses=CaseFile(*cards("green knife hall")))
    branches = tuple(
        PlanBranch(action="(if)", answer=Answer("white", card), chance=share, cost=1, steps=steps)
        for card, share, steps in zip(
            asked, (0.5, 0.25, 0.125), [(accuses,), (accuses,), ()], strict=True
        )
    )
    plan = (PlanStep(action="(suggest)", asks=asked, expects="plum", branches=branches),)
    axes = drawn(lambda: tree_picture(plan, "svg")).axes[0]
    assert [line.get_linewidth() for line in axes.get_lines()] == [1 + 8 * 0.75, 1 + 8 * 0.125]
    assert "white shows plum\nwhite shows rope\n75 %" in [text.get_text() for text in axes.texts]


def test_a_card_of_a_network_has_the_probability_that_the_agent_plays_with(drawn: Drawn) -> None:
    """That of the case file after it is normalised over the category, and not the network's."""
    plum, white = cards("plum white")
    chances, case = {plum: [0.7, 0.3], white: [0.9, 0.1]}, {plum: 0.75, white: 0.25}
    rows, arcs = (("white", "plum"), ("seat 0 showed",)), (("plum", "seat 0 showed"),)
    view = NetworkView(("0", "case"), chances, case, rows, arcs, frozenset())
    texts = drawn(lambda: draw_network(view, "bn2", "svg")).axes[0].texts
    assert [text.get_text() for text in texts] == ["white\n0.25", "plum\n0.75", "seat 0\nshowed"]
